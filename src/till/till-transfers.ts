import { Chain, ChainUnavailable, type Hex } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type ChainCall, ChainCalls } from "../../ports/onchain/chain-calls.ts";
import {
  type CaredPayment,
  type ReadBlock,
  TillBook,
  type TillPayment,
} from "../../ports/onchain/till-book.ts";
import { CLOSED_MEANWHILE, TillContract } from "../../ports/onchain/till-contract.ts";
import { Process } from "../shared/process.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import type { TillPurpose } from "../onchain/chain-call.ts";
import { isChainUnavailable } from "../onchain/raffle-watcher.ts";
import { backoffMs } from "../shared/backoff.ts";
import { invariant } from "../shared/invariant.ts";
import { ledgerOf } from "./till-ledger.ts";
import { isClear, isRefunding, type Move, moveOf } from "./till-move.ts";
import { TillWatcher } from "./till-watcher.ts";

const BATCH = 10;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LEASE_MS = MINUTE_MS;
/** Time until the next check of a call, or of an order. */
const SOON_MS = 5 * SECOND_MS;
/** Check interval for a lot's draw after its end, and the longest one before its end, since an end may be moved. */
const DRAWN_MS = MINUTE_MS;
const SELDOM_MS = 6 * 60 * MINUTE_MS;
const FIRST_RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 6 * 60 * MINUTE_MS;
const PRUNED_AT_ONCE = 1_000;
/** Blocks per query of a node. */
const MAX_BLOCKS = 2_000;
/** Age of a reading, relative to the final block, above which reading continues before money moves. */
const FRESH_MS = MINUTE_MS;
/** Age up to which a payment is read again from its beginning without delaying the others. */
const REREAD_MS = 2 * DAY_MS;
/**
 * Tries per alert, at last six hours apart, so one alert a day: for a price that cannot reach the treasury, or any call
 * after a close that no node shows.
 */
const ALERT_EACH = 4;

/** The newest block that no reorganisation can remove. */
interface Final {
  readonly at: Date;
}

/** The latest decided call for a payment. */
interface Done {
  readonly purpose: TillPurpose;
  readonly succeeded: boolean;
  readonly error: string | null;
  readonly data: Hex;
  readonly createdAt: Date;
}

/**
 * Moves the money of orders in tokens: a surplus, a late payment or another token goes back immediately; the price goes
 * to the treasury once the lot is drawn, or back where the order is refunded. One call at a time for an address, by
 * what final blocks show of it: transfers in, and what the till has paid out of it for this service, the treasury or
 * the buyer.
 */
export class TillTransfers extends Process<typeof TillTransfers.needs> {
  static readonly needs = {
    book: TillBook,
    tillWatcher: TillWatcher,
    contract: TillContract,
    calls: ChainCalls,
    chain: Chain,
    unitOfWork: UnitOfWork,
    clock: Clock,
    log: Log,
  };

  /** Gives some due payments a turn. @returns number of payments */
  async moveOnce(): Promise<number> {
    const { book, tillWatcher, chain, clock, log } = this.parts;
    const { place } = tillWatcher;
    if (place === null) return 0;
    const now = clock.now();
    const lease = later(now, LEASE_MS);
    const due = await book.claimDue(place, { now, until: lease, limit: BATCH });
    if (due.length === 0) return 0;
    const final = await this.#block(await chain.final());
    for (const payment of due) {
      let waitMs: number | null;
      try {
        waitMs = await this.#turn(payment, final);
      } catch (error) {
        if (isChainUnavailable(error)) waitMs = SOON_MS;
        else {
          log.error(
            { err: error, orderId: payment.orderId },
            "processing a payment to the till failed; will retry",
          );
          waitMs = MINUTE_MS;
        }
      }
      await book.putBack(payment, lease, waitMs === null ? null : later(clock.now(), waitMs));
    }
    return due.length;
  }

  /** Deletes preparations of orders that were never placed. */
  async pruneOnce(): Promise<number> {
    const { book, tillWatcher, clock } = this.parts;
    return tillWatcher.place === null ? 0 : book.prune(later(clock.now(), -2 * DAY_MS), PRUNED_AT_ONCE);
  }

