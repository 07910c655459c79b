import type { paths } from "../generated/partner-api.d.ts";
import type { Output } from "./calls.ts";
import { nextSearch } from "./next-search.ts";
import { RaffleError } from "./raffle-error.ts";
import { mayPass, pause } from "./tries.ts";

const LONGEST_WAIT_SEC = 25;
const PAUSE_SEC = 1;

/** An event, as it is delivered to webhooks. */
export type FeedEvent = Output<paths["/events"]["get"]>[number];

/** Options of following events. */
export interface FollowOptions {
  /** A cursor kept from before: begins behind it. */
  readonly after?: string;
  /** Begins with the first event of this time or later. Default, without `after`: with the oldest event kept. */
  readonly since?: string;
  /** Default: all. */
  readonly types?: readonly string[];
  /** For how long one call waits for an event. Default: 25, the most. */
  readonly waitSec?: number;
  /** Ends the following. */
  readonly signal?: AbortSignal;
  /** Is called when a call has failed and is made again. Throw in it to end the following. */
  readonly onBreak?: (error: RaffleError) => void;
}

/** Operations on events that take several calls. */
export interface Events {
  /** Returns events in their order, without an end: it waits for the next, also while the service is away. */
  readonly follow: (options?: FollowOptions) => EventFeed;
}

/** Events of one call, oldest first. */
export interface FeedPage {
  /** May be empty. */
  readonly events: readonly FeedEvent[];
  /** The place behind them. */
  readonly cursor: string;
}

type Query = Readonly<Record<string, string | number | undefined>>;
type Read = (
  query: Query,
  signal?: AbortSignal,
) => Promise<{ readonly data: unknown; readonly headers: Headers }>;

/** Events from a place on, until the signal ends it. Its cursor can be kept, so that another program continues there. */
export interface EventFeed extends AsyncIterable<FeedEvent> {
  /**
   * The place behind the last page of which every event was taken: `after` of a following that continues there, which may
   * repeat events of the page after it. null: before the first page.
   */
  readonly cursor: string | null;
  /**
   * Yields the same in pages, each with the cursor to keep when its events are done.
   * @throws RaffleError: a refusal that time does not lift, such as `cursor_expired`
   */
  pages(): AsyncGenerator<FeedPage, void, undefined>;
}

export function feedOf(read: Read, options: FollowOptions): EventFeed {
  return new Feed(read, options);
}

class Feed implements EventFeed {
  readonly #read: Read;
  readonly #options: FollowOptions;
  #cursor: string | null;

  constructor(read: Read, options: FollowOptions) {
    this.#read = read;
    this.#options = options;
    this.#cursor = options.after ?? null;
  }

  get cursor(): string | null {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FeedEvent, void, undefined> {
    for await (const { events } of this.pages()) yield* events;
  }

  async *pages(): AsyncGenerator<FeedPage, void, undefined> {
    while (!this.#options.signal?.aborted) {
      const page = await this.#nextPage().catch((error: unknown) => this.#waitSecAfter(error));
      if (typeof page === "number") {
        await pause(page, this.#options.signal).catch(() => undefined);
        continue;
      }
      yield page;
      this.#cursor = page.cursor;
    }
  }

  /** Returns the seconds to wait after a failure that time can lift, and throws any other. */
  #waitSecAfter(error: unknown): number {
    const { signal, onBreak } = this.#options;
    if (signal?.aborted) return 0;
    if (!(error instanceof RaffleError) || !mayPass(error)) throw error;
    onBreak?.(error);
    return error.retryAfter ?? PAUSE_SEC;
  }

  async #nextPage(): Promise<FeedPage> {
    const { since, types, waitSec = LONGEST_WAIT_SEC, signal } = this.#options;
    const place = this.#cursor === null ? { since } : { after: this.#cursor };
    const { data, headers } = await this.#read({ ...place, type: types?.join(","), wait: waitSec }, signal);
    const cursor = new URLSearchParams(nextSearch(headers.get("Link"))).get("after");
    if (!Array.isArray(data) || cursor === null)
      throw new RaffleError("the answer is not a page of events", { code: "unexpected_answer" });
    return { events: data as readonly FeedEvent[], cursor };
  }
}
