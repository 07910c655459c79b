import type { NotificationReading, RailEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import type { PaypalAccount } from "./account.ts";
import { event } from "./messages.ts";

const BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 24;
const ACKNOWLEDGEMENT = { contentType: "text/plain", body: "ok" } as const;

type Topic = "order" | "capture" | "refund" | "dispute";

/** Topics by the beginning of the event's type; the first match counts. */
const TOPICS: readonly (readonly [string, Topic])[] = [
  ["CHECKOUT.ORDER.", "order"],
  ["PAYMENT.CAPTURE.REFUNDED", "refund"],
  ["PAYMENT.CAPTURE.REVERSED", "refund"],
  ["PAYMENT.CAPTURE.", "capture"],
  ["PAYMENT.REFUND.", "refund"],
  ["CUSTOMER.DISPUTE.", "dispute"],
];

/** Returns the topic of an event; null: it does not matter here. */
export function topicOf(type: string): Topic | null {
  return TOPICS.find(([beginning]) => type.startsWith(beginning))?.[1] ?? null;
}

/**
 * PayPal signs with a certificate that has to be fetched. So nothing of a notification is believed but the event's id:
 * the event itself is fetched from PayPal, with the account's credentials. PayPal's `verify-webhook-signature` would need
 * the whole body and headers again, which a stored name does not have.
 */
export function readNotification(
  account: PaypalAccount | null,
  { headers, rawBody }: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array },
): NotificationReading {
  const unread = headFault({ headers, rawBody }, BYTES_MAX);
  if (unread !== null) return unread;
  if (account === null) return notBelieved(401, "the account lacks its credentials");
  const eventData = event.safeParse(jsonWithin(rawBody, DEPTH_MAX)).data;
  if (eventData === undefined) return notBelieved(400, "the body is not an event of PayPal");
  const { id: what, event_type: type } = eventData;
  const read: RailEvent =
    topicOf(type) === null
      ? { about: "ignored", dedupeKey: `ignored:${what}`, type, unproven: true }
      : { about: "named", dedupeKey: `named:${what}`, what };
  return believed([read], ACKNOWLEDGEMENT);
}
