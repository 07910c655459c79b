import type { RailCredentials } from "../../ports/rail.ts";
import { askJson } from "../shared/ask-json.ts";
import type { Exchange } from "../shared/exchange.ts";

export interface ExampleOptions {
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Maximum duration of one request. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  /** Under one key the provider acts once, and repeats its first answer. */
  readonly idempotencyKey?: string;
}

/** Nothing genuine is longer or nested deeper. */
const ANSWER = { bytesMax: 1_000_000, depthMax: 6 };

/** One request, within its deadline and without repeating it. */
export async function call(
  { baseUrl, timeoutMs = 15_000, fetch }: ExampleOptions,
  { credentials }: RailCredentials,
  { method, path, body: sent, idempotencyKey }: Call,
): Promise<Exchange<unknown>> {
  const request = {
    url: new URL(path, baseUrl),
    method,
    headers: {
      authorization: `Bearer ${credentials.apiKey}`,
      "content-type": "application/json",
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    },
    body: sent && JSON.stringify(sent),
    signal: AbortSignal.timeout(timeoutMs),
    fetch,
  };
  return askJson(request, ANSWER);
}
