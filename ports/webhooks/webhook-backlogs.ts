import { type Token, token } from "../token.ts";

export interface WebhookBacklog {
  /** When the oldest event without deliveries was written; null: every event has been relayed. */
  readonly oldestEventAt: Date | null;
  /**
   * When the oldest unleased delivery became due; null: none is due. Deliveries that wait for their next attempt or for
   * a disabled endpoint are not due.
   */
  readonly oldestDueAt: Date | null;
  /** Unleased deliveries that are due. */
  readonly due: number;
}

/** Events and deliveries waiting to be sent. */
export interface WebhookBacklogs {
  /** One round trip of bounded cost. @param countAtMost counting of due deliveries stops here */
  read(now: Date, countAtMost: number): Promise<WebhookBacklog>;
}
export const WebhookBacklogs: Token<WebhookBacklogs> = token("WebhookBacklogs");
