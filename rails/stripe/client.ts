import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Stripe } from "stripe";
import type { z } from "zod";
import { plainAnswer } from "../shared/bounded.ts";
import { type Exchange, readAs, type Refusal, type Trouble } from "../shared/exchange.ts";
import { unanswered } from "../shared/not-sent.ts";
import { backoffMs } from "../../src/shared/backoff.ts";
import { isLive } from "./account.ts";

/** The version of the API that messages.ts reads: the one that the library's types describe. */
export const API_VERSION = "2026-10-28.endive";
const CLIENTS_MAX = 200;
const TIMEOUT_MS = 15_000;
const ANSWER_MAX = { bytesMax: 8 * 1024 * 1024, depthMax: 64 };
const BUSY_TRIES = 6;
const BUSY_DELAY_MS = 100;
const LONGEST_BUSY_DELAY_MS = 2_000;

/** Stripe's code for an idempotency key that was used with other parameters. */
export const KEY_IN_USE = "idempotency_error";

const require = createRequire(import.meta.url);
let loaded: typeof Stripe | undefined;

/** The official library, 3 MB of memory: loaded when an account is first used, in a seventh of a second. */
function library(): typeof Stripe {
  return (loaded ??= require("stripe") as typeof Stripe);
}

/** Each option of one call of the library. */
interface CallOptions {
  readonly timeout: number;
}

export interface ConnectionOptions {
  /** The address of the API; Stripe's own by default. */
  readonly origin?: URL;
  /** Deadline for all requests of one call of the rail. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** Calls the API through the official library, with its clients kept by their keys' digests. */
export class StripeConnection {
  readonly #clients = new LRUCache<string, Stripe>({ max: CLIENTS_MAX });
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Its deadline begins now. */
  open(secretKey: string): StripeConversation {
    const endsAtMs = performance.now() + (this.#options.timeoutMs ?? TIMEOUT_MS);
    return new StripeConversation(this.#client(secretKey), endsAtMs, isLive(secretKey));
  }

  #client(secretKey: string): Stripe {
    const digest = createHash("sha256").update(secretKey).digest("base64");
    const present = this.#clients.get(digest);
    if (present !== undefined) return present;
    const { origin, fetch: ask = fetch } = this.#options;
    const client = new (library())(secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 0,
      telemetry: false,
      // The library's client on node:http repeats a request whose connection closed; the one on fetch does not, and
      // its timeout covers the body, too.
      httpClient: library().createFetchHttpClient(async (url, init) =>
        // A number or a text would be an unhandled rejection in the library, and no answer ever.
        plainAnswer(await ask(url, { ...init, redirect: "error" }), ANSWER_MAX),
      ),
      ...(origin && {
        host: origin.hostname,
        port: origin.port,
        protocol: origin.protocol === "http:" ? "http" : "https",
      }),
    });
    this.#clients.set(digest, client);
    return client;
  }
}

/** All requests of one call of the rail, within one deadline. */
export class StripeConversation {
  /** The account's mode: Stripe's objects of the other mode are not of this account. */
  readonly livemode: boolean;
  readonly #client: Stripe;
  readonly #endsAtMs: number;

  constructor(client: Stripe, endsAtMs: number, livemode: boolean) {
    this.livemode = livemode;
    this.#client = client;
    this.#endsAtMs = endsAtMs;
  }

  /** @param call must be safe to repeat: it is, when Stripe is busy with the same key or object */
  async ask<T extends object>(
    answer: z.ZodType<T>,
    call: (client: Stripe, options: CallOptions) => Promise<unknown>,
  ): Promise<Exchange<T>> {
    for (let attempt = 1; ; attempt += 1) {
      const result = readAs(await this.#askOnce(call), answer);
      const isBusy = "status" in result && result.status === 409;
      if (!isBusy || attempt >= BUSY_TRIES) return result;
      const waitMs = backoffMs(BUSY_DELAY_MS, LONGEST_BUSY_DELAY_MS, attempt - 1) * (0.5 + Math.random() / 2);
      if (this.#leftMs() <= waitMs) return result;
      await delay(waitMs);
    }
  }

  async #askOnce(
    call: (client: Stripe, options: CallOptions) => Promise<unknown>,
  ): Promise<Exchange<unknown>> {
    const timeout = Math.floor(this.#leftMs());
    if (timeout < 1) return { end: "no_answer" };
    try {
      return { end: "data", data: await call(this.#client, { timeout }) };
    } catch (error) {
      return troubleOf(error);
    }
  }

  #leftMs(): number {
    return this.#endsAtMs - performance.now();
  }
}

/** Stripe has no such object. */
export function isUnknownObject({ code }: Refusal): boolean {
  return code === "resource_missing";
}

function troubleOf(error: unknown): Trouble {
  // The library throws other errors on some unexpected answers.
  const { StripeError, StripeConnectionError } = library().errors;
  if (!(error instanceof StripeError)) return { end: "unreadable" };
  if (error instanceof StripeConnectionError) return unanswered(error.detail);
  const status = error.statusCode ?? 0;
  if (status < 400) return { end: "unreadable" };
  if (status === 429 || error.code === "rate_limit")
    return { end: "refused", status: 429, code: "rate_limit" };
  if (error.rawType === KEY_IN_USE) return { end: "refused", status, code: KEY_IN_USE };
  const code = safeCode(error.code) ?? safeCode(error.rawType);
  return { end: status === 409 || status >= 500 ? "undecided" : "refused", status, code };
}

function safeCode(code: unknown): string | null {
  return typeof code === "string" && /^[a-z0-9_]{1,80}$/.test(code) ? code : null;
}
