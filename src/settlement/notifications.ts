import { Clock } from "../../ports/clock.ts";
import {
  Inbox,
  type NotifiedAccount,
  type RailMessage,
  type StoredMessage,
} from "../../ports/checkout/inbox.ts";
import { Log } from "../../ports/log.ts";
import { NamedEvents } from "../../ports/checkout/named-events.ts";
import type {
  Acknowledgement,
  NamedEvent,
  NotificationReading,
  Rail,
  RailEvent,
  RailKind,
} from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import type { RailAccountId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { EventFetcher } from "./event-fetcher.ts";
import { RailEvents } from "./rail-events.ts";

const BATCH = 50;
const LEASE_SEC = 30;
const TRIES = 20;
const NAMES_MAX = 100;
const NAME_LENGTH_MAX = 200;

type Receipt =
  | { readonly outcome: "no_such_account" }
  | { readonly outcome: "refused"; readonly status: number; readonly reason: string }
  /** The account has reached its limit of waiting names: the provider retries later. */
  | { readonly outcome: "busy" }
  /** `processing` resolves when the message is processed; callers need not wait for it. */
  | {
      readonly outcome: "received";
      /** true: the sender has proven the account's secret; any sender may send a message that only names an object. */
      readonly proven: boolean;
      readonly acknowledgement: Acknowledgement;
      readonly processing: Promise<void>;
    };

/** Receives providers' notifications: verified, stored as received, acknowledged, and then processed. */
export class Notifications extends Process<typeof Notifications.needs> {
  static readonly needs = {
    inbox: Inbox,
    names: NamedEvents,
    events: RailEvents,
    eventFetcher: EventFetcher,
    rails: Rails,
    clock: Clock,
    log: Log,
  };

  /**
   * Receives a message, which is durable when it returns `received`; a database that is down raises.
   * @param take reads the message; called once, and only for an existing account
   */
  async receive(
    slug: string,
    kind: RailKind,
    provider: string,
    take: () => Promise<RailMessage>,
  ): Promise<Receipt> {
    const { rails, clock, inbox, log } = this.parts;
    const receivedAt = clock.now();
    const readAccount = (copied: boolean) =>
      inbox.railAccount(slug, kind, provider, { now: receivedAt, copied });
    const copy = rails.find(kind, provider) && (await readAccount(true));
    const rail = copy && rails.of(copy);
    if (!rail || !copy) return { outcome: "no_such_account" };
    const message = await take();
    const byCopy = read(rail, copy, message, receivedAt);
    if (byCopy.verified && (await this.parts.events.settleAtOnce(copy, message, byCopy.events, receivedAt))) {
      const { acknowledgement } = byCopy;
      return { outcome: "received", proven: true, acknowledgement, processing: Promise.resolve() };
    }
    // A message that is not settled immediately is read again by the current account.
    const account = copy.isCopy ? await readAccount(false) : copy;
    if (!account) return { outcome: "no_such_account" };
    const reading = read(rail, account, message, receivedAt);
    if (!reading.verified) {
      log.warn({ slug, kind, provider, reason: reading.reason }, "notification rejected");
      return { outcome: "refused", status: reading.status, reason: reading.reason };
    }
    const events = reading.events.filter((event) => event.about !== "ignored" || !event.unproven);
    if (events.length === 0 && reading.events.length > 0) {
      const { acknowledgement } = reading;
      return { outcome: "received", proven: false, acknowledgement, processing: Promise.resolve() };
    }
    const namedEvents = events.filter((event) => event.about === "named");
    if (namedEvents.length === 0) {
      const { processing } = await this.parts.events.takeIn(account, message, events, receivedAt);
      return {
        outcome: "received",
        proven: true,
        acknowledgement: reading.acknowledgement,
        processing,
      };
    }
    return this.#receiveNamed(account, message, { ...reading, events, namedEvents }, receivedAt);
  }

  /** Stores names separately: each is queried once, and the fetched events have their own dedupe keys. */
  async #receiveNamed(
    account: NotifiedAccount,
    message: RailMessage,
    {
      events,
      namedEvents,
      acknowledgement,
    }: NotificationReading & { verified: true } & { namedEvents: readonly NamedEvent[] },
    receivedAt: Date,
  ): Promise<Receipt> {
    if (namedEvents.length > NAMES_MAX || !namedEvents.every(isNameable))
      return { outcome: "refused", status: 400, reason: "what it names is too long or too much" };
    const { accountId } = account.rail;
    const processing: Promise<void>[] = [];
    for (const { what } of namedEvents) {
      const added = await this.parts.names.add({
        organisationId: account.organisationId,
        railAccountId: accountId,
        what,
      });
      if (added === "too_many") {
        this.parts.log.warn(
          { railAccountId: accountId },
          "too many named events waiting; notification rejected",
        );
        return { outcome: "busy" };
      }
      if (added === "added") processing.push(this.#fetch(accountId, what));
    }
    if (namedEvents.length < events.length) {
      processing.push((await this.parts.events.takeIn(account, message, events, receivedAt)).processing);
    }
    const all = async () => void (await Promise.all(processing));
    return { outcome: "received", proven: false, acknowledgement, processing: all() };
  }

  /** Fetches a name. Never rejects: the name is stored, and a background task fetches it. */
  async #fetch(railAccountId: RailAccountId, what: string): Promise<void> {
    const { eventFetcher, log } = this.parts;
    await eventFetcher
      .fetch(railAccountId, what)
      .catch((error: unknown) =>
        log.error({ err: error, railAccountId }, "fetching a named event failed; queued for a worker"),
      );
  }

  /**
   * Stores a missed event as if it had been delivered alone. `no_room`: the event only names an object and the account
   * has reached its limit of waiting names; it must be passed again later.
   */
  async missed(
    account: Pick<NotifiedAccount, "organisationId" | "rail">,
    event: RailEvent,
  ): Promise<"new" | "known" | "no_room"> {
    const { names, events, clock } = this.parts;
    if (event.about === "named") {
      const { organisationId, rail } = account;
      invariant(isNameable(event), "a rail names things by 1 to 200 characters, without NUL");
      const railAccountId = rail.accountId;
      const added = await names.add({ organisationId, railAccountId, what: event.what });
      return added === "too_many" ? "no_room" : added === "added" ? "new" : "known";
    }
    const { isNew, processing } = await events.takeIn(account, null, [event], clock.now());
    await processing;
    return isNew ? "new" : "known";
  }

  /** Processes one batch of messages whose first processing did not complete. @returns number of messages processed */
  async processOnce(): Promise<number> {
    const { inbox, events, log, clock } = this.parts;
    const messages = await inbox.claimDue({ limit: BATCH, leaseSec: LEASE_SEC });
    for (const message of messages) {
      try {
        await events.process(message.id, message, this.#readAgain(message), message.receivedAt);
      } catch (error) {
        log.error(
          { err: error, notificationId: message.id, tries: message.tries },
          "notification processing failed",
        );
        if (message.tries >= TRIES) await inbox.fail(message.id, "processing failed too often", clock.now());
      }
    }
    return messages.length;
  }

  /**
   * Reads a stored message. It was verified on arrival, so its age is measured at that time. If it cannot be read again
   * because the credentials have been replaced, the events read on arrival are used.
   */
  #readAgain(stored: StoredMessage): readonly RailEvent[] {
    const { message, receivedAt, events } = stored;
    if (message === null) return events;
    const rail = this.parts.rails.of(stored);
    const reading = rail && read(rail, stored, message, receivedAt);
    if (reading?.verified) return reading.events;
    if (events.length === 0) throw new Error("a stored notification cannot be read again");
    return events;
  }
}

/** Returns whether a name can be stored: PostgreSQL cannot store NUL. */
function isNameable({ what }: NamedEvent): boolean {
  return what.length > 0 && what.length <= NAME_LENGTH_MAX && !what.includes("\0");
}

/** Reads a message with the account's credentials, or else with the previous ones. */
function read(
  rail: Rail,
  account: Pick<NotifiedAccount, "rail" | "previousRail">,
  message: RailMessage,
  now: Date,
): NotificationReading {
  const reading = rail.readNotification(account.rail, { ...message, now });
  if (reading.verified || account.previousRail === null) return reading;
  const earlier = rail.readNotification(account.previousRail, { ...message, now });
  return earlier.verified ? earlier : reading;
}
