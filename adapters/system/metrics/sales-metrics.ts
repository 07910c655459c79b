import { Counter, Registry } from "prom-client";
import { SalesMeter } from "../../../ports/checkout/sales-meter.ts";

/** Counts what this process has settled, for Prometheus. No series per organisation, because the page may be public. */
export class PrometheusSalesMeter implements SalesMeter {
  static readonly as = SalesMeter;
  static readonly needs = [Registry] as const;
  readonly #orders: Counter<"kind" | "provider">;
  readonly #money: Counter<"kind" | "provider" | "currency">;

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
  }

  settled({ kind: ofRail, provider: byRail, received }: Parameters<SalesMeter["settled"]>[0]): void {
    const [kind, provider] = [ofRail ?? "none", byRail ?? "none"];
    this.#orders.inc({ kind, provider });
    if (received !== null) this.#money.inc({ kind, provider, currency: received.currency }, received.amount);
  }
}
