import { z } from "zod";

/** Shapes of PayPal's REST API as its reference describes them. */

const WITHOUT_DECIMALS = new Set(["HUF", "JPY", "TWD"]);

const amount = z
  .strictObject({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().max(32) })
  .refine(
    ({ currency_code: currency, value }) =>
      (WITHOUT_DECIMALS.has(currency) ? /^\d+$/ : /^\d+\.\d{2}$/).test(value) && Number(value) > 0,
    "DECIMAL_PRECISION",
  );
export type Amount = z.infer<typeof amount>;

const mark = z.string().min(1).max(127);
export const orderRequest = z.strictObject({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().min(1).max(256),
        custom_id: mark,
        invoice_id: mark,
        description: z.string().min(1).max(127),
        amount,
      }),
    )
    .min(1)
    .max(10),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.enum(["CONTINUE", "PAY_NOW"]),
        shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]),
        brand_name: z.string().min(1).max(127).optional(),
      }),
    }),
  }),
});
export const captureRequest = z.strictObject({});
export const refundRequest = z.strictObject({
  amount,
  custom_id: z.string().regex(/^[A-Za-z0-9-_.,]{1,127}$/),
});

interface KeptCapture {
  readonly id: string;
  status: string;
  readonly amount: Amount;
}

export interface KeptRefund {
  readonly id: string;
  status: string;
  readonly amount: Amount;
  readonly custom_id: string;
}

export interface KeptOrder {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: Date;
  readonly reference_id: string;
  readonly custom_id: string;
  readonly invoice_id: string;
  readonly description: string;
  readonly amount: Amount;
  readonly returnUrl: string;
  status: string;
  captures: KeptCapture[];
  readonly refunds: KeptRefund[];
  /** PayPal has it no more; what was captured stays. */
  forgotten?: true;
}

export function shownOrder(order: KeptOrder, origin: string): object {
  const { id, status, captures, refunds, createdAt } = order;
  const { reference_id, custom_id, invoice_id, description, amount: requestedAmount } = order;
  const waits = status === "PAYER_ACTION_REQUIRED";
  return {
    id,
    intent: "CAPTURE",
    status,
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id,
        custom_id,
        invoice_id,
        description,
        amount: requestedAmount,
        payee: { merchant_id: "MERCHANT2SEVN" },
        ...(captures.length > 0 && {
          payments: {
            captures: captures.map((capture) => shownCapture(order, capture)),
            ...(refunds.length > 0 && {
              refunds: refunds.map((refund) => shownRefund(refund, captures[0]!.id, origin)),
            }),
          },
        }),
      },
    ],
    create_time: createdAt.toISOString(),
    links: [
      { href: `${origin}/v2/checkout/orders/${id}`, rel: "self", method: "GET" },
      ...(waits ? [{ href: pageOf(order, origin), rel: "payer-action", method: "GET" }] : []),
    ],
  };
}

export function pageOf({ id }: KeptOrder, origin: string): string {
  return `${origin}/checkoutnow?token=${id}`;
}

export function shownCapture(
  { id: orderId, custom_id, invoice_id }: KeptOrder,
  capture: KeptCapture,
): object {
  return {
    ...capture,
    custom_id,
    invoice_id,
    final_capture: true,
    supplementary_data: { related_ids: { order_id: orderId } },
  };
}

export function shownRefund(refund: KeptRefund, captureId: string, origin: string): object {
  return {
    ...refund,
    links: [{ href: `${origin}/v2/payments/captures/${captureId}`, rel: "up", method: "GET" }],
  };
}
