import { type Chain, ChainUnavailable } from "../../ports/chain.ts";
import { HOLD_OUTLASTS_MS, withinLimits } from "../../ports/checkout/rail-limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { TillBook, TillPayment, TillTransfer } from "../../ports/onchain/till-book.ts";
import type { TillContract } from "../../ports/onchain/till-contract.ts";
import type {
  AccountCheck,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailOrder,
  RefundOutcome,
} from "../../ports/rail.ts";
import { tokenRequestText } from "../../src/onchain/token-request.ts";
import { Problem } from "../../src/shared/problem.ts";
import { notBelieved } from "../shared/notification-head.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { ledgerOf } from "../../src/till/till-ledger.ts";
import { sumOf, verdictOf } from "./verdict.ts";

interface TillOptions {
  readonly clock: Clock;
  readonly chain: Pick<Chain, "head" | "final" | "block" | "transfers">;
  readonly contract: Pick<TillContract, "balance" | "tokens">;
  readonly book: Pick<TillBook, "byOrder" | "offer" | "reread" | "giveBack">;
  /** The address of the page that shows a payment. */
  readonly baseUrl: string;
}

type Unknown = PaymentOutcome & { readonly outcome: "unknown" };

const TIMEOUT: Unknown = { outcome: "unknown", reason: "timeout" };
const UNREADABLE: Unknown = { outcome: "unknown", reason: "unreadable" };
/** Units of a token in a cent: the tokens have six decimals. */
const UNITS_PER_CENT = 10_000n;
/** The maximum number of non-final blocks in one read. */
const MAX_BLOCKS = 2_000;

/**
 * Tokens for lots off chain: each order has a separate address, from which money goes to the organisation's treasury or
 * to the buyer's refund address, and nowhere else. A job (`TillWatching`) reads transfers from final blocks only; the
 * rail judges them. It reports exactly the charge: a job (`TillCare`) sends back the excess.
 */
