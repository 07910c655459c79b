import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { NotificationReading, RailEvent, ToldEvent } from "../../ports/rail.ts";
import { jsonWithin } from "../shared/bounded.ts";
import { believed, headFault, notBelieved } from "../shared/notification-head.ts";
import type { MollieAccount } from "./account.ts";
import {
  chargeback,
  chargebackEvent,
  orderIdOf,
  payment,
  paymentEvent,
  refund,
  refundEvent,
} from "./messages.ts";

const BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 16;
const SIGNATURE_HEADER = "x-mollie-signature";
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const EVENT_TYPE = /^application\/(hal\+)?json\b/i;
const ACKNOWLEDGEMENT = { contentType: "text/plain", body: "ok" } as const;
const PAYMENT_ID = /^tr_[A-Za-z0-9]{1,100}$/;

const event = z.object({
  resource: z.literal("event"),
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  entityId: z.string().max(100).nullish(),
  _embedded: z.object({ entity: z.unknown() }).nullish(),
});

type Message = { readonly headers: Readonly<Record<string, string>>; readonly rawBody: Uint8Array };

/** Both kinds of webhooks: the classic one names a payment and is not signed, the next-gen one is signed and complete. */
export function readNotification(account: MollieAccount | null, message: Message): NotificationReading {
  const { headers, rawBody } = message;
  const isClassic = FORM_TYPE.test(headers["content-type"] ?? "");
  const unread = headFault(message, BYTES_MAX, isClassic ? FORM_TYPE : EVENT_TYPE);
  if (unread !== null) return unread;
  if (isClassic) return classic(rawBody);
  if (!account?.webhookSecret || !isSigned(message, account.webhookSecret))
    return notBelieved(401, "the signature does not match");
  const body = event.safeParse(jsonWithin(rawBody, DEPTH_MAX));
  if (!body.success) return notBelieved(400, "the body is not an event of Mollie");
  const webhookEvent = eventOf(body.data, account.mode);
  return webhookEvent === null ? notBelieved(400, "the event is not as documented") : accepted(webhookEvent);
}

/** Anyone can send a classic webhook: only the name is used. */
function classic(rawBody: Uint8Array): NotificationReading {
  const what = new URLSearchParams(Buffer.from(rawBody).toString("latin1")).get("id") ?? "";
  if (PAYMENT_ID.test(what)) return accepted({ about: "named", dedupeKey: `named:${what}`, what });
  // Orders and payment links have classic webhooks, too; this rail makes none of them.
  if (/^[a-z]{2,5}_[\w-]{1,100}$/.test(what))
    return accepted({ about: "ignored", dedupeKey: `other:${what}`, type: "other", unproven: true });
  return notBelieved(400, "the body names nothing of Mollie");
}

/** While a secret is replaced there are two signatures. */
function isSigned({ headers, rawBody }: Message, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  return (headers[SIGNATURE_HEADER] ?? "").split(",").some((signature) => {
    const [, hex = ""] = /^\s*sha256=([0-9a-f]{64})\s*$/.exec(signature) ?? [];
    const bytes = Buffer.from(hex, "hex");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** null: it is not as documented. */
function eventOf(
  { id, type, entityId, _embedded }: z.infer<typeof event>,
  mode: "test" | "live",
): RailEvent | null {
  const ignored = { about: "ignored", dedupeKey: id, type } as const;
  const [about] = type.split(".");
  if (about !== "payment" && about !== "refund" && about !== "chargeback") return ignored;
  const entity = _embedded?.entity;
  if (entity === undefined || entity === null) {
    if (about !== "payment") return ignored;
    return PAYMENT_ID.test(entityId ?? "")
      ? { about: "named", dedupeKey: `named:${entityId}`, what: entityId! }
      : null;
  }
  if (isOtherMode(entity, mode)) return ignored;
  return toldBy(about, entity);
}

function toldBy(about: "payment" | "refund" | "chargeback", entity: unknown): ToldEvent | null {
  switch (about) {
    case "payment": {
      const paymentData = payment.safeParse(entity).data;
      return paymentData ? paymentEvent(paymentData) : null;
    }
    case "refund": {
      const refundData = refund.safeParse(entity).data;
      return refundData ? refundEvent(refundData, orderIdOf(refundData)) : null;
    }
    case "chargeback": {
      const chargebackData = chargeback.safeParse(entity).data;
      return chargebackData ? chargebackEvent(chargebackData, null) : null;
    }
  }
}

function isOtherMode(entity: unknown, mode: string): boolean {
  const entityMode = (entity as { readonly mode?: unknown }).mode;
  return (entityMode === "test" || entityMode === "live") && entityMode !== mode;
}

function accepted(event: RailEvent): NotificationReading {
  return believed([event], ACKNOWLEDGEMENT);
}