  /** @returns the wait until its next turn; null: there is none until something happens */
  async #turn(claimed: CaredPayment, final: Final): Promise<number | null> {
    const { book, contract, clock, log } = this.parts;
    const latest = await this.#latest(claimed);
    if (latest === "under_way") return SOON_MS;
    let payment = claimed;
    const { read, orderStatus, intent, isDrawn, isRefunded } = payment;
    if (read === null || final.at.getTime() - read.at.getTime() > FRESH_MS) {
      await book.hurry(payment, clock.now());
      return SOON_MS;
    }
    if (orderStatus === "paid" && intent === "keep" && isDrawn && !isRefunded && (await book.payOut(payment)))
      payment = { ...payment, intent: "pay" };
    const move = moveOf(payment, this.#tokens, clock.now());
    if ((move !== null || orderStatus !== "pending") && (await this.#differs(payment, read)))
      return SELDOM_MS;
    for (const token of this.#tokens) {
      const { stayed } = ledgerOf(payment, token);
      if (stayed === 0n || !(await book.stuck(payment, clock.now()))) continue;
      const facts = { organisationId: payment.organisationId, orderId: payment.orderId, token };
      log.error(
        { ...facts, units: String(stayed), alert: true },
        "a refund address could not take a rest: it stays at the address of the payment",
      );
    }
    if (move === null) return this.#rest(payment);
    if (await this.#isClosing(payment, read)) return SOON_MS;
    const data = await contract!.calls[move.call](payment, move.token, move.units, move.closes);
    if (latest !== null && !latest.succeeded && latest.purpose === move.purpose) {
      // The treasury was first, and its call is read by now: the next call differs and is due immediately.
      const isCorrected = latest.error === CLOSED_MEANWHILE && latest.data !== data;
      const waitMs = isCorrected ? 0 : await this.#afterFailure(payment, { ...latest, read });
      if (waitMs !== 0) return waitMs;
    }
    await this.#queue(payment, move, data);
    return SOON_MS;
  }

  /** Returns whether blocks that are not final have a close of the payment. The treasury's makes the call fail. */
  async #isClosing({ address }: CaredPayment, read: ReadBlock): Promise<boolean> {
    const { chain, contract } = this.parts;
    const [fromBlock, head] = [read.number + 1, await chain.head()];
    const events = await contract!.events({ fromBlock, toBlock: Math.min(head, read.number + MAX_BLOCKS) });
    return events.some(({ purse }) => purse === address);
  }

  get #tokens(): readonly Hex[] {
    return Object.values(this.parts.contract!.tokens).filter((token) => token !== null);
  }

  /** Returns whether a node hides transfers to or from the address: then its balance differs from the events. */
  async #differs(payment: CaredPayment, read: ReadBlock): Promise<boolean> {
    const { contract, log } = this.parts;
    const { organisationId, orderId, address } = payment;
    for (const token of this.#tokens) {
      const { there } = ledgerOf(payment, token);
      const balance = await contract!.balance(token, address, read.number);
      if (balance === there) continue;
      const facts = { organisationId, orderId, token, balance: String(balance), expected: String(there) };
      log.error(
        { ...facts, alert: true },
        "the balance of a payment's address differs from what the node shows of it: nothing is moved",
      );
      await this.#reread(payment);
      return true;
    }
    return false;
  }

