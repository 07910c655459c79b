import { Counter, type Registry } from "prom-client";
import type { Log } from "../../ports/log.ts";

/** A log that counts its alerts: the lines that say `alert: true`. */
export class CountedLog implements Log {
  readonly #log: Log;
  readonly #alerts: Counter;

  constructor(log: Log, registry: Registry) {
    this.#log = log;
    this.#alerts = new Counter({
      name: "alerts_total",
      help: "Log lines that call the operator: those with alert true.",
      registers: [registry],
    });
  }

  debug(facts: object, message: string): void {
    this.#log.debug(facts, message);
  }

  info(facts: object, message: string): void {
    this.#log.info(facts, message);
  }

  warn(facts: object, message: string): void {
    this.#count(facts);
    this.#log.warn(facts, message);
  }

  error(facts: object, message: string): void {
    this.#count(facts);
    this.#log.error(facts, message);
  }

  #count(facts: object): void {
    if ("alert" in facts && facts.alert === true) this.#alerts.inc();
  }
}
