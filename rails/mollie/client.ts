import { askJson } from "../shared/ask-json.ts";
import type { Exchange } from "../shared/exchange.ts";

export interface MollieOptions {
  readonly clock: { now(): Date };
  readonly origin?: string;
  /** Deadline of one call of the rail, which makes several requests at most. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/v2/`. */
  readonly path: string;
  readonly body?: object;
  /** Kept by Mollie for an hour: under one key it acts once, and repeats its first answer. */
  readonly idempotencyKey?: string;
}

/** The size of a page of 250 payments with every member. */
const ANSWER = { bytesMax: 4 * 1024 * 1024, depthMax: 16 };

export type Ask = (request: Call) => Promise<Exchange<unknown>>;

/** Sends requests with one key; repeats none, and all end with the deadline `signal`. */
export function conversation(
  apiKey: string,
  {
    origin,
    fetch,
    signal,
  }: {
    readonly origin: string;
    readonly fetch?: typeof globalThis.fetch;
    readonly signal: AbortSignal;
  },
): Ask {
  return ({ method, path, body, idempotencyKey }) => {
    const headers = {
      accept: "application/hal+json",
      authorization: `Bearer ${apiKey}`,
      ...(body && { "content-type": "application/json" }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    };
    const sent = body && JSON.stringify(body);
    return askJson(
      { url: new URL(`/v2/${path}`, origin), method, headers, body: sent, signal, fetch },
      ANSWER,
    );
  };
}
