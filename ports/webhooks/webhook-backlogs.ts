import { type Token, token } from "../token.ts";

export interface WebhookBacklog {
  /** When the oldest event was written that is not made into deliveries yet; null: all are. */
  readonly oldestEventAt: Date | null;
  /**
   * When the oldest delivery became due that nobody sends; null: none is due. What waits for its next attempt or for
   * a disabled endpoint is not due.
   */
  readonly oldestDueAt: Date | null;
  /** Deliveries that are due and that nobody sends. */
  readonly due: number;
}

/** What waits to leave. */
export interface WebhookBacklogs {
  /** One round trip of bounded cost. @param countAtMost where counting what is due ends */
  read(now: Date, countAtMost: number): Promise<WebhookBacklog>;
}
export const WebhookBacklogs: Token<WebhookBacklogs> = token("WebhookBacklogs");
