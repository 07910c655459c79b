import { Counter, Histogram, Registry } from "prom-client";
import { Meter } from "../../ports/operations/meter.ts";
import type { MailKind } from "../../src/mails/mail.ts";
import { BOOK_RULES, type BookRule } from "../../src/operations/book-rule.ts";
import { ATTEMPT_OUTCOMES } from "../../src/webhooks/delivery.ts";

/** Counts what this process does, for Prometheus. No series per organisation, because the page may be public. */
export class PrometheusMeter implements Meter {
  static readonly as = Meter;
  static readonly needs = [Registry] as const;
  readonly #orders: Counter<"kind" | "provider">;
  readonly #money: Counter<"kind" | "provider" | "currency">;
  readonly #mails: Counter<"kind" | "outcome">;
  readonly #differences: Counter<"rule">;
  readonly #attempts: Counter<"outcome">;
  readonly #duration: Histogram<"outcome">;
  readonly #lag: Histogram;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#orders = new Counter({
      name: "orders_settled_total",
      help: "Orders that were settled, by the rail that charged them; none: nothing was charged.",
      labelNames: ["kind", "provider"],
      registers,
    });
    this.#money = new Counter({
      name: "settled_money_total",
      help: "What rails charged for settled orders, in minor units of the currency.",
      labelNames: ["kind", "provider", "currency"],
      registers,
    });
    this.#mails = new Counter({
      name: "mails_total",
      help: "Tries to send a mail, by what came of them.",
      labelNames: ["kind", "outcome"],
      registers,
    });
    this.#differences = new Counter({
      name: "book_differences_total",
      help: "Places in the books that do not agree, each time the self-check came by.",
      labelNames: ["rule"],
      registers,
    });
    this.#attempts = new Counter({
      name: "webhook_attempts_total",
      help: "Webhook calls that ended, by what they came to.",
      labelNames: ["outcome"],
      registers,
    });
    this.#duration = new Histogram({
      name: "webhook_attempt_duration_seconds",
      help: "Time from connecting until the receiver's status line, or until the call was given up.",
      labelNames: ["outcome"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#lag = new Histogram({
      name: "webhook_delivery_lag_seconds",
      help: "Time from an event until it first arrived at an endpoint.",
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 21_600],
      registers,
    });
    // From the start, so that the first difference and the first failure are increases.
    for (const rule of Object.keys(BOOK_RULES)) this.#differences.inc({ rule }, 0);
    for (const outcome of ATTEMPT_OUTCOMES) this.#attempts.inc({ outcome }, 0);
  }

  orderSettled({ kind: ofRail, provider: byRail, received }: Parameters<Meter["orderSettled"]>[0]): void {
    const [kind, provider] = [ofRail ?? "none", byRail ?? "none"];
    this.#orders.inc({ kind, provider });
    if (received !== null) this.#money.inc({ kind, provider, currency: received.currency }, received.amount);
  }

  mailTried(kind: MailKind, outcome: Parameters<Meter["mailTried"]>[1]): void {
    this.#mails.inc({ kind, outcome });
  }

  booksDiffered(rule: BookRule): void {
    this.#differences.inc({ rule });
  }

  webhookAttempted({ outcome, durationMs, lagMs }: Parameters<Meter["webhookAttempted"]>[0]): void {
    this.#attempts.inc({ outcome });
    this.#duration.observe({ outcome }, durationMs / 1000);
    if (lagMs !== null) this.#lag.observe(lagMs / 1000);
  }
}
