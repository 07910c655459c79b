import { type Token, token } from "../token.ts";

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds from connecting to the status line. */
  readonly timeoutMs: number;
}

export type WebhookAnswer =
  /** `response`: the start of the response body as text, at most 8 kB. Any status, including redirects. */
  | { readonly status: number; readonly response: string; readonly durationMs: number }
  /** No status line: `timeout`, `address_refused`, `name_not_found`, or the code of a connection error. */
  | { readonly error: string; readonly durationMs: number };

/** Posts to untrusted URLs: only to public addresses, without following redirects. */
export interface WebhookSender {
  /**
   * Why this URL is refused, as a sentence; null: it may be called. Checks scheme and host as written; the addresses
   * that a name resolves to are checked at each call.
   */
  refusal(url: string): string | null;
  /**
   * Same as `refusal`; also checks the addresses that the name resolves to now. Queries name servers for at most 3
   * seconds, so it must not be called within a transaction. A name that cannot be resolved is not refused: it is
   * checked again at every call.
   */
  refusalNow(url: string): Promise<string | null>;
  /** Never throws: a failure is an answer without status. Ends a few seconds after `timeoutMs` at the latest. */
  send(call: WebhookCall): Promise<WebhookAnswer>;
}
export const WebhookSender: Token<WebhookSender> = token("WebhookSender");