export class TillRail implements Rail {
  readonly kind = "qr";
  readonly provider = "till";
  readonly simulated = false;
  readonly byToken = true;
  readonly accountFields = { credentials: {}, settings: {} };
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "none",
    refunds: "full",
    confirm: false,
    expiryMinutes: { min: 10, max: 1440 },
    currencies: new Map([["USD", 2]]),
    minimumCharge: new Map(),
  };
  readonly #options: TillOptions;

  constructor(options: TillOptions) {
    this.#options = options;
  }

  async checkAccount(): Promise<AccountCheck> {
    return { outcome: "accepted" };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = rejectionOf(order, this.capabilities);
    if (reason !== null) return { outcome: "rejected", reason };
    const { chain, book, clock } = this.#options;
    return answering<Creation>({ outcome: "unknown", reason: "timeout" }, async () => {
      const payment = await this.#paymentOf(account, order);
      if (payment === null) return { outcome: "rejected", reason: "without_token" };
      if (payment.units !== BigInt(order.charge.amount) * UNITS_PER_CENT)
        return { outcome: "rejected", reason: "differs_from_order" };
      // The address was not published before this: transfers to it are in later blocks.
      const final = await chain.final();
      if (!Number.isSafeInteger(final) || final < 0) return { outcome: "unknown", reason: "unreadable" };
      const expiresAt = withinLimits(order.expiresAt, this.capabilities, clock.now());
      await book.offer(payment, new Date(expiresAt.getTime() + HOLD_OUTLASTS_MS), final + 1);
      return this.#created(payment);
    });
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    return answering<PaymentOutcome>(TIMEOUT, async () => {
      const payment = await this.#paymentOf(account, order);
      if (payment === null || payment.deadline === null) return { outcome: "unknown", reason: "not_found" };
      const doubt = await this.#doubt(payment);
      if (doubt !== null) return doubt;
      const verdict = verdictOf(payment);
      const { address } = payment;
      switch (verdict.is) {
        case "paid": {
          const { txHash } = verdict.by;
          const ids = { address, txHash };
          return { outcome: "paid", received: order.charge, paymentId: paymentIdOf(verdict.by), ids };
        }
        case "open":
          return { outcome: "pending", stage: await this.#stage(payment), ids: { address } };
        case "expired":
        case "underpaid":
          // The account is not to blame, so its circuit is left alone: the order waits.
          if (await this.#hides(payment)) return { outcome: "pending", stage: "open", ids: { address } };
          return over(verdict.is, address);
      }
    });
  }

  /** A transfer cannot be stopped. */
  async cancel(account: RailCredentials, order: RailOrder): Promise<"too_late" | "unknown"> {
    const seen = await this.lookUp(account, order);
    const isUnderWay = seen.outcome === "pending" && seen.stage === "processing";
    return seen.outcome === "paid" || isUnderWay ? "too_late" : "unknown";
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    return answering<RefundOutcome>({ outcome: "unknown", reason: "timeout" }, async () => {
      const payment = await this.#paymentOf(account, order);
      if (payment === null) return failed("not_paid");
      const doubt = await this.#doubt(payment);
      if (doubt !== null) return doubt;
      if (sumOf(payment) < payment.units) return failed("not_paid");
      const isOwn = payment.transfers.some((transfer) => paymentIdOf(transfer) === paymentId);
      if (paymentId !== undefined && !isOwn) return failed("other_payment");
      if (amount.currency !== order.charge.currency) return failed("invalid_currency");
      if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0) return failed("invalid_amount");
      if (amount.amount > order.charge.amount) return failed("amount_too_large");
      // All that is at an address goes one way.
      if (amount.amount < order.charge.amount) return { outcome: "unsupported" };
      const { paid, held } = ledgerOf(payment);
      if (payment.intent !== "return" && paid > 0n && held === 0n) return { outcome: "unsupported" };
      switch (await this.#options.book.giveBack(payment, key, this.#options.clock.now())) {
        case "paid_out":
          return { outcome: "unsupported" };
        case "other_refund":
          return failed("refunded_already");
        case "taken":
          return refundOf((await this.#paymentOf(account, order)) ?? payment);
      }
    });
  }

  async lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    { key }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    return answering<RefundOutcome>({ outcome: "unknown", reason: "timeout" }, async () => {
      const payment = await this.#paymentOf(account, order);
      const doubt = payment && (await this.#doubt(payment));
      if (doubt) return doubt;
      if (payment?.refundKey !== key) return { outcome: "unknown", reason: "not_found" };
      return refundOf(payment);
    });
  }

  /** The rail reads the chain; there are no notifications. */
  readNotification(): NotificationReading {
    return notBelieved(401, "the till accepts no notifications: it reads the chain");
  }

  #paymentOf({ organisationSlug }: RailCredentials, { id }: RailOrder): Promise<TillPayment | null> {
    return this.#options.book.byOrder(organisationSlug, id);
  }

  #created({ orderId, address, token, units, refundTo, chainId }: TillPayment): Creation {
    const { baseUrl, contract } = this.#options;
    const data = tokenRequestText({ token, chainId, to: address, units });
    const redirectUrl = `${baseUrl}/rails/${this.kind}/${orderId}/pay`;
    const [name = token] = Object.entries(contract.tokens).find(([, known]) => known === token) ?? [];
    return {
      outcome: "created",
      instruction: { type: "CODE_URL", redirectUrl, data },
      ids: { address, token: name, refundTo },
    };
  }

  /** Why nothing is believed of what was read: the node does not answer, lags, or has other blocks than before. null: nothing. */
  async #doubt({ read }: TillPayment): Promise<Unknown | null> {
    const { chain } = this.#options;
    if (read === null) {
      await chain.final();
      return null;
    }
    const block = await chain.block(read.number);
    if (block === null) return TIMEOUT;
    return block.hash === read.hash ? null : UNREADABLE;
  }

  /** Returns whether a transfer is in blocks that are not final. */
  async #stage(payment: TillPayment): Promise<"open" | "processing"> {
    const { chain } = this.#options;
    const head = await chain.head();
    const fromBlock = payment.read === null ? (await chain.final()) + 1 : payment.read.number + 1;
    // Far behind, what is final is read first.
    if (head < fromBlock || head - fromBlock >= MAX_BLOCKS) return "open";
    const { token, address } = payment;
    const coming = await chain.transfers({ token, to: [address], fromBlock, toBlock: head });
    const units = coming.reduce((sum, transfer) => sum + transfer.units, 0n);
    return units > 0n ? "processing" : "open";
  }

  /** A node that does not show all transfers: then the address has more than the events say. They are read again. */
  async #hides(payment: TillPayment): Promise<boolean> {
    const { contract, book } = this.#options;
    const balance = await contract.balance(payment.token, payment.address, payment.read!.number);
    if (balance <= ledgerOf(payment).there) return false;
    await book.reread(payment);
    return true;
  }
}

/** Returns `inTrouble` if the chain or the database does not answer. */
async function answering<T>(inTrouble: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Problem && (error.code === ChainUnavailable.code || error.kind === "unavailable"))
      return inTrouble;
    throw error;
  }
}

function over(how: "expired" | "underpaid", address: string): PaymentOutcome {
  const ids = { address };
  if (how === "expired") return { outcome: "expired", ids };
  const decline = { code: "underpaid", message: "Less than the price came in time.", retry: "now" } as const;
  return { outcome: "declined", decline, ids };
}

/** Returns the id of the transfer by which the price was reached. */
function paymentIdOf({ txHash, logIndex }: TillTransfer): string {
  return `${txHash}:${logIndex}`;
}

function refundOf({ refundTx, refundError }: TillPayment): RefundOutcome {
  if (refundTx !== null) return { outcome: "succeeded", refundId: refundTx };
  if (refundError !== null) return { outcome: "failed", refundId: null, reason: refundError };
  return { outcome: "requested", refundId: null };
}

function failed(reason: string): RefundOutcome {
  return { outcome: "failed", refundId: null, reason };
}
