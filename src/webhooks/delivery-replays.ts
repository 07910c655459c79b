import { WorldClock } from "../../ports/clock.ts";
import { Deliveries } from "../../ports/webhooks/deliveries.ts";
import { type FailedDeliveries, Replays } from "../../ports/webhooks/replays.ts";
import { Wakers } from "../../ports/jobs/wakers.ts";
import { WebhookEndpoints } from "../../ports/webhooks/webhook-endpoints.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { DeliveryId, EndpointId, EventId, OrganisationId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import { invalid, InvalidTransition, NotFound } from "../shared/problem.ts";
import type { Delivery } from "./delivery.ts";

/** Events examined per transaction. */
const BATCH = 2_000;
/** Longest range in days: events are stored as long. */
const MAX_RANGE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Sends events again that an endpoint missed or lost. */
export class DeliveryReplays extends Process<typeof DeliveryReplays.needs> {
  static readonly needs = {
    replays: Replays,
    deliveries: Deliveries,
    endpoints: WebhookEndpoints,
    trail: AuditTrail,
    wakers: Wakers,
    clock: WorldClock,
  };

  /** Replays a delivery; a pending one is unchanged. */
  delivery(
    act: Act,
    organisationId: OrganisationId,
    id: DeliveryId,
  ): Promise<{ readonly delivery: Delivery; readonly isReplayed: boolean }> {
    const { trail, replays, clock, deliveries, wakers } = this.parts;
    return trail.run(act, async (record) => {
      const outcome = await replays.replay(organisationId, id, clock.now());
      if (outcome === "missing") throw NotFound.because();
      if (outcome === "disabled")
        throw InvalidTransition.because("The endpoint is disabled. Enable it, then replay.");
      const delivery = await deliveries.byId(organisationId, id);
      invariant(delivery !== null, "a delivery that was just locked is there");
      if (outcome === "replayed") {
        const { eventId, endpointId } = delivery;
        const facts = { eventId, endpointId };
        await record({ organisationId, action: "delivery.replayed", subject: `delivery:${id}`, facts });
        wakers.deliveriesDue();
      }
      return { delivery, isReplayed: outcome === "replayed" };
    });
  }

  /** Counts the deliveries that `failed` would send again, and returns how far it has read. */
  async failures(selection: FailedDeliveries): ReturnType<Replays["failed"]> {
    const { endpoints, replays } = this.parts;
    requireOrder(selection);
    if ((await endpoints.byId(selection.organisationId, selection.endpointId)) === null)
      throw NotFound.because();
    return replays.failed(selection);
  }

  /** Makes deliveries due again that failed in a time, in one step. @returns their number, and how far it has read */
  async failed(act: Act, selection: FailedDeliveries): ReturnType<Replays["replayFailed"]> {
    const { endpoints, trail, clock, replays, wakers } = this.parts;
    requireOrder(selection);
    const { organisationId, endpointId, since, until, after } = selection;
    const endpoint = await endpoints.byId(organisationId, endpointId);
    if (!endpoint) throw NotFound.because();
    if (!endpoint.enabled)
      throw InvalidTransition.because("The endpoint is disabled. Enable it, then replay.");
    return trail.run(act, async (record) => {
      const replayed = await replays.replayFailed(selection, clock.now());
      if (replayed.count > 0) {
        await record({
          organisationId,
          action: "webhook_endpoint.failed_replayed",
          subject: `webhook_endpoint:${endpointId}`,
          facts: { since: since.toISOString(), until: until.toISOString(), after, replayed: replayed.count },
        });
        wakers.deliveriesDue();
      }
      return replayed;
    });
  }

  /**
   * Replays all events from `since` (inclusive) to `until` (exclusive) that the endpoint is subscribed to now,
   * including events from before it was created, enabled or subscribed. The request is recorded in the audit log first;
   * after an interruption, repeating it completes the rest.
   * @returns number of deliveries due again or for the first time
   */
  async endpoint(
    act: Act,
    organisationId: OrganisationId,
    endpointId: EndpointId,
    { since, until }: { readonly since: Date; readonly until: Date },
  ): Promise<number> {
    const { endpoints, trail, clock, replays, wakers } = this.parts;
    requireOrder({ since, until });
    if (until.getTime() - since.getTime() > MAX_RANGE_DAYS * DAY_MS)
      throw invalid("until", "too_long", `until must be at most ${MAX_RANGE_DAYS} days after since.`);
    const endpoint = await endpoints.byId(organisationId, endpointId);
    if (!endpoint) throw NotFound.because();
    if (!endpoint.enabled)
      throw InvalidTransition.because("The endpoint is disabled. Enable it, then replay.");
    await trail.run(act, (record) =>
      record({
        organisationId,
        action: "webhook_endpoint.replayed",
        subject: `webhook_endpoint:${endpointId}`,
        facts: { since: since.toISOString(), until: until.toISOString() },
      }),
    );
    const now = clock.now();
    let total = 0;
    let after: EventId | null = null;
    do {
      const batch: Awaited<ReturnType<Replays["replayBatch"]>> = await replays.replayBatch({
        organisationId,
        endpointId,
        since,
        until,
        after,
        limit: BATCH,
        now,
      });
      if (batch.replayed > 0) wakers.deliveriesDue();
      total += batch.replayed;
      after = batch.reached;
    } while (after !== null);
    return total;
  }
}

function requireOrder({ since, until }: { readonly since: Date; readonly until: Date }): void {
  if (since >= until) throw invalid("until", "not_after", "until must be after since.");
}
