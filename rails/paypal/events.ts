import type { ToldEvent } from "../../ports/rail.ts";
import type { Ask } from "./client.ts";
import {
  disputeEvent,
  event,
  eventId,
  order,
  orderIdIn,
  paymentEvent,
  refund,
  refundEvent,
  refundsOf,
} from "./messages.ts";
import { topicOf } from "./notification.ts";

/**
 * What PayPal says of an event of this app: it shows nobody those of another, and has none that was forged. The event
 * tells what it is about; how that stands now is asked. A dispute is told as the event has it.
 */
export async function fetchEvents(ask: Ask, what: string): Promise<readonly ToldEvent[] | null> {
  if (!eventId.safeParse(what).success) return [];
  const told = await get(ask, `/v1/notifications/webhooks-events/${what}`);
  if (typeof told === "string") return told === "not_found" ? [] : null;
  const { data } = event.safeParse(told.json);
  if (data === undefined || data.id !== what) return null;
  const { event_type: type, resource } = data;
  const ignored = [{ about: "ignored", dedupeKey: what, type }] as const;
  const topic = topicOf(type);
  switch (topic) {
    case null:
      return ignored;
    case "dispute":
      return one(disputeEvent(resource)) ?? ignored;
    case "refund": {
      const id = typeof resource.id === "string" ? resource.id : "";
      const answer = await get(ask, `/v2/payments/refunds/${encodeURIComponent(id)}`);
      if (typeof answer === "string") return answer === "not_found" ? ignored : null;
      const { data: made } = refund.safeParse(answer.json);
      return made === undefined ? null : (one(refundEvent(made)) ?? ignored);
    }
    default: {
      const id = orderIdIn(resource, topic);
      return id === null ? ignored : ofOrder(ask, id, ignored);
    }
  }
}

async function ofOrder(
  ask: Ask,
  id: string,
  otherwise: readonly ToldEvent[],
): Promise<readonly ToldEvent[] | null> {
  const answer = await get(ask, `/v2/checkout/orders/${id}`);
  if (typeof answer === "string") return answer === "not_found" ? otherwise : null;
  const { data } = order.safeParse(answer.json);
  if (data === undefined || data.id !== id) return null;
  const refunds = refundsOf(data).map(refundEvent);
  return [paymentEvent(data), ...refunds.filter((told) => told !== null)];
}

async function get(ask: Ask, path: string): Promise<{ readonly json: unknown } | "not_found" | "unasked"> {
  const answer = await ask({ method: "GET", path });
  if (answer.end !== "answer" || answer.withoutToken) return "unasked";
  if (answer.status === 404) return "not_found";
  return answer.status === 200 ? { json: answer.json } : "unasked";
}

function one(told: ToldEvent | null): readonly ToldEvent[] | null {
  return told === null ? null : [told];
}
