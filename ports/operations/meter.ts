import type { MailKind } from "../../src/mails/mail.ts";
import type { BookRule } from "../../src/operations/book-rule.ts";
import type { Money } from "../../src/shared/money.ts";
import type { AttemptOutcome } from "../../src/webhooks/delivery.ts";
import type { Posted } from "../mails/mailer.ts";
import { type Token, token } from "../token.ts";

/** Counts events of the business for monitoring. Never throws, and never waits. */
export interface Meter {
  /** Called once for each settled order. @param sale.received null: nothing was charged, and no rail was needed */
  orderSettled(sale: {
    readonly kind: string | null;
    readonly provider: string | null;
    readonly received: Money | null;
  }): void;
  /** @param outcome stale: it was too late to send it */
  mailTried(kind: MailKind, outcome: Posted["outcome"] | "stale"): void;
  booksDiffered(rule: BookRule): void;
  /**
   * @param attempt.lagMs milliseconds from the event to its first successful delivery; null: not delivered, or replayed
   */
  webhookAttempted(attempt: {
    readonly outcome: AttemptOutcome;
    readonly durationMs: number;
    readonly lagMs: number | null;
  }): void;
}
export const Meter: Token<Meter> = token("Meter");
