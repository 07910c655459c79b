import type { AttemptOutcome } from "../../src/webhooks/delivery.ts";
import { type Token, token } from "../token.ts";

/** Counts what becomes of webhook calls, for whoever watches the service. Never throws, and never waits. */
export interface WebhookMeter {
  /** @param attempt.lagMs from the event to its first arrival; null: it did not arrive, or was replayed */
  attempted(attempt: {
    readonly outcome: AttemptOutcome;
    readonly durationMs: number;
    readonly lagMs: number | null;
  }): void;
}
export const WebhookMeter: Token<WebhookMeter> = token("WebhookMeter");
