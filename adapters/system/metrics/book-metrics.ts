import { Counter, Registry } from "prom-client";
import { BookMeter } from "../../../ports/operations/book-meter.ts";
import { BOOK_RULES, type BookRule } from "../../../src/operations/book-rule.ts";

/** Counts what the self-check of this process has found, for Prometheus. */
export class PrometheusBookMeter implements BookMeter {
  static readonly as = BookMeter;
  static readonly needs = [Registry] as const;
  readonly #differences: Counter<"rule">;

  constructor(registry: Registry) {
    this.#differences = new Counter({
      name: "book_differences_total",
      help: "Places in the books that do not agree, each time the self-check came by.",
      labelNames: ["rule"],
      registers: [registry],
    });
    // From the start, so that the first one is an increase.
    for (const rule of Object.keys(BOOK_RULES)) this.#differences.inc({ rule }, 0);
  }

  differed(rule: BookRule): void {
    this.#differences.inc({ rule });
  }
}
