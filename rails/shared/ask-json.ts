import { jsonOf, textWithin } from "./bounded.ts";
import type { Exchange } from "./exchange.ts";
import { unanswered } from "./not-sent.ts";

export interface JsonRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The deadline. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

interface JsonLimits {
  readonly bytesMax: number;
  readonly depthMax: number;
  /** The provider's code in the body of a refusal, safe to log; null: there is none. Default: none is looked for. */
  readonly codeOf?: (body: unknown) => string | null;
  /** Statuses below 500 after which the provider may have acted. Default: 408 and 409. */
  readonly undecided?: readonly number[];
}

/** One request whose answer is JSON, sent once and never redirected. Trouble is a value. */
export async function askJson(
  { url, fetch = globalThis.fetch, ...request }: JsonRequest,
  { bytesMax, depthMax, codeOf = () => null, undecided = [408, 409] }: JsonLimits,
): Promise<Exchange<unknown>> {
  try {
    const response = await fetch(url, { ...request, redirect: "manual" });
    const text = await textWithin(response.body, bytesMax);
    if (text === null) return { end: "unreadable" };
    const data = jsonOf(text, depthMax);
    const { status } = response;
    if (status >= 200 && status < 300)
      return data === undefined ? { end: "unreadable" } : { end: "data", data };
    if (status < 400) return { end: "unreadable" };
    const end = status >= 500 || undecided.includes(status) ? "undecided" : "refused";
    return { end, status, code: codeOf(data) };
  } catch (error) {
    return unanswered(error);
  }
}
