import { Clock } from "../../ports/clock.ts";
import { Inbox } from "../../ports/checkout/inbox.ts";
import { Log } from "../../ports/log.ts";
import { NamedEvents, type NamedThing } from "../../ports/checkout/named-events.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { dedupeKeyOf } from "./dedupe-key.ts";
import { RailEvents } from "./rail-events.ts";
import type { RailAccountId } from "../shared/ids.ts";

const BATCH = 20;
/** Longer than a call and the storing of its result. */
const LEASE_SEC = 60;
const TRIES = 20;
/** Calls per account for named events: the provider's limits are reserved for selling, and anyone can send any name. */
const FETCHES_PER_MINUTE = 60;
/** Maximum events per name; a payment has a handful. */
const EVENTS_MAX = 200;

/** Fetches events that notifications only named, and stores the results. */
export class EventFetcher extends Process<typeof EventFetcher.needs> {
  static readonly needs = {
    names: NamedEvents,
    events: RailEvents,
    inbox: Inbox,
    rails: Rails,
    clock: Clock,
    log: Log,
  };

  /** Processes one batch of due names. @returns number of names processed */
  async fetchOnce(): Promise<number> {
    return this.#fetchDue({ limit: BATCH });
  }

  /**
   * Fetches a name that has just arrived, unless the account's calls of this minute are used up; a background task then
   * fetches it later.
   */
  async fetch(railAccountId: RailAccountId, what: string): Promise<void> {
    await this.#fetchDue({ limit: 1, only: { railAccountId, what } });
  }

  async #fetchDue(claim: Pick<Parameters<NamedEvents["claimDue"]>[0], "limit" | "only">): Promise<number> {
    const { due, putOff } = await this.parts.names.claimDue({
      ...claim,
      leaseSec: LEASE_SEC,
      perMinute: FETCHES_PER_MINUTE,
    });
    await Promise.all(
      due.map((name) =>
        this.#fetch(name).catch(async (error: unknown) => {
          const { rail, tries } = name;
          this.parts.log.warn(
            { err: error, railAccountId: rail.accountId, tries },
            "fetching a named event failed",
          );
          if (tries >= TRIES) await this.#giveUp(name);
        }),
      ),
    );
    return due.length + putOff;
  }

  async #fetch(name: NamedThing): Promise<void> {
    const { rails, clock } = this.parts;
    const { rail: account, what } = name;
    const rail = rails.of(name);
    const events = (await rail?.fetchEvents?.(account, what)) ?? null;
    if (events === null) throw new Error("the provider could not be queried");
    if (events.length > EVENTS_MAX) throw new Error("the provider returned too many events for one name");
    // Stored durably, each with its own dedupe key, so that a repeated event is processed once.
    for (const event of events) {
      const { processing } = await this.parts.events.takeIn(name, null, [event], clock.now());
      await processing;
    }
    await this.parts.names.done(name);
  }

  /** Gives the name up and stores it for inspection as a failed notification. */
  async #giveUp(name: NamedThing): Promise<void> {
    const { clock, inbox } = this.parts;
    const { organisationId, rail, what } = name;
    const now = clock.now();
    const id = await inbox.add({
      organisationId,
      railAccountId: rail.accountId,
      dedupeKey: dedupeKeyOf(["named", now.toISOString(), what], null),
      message: null,
      events: [{ about: "named", dedupeKey: what, what }],
      receivedAt: now,
    });
    if (id !== null) await inbox.fail(id, "fetching failed too often", now);
    await this.parts.names.done(name);
  }
}
