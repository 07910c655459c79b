import { PayOS } from "@payos/node";
import { plainAnswer } from "../shared/bounded.ts";
import type { Exchange, Trouble } from "../shared/exchange.ts";
import { unanswered, type Unanswered } from "../shared/not-sent.ts";
import type { PayosAccount } from "./account.ts";

const ANSWER_MAX = { bytesMax: 1024 * 1024, depthMax: 16 };

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
): Promise<Exchange<unknown>> {
  let failure: Unanswered | null = null;
  let late = false;
  const payos = new PayOS({
    ...account,
    // Options that are left out would be taken from the environment.
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
        failure = unanswered(error);
        throw error;
      }
    },
  });
  try {
    return { end: "data", data: await act(payos) };
  } catch (error) {
    const failed = failure as Unanswered | null;
    if (failed?.end === "not_sent") return failed;
    // The deadline cut the answer off, so the library's error does not matter.
    if (late) return { end: "no_answer" };
    return troubleOf(error);
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof PayOS.APIError) {
    const { status } = error;
    const code = codeOf(error.code);
    if (status === undefined) return { end: "no_answer" };
    if (status >= 500) return { end: "undecided", status, code };
    // payOS also refuses by its code, with any status.
    const saysNo = status >= 400 || (typeof error.code === "string" && error.code !== "00");
    return saysNo ? { end: "refused", status, code } : { end: "unreadable" };
  }
  // No JSON, a signature that is wrong, or an answer that was cut off while it was read.
  return { end: "unreadable" };
}

/** Its codes are numbers. */
function codeOf(code: unknown): string | null {
  return typeof code === "string" && /^[\w-]{1,20}$/.test(code) ? `payos_${code}` : null;
}
