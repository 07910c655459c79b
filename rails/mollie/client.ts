import { jsonOf, textWithin } from "../shared/bounded.ts";
import { wasNotSent } from "../shared/not-sent.ts";

export interface MollieOptions {
  readonly clock: { now(): Date };
  readonly origin?: string;
  /** Of one call of the rail, which makes several requests at most. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export type Answer =
  | { readonly end: "answer"; readonly status: number; readonly json: unknown }
  | { readonly end: "not_sent" | "no_answer" | "unreadable" };

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below `/v2/`. */
  readonly path: string;
  readonly body?: object;
  /** Kept by Mollie for an hour: under one key it acts once, and repeats its first answer. */
  readonly idempotencyKey?: string;
}

/** A page of 250 payments with everything in it. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const ANSWER_DEPTH_MAX = 16;

/** One request, without repeating it. `signal` is the deadline. */
export async function call(
  {
    origin,
    fetch,
    apiKey,
    signal,
  }: { origin: string; fetch: typeof globalThis.fetch; apiKey: string; signal: AbortSignal },
  { method, path, body, idempotencyKey }: Call,
): Promise<Answer> {
  try {
    const response = await fetch(new URL(`/v2/${path}`, origin), {
      method,
      headers: {
        accept: "application/hal+json",
        authorization: `Bearer ${apiKey}`,
        ...(body && { "content-type": "application/json" }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: body && JSON.stringify(body),
      redirect: "manual",
      signal,
    });
    const text = await textWithin(response.body, ANSWER_BYTES_MAX);
    if (text === null) return { end: "unreadable" };
    const json = jsonOf(text, ANSWER_DEPTH_MAX);
    const { status } = response;
    // A refusal says enough by its status.
    return json === undefined && status < 400 ? { end: "unreadable" } : { end: "answer", status, json };
  } catch (error) {
    return { end: wasNotSent(error) ? "not_sent" : "no_answer" };
  }
}
