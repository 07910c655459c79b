import { Chain, type Hex } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type ChainCall, ChainCalls } from "../../ports/onchain/chain-calls.ts";
import { type CaredPayment, TillBook, type TillPayment } from "../../ports/onchain/till-book.ts";
import { TillContract } from "../../ports/onchain/till-contract.ts";
import type { Parts } from "../../ports/token.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import type { TillPurpose } from "../onchain/chain-call.ts";
import { isChainUnavailable } from "../onchain/raffle-watching.ts";
import { backoffMs } from "../shared/backoff.ts";
import { invariant } from "../shared/invariant.ts";
import { TillWatching } from "./till-watching.ts";

const BATCH = 10;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEASE_MS = MINUTE_MS;
/** How soon it is looked at again what became of a call, or of an order. */
const SOON_MS = 5 * SECOND_MS;
/** How soon after its end it is looked whether a lot is drawn, and how seldom at most before it, for an end may be moved. */
const DRAWN_MS = MINUTE_MS;
const SELDOM_MS = 6 * 60 * MINUTE_MS;
const FIRST_RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 6 * 60 * MINUTE_MS;
const PRUNED_AT_ONCE = 1_000;

const NEEDS = {
  book: TillBook,
  watching: TillWatching,
  contract: TillContract,
  calls: ChainCalls,
  chain: Chain,
  unitOfWork: UnitOfWork,
  clock: Clock,
  log: Log,
};

/** The latest call for a payment, as far as it is decided. */
interface Done {
  readonly purpose: TillPurpose;
  readonly txHash: Hex | null;
  readonly succeeded: boolean;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** A call that moves money out of a payment's address. */
type Move =
  | { readonly purpose: "close_payment"; readonly token: Hex; readonly units: bigint }
  | { readonly purpose: "give_back"; readonly token: Hex; readonly units: bigint };

/**
 * Moves the money of orders in tokens: what comes beside the price, too late or in another token goes back at once, the price
 * to the treasury once the lot is drawn, or back where the order is refunded. One call at a time for an address, by what a
 * final block has there.
 */
export class TillCare {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** Gives some due payments a turn. @returns number of payments */
  async careOnce(): Promise<number> {
    const { book, watching, chain, clock, log } = this.#parts;
    const { place } = watching;
    if (place === null) return 0;
    const now = clock.now();
    const lease = later(now, LEASE_MS);
    const due = await book.claimDue(place, { now, until: lease, limit: BATCH });
    if (due.length === 0) return 0;
    const final = await chain.final();
    for (const payment of due) {
      let waitMs: number | null;
      try {
        waitMs = await this.#turn(payment, final);
      } catch (error) {
        if (isChainUnavailable(error)) waitMs = SOON_MS;
        else {
          log.error({ err: error, orderId: payment.orderId }, "a payment to the till had no turn");
          waitMs = MINUTE_MS;
        }
      }
      await book.putBack(payment, lease, waitMs === null ? null : later(clock.now(), waitMs));
    }
    return due.length;
  }

  /** Forgets what was prepared for orders that were never placed. */
  async pruneOnce(): Promise<number> {
    const { book, watching, clock } = this.#parts;
    return watching.place === null ? 0 : book.prune(later(clock.now(), -2 * DAY_MS), PRUNED_AT_ONCE);
  }

  /** @returns how long until its next turn; null: there is none until something happens */
  async #turn(claimed: CaredPayment, final: number): Promise<number | null> {
    const { book } = this.#parts;
    const latest = await this.#latest(claimed, final);
    if (latest === "under_way") return SOON_MS;
    let payment = claimed;
    if (latest?.purpose === "close_payment" && latest.succeeded && payment.paidTx === null) {
      await book.paidOut(payment, latest.txHash!);
      payment = { ...payment, paidTx: latest.txHash };
    }
    const { orderStatus, intent, isDrawn, isRefunded } = payment;
    if (orderStatus === "paid" && intent === "keep" && isDrawn && !isRefunded && (await book.payOut(payment)))
      payment = { ...payment, intent: "pay" };
    const move = await this.#move(payment, final);
    if (move === null) return this.#rest(payment, latest);
    if (latest !== null && !latest.succeeded) {
      const waitMs = await this.#afterFailure(payment, latest);
      if (waitMs !== 0) return waitMs;
    }
    await this.#queue(payment, move);
    return SOON_MS;
  }

