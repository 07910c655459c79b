import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Stripe } from "stripe";
import type { z } from "zod";
import { plainAnswer } from "../shared/bounded.ts";
import { wasNotSent } from "../shared/not-sent.ts";
import { backoffMs } from "../../src/shared/backoff.ts";

/** The version of the API that messages.ts reads: the one that the library's types describe. */
export const API_VERSION = "2026-10-28.endive";
const CLIENTS_MAX = 200;
const ANSWER_MAX = { bytesMax: 8 * 1024 * 1024, depthMax: 64 };
const BUSY_TRIES = 6;
const BUSY_DELAY_MS = 100;
const LONGEST_BUSY_DELAY_MS = 2_000;

export interface Trouble {
  /**
   * not_sent, limited, refused: nothing was done. no_answer, unreadable: perhaps it was. conflict: this idempotency
   * key has been used for something else.
   */
  readonly trouble: "not_sent" | "limited" | "refused" | "no_answer" | "unreadable" | "conflict";
  /** Stripe's code, or what stands for one. Never its message: that may quote what was sent. */
  readonly code: string;
  readonly status: number | null;
}

/** Each option of one call of the library. */
interface CallOptions {
  readonly timeout: number;
}

export interface ConnectionOptions {
  /** Where the API is; Stripe's own unless given. */
  readonly origin?: URL;
  /** For everything that one call of the rail asks. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** Calls the API through the official library, with its clients kept by their keys' digests. */
export class StripeConnection {
  readonly #clients = new LRUCache<string, Stripe>({ max: CLIENTS_MAX });
  readonly #origin: URL | undefined;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;

  constructor({ origin, timeoutMs = 15_000, fetch: ask = fetch }: ConnectionOptions = {}) {
    this.#origin = origin;
    this.#timeoutMs = timeoutMs;
    this.#fetch = ask;
  }

  /** Its time starts now. */
  open(secretKey: string): StripeConversation {
    return new StripeConversation(this.#client(secretKey), performance.now() + this.#timeoutMs);
  }

  #client(secretKey: string): Stripe {
    const digest = createHash("sha256").update(secretKey).digest("base64");
    const present = this.#clients.get(digest);
    if (present !== undefined) return present;
    const origin = this.#origin;
    const client = new Stripe(secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: 0,
      telemetry: false,
      // The library's client on node:http repeats a request whose connection closed; the one on fetch does not, and
      // its timeout covers the body, too.
      httpClient: Stripe.createFetchHttpClient(async (url, init) =>
        // A number or a text would be an unhandled rejection in the library, and no answer ever.
        plainAnswer(await this.#fetch(url, { ...init, redirect: "error" }), ANSWER_MAX),
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

/** What one call of the rail says to Stripe: all of it within one deadline. */
export class StripeConversation {
  readonly #client: Stripe;
  readonly #endsAtMs: number;

  constructor(client: Stripe, endsAtMs: number) {
    this.#client = client;
    this.#endsAtMs = endsAtMs;
  }

  /** @param call must be safe to repeat: it is, when Stripe is busy with the same key or object */
  async ask<T extends object>(
    answer: z.ZodType<T>,
    call: (client: Stripe, options: CallOptions) => Promise<unknown>,
  ): Promise<T | Trouble> {
    for (let attempt = 1; ; attempt += 1) {
      const said = await this.#askOnce(answer, call);
      if (!isTrouble(said) || said.status !== 409 || attempt >= BUSY_TRIES) return said;
      const waitMs = backoffMs(BUSY_DELAY_MS, LONGEST_BUSY_DELAY_MS, attempt - 1) * (0.5 + Math.random() / 2);
      if (this.#leftMs() <= waitMs) return said;
      await delay(waitMs);
    }
  }

  async #askOnce<T extends object>(
    answer: z.ZodType<T>,
    call: (client: Stripe, options: CallOptions) => Promise<unknown>,
  ): Promise<T | Trouble> {
    const timeout = Math.floor(this.#leftMs());
    if (timeout < 1) return { trouble: "no_answer", code: "timeout", status: null };
    try {
      const parsed = answer.safeParse(await call(this.#client, { timeout }));
      return parsed.success ? parsed.data : { trouble: "unreadable", code: "unreadable", status: null };
    } catch (error) {
      return troubleOf(error);
    }
  }

  #leftMs(): number {
    return this.#endsAtMs - performance.now();
  }
}

export function isTrouble(said: object): said is Trouble {
  return "trouble" in said;
}

function troubleOf(error: unknown): Trouble {
  // The library trips over some answers that are not as it expects.
  if (!(error instanceof Stripe.errors.StripeError))
    return { trouble: "unreadable", code: "unreadable", status: null };
  const status = error.statusCode ?? null;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const trouble = wasNotSent(error.detail) ? "not_sent" : "no_answer";
    return { trouble, code: trouble, status };
  }
  const code = safeCode(error.code) ?? safeCode(error.rawType) ?? "refused";
  if (status === null || status < 400) return { trouble: "unreadable", code: "unreadable", status };
  if (status === 429 || error.code === "rate_limit")
    return { trouble: "limited", code: "rate_limit", status };
  if (error.rawType === "idempotency_error") return { trouble: "conflict", code, status };
  if (status === 409 || status >= 500) return { trouble: "no_answer", code, status };
  return { trouble: "refused", code, status };
}

function safeCode(code: unknown): string | null {
  return typeof code === "string" && /^[a-z0-9_]{1,80}$/.test(code) ? code : null;
}
