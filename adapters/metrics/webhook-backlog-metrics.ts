import type { Registry } from "prom-client";
import type { WebhookBacklog } from "../../ports/webhooks/webhook-backlogs.ts";
import { ageSec, showGauge, showGauges } from "./gauges.ts";
import { COUNT_AT_MOST } from "./waiting-metrics.ts";

/** Not by Intl: its tables would be loaded by every start, and take 15 ms. */
const MOST_IN_WORDS = String(COUNT_AT_MOST).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");

/** Reports the backlog. The gauges are absent while it cannot be read. @param backlog counts to COUNT_AT_MOST */
export function showWebhookBacklog(
  registry: Registry,
  backlog: () => Promise<(WebhookBacklog & { readonly now: Date }) | null>,
): void {
  const age = {
    name: "webhook_queue_age_seconds",
    help: "How long the oldest item has waited: an event not yet relayed, or a due delivery that no process sends yet.",
    label: "queue",
  };
  showGauges(registry, age, async () => {
    const found = await backlog();
    const ages: Record<string, number> = {};
    if (found !== null) {
      ages.events = ageSec(found.oldestEventAt, found.now);
      ages.deliveries = ageSec(found.oldestDueAt, found.now);
    }
    return ages;
  });
  const waiting = `Deliveries that are due and that no process sends yet. At most ${MOST_IN_WORDS} are counted.`;
  showGauge(
    registry,
    { name: "webhook_deliveries_waiting", help: waiting },
    async () => (await backlog())?.due ?? null,
  );
}
