import { z } from "zod";
import { jsonWithin } from "../shared/bounded.ts";

const DEPTH_MAX = 16;

const text = z.string().min(1).max(1000);
const amount = z.object({ value: z.int().nonnegative(), currency: z.string().regex(/^[A-Z]{3}$/) });

/** Adyen's answers, as far as they are used. */
export const sessionAnswer = z.object({
  id: text,
  sessionData: z.string().min(1),
  reference: text,
  amount,
});

export const sessionResultAnswer = z.object({
  id: text,
  reference: text.optional(),
  status: z.enum(["active", "canceled", "completed", "expired", "paymentPending", "refused"]),
  payments: z
    .array(z.object({ pspReference: text, amount, resultCode: z.string() }))
    .optional()
    .default([]),
});

export const linkAnswer = z.object({
  id: text,
  url: z.url({ protocol: /^https?$/ }),
  reference: text,
  amount,
  status: z.enum(["active", "completed", "expired", "paid", "paymentPending"]),
  expiresAt: z.date().optional(),
  updatedAt: z.date().optional(),
  metadata: z.record(z.string(), z.string()).optional().default({}),
});
export type Link = z.infer<typeof linkAnswer>;

/** Without `pspReference` while the buyer has to act first. */
export const paymentAnswer = z.object({
  pspReference: text.optional(),
  resultCode: text,
  merchantReference: text.optional(),
  amount: amount.optional(),
  refusalReasonCode: z.string().max(20).optional(),
  action: z
    .object({ type: z.string(), qrCodeData: z.string().optional(), url: z.string().optional() })
    .optional(),
});
export type Payment = z.infer<typeof paymentAnswer>;

export const methodsAnswer = z.object({ paymentMethods: z.array(z.unknown()).optional() });

export const modificationAnswer = z.object({ pspReference: text, status: z.literal("received") });

const item = z.object({
  pspReference: text,
  originalReference: z.string().max(1000).nullish(),
  merchantAccountCode: text,
  merchantReference: z.string().max(1000),
  amount: z.object({ value: z.int(), currency: z.string().max(3) }),
  eventCode: z.string().min(1).max(100),
  success: z.enum(["true", "false"]),
  additionalData: z.object({ hmacSignature: z.string().max(200) }),
});
export type NotificationItem = z.infer<typeof item>;

/** Events that Adyen sends unsigned in some set-ups. Nothing of them is used. */
const notice = z.object({
  pspReference: text,
  eventCode: z.enum(["REPORT_AVAILABLE", "PENDING"]),
  additionalData: z.object({ hmacSignature: z.undefined().optional() }).nullish(),
});
type UnsignedNotice = z.infer<typeof notice>;

const notification = z.object({
  live: z.enum(["true", "false"]),
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.union([item, notice]) }))
    .min(1)
    .max(1000),
});

/** @returns null: not UTF-8, not JSON, too deep, or an item is incomplete */
export function readItems(rawBody: Uint8Array): {
  readonly live: boolean;
  readonly items: readonly NotificationItem[];
  readonly notices: readonly UnsignedNotice[];
} | null {
  const body = notification.safeParse(jsonWithin(rawBody, DEPTH_MAX));
  if (!body.success) return null;
  const all = body.data.notificationItems.map((wrapper) => wrapper.NotificationRequestItem);
  return {
    live: body.data.live === "true",
    items: all.filter((each) => isSigned(each)),
    notices: all.flatMap((each) => (isSigned(each) ? [] : [each])),
  };
}

function isSigned(each: NotificationItem | UnsignedNotice): each is NotificationItem {
  return each.additionalData?.hmacSignature !== undefined;
}
