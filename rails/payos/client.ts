import { PayOS } from "@payos/node";
import { plainAnswer } from "../shared/bounded.ts";
import { wasNotSent } from "../shared/not-sent.ts";
import type { PayosAccount } from "./account.ts";

const ANSWER_MAX = { bytesMax: 1024 * 1024, depthMax: 16 };

/** How a call ended. `refused`: payOS says no, in so many words, so it has not acted. */
export type Answer =
  | { readonly end: "data"; readonly data: unknown }
  | { readonly end: "refused"; readonly status: number; readonly code: string | null }
  | { readonly end: "not_sent" | "no_answer" | "unreadable" };

interface ClientOptions {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

/** One call by the official library, without its retries and its log. Trouble is a value. */
export async function call(
  account: PayosAccount,
  { baseUrl, timeoutMs, fetch }: ClientOptions,
  act: (payos: PayOS) => Promise<unknown>,
): Promise<Answer> {
  let sent = true;
  let late = false;
  const payos = new PayOS({
    ...account,
    // What is not given would be taken from the environment.
    partnerCode: null,
    baseURL: baseUrl,
    logLevel: "off",
    maxRetries: 0,
    timeout: timeoutMs,
    fetchOptions: { redirect: "error" },
    fetch: async (input, init) => {
      init?.signal?.addEventListener("abort", () => void (late = true), { once: true });
      try {
        return await plainAnswer(await fetch(input, init), ANSWER_MAX);
      } catch (error) {
        sent = !wasNotSent(error);
        throw error;
      }
    },
  });
  try {
    return { end: "data", data: await act(payos) };
  } catch (error) {
    if (!sent) return { end: "not_sent" };
    // Whatever the library makes of an answer that was cut off by the deadline.
    if (late) return { end: "no_answer" };
    return troubleOf(error);
  }
}

function troubleOf(error: unknown): Answer {
  if (error instanceof PayOS.APIError) {
    const { status, code } = error;
    if (status === undefined || status >= 500) return { end: "no_answer" };
    if (status >= 400) return { end: "refused", status, code: typeof code === "string" ? code : null };
    return typeof code === "string" && code !== "00"
      ? { end: "refused", status, code }
      : { end: "unreadable" };
  }
  // No JSON, a signature that is wrong, or an answer that was cut off while it was read.
  return { end: "unreadable" };
}
