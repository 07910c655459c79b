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
import type { Parts } from "../../ports/token.ts";
import type { RailAccountId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { EventFetching } from "./event-fetching.ts";
import { RailEvents } from "./rail-events.ts";

const BATCH = 50;
const LEASE_SEC = 30;
const TRIES = 20;
/** Names in one message at most. */
const NAMES_MAX = 100;
const NAME_LENGTH_MAX = 200;

/** What a provider is answered. */
type Receipt =
  | { readonly outcome: "no_such_account" }
  | { readonly outcome: "refused"; readonly status: number; readonly reason: string }
  /** As many things as may were named for this account, and wait: the provider tries again later. */
  | { readonly outcome: "busy" }
  /** `processing` ends when what was received is done; nobody need wait for it. */
  | {
      readonly outcome: "received";
      /** Its sender holds the account's secret: a message that only names something may be anybody's. */
      readonly proven: boolean;
      readonly acknowledgement: Acknowledgement;
      readonly processing: Promise<void>;
    };

const NEEDS = {
  inbox: Inbox,
  named: NamedEvents,
  events: RailEvents,
  fetching: EventFetching,
  rails: Rails,
  clock: Clock,
  log: Log,
};

/** Takes in what providers send: verified, stored as it came, acknowledged, and then processed. */
export class Notifications {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /**
   * Durable when it returns `received`; a database that is down raises.
   * @param take reads the message; it is asked once, and only for an account that exists
   */
  async receive(
    slug: string,
    kind: RailKind,
    provider: string,
    take: () => Promise<RailMessage>,
  ): Promise<Receipt> {
    const { rails, clock, inbox, log } = this.#parts;
    const rail = rails.find(kind, provider);
    const receivedAt = clock.now();
    const account = rail && (await inbox.railAccount(slug, kind, provider, receivedAt));
    if (!rail || !account) return { outcome: "no_such_account" };
    const message = await take();
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
    const named = events.filter((event) => event.about === "named");
    if (named.length === 0) {
      const { processing } = await this.#parts.events.takeIn(account, message, events, receivedAt);
      return {
        outcome: "received",
        proven: true,
        acknowledgement: reading.acknowledgement,
        processing,
      };
    }
    return this.#receiveNamed(account, message, { ...reading, events, named }, receivedAt);
  }

  /** Names are stored apart: each is asked about once, and what the answer tells has dedupe keys of its own. */
  async #receiveNamed(
    account: NotifiedAccount,
    message: RailMessage,
    {
      events,
      named,
      acknowledgement,
    }: NotificationReading & { verified: true } & { named: readonly NamedEvent[] },
    receivedAt: Date,
  ): Promise<Receipt> {
    if (named.length > NAMES_MAX || !named.every(isNameable))
      return { outcome: "refused", status: 400, reason: "what it names is too long or too much" };
    const { accountId } = account.rail;
    const processing: Promise<void>[] = [];
    for (const { what } of named) {
      const added = await this.#parts.named.add({
        organisationId: account.organisationId,
        railAccountId: accountId,
        what,
      });
      if (added === "too_many") {
        this.#parts.log.warn(
          { railAccountId: accountId },
          "too many named events waiting; notification rejected",
        );
        return { outcome: "busy" };
      }
      if (added === "added") processing.push(this.#fetch(accountId, what));
    }
    if (named.length < events.length) {
      processing.push((await this.#parts.events.takeIn(account, message, events, receivedAt)).processing);
    }
    const all = async () => void (await Promise.all(processing));
    return { outcome: "received", proven: false, acknowledgement, processing: all() };
  }

  /** Never rejects: the name is stored, and a loop asks about it. */
  async #fetch(railAccountId: RailAccountId, what: string): Promise<void> {
    const { fetching, log } = this.#parts;
    await fetching
      .fetch(railAccountId, what)
      .catch((error: unknown) =>
        log.error({ err: error, railAccountId }, "fetching a named event failed; queued for a worker"),
      );
  }

  /**
   * An event that the provider tells of when asked, as if it had been delivered alone. `no_room`: it only names
   * something, and as many names as may wait for this account; it is to be told again later.
   */
  async missed(
    account: Pick<NotifiedAccount, "organisationId" | "rail">,
    event: RailEvent,
  ): Promise<"new" | "known" | "no_room"> {
    const { named, events, clock } = this.#parts;
    if (event.about === "named") {
      const { organisationId, rail } = account;
      invariant(isNameable(event), "a rail names things by 1 to 200 characters, without NUL");
      const railAccountId = rail.accountId;
      const added = await named.add({ organisationId, railAccountId, what: event.what });
      return added === "too_many" ? "no_room" : added === "added" ? "new" : "known";
    }
    const { isNew, processing } = await events.takeIn(account, null, [event], clock.now());
    await processing;
    return isNew ? "new" : "known";
  }

  /** One batch of messages whose first processing did not end. @returns how many it looked at */
  async processOnce(): Promise<number> {
    const { inbox, events, log, clock } = this.#parts;
    const messages = await inbox.claimDue({ limit: BATCH, leaseSec: LEASE_SEC });
    for (const message of messages) {
      try {
        await events.process(message.id, message, this.#readAgain(message));
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
   * It was verified when it came, so its age is measured at that time. What was read then counts where it cannot be
   * read again: the credentials have been replaced since.
   */
  #readAgain(stored: StoredMessage): readonly RailEvent[] {
    const { message, receivedAt, events } = stored;
    if (message === null) return events;
    const rail = this.#parts.rails.of(stored);
    const reading = rail && read(rail, stored, message, receivedAt);
    if (reading?.verified) return reading.events;
    if (events.length === 0) throw new Error("a stored notification cannot be read again");
    return events;
  }
}

/** NUL cannot be stored. */
function isNameable({ what }: NamedEvent): boolean {
  return what.length > 0 && what.length <= NAME_LENGTH_MAX && !what.includes("\0");
}

/** With the account's credentials, or else with those before them. */
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
