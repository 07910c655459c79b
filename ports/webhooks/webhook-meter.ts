import type { AttemptOutcome } from "../../src/webhooks/delivery.ts";
import { type Token, token } from "../token.ts";

/** Counts the outcomes of webhook calls for monitoring. Never throws, and never waits. */
export interface WebhookMeter {
  /**
   * @param attempt.lagMs milliseconds from the event to its first successful delivery; null: not delivered, or replayed
   */
  attempted(attempt: {
    readonly outcome: AttemptOutcome;
    readonly durationMs: number;
    readonly lagMs: number | null;
  }): void;
}
export const WebhookMeter: Token<WebhookMeter> = token("WebhookMeter");
