import { Counter, Registry } from "prom-client";
import { MailMeter } from "../../../ports/mails/mail-meter.ts";
import type { MailKind } from "../../../src/mails/mail.ts";

/** Counts the mails that this process tried to send, for Prometheus. */
export class PrometheusMailMeter implements MailMeter {
  static readonly as = MailMeter;
  static readonly needs = [Registry] as const;
  readonly #tries: Counter<"kind" | "outcome">;

  constructor(registry: Registry) {
    this.#tries = new Counter({
      name: "mails_total",
      help: "Tries to send a mail, by what came of them.",
      labelNames: ["kind", "outcome"],
      registers: [registry],
    });
  }

  tried(kind: MailKind, outcome: Parameters<MailMeter["tried"]>[1]): void {
    this.#tries.inc({ kind, outcome });
  }
}
