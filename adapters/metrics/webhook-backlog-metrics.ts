import { Gauge, type Registry } from "prom-client";
import type { WebhookBacklog } from "../../ports/webhooks/webhook-backlogs.ts";
import { COUNT_AT_MOST } from "./waiting-metrics.ts";

/** Not by Intl: its tables would be loaded by every start, and take 15 ms. */
const MOST_IN_WORDS = String(COUNT_AT_MOST).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");

/** Reports the backlog. The gauges are absent while it cannot be read. @param backlog counts to COUNT_AT_MOST */
export function showWebhookBacklog(
  registry: Registry,
  backlog: () => Promise<(WebhookBacklog & { readonly now: Date }) | null>,
): void {
  const age = new Gauge({
    name: "webhook_queue_age_seconds",
    help: "How long the oldest item has waited: an event not yet relayed, or a due delivery that no process sends yet.",
    labelNames: ["queue"],
    registers: [],
    async collect() {
      this.reset();
      const found = await backlog();
      if (!found) return;
      const ageSec = (since: Date | null) =>
        since ? Math.max(0, found.now.getTime() - since.getTime()) / 1000 : 0;
      this.set({ queue: "events" }, ageSec(found.oldestEventAt));
      this.set({ queue: "deliveries" }, ageSec(found.oldestDueAt));
    },
  });
  const waiting = new Gauge({
    name: "webhook_deliveries_waiting",
    help: `Deliveries that are due and that no process sends yet. At most ${MOST_IN_WORDS} are counted.`,
    registers: [],
    async collect() {
      this.remove();
      const found = await backlog();
      if (found) this.set(found.due);
    },
  });
  registry.registerMetric(age);
  registry.registerMetric(waiting);
}
