import { Clock } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type ClaimedCursor, RailEventCursors } from "../../ports/checkout/rail-event-cursors.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { Notifications } from "./notifications.ts";

const MINUTE_MS = 60_000;
const EVERY_MS = 10 * MINUTE_MS;
/**
 * Overlap of queries, because an event may be listed some time after it happened. Events are stored once nevertheless.
 */
const OVERLAP_MS = 60 * MINUTE_MS;
/** Reach of an account's first query: longer than an outage of this service should last. */
const FARTHEST_MS = 3 * 24 * 60 * MINUTE_MS;
const BATCH = 8;
/** Longer than the call and the storing of its result. After a failure the query is repeated after this time. */
const LEASE_SEC = 120;

/** Fetches events that providers failed to deliver, and processes them like delivered ones. */
export class MissedEvents extends Process<typeof MissedEvents.needs> {
  static readonly needs = {
    cursors: RailEventCursors,
    notifications: Notifications,
    rails: Rails,
    clock: Clock,
    log: Log,
  };

  /** Processes one batch of accounts that were not queried recently. @returns number of accounts queried */
  async askOnce(): Promise<number> {
    const { clock, cursors, log } = this.parts;
    const rails = this.parts.rails.all.filter((rail) => rail.missedEvents !== undefined);
    if (rails.length === 0) return 0;
    const now = clock.now();
    const due = await cursors.claimDue({
      rails,
      notAskedSince: new Date(now.getTime() - EVERY_MS),
      changedSince: new Date(now.getTime() - FARTHEST_MS),
      limit: BATCH,
      leaseSec: LEASE_SEC,
    });
    await Promise.all(
      due.map((cursor) =>
        this.#ask(cursor, now).catch((error: unknown) =>
          log.error(
            { err: error, railAccountId: cursor.rail.accountId },
            "storing missed events failed; will retry",
          ),
        ),
      ),
    );
    return due.length;
  }

  async #ask(cursor: ClaimedCursor, now: Date): Promise<void> {
    const { rails, log, notifications, cursors } = this.parts;
    const { rail: account, addedAt, askedAt } = cursor;
    const since =
      askedAt === null
        ? Math.max(addedAt.getTime(), now.getTime() - FARTHEST_MS)
        : askedAt.getTime() - OVERLAP_MS;
    const facts = { railAccountId: account.accountId, kind: account.kind, provider: account.provider };
    const rail = rails.of(cursor);
    const events = (await rail?.missedEvents?.(account, new Date(since))) ?? null;
    if (events === null) {
      log.warn(facts, "fetching missed events failed; will retry");
      return;
    }
    let taken = 0;
    let skipped = 0;
    for (const event of events) {
      const outcome = await notifications.missed(cursor, event);
      if (outcome === "new") taken++;
      if (outcome === "no_room") skipped++;
    }
    if (skipped === 0) await cursors.advance(account.accountId, now);
    else
      log.warn(
        { ...facts, left: skipped },
        "too many named events waiting; missed events will be fetched again",
      );
    if (taken > 0) log.warn({ ...facts, taken }, "recovered events that the provider failed to deliver");
  }
}
