import type { NotificationReading, RailEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import type { PaypalAccount } from "./account.ts";
import { event } from "./messages.ts";

const BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 24;
const ACKNOWLEDGEMENT = { status: 200, contentType: "text/plain", body: "ok" } as const;

type Topic = "order" | "capture" | "refund" | "dispute";

/** By the beginning of the event's type; the first that fits. */
const TOPICS: readonly (readonly [string, Topic])[] = [
  ["CHECKOUT.ORDER.", "order"],
  ["PAYMENT.CAPTURE.REFUNDED", "refund"],
  ["PAYMENT.CAPTURE.REVERSED", "refund"],
  ["PAYMENT.CAPTURE.", "capture"],
  ["PAYMENT.REFUND.", "refund"],
  ["CUSTOMER.DISPUTE.", "dispute"],
];

/** What an event is about; null: nothing that matters here. */
export function topicOf(type: string): Topic | null {
  return TOPICS.find(([beginning]) => type.startsWith(beginning))?.[1] ?? null;
}

/**
 * PayPal signs with a certificate that has to be fetched. So nothing of a notification is believed but the event's id:
 * the event itself is fetched from PayPal, with the account's credentials.
 */
export function readNotification(
  account: PaypalAccount | null,
  { headers, rawBody }: { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array },
): NotificationReading {
  if (rawBody.length > BYTES_MAX) return refused(413, "the body is too large");
  if (!/^application\/json\b/i.test(headers["content-type"] ?? ""))
    return refused(400, "the content type is not application/json");
  if (account === null) return refused(401, "the account lacks its credentials");
  const told = event.safeParse(jsonWithin(rawBody, DEPTH_MAX)).data;
  if (told === undefined) return refused(400, "the body is no event of PayPal");
  const { id: what, event_type: type } = told;
  return accepted(
    topicOf(type) === null
      ? { about: "ignored", dedupeKey: `ignored:${what}`, type, unproven: true }
      : { about: "named", dedupeKey: `named:${what}`, what },
  );
}

function accepted(told: RailEvent): NotificationReading {
  return { verified: true, events: [told], acknowledgement: ACKNOWLEDGEMENT };
}

function refused(status: 400 | 401 | 413, reason: string): NotificationReading {
  return { verified: false, status, reason };
}