  /** null: nothing lies at the address that does not stay there. */
  async #move(payment: CaredPayment, final: number): Promise<Move | null> {
    const { contract } = this.#parts;
    const { intent, paidTx, token: own, units } = payment;
    if (intent === "pay" && paidTx === null) return { purpose: "close_payment", token: own, units };
    const others = Object.values(contract!.tokens).filter(
      (token) => token !== null && token !== own,
    ) as Hex[];
    // One that cannot be moved does not hold up the other.
    const tokens = payment.calls % 2 === 0 ? [own, ...others] : [...others, own];
    for (const token of tokens) {
      const kept = token === own ? keptOf(payment) : 0n;
      if (kept === null) continue;
      const balance = await contract!.balance(token, payment.address, final);
      if (balance > kept) return { purpose: "give_back", token, units: kept };
    }
    return null;
  }

  /** Nothing is to be moved now. */
  async #rest(payment: CaredPayment, latest: Done | null): Promise<number | null> {
    const { book, clock, log } = this.#parts;
    const { orderStatus, intent, refundTx, refundError, refundSince, calls, lotEndAt } = payment;
    if (intent === "return" && refundTx === null && refundError === null) {
      // What came for an order that had failed may have gone back before it was asked for.
      const isOfRefund = calls > refundSince! || orderStatus === "failed";
      if (isOfRefund && latest?.purpose === "give_back" && latest.succeeded)
        await book.refunded(payment, { tx: latest.txHash! });
      else {
        log.error(
          { orderId: payment.orderId, alert: true },
          "money to give back is not at its address any more: the treasury has it",
        );
        await book.refunded(payment, { error: "not_there" });
      }
      return null;
    }
    if (orderStatus === "pending") return SOON_MS;
    if (orderStatus !== "paid" || intent !== "keep") return null;
    const untilEndMs = lotEndAt.getTime() - clock.now().getTime();
    return Math.min(Math.max(untilEndMs, 0), SELDOM_MS) + DRAWN_MS;
  }

  /** @returns how long to wait before the next try; null: nobody tries until the operator asks for it */
  async #afterFailure(payment: CaredPayment, latest: Done): Promise<number | null> {
    const { book, clock, log } = this.#parts;
    const { orderId, organisationId, intent, refundTx, refundError, refundSince, calls } = payment;
    const facts = { organisationId, orderId, error: latest.error };
    if (intent === "return" && refundTx === null) {
      // What failed was before it, or before the operator asked for it again.
      if (refundError === null && calls <= refundSince!) return 0;
      if (refundError === null) {
        log.error(
          { ...facts, alert: true },
          "money could not be given back; the operator retries the refund, or the treasury takes it",
        );
        await book.refunded(payment, { error: latest.error ?? "refused" });
      }
      return null;
    }
    const dueAt = latest.createdAt.getTime() + backoffMs(FIRST_RETRY_MS, LONGEST_RETRY_MS, calls - 1);
    const waitMs = dueAt - clock.now().getTime();
    if (waitMs <= 0) {
      log.error(
        { ...facts, alert: true },
        "money at an address of the till could not be moved; it is tried again",
      );
      return 0;
    }
    return waitMs;
  }

  /** `under_way`: it is not decided by a final block that is read here. */
  async #latest(payment: TillPayment, final: number): Promise<Done | "under_way" | null> {
    const call = await this.#latestCall(payment);
    if (call === null) return null;
    const { state, mined, error, createdAt } = call;
    const purpose = call.purpose as TillPurpose;
    if (state === "refused") return { purpose, txHash: null, succeeded: false, error, createdAt };
    if (state !== "final" || mined!.blockNumber > final) return "under_way";
    const { txHash, succeeded } = mined!;
    return { purpose, txHash, succeeded, error, createdAt };
  }

  async #latestCall({
    organisationId,
    orderId,
    chainId,
    calls: number,
  }: TillPayment): Promise<ChainCall | null> {
    const { calls } = this.#parts;
    if (number === 0) return null;
    const reference = `${orderId}/${number}`;
    for (const purpose of ["give_back", "close_payment"] as const) {
      const call = await calls.byReference({ organisationId, chainId, purpose, reference });
      if (call !== null) return call;
    }
    invariant(false, "a call that was counted was queued");
  }

  async #queue(payment: CaredPayment, { purpose, token, units }: Move): Promise<void> {
    const { book, calls, contract, unitOfWork, clock, log } = this.#parts;
    const { organisationId, orderId, chainId, till: target } = payment;
    const { close, giveBack } = contract!.calls;
    const data = await (purpose === "close_payment" ? close : giveBack)(payment, token, units);
    const reference = `${orderId}/${payment.calls + 1}`;
    const createdAt = clock.now();
    await unitOfWork.run(async () => {
      if (!(await book.countCall(payment))) return;
      await calls.queue({ organisationId, chainId, purpose, reference, target, data, createdAt });
      log.info({ orderId, purpose, reference }, "call of the till queued");
    });
  }
}

/** What of the price stays at its address; null: all that is there, for nothing is decided. */
function keptOf({ orderStatus, intent, units }: CaredPayment): bigint | null {
  if (intent !== "keep") return 0n;
  if (orderStatus === "pending") return null;
  return orderStatus === "paid" ? units : 0n;
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
