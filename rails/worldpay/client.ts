import { jsonOf, textWithin } from "../shared/bounded.ts";
import { wasNotSent } from "../shared/not-sent.ts";
import type { WorldpayAccount } from "./account.ts";

/** Pinned: other versions answer otherwise. */
const API_VERSION = "2024-06-01";
const QUERIES_TYPE = "application/vnd.worldpay.payment-queries-v1.hal+json";
const CARD_PAYMENTS_TYPE = "application/vnd.worldpay.payments-v7+json";
const ANSWER_BYTES_MAX = 512 * 1024;
const ANSWER_DEPTH_MAX = 32;

/** How a call ended without an answer that can be read. */
type Trouble = "not_sent" | "no_answer" | "unreadable";
export type Answer =
  | { readonly trouble: null; readonly status: number; readonly json: unknown }
  | { readonly trouble: Trouble };

interface Call {
  readonly method: "GET" | "POST";
  /** A path of ours, or a link that Worldpay gave; never followed off the account's host. */
  readonly href: string;
  readonly body?: object;
}

/** Speaks to one host of Access Worldpay. Nothing is repeated: a POST there has no idempotency. */
export class Access {
  readonly #account: WorldpayAccount;
  readonly #origin: string;
  readonly #signal: AbortSignal;
  readonly #fetch: typeof fetch;

  /** @param signal ends everything that this speaker does */
  constructor(account: WorldpayAccount, origin: string, signal: AbortSignal, fetchBy: typeof fetch = fetch) {
    this.#fetch = fetchBy;
    this.#account = account;
    this.#origin = origin;
    this.#signal = signal;
  }

  async call({ method, href, body }: Call): Promise<Answer> {
    const address = ownAddress(this.#origin, href);
    if (address === null) return { trouble: "not_sent" };
    try {
      const response = await this.#fetch(address, {
        method,
        headers: { authorization: this.#account.authorization, ...headersFor(method, address.pathname) },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: "manual",
        signal: this.#signal,
      });
      const text = await textWithin(response.body, ANSWER_BYTES_MAX);
      if (text === null) return { trouble: "unreadable" };
      return { trouble: null, status: response.status, json: jsonOf(text, ANSWER_DEPTH_MAX) };
    } catch (error) {
      return { trouble: wasNotSent(error) ? "not_sent" : "no_answer" };
    }
  }
}

/** The address of a path or stored link on exactly this origin; null: it leads elsewhere. */
export function ownAddress(origin: string, href: string): URL | null {
  const address = URL.parse(href, origin);
  if (address === null || address.origin !== new URL(origin).origin) return null;
  if (address.username !== "" || address.password !== "" || address.hash !== "") return null;
  return /^\/(api\/payments|payments|paymentQueries)(\/|$)/.test(address.pathname) ? address : null;
}

function headersFor(method: Call["method"], path: string): Record<string, string> {
  if (path.startsWith("/paymentQueries/")) return { accept: QUERIES_TYPE };
  if (path.startsWith("/payments/"))
    return { accept: CARD_PAYMENTS_TYPE, "content-type": CARD_PAYMENTS_TYPE };
  const accept = { accept: "application/json", "wp-api-version": API_VERSION };
  return method === "GET" ? accept : { ...accept, "content-type": "application/json" };
}
