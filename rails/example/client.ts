import type { RailCredentials } from "../../ports/rail.ts";
import { jsonOf, textWithin } from "../shared/bounded.ts";
import { wasNotSent } from "../shared/not-sent.ts";

export interface ExampleOptions {
  readonly baseUrl: string;
  readonly now: () => Date;
  /** What one request may take. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export type Answer =
  | { readonly end: "answer"; readonly status: number; readonly body: unknown }
  | { readonly end: "not_sent" | "no_answer" | "unreadable" };

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  /** Under one key the provider acts once, and repeats its first answer. */
  readonly idempotencyKey?: string;
}

const ANSWER_BYTES_MAX = 1_000_000;
const ANSWER_DEPTH_MAX = 6;

/** One request, within its deadline and without repeating it. */
export async function call(
  { baseUrl, timeoutMs = 15_000, fetch = globalThis.fetch }: ExampleOptions,
  { credentials }: RailCredentials,
  { method, path, body: sent, idempotencyKey }: Call,
): Promise<Answer> {
  try {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${credentials.apiKey}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: sent && JSON.stringify(sent),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await textWithin(response.body, ANSWER_BYTES_MAX);
    const { status } = response;
    if (text === null) return { end: "unreadable" };
    const body = jsonOf(text, ANSWER_DEPTH_MAX);
    // A refusal says enough by its status.
    return body === undefined && status < 400 ? { end: "unreadable" } : { end: "answer", status, body };
  } catch (error) {
    // Only what failed while connecting has certainly not reached the provider.
    return { end: wasNotSent(error) ? "not_sent" : "no_answer" };
  }
}
