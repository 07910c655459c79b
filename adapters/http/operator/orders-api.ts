import { z } from "zod";
import {
  type OperatorOrder,
  OperatorOrders,
  type OrderDispute,
  type OrderPayment,
} from "../../../ports/checkout/operator-orders.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { outcomeOf } from "../../../src/checkout/order.ts";
import { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import { isOrderId, type OrderId } from "../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { refundReply, toRefund } from "./refunds/refunds-api.ts";
import { actOf, buyerReply, pageQueryBy, time, organisationRoute } from "./request.ts";

const orderId: z.ZodType<OrderId, string> = z
  .string()
  .refine(isOrderId, "must be the id of an order")
  .meta({ description: "The checkout session's id.", pattern: "^cs_[0-9a-z]{26}$" });
const ofOrder = z.strictObject({ id: orderId });

const paymentReply = z
  .strictObject({
    id,
    providerPaymentId: z.string(),
    amount: count,
    currency: z.string(),
    state: z
      .enum(["settled", "late", "mismatch", "surplus"])
      .describe("Only a settled payment bought tickets; any other is given back."),
    receivedAt: time,
  })
  .meta({ id: "OrderPayment" });

const disputeReply = z
  .strictObject({
    id,
    providerDisputeId: z.string(),
    stage: z.string().describe("In the provider's words."),
    amount: count,
    currency: z.string(),
    tickets: z
      .enum(["voided", "kept", "none"])
      .describe("kept: they stay in the draw, whose commitment was there before."),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Dispute" });

const orderReply = z
  .strictObject({
    id: orderId,
    competitionId: id,
    competitionTitle: z.string(),
    accountId: id,
    requestId: z
      .string()
      .nullable()
      .describe("`X-Request-Id` of the request that created the session. Log lines about the order have it."),
    buyer: buyerReply,
    quantity: count,
    status: z.enum(["pending", "paid", "failed"]),
    error: z.string().nullable(),
    priceUSDCents: count,
    creditCents: count.describe("US cents of the price that account credit pays."),
    amount: count.describe("What the rail charges, in the currency's minor unit."),
    currency: z.string(),
    rate: z
      .string()
      .nullable()
      .describe("Charge-currency major units for one USD. Null: nothing was converted."),
    source: z.enum(["fiat", "crypto", "free"]),
    affiliate: z.string().nullable().describe("Code of who brought the buyer."),
    commissionCents: count.describe("US cents that the affiliate earns once the order is paid."),
    rail: z.enum(RAIL_KINDS).nullable(),
    provider: z.string().nullable(),
    providerIds: z.record(z.string(), z.string()),
    returnUrl: z.string().nullable(),
    holdUntil: time,
    createdAt: time,
    paidAt: time.nullable(),
    failedAt: time.nullable(),
    tickets: z
      .strictObject({ first: id, last: id, voidedAt: time.nullable() })
      .meta({ id: "TicketRange" })
      .nullable()
      .describe("The numbers from first to last. Null until they are issued."),
    payments: z.array(paymentReply),
    refunds: z.array(refundReply),
    disputes: z.array(disputeReply),
    refundedAt: time
      .nullable()
      .describe("When it was given back: by the operator, or because the competition was cancelled."),
  })
  .meta({ id: "Order" });

function toPayment({ received, receivedAt, ...rest }: OrderPayment): z.input<typeof paymentReply> {
  return { ...rest, ...received, receivedAt: receivedAt.toISOString() };
}

function toDispute({ amount, createdAt, updatedAt, ...rest }: OrderDispute): z.input<typeof disputeReply> {
  return { ...rest, ...amount, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function toOrder(order: OperatorOrder): z.input<typeof orderReply> {
  const { tickets } = order;
  return {
    id: order.id,
    competitionId: order.lotId,
    competitionTitle: order.lotTitle,
    accountId: order.accountId,
    requestId: order.requestId,
    buyer: { email: order.buyer.email, walletAddress: order.buyer.wallet },
    quantity: order.quantity,
    ...outcomeOf(order),
    priceUSDCents: order.priceCents,
    creditCents: order.creditCents,
    ...order.charge,
    rate: order.rate,
    source: order.source,
    affiliate: order.affiliate,
    commissionCents: order.commissionCents,
    rail: order.railKind,
    provider: order.railProvider,
    providerIds: order.providerIds,
    returnUrl: order.returnUrl,
    holdUntil: order.holdUntil.toISOString(),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    failedAt: order.failedAt?.toISOString() ?? null,
    tickets: tickets && { ...tickets, voidedAt: tickets.voidedAt?.toISOString() ?? null },
    payments: order.payments.map(toPayment),
    refunds: order.refunds.map(toRefund),
    disputes: order.disputes.map(toDispute),
    refundedAt: order.refundedAt?.toISOString() ?? null,
  };
}

const orderRefund = z
  .strictObject({ reason: text({ min: 1, max: 500 }) })
  .meta({ id: "OrderRefund", description: "Repeating it changes nothing and returns the same order." });

const NEEDS = { refunds: RefundAdministration, orders: OperatorOrders };

export const orderRoutes = routes(NEEDS, ({ refunds, orders }) => {
  const tag = "Orders";
  return [
    organisationRoute({
      operationId: "listOrders",
      method: "GET",
      path: "/orders",
      summary: "List orders",
      tag,
      permission: "orders:read",
      query: pageQueryBy(orderId),
      status: 200,
      reply: z.array(orderReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        return paged(
          request,
          (page) => orders.list(organisation.id, page),
          toOrder,
          (order) => order.id,
        );
      },
    }),
    organisationRoute({
      operationId: "getOrder",
      method: "GET",
      path: "/orders/{id}",
      summary: "Get an order",
      tag,
      permission: "orders:read",
      params: ofOrder,
      status: 200,
      reply: orderReply,
      problems: [],
      handle: async ({ organisation, params }) => {
        const order = await orders.byId(organisation.id, params.id);
        if (order === null) throw NotFound.because();
        return toOrder(order);
      },
    }),
    organisationRoute({
      operationId: "refundOrder",
      method: "POST",
      path: "/orders/{id}/refund",
      summary: "Give an order back, in full",
      tag,
      permission: "orders:refund",
      params: ofOrder,
      body: orderRefund,
      status: 200,
      reply: orderReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation } = request;
        const { params, body } = request;
        await refunds.refundOrder(actOf(request), organisation.id, params.id, body.reason);
        const order = await orders.byId(organisation.id, params.id);
        if (order === null) throw NotFound.because();
        return toOrder(order);
      },
    }),
  ];
});
