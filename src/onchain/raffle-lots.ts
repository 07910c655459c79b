import { ChainCalls } from "../../ports/onchain/chain-calls.ts";
import { Clock } from "../../ports/clock.ts";
import { NewIds } from "../../ports/ids.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { Log } from "../../ports/log.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { type LatestCall, RaffleWatch } from "../../ports/onchain/raffle-watch.ts";
import { Process } from "../shared/process.ts";
import { backoffMs } from "../shared/backoff.ts";
import type { LotId } from "../shared/ids.ts";
import { type LotPurpose, lotReference } from "./chain-call.ts";
import { alertsDue, lotStep, type WatchedLot } from "./lot-step.ts";
import { isChainUnavailable, type ReadUpTo, RaffleWatcher } from "./raffle-watcher.ts";

const BATCH = 10;
const LEASE_MS = 60_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Interval of counting the purchases of a lot that sells. */
const COUNT_MS = 10 * MINUTE_MS;
/** Time until the next check of a call. */
const CALL_MS = 5 * SECOND_MS;
const FIRST_RETRY_MS = 15 * SECOND_MS;
const LONGEST_RETRY_MS = 15 * MINUTE_MS;
/**
 * Pause between the two calls that cancel a draw: the first announces it, the second takes effect after `CANCEL_DELAY`.
 */
const ANNOUNCED_MS = 61 * MINUTE_MS;

/**
 * Number of the first refused try that raises an alert, half an hour after the first try; and the tries between later
 * alerts, one a day.
 */
const ALERT_AT = 8;
const ALERT_EACH = 96;

/**
 * Advances lots on chain: counts their purchases, closes them, has their draws requested, paid out or, without an
 * answer, cancelled. Each turn begins with what final blocks say, so it does not matter which worker takes it, or
 * whether a stranger was first.
 */
export class RaffleLots extends Process<typeof RaffleLots.needs> {
  static readonly needs = {
    watch: RaffleWatch,
    raffleWatcher: RaffleWatcher,
    calls: ChainCalls,
    raffle: RaffleContract,
    wakers: Wakers,
    clock: Clock,
    ids: NewIds,
    log: Log,
  };

  /** Gives some due lots a turn. @returns number of lots */
  async stepOnce(): Promise<number> {
    const { watch, raffleWatcher, clock, log } = this.parts;
    const { watched } = raffleWatcher;
    if (watched === null) return 0;
    const upTo = await raffleWatcher.readUpTo();
    if (upTo === null) return 0;
    const now = clock.now();
    const lease = later(now, LEASE_MS);
    const lots = await watch.claimDue(watched, { now, until: lease, limit: BATCH });
    for (const lot of lots) {
      let waitMs: number | null;
      try {
        waitMs = await this.#turn(lot, upTo);
      } catch (error) {
        if (isChainUnavailable(error)) waitMs = CALL_MS;
        else {
          log.error({ err: error, lotId: lot.lotId }, "processing a lot on chain failed; will retry");
          waitMs = MINUTE_MS;
        }
      }
      await watch.putBack(lot, lease, waitMs === null ? null : later(clock.now(), waitMs));
    }
    return lots.length;
  }

