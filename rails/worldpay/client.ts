import { askJson } from "../shared/ask-json.ts";
import type { Exchange } from "../shared/exchange.ts";
import type { WorldpayAccount } from "./account.ts";
import { errorName } from "./messages.ts";

/** Pinned: other versions answer otherwise. */
const API_VERSION = "2024-06-01";
const QUERIES_TYPE = "application/vnd.worldpay.payment-queries-v1.hal+json";
const CARD_PAYMENTS_TYPE = "application/vnd.worldpay.payments-v7+json";
/** Worldpay has no idempotency keys, so a 409 tells nothing about an earlier call: it is a refusal. */
const ANSWER = {
  bytesMax: 512 * 1024,
  depthMax: 32,
  undecided: [408],
  codeOf: errorName,
};

interface Call {
  readonly method: "GET" | "POST";
  /** A path of ours, or a link that Worldpay gave; never followed off the account's host. */
  readonly href: string;
  readonly body?: object;
}

/** Sends requests to one host of Access Worldpay. None is repeated: a POST there has no idempotency. */
export class Access {
  readonly #account: WorldpayAccount;
  readonly #origin: string;
  readonly #signal: AbortSignal;
  readonly #fetch: typeof fetch;

  /** @param signal ends all its requests */
  constructor(account: WorldpayAccount, origin: string, signal: AbortSignal, fetchBy: typeof fetch = fetch) {
    this.#fetch = fetchBy;
    this.#account = account;
    this.#origin = origin;
    this.#signal = signal;
  }

  async call({ method, href, body }: Call): Promise<Exchange<unknown>> {
    const url = ownAddress(this.#origin, href);
    if (url === null) return { end: "not_sent" };
    const headers = { authorization: this.#account.authorization, ...headersFor(method, url.pathname) };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return askJson({ url, method, headers, body: sent, signal: this.#signal, fetch: this.#fetch }, ANSWER);
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
