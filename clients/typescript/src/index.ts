import createClient from "openapi-fetch";
import type { components, paths } from "../generated/partner-api.d.ts";
import type { Element, Input, Inputs, ListPath, Output, PathOf, Verb } from "./calls.ts";
import { type Events, feedOf } from "./events.ts";
import { nextSearch } from "./next-search.ts";
import { RaffleError } from "./raffle-error.ts";
import { fetchWithTries, pause } from "./tries.ts";

export type { CallOptions, Input, Output } from "./calls.ts";
export type { EventFeed, Events, FeedEvent, FeedPage, FollowOptions } from "./events.ts";
export { type Issue, RaffleError, type RaffleErrorDetails } from "./raffle-error.ts";
export { VERSION } from "./version.ts";
export type { components, paths } from "../generated/partner-api.d.ts";

const API = "/api/v1";

/** The status of a checkout session. */
export type CheckoutStatus = components["schemas"]["CheckoutStatus"];

/** Options of a client. */
export interface RaffleOptions {
  /** Default: `RAFFLE_API_KEY` of the environment. */
  readonly apiKey?: string;
  /** Address of the service, without `/api/v1`. Default: `RAFFLE_BASE_URL` of the environment. */
  readonly baseUrl?: string;
  /** For how long each try waits for its answer. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Sends requests. Default: the platform's. */
  readonly fetch?: typeof fetch;
}

/** Options of waiting for a session. */
export interface WaitOptions {
  /** Default: 1,800, for which the tickets are held. */
  readonly timeoutSec?: number;
  /** Default: 1. */
  readonly everySec?: number;
  readonly signal?: AbortSignal;
}

interface Loose {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface Sending {
  readonly verb: Verb;
  readonly path: string;
  readonly input: Loose | undefined;
  /** Replaces the query. */
  readonly search?: string;
}

interface Answer {
  readonly data: unknown;
  readonly headers: Headers;
}

/**
 * A client of the partner API. Each method throws a RaffleError for a refusal, and where no answer came after three
 * tries.
 */
export class PartnerRaffle {
  readonly #send: (sending: Sending) => Promise<Answer>;

  /** @throws TypeError: the key or the address is missing or malformed; its message shows neither */
  constructor(options: RaffleOptions = {}) {
    const apiKey = options.apiKey ?? environment("RAFFLE_API_KEY") ?? "";
    const baseUrl = options.baseUrl ?? environment("RAFFLE_BASE_URL") ?? "";
    if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("RAFFLE_API_KEY: missing, or not a key");
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
      throw new TypeError("RAFFLE_BASE_URL: missing, or not an http address without a user");
    const { timeoutMs = 30_000, fetch: send = (...input) => fetch(...input) } = options;
    this.#send = sender(url.origin + url.pathname.replace(/\/$/, "") + API, {
      fetch: fetchWithTries({ apiKey, timeoutMs, fetch: send }),
    });
  }

  /** Reads something. @returns `data` of the answer */
  get<P extends PathOf<"get">>(
    path: P,
    ...[input]: Inputs<paths[P]["get"]>
  ): Promise<Output<paths[P]["get"]>> {
    return this.#call("get", path, input);
  }

  /** Makes or does something, once: see `idempotencyKey`. @returns `data` of the answer */
  post<P extends PathOf<"post">>(
    path: P,
    ...[input]: Inputs<paths[P]["post"]>
  ): Promise<Output<paths[P]["post"]>> {
    return this.#call("post", path, input);
  }

  /** Changes something. @returns `data` of the answer */
  patch<P extends PathOf<"patch">>(
    path: P,
    ...[input]: Inputs<paths[P]["patch"]>
  ): Promise<Output<paths[P]["patch"]>> {
    return this.#call("patch", path, input);
  }

  /** Removes something. A second try, after a lost answer, may find it gone: `not_found`. */
  delete<P extends PathOf<"delete">>(
    path: P,
    ...[input]: Inputs<paths[P]["delete"]>
  ): Promise<Output<paths[P]["delete"]>> {
    return this.#call("delete", path, input);
  }

  /** Returns the elements of a list, page after page: each page is fetched when it is needed. */
  async *list<P extends ListPath>(
    path: P,
    ...[input]: Inputs<paths[P]["get"]>
  ): AsyncGenerator<Element<P>, void, undefined> {
    let search: string | undefined;
    do {
      const loose = input as Loose | undefined;
      const { data, headers } = await this.#send({ verb: "get", path, input: loose, search });
      yield* data as Element<P>[];
      search = nextSearch(headers.get("Link"));
    } while (search !== undefined);
  }

  /** Operations on checkout sessions that take several calls. */
  readonly sessions: Sessions = {
    waitUntilFinal: async (id, { timeoutSec = 1_800, everySec = 1, signal } = {}) => {
      const end = Date.now() + timeoutSec * 1_000;
      for (;;) {
        const session = await this.get("/checkout/sessions/{id}", { path: { id }, signal });
        if (session.ticketsIssued || session.status === "failed") return session;
        if (Date.now() + everySec * 1_000 > end)
          throw new RaffleError(`${id} is not final after ${timeoutSec} s`, { code: "not_final" });
        await pause(everySec, signal);
      }
    },
  };

  /** Operations on events that take several calls. */
  readonly events: Events = {
    follow: (options = {}) =>
      feedOf(
        (query, signal) => this.#send({ verb: "get", path: "/events", input: { query, signal } }),
        options,
      ),
  };

  async #call<O>(verb: Verb, path: string, input: Input<O> | undefined): Promise<Output<O>> {
    const { data } = await this.#send({ verb, path, input: input as Loose | undefined });
    return data as Output<O>;
  }
}

/** Operations on checkout sessions that take several calls. */
export interface Sessions {
  /**
   * Asks until the tickets are issued or the session has failed.
   * @throws RaffleError `not_final`: neither in time
   */
  readonly waitUntilFinal: (id: string, options?: WaitOptions) => Promise<CheckoutStatus>;
}

type Send = (sending: Sending) => Promise<Answer>;
/** Every path and every method, for calls that were checked before. */
type Untyped = Readonly<Record<string, Record<Verb, UntypedOperation>>>;
interface UntypedOperation {
  readonly requestBody?: { readonly content: { readonly "application/json": unknown } };
  readonly responses: Readonly<Record<number, unknown>>;
}

function sender(baseUrl: string, options: { fetch: (request: Request) => Promise<Response> }): Send {
  const client = createClient<Untyped>({ baseUrl, ...options });
  return async ({ verb, path, input = {}, search }) => {
    const { path: inPath, query, body, idempotencyKey, headers, signal } = input;
    const init = {
      params: { path: inPath, query },
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }) },
      ...(search === undefined ? {} : { querySerializer: () => search }),
      parseAs: "text" as const,
      signal,
    };
    const { data: text, response } = await client.request(verb, path, init);
    return { data: dataOf(text ?? "", response), headers: response.headers };
  };
}

function dataOf(text: string, { status, headers }: Response): unknown {
  if (text === "") return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer;
  } catch {
    const requestId = headers.get("X-Request-Id");
    throw new RaffleError("the answer is not one of the service", {
      code: "unexpected_answer",
      status,
      requestId,
    });
  }
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
