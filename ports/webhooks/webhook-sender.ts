import { type Token, token } from "../token.ts";

export interface WebhookCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From connecting to the status line. */
  readonly timeoutMs: number;
}

export type WebhookAnswer =
  /** `response`: the beginning of the answer's body as text, of at most 8 kB. Any status, also a redirect's. */
  | { readonly status: number; readonly response: string; readonly durationMs: number }
  /** No status line: `timeout`, `address_refused`, `name_not_found`, or the code of a connection error. */
  | { readonly error: string; readonly durationMs: number };

/** Posts to addresses that strangers chose: to public ones only, following nothing. */
export interface WebhookSender {
  /**
   * Why nothing is ever sent to this URL, as a sentence; null: it may be called. Judges scheme and host as they are
   * written; what a name resolves to is judged when it is called.
   */
  refusal(url: string): string | null;
  /**
   * As `refusal`, and by what a name resolves to now. Asks name servers, for 3 seconds at most: not within a
   * transaction. A name that no server knows or answers for is not refused: it is judged again at every call.
   */
  refusalNow(url: string): Promise<string | null>;
  /** Never throws: trouble is an answer without status. Ends a few seconds after `timeoutMs` at the latest. */
  send(call: WebhookCall): Promise<WebhookAnswer>;
}
export const WebhookSender: Token<WebhookSender> = token("WebhookSender");
