import { Clock, WorldClock } from "../../ports/clock.ts";
import { Vault } from "../../ports/crypto.ts";
import { ApiKeys } from "../../ports/organisations/api-keys.ts";
import type { Caller } from "../../ports/organisations/access-control.ts";
import type { Parts } from "../../ports/token.ts";
import { EventFeed, type FeedPart, type FeedPlace } from "../../ports/webhooks/event-feed.ts";
import { InvalidApiKey } from "../organisations/access.ts";
import type { OrganisationId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";
import type { EventType } from "./event.ts";
import { FeedWaits, MOST_WAITING, type Waiting } from "./feed-waits.ts";

/** A page that has reached this ends before its limit. */
const PAGE_BYTES = 2_000_000;
/** Longest rest of a waiting call to which no notice came. */
const LOOK_MS = 2_000;
/** Rests while an older transaction hides events: usually one that sells. */
const FIRST_HIDDEN_MS = 20;
const LONGEST_HIDDEN_MS = 500;

export const InvalidCursor = defineProblem(
  "invalid_cursor",
  "invalid",
  "after is not a cursor of this organisation's events. Take it from the Link header.",
);
export const CursorExpired = defineProblem(
  "cursor_expired",
  "gone",
  "Events behind this cursor are no longer kept, or the service was restored from a backup. Continue with since.",
  { facts: { oldest: "the time of the oldest event kept, or now" } },
);
export const TooManyWaiting = defineProblem(
  "too_many_waiting",
  "limited",
  `At most ${MOST_WAITING} calls of a key wait at the same time.`,
);

/** A place that a caller may continue from, and the state of the feed in which it was given. */
interface Cursor extends Pick<FeedPart, "epoch" | "emptyings"> {
  readonly place: FeedPlace;
}

interface FeedRequest {
  readonly caller: Pick<Caller, "organisationId" | "apiKeyId">;
  /** A cursor of an earlier page. */
  readonly after: string | null;
  /** Time of the first event, without a cursor. null: that of the oldest event kept. */
  readonly since: Date | null;
  /** null: all. */
  readonly types: readonly EventType[] | null;
  readonly limit: number;
  /** The longest time to wait for an event, in milliseconds. */
  readonly waitMs: number;
  /** Calls back when the caller has gone. */
  whenGone(then: () => void): void;
}

interface FeedPage {
  /** Bodies of deliveries, oldest first. */
  readonly payloads: readonly string[];
  /** Continues behind this page, which may be empty. */
  readonly cursor: string;
}

const START: FeedPlace = { tx: "0", position: 0 };
const NEEDS = {
  feed: EventFeed,
  waits: FeedWaits,
  vault: Vault,
  apiKeys: ApiKeys,
  clock: Clock,
  world: WorldClock,
};

/** Reads organisations' events in an order that does not change, and waits for new ones. */
export class FeedReader {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
  }

  /** @throws InvalidCursor, CursorExpired, TooManyWaiting */
  async read(request: FeedRequest): Promise<FeedPage> {
    const { caller, after, waitMs } = request;
    const cursor = after === null ? null : this.#opened(caller.organisationId, after);
    const call = waitMs > 0 ? this.#parts.waits.enter(caller.organisationId, caller.apiKeyId) : null;
    try {
      return await this.#readUntil(performance.now() + waitMs, request, cursor, call);
    } finally {
      call?.leave();
    }
  }

  async #readUntil(
    until: number,
    { caller, since, types, limit, whenGone }: FeedRequest,
    cursor: Cursor | null,
    call: Waiting | null,
  ): Promise<FeedPage> {
    const { feed, waits } = this.#parts;
    const { organisationId } = caller;
    let place = cursor?.place ?? (since && (await feed.placeAt(organisationId, since)));
    let emptyings = cursor?.emptyings ?? null;
    let hiddenMs = FIRST_HIDDEN_MS;
    let isGone = false;
    whenGone(() => {
      isGone = true;
      call?.wake();
    });
    for (let rests = 0; ; rests++) {
      const part = await feed.read(organisationId, place, { emptyings, types, limit });
      if (part.lost || (cursor && cursor.epoch !== part.epoch)) throw await this.#expired(organisationId);
      const leftMs = until - performance.now();
      const isOver = leftMs <= 0 || waits.ended || isGone;
      if (part.events.length > 0 || !part.finished || isOver) {
        if (rests > 0) await this.#requireKey(caller);
        return this.#pageOf(organisationId, part, place ?? START);
      }
      if (call === null) throw TooManyWaiting.because(undefined, { retryAfter: 1 });
      place = part.reached ?? place;
      ({ emptyings } = part);
      await call.rest(Math.min(leftMs, part.hidden ? hiddenMs : LOOK_MS));
      hiddenMs = part.hidden ? Math.min(2 * hiddenMs, LONGEST_HIDDEN_MS) : FIRST_HIDDEN_MS;
    }
  }

  #pageOf(organisationId: OrganisationId, part: FeedPart, from: FeedPlace): FeedPage {
    const { events, reached, epoch, emptyings } = part;
    let bytes = 0;
    const page = events.filter(({ payload }, index) => {
      bytes += Buffer.byteLength(payload);
      return index === 0 || bytes <= PAGE_BYTES;
    });
    const place = page.length < events.length ? page.at(-1)!.place : (reached ?? from);
    return {
      payloads: page.map(({ payload }) => payload),
      cursor: this.#sealed(organisationId, { epoch, emptyings, place }),
    };
  }

  async #expired(organisationId: OrganisationId): Promise<Error> {
    const oldest = (await this.#parts.feed.oldest(organisationId)) ?? this.#parts.clock.now();
    return CursorExpired.because(undefined, { oldest: oldest.toISOString() });
  }

  /** A key may have ended while its call was waiting. */
  async #requireKey({ organisationId, apiKeyId }: FeedRequest["caller"]): Promise<void> {
    const { apiKeys, world } = this.#parts;
    const key = await apiKeys.byId(organisationId, apiKeyId);
    const isValid = key?.revokedAt === null && (key.expiresAt === null || key.expiresAt > world.now());
    if (!isValid) throw InvalidApiKey.because();
  }

  #sealed(organisationId: OrganisationId, { epoch, emptyings, place }: Cursor): string {
    const plain = Buffer.alloc(CURSOR_BYTES);
    plain.writeBigUInt64BE(BigInt(epoch), 0);
    plain.writeBigUInt64BE(BigInt(place.tx), 8);
    plain.writeBigUInt64BE(BigInt(place.position), 16);
    plain.writeUInt32BE(emptyings, 24);
    return Buffer.from(this.#parts.vault.seal(plain, purposeOf(organisationId))).toString("base64url");
  }

  #opened(organisationId: OrganisationId, text: string): Cursor {
    const sealed = Buffer.from(text, "base64url");
    // The decoder skips other characters, and bits at the end.
    if (sealed.toString("base64url") !== text) throw InvalidCursor.because();
    let plain: Buffer;
    try {
      plain = Buffer.from(this.#parts.vault.open(sealed, purposeOf(organisationId)));
    } catch {
      throw InvalidCursor.because();
    }
    const place = {
      tx: String(plain.readBigUInt64BE(8)),
      position: Number(plain.readBigUInt64BE(16)),
    };
    return { epoch: Number(plain.readBigUInt64BE(0)), emptyings: plain.readUInt32BE(24), place };
  }
}

const CURSOR_BYTES = 28;

/** A cursor is of one organisation: another cannot open it. */
function purposeOf(organisationId: OrganisationId): string {
  return `cursor of events ${organisationId}`;
}