  /** Has a young payment's blocks read from the first one: a node hid an event. */
  async #reread(payment: CaredPayment): Promise<void> {
    const { book, clock } = this.parts;
    if (clock.now().getTime() - payment.createdAt.getTime() < REREAD_MS) await book.reread(payment);
  }

  /** Ends a turn without a move. */
  async #rest(payment: CaredPayment): Promise<number | null> {
    const { book, clock, log } = this.parts;
    const { organisationId, orderId, orderStatus, intent, refundError, stuckSince, lotEndAt } = payment;
    if (stuckSince !== null && isClear(payment, this.#tokens)) await book.unstuck(payment);
    if (isRefunding(payment) && refundError === null) {
      const { paid, refunded } = ledgerOf(payment);
      const tx = payment.closes.findLast((close) => close.token === payment.token && close.refunded > 0n);
      // Money of an order that had failed may have gone back before the refund was requested.
      if (tx !== undefined && paid === 0n && refunded >= payment.units)
        await book.refunded(payment, { tx: tx.txHash });
      else {
        log.error(
          { organisationId, orderId, alert: true },
          "money to give back is not at its address any more: the treasury has it",
        );
        await book.refunded(payment, { error: "not_there" });
      }
      return null;
    }
    if (orderStatus === "pending") return SOON_MS;
    if (orderStatus !== "paid" || intent !== "keep") return null;
    // The partner pays the refund of money that the treasury has taken.
    if (payment.isRefunded && ledgerOf(payment).held === 0n) return null;
    const untilEndMs = lotEndAt.getTime() - clock.now().getTime();
    return Math.min(Math.max(untilEndMs, 0), SELDOM_MS) + DRAWN_MS;
  }

  /** @returns how long to wait before the next try; null: no try until the operator requests one */
  async #afterFailure(
    payment: CaredPayment,
    { purpose, error, createdAt, read }: Done & { readonly read: ReadBlock },
  ): Promise<number | null> {
    const { book, clock, log } = this.parts;
    const { orderId, organisationId, refundSince, calls } = payment;
    const facts = { organisationId, orderId, error };
    const isRefund = isRefunding(payment);
    // An earlier failure was before the refund, or before the operator's new request.
    if (isRefund && calls <= refundSince!) return 0;
    // The treasury was first in a block that a reorganisation has dropped, or that no node shows.
    const isPreceded = error === CLOSED_MEANWHILE;
    const failsRefund = isRefund && !isPreceded;
    const pauseMs = failsRefund ? FIRST_RETRY_MS : backoffMs(FIRST_RETRY_MS, LONGEST_RETRY_MS, calls - 1);
    const dueAt = createdAt.getTime() + pauseMs;
    const waitMs = dueAt - clock.now().getTime();
    if (waitMs > 0) return waitMs;
    // The treasury may have closed the payment before, in a block that is not read yet: then nothing has failed.
    if (read.at.getTime() < dueAt) return SOON_MS;
    if (failsRefund) {
      log.error(
        { ...facts, alert: true },
        "money could not be given back; the operator retries the refund, or the treasury takes it",
      );
      await book.refunded(payment, { error: error ?? "refused" });
      return null;
    }
    if (isPreceded) await this.#reread(payment);
    const isNew = !isPreceded && (await book.stuck(payment, clock.now()));
    const isRepeated = isPreceded || purpose === "close_payment";
    const isAlert = isNew || (isRepeated && calls % ALERT_EACH === 0);
    log[isAlert ? "error" : "warn"](
      { ...facts, ...(isAlert && { alert: true }) },
      "money at an address of the till could not be moved; it is tried again",
    );
    return 0;
  }

  /** `under_way`: no final block that was read for the payment decides it. */
  async #latest(payment: TillPayment): Promise<Done | "under_way" | null> {
    const call = await this.#latestCall(payment);
    if (call === null) return null;
    const { state, mined, error, data, createdAt } = call;
    const purpose = call.purpose as TillPurpose;
    if (state === "refused") return { purpose, succeeded: false, error, data, createdAt };
    if (state !== "final" || mined!.blockNumber > (payment.read?.number ?? -1)) return "under_way";
    return { purpose, succeeded: mined!.succeeded, error, data, createdAt };
  }

  async #latestCall({
    organisationId,
    orderId,
    chainId,
    calls: number,
  }: TillPayment): Promise<ChainCall | null> {
    const { calls } = this.parts;
    if (number === 0) return null;
    const reference = `${orderId}/${number}`;
    for (const purpose of ["give_back", "close_payment"] as const) {
      const call = await calls.byReference({ organisationId, chainId, purpose, reference });
      if (call !== null) return call;
    }
    invariant(false, "a call that was counted was queued");
  }

  async #block(number: number): Promise<Final> {
    const block = await this.parts.chain.block(number);
    if (block === null) throw ChainUnavailable.because();
    return { at: new Date(block.timestamp * 1_000) };
  }

  async #queue(payment: CaredPayment, { purpose }: Move, data: Hex): Promise<void> {
    const { book, calls, unitOfWork, clock, log } = this.parts;
    const { organisationId, orderId, chainId, till: target } = payment;
    const reference = `${orderId}/${payment.calls + 1}`;
    const createdAt = clock.now();
    await unitOfWork.run(async () => {
      if (!(await book.countCall(payment))) return;
      await calls.queue({ organisationId, chainId, purpose, reference, target, data, createdAt });
      log.info({ orderId, purpose, reference }, "call of the till queued");
    });
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
