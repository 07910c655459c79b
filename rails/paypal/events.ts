import type { ToldEvent } from "../../ports/rail.ts";
import { type Exchange, isMissing, readAs } from "../shared/exchange.ts";
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
import { seenBy } from "./orders.ts";

/**
 * Fetches an event of this app from PayPal, which shows no app those of another and has no forged ones. The event names
 * its object, whose current state is queried separately. A dispute is reported as the event has it.
 */
export async function fetchEvents(ask: Ask, what: string): Promise<readonly ToldEvent[] | null> {
  if (!eventId.safeParse(what).success) return [];
  const eventData = readAs(await get(ask, `/v1/notifications/webhooks-events/${what}`), event);
  if (eventData.end !== "data") return isMissing(eventData) ? [] : null;
  if (eventData.data.id !== what) return null;
  const { event_type: type, resource } = eventData.data;
  const ignored = [{ about: "ignored", dedupeKey: what, type }] as const;
  const topic = topicOf(type);
  switch (topic) {
    case null:
      return ignored;
    case "dispute":
      return one(disputeEvent(resource)) ?? ignored;
    case "refund": {
      const id = typeof resource.id === "string" ? resource.id : "";
      const refundData = readAs(await get(ask, `/v2/payments/refunds/${encodeURIComponent(id)}`), refund);
      if (refundData.end !== "data") return isMissing(refundData) ? ignored : null;
      return one(refundEvent(refundData.data)) ?? ignored;
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
  const seen = readAs(await get(ask, `/v2/checkout/orders/${id}`), order);
  if (seen.end !== "data") return isMissing(seen) ? otherwise : null;
  const { data } = seen;
  if (data.id !== id) return null;
  const refunds = refundsOf(data).map(refundEvent);
  return [paymentEvent(data), ...refunds.filter((event) => event !== null)];
}

async function get(ask: Ask, path: string): Promise<Exchange<unknown>> {
  return seenBy(await ask({ method: "GET", path }));
}

function one(event: ToldEvent | null): readonly ToldEvent[] | null {
  return event === null ? null : [event];
}