  /** @returns the wait until its next turn; null: there is none */
  async #turn(lot: WatchedLot, upTo: ReadUpTo): Promise<number | null> {
    const step = lotStep(lot, upTo.at);
    switch (step) {
      case "reread":
        return this.#reread(lot, upTo);
      case "count":
        return this.#count(lot, upTo);
      case "await_answer":
        await this.#alert(lot);
        return MINUTE_MS;
      case "over":
        return null;
      case "request_draw":
      case "pay_out":
      case "cancel_lot":
        await this.send(lot, step);
        return CALL_MS;
    }
  }

  async #reread(lot: WatchedLot, upTo: ReadUpTo): Promise<number> {
    const { raffleWatcher, log } = this.parts;
    const { lotId, creationBlock } = lot;
    const isComplete = await raffleWatcher.reread(lotId, creationBlock, upTo.block);
    // A list may lack its last purchases without a gap.
    if (isComplete && (await this.#compare(lot, upTo)) !== "behind") return 0;
    // More logs were read meanwhile: a later turn decides with them.
    if (isComplete && (await raffleWatcher.readUpTo())?.block !== upTo.block) return 0;
    log.error(
      { lotId, alert: true },
      "the node gives no complete list of a lot's purchases: it is not closed",
    );
    return MINUTE_MS;
  }

  async #count(lot: WatchedLot, upTo: ReadUpTo): Promise<number> {
    const { clock, log } = this.parts;
    const outcome = await this.#compare(lot, upTo);
    if (outcome === "not_there") return CALL_MS;
    if (outcome === "behind") {
      log.warn(
        { lotId: lot.lotId, block: upTo.block },
        "purchases of a lot on chain were missing: they are read again",
      );
      return 0;
    }
    if (outcome === "closed") return 0;
    const untilEndMs = lot.endAt.getTime() - clock.now().getTime();
    return Math.min(COUNT_MS, Math.max(untilEndMs, SECOND_MS));
  }

  /** Counts a lot's purchases, and closes it after its end. `not_there`: the block that created it is not final yet. */
  async #compare(
    lot: WatchedLot,
    upTo: ReadUpTo,
  ): Promise<Awaited<ReturnType<RaffleWatch["count"]>> | "not_there"> {
    const { raffle, watch, clock, ids, wakers, log } = this.parts;
    const found = await raffle!.lot(lot.lotId, upTo.block);
    if (found === null) return "not_there";
    const outcome = await watch.count(lot, {
      block: upTo.block,
      sold: found.sold,
      purchases: found.purchaseCount,
      isEnded: upTo.at >= lot.endAt,
      eventId: ids.event(),
      now: clock.now(),
    });
    if (outcome === "closed") {
      log.info({ lotId: lot.lotId }, "lot closed");
      wakers.eventsWritten();
    }
    return outcome;
  }

  async #alert(lot: WatchedLot): Promise<void> {
    const { watch, clock, log } = this.parts;
    const { lotId, requestedAt } = lot;
    const times = alertsDue(requestedAt!, clock.now());
    if (times <= lot.alerts || !(await watch.alerted(lot, times))) return;
    log.error({ lotId, requestedAt, alert: true }, "a draw was requested and has no answer");
  }

  /** Makes the call, or repeats it if the latest try failed and some time has passed. */
  async send(
    lot: Pick<WatchedLot, "organisationId" | "lotId"> & Partial<Pick<WatchedLot, "requestedAt">>,
    purpose: Exclude<LotPurpose, "create_lot">,
  ): Promise<void> {
    const { watch, raffleWatcher, calls, raffle, wakers, clock } = this.parts;
    const { organisationId, lotId, requestedAt = null } = lot;
    const latest = await watch.latestCall(lot, purpose);
    const now = clock.now();
    if (latest !== null) {
      const isAnnounced = latest.succeeded === true && purpose === "cancel_lot" && requestedAt !== null;
      const isRefused = latest.state === "refused" || latest.succeeded === false;
      const isOver = latest.state === "refused" || latest.state === "final";
      if (!isOver || !(isAnnounced || isRefused)) return;
      const backoff = backoffMs(FIRST_RETRY_MS, LONGEST_RETRY_MS, latest.attempt - 1);
      const waitMs = isAnnounced ? ANNOUNCED_MS : backoff;
      if (now.getTime() - latest.createdAt.getTime() < waitMs) return;
      if (isRefused) this.#logRefused(lotId, purpose, latest);
    }
    const { chainId, contract: target } = raffleWatcher.watched!;
    const data = await {
      request_draw: () => raffle!.calls.requestDraw(lotId),
      pay_out: () => raffle!.calls.payOut(lotId),
      cancel_lot: () => raffle!.calls.cancelLot(lotId),
    }[purpose]();
    const reference = lotReference(lotId, (latest?.attempt ?? 0) + 1);
    await calls.queue({ organisationId, chainId, purpose, reference, target, data, createdAt: now });
    wakers.callsQueued();
  }

  #logRefused(lotId: LotId, purpose: LotPurpose, { attempt, error }: LatestCall): void {
    const { log } = this.parts;
    const facts = { lotId, purpose, attempt, error };
    if (attempt % ALERT_EACH === ALERT_AT)
      log.error({ alert: true, ...facts }, "a call to the raffle contract keeps being refused");
    else log.warn(facts, "a call to the raffle contract was refused: it is tried again");
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
