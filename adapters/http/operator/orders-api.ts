import { z } from "zod";
import { DISPUTE_STANDINGS, type OrderDispute } from "../../../ports/checkout/disputes.ts";
import {
  type OperatorOrder,
  OperatorOrders,
  type OrderPayment,
} from "../../../ports/checkout/operator-orders.ts";
import { Accounts } from "../../../ports/buyers/accounts.ts";
import { Affiliates } from "../../../ports/organisations/affiliates.ts";
import { OperatorLots } from "../../../ports/lots/operator-lots.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import { Events } from "../../../ports/webhooks/events.ts";
import { outcomeOf } from "../../../src/checkout/order.ts";
import { ORDER_REFUND_STATES, refundOf } from "../../../src/refunds/order-refund.ts";
import { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { metadataMember, shownMetadata } from "../../../src/shared/metadata.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { TokenPaymentReports } from "../../../src/till/token-payment-reports.ts";
import { prose } from "../../../src/shared/input/fields.ts";
import type { StoredEvent } from "../../../src/webhooks/event.ts";
import { count, id } from "../input/fields.ts";
import { tokenPaymentReply, toTokenPayment } from "./money/token-payment.ts";
import { lookedThrough, paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { deliveryReply, eventReply, toDelivery, toEvent } from "./webhooks/deliveries-api.ts";
import { ofOrder, orderId } from "./orders/order-id.ts";
import { conditionsOf, hasConditions, orderFilters } from "./orders/order-filters.ts";
import { refundReply, toRefund } from "./refunds/refunds-api.ts";
import { actOf, buyerReply, pageQueryBy, time, organisationRoute } from "./request.ts";

const paymentReply = z
  .strictObject({
    id,
    providerPaymentId: z.string(),
    amount: count,
    currency: z.string(),
    state: z
      .enum(["settled", "late", "mismatch", "surplus"])
      .describe("The payment's state. Only a settled payment bought tickets; any other payment is refunded."),
    receivedAt: time,
  })
  .meta({ id: "OrderPayment" });

export const disputeReply = z
  .strictObject({
    id,
    providerDisputeId: z.string(),
    stage: z.string().describe("The stage, in the provider's terms."),
    standing: z
      .enum(DISPUTE_STANDINGS)
      .describe(
        "The standing: `open` until the provider reports a result; `closed` if the dispute has ended and the provider does not report who won.",
      ),
    amount: count,
    currency: z.string(),
    tickets: z
      .enum(["voided", "kept", "none"])
      .describe(
        "The effect on the order's tickets. `kept`: they stay in the draw, because its commitment is older than the dispute.",
      ),
    answerBy: time
      .nullable()
      .describe(
        "The time until which the provider waits for an answer. Null if it waits for none, names no time, or if the dispute has ended.",
      ),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Dispute" });

export const orderReply = z
  .strictObject({
    id: orderId,
    competitionId: id,
    competitionTitle: z.string(),
    accountId: id,
    channel: z
      .enum(["api", "hosted", "chain"])
      .describe(
        "The channel of the purchase: `api` with a partner's key, `hosted` on the service's pages, `chain` on the raffle contract.",
      ),
    requestId: z
      .string()
      .nullable()
      .describe(
        "The `X-Request-Id` of the request that created the session. Log lines about the order contain it.",
      ),
    buyer: buyerReply,
    quantity: count,
    status: z.enum(["pending", "paid", "failed"]),
    error: z.string().nullable(),
    priceUSDCents: count,
    creditCents: count.describe("The part of the price that account credit pays, in US cents."),
    amount: count.describe("The charge of the rail, in the currency's minor unit."),
    currency: z.string(),
    rate: z
      .string()
      .nullable()
      .describe(
        "The exchange rate: units of the charge currency for one US dollar. Null if nothing was converted.",
      ),
    source: z.enum(["fiat", "crypto", "free"]),
    affiliate: z.string().nullable().describe("The code of the affiliate who referred the buyer."),
    commissionCents: count.describe("The affiliate's commission once the order is paid, in US cents."),
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
      .describe("The ticket numbers from first to last. Null until they are issued."),
    payments: z.array(paymentReply),
    refunds: z.array(refundReply),
    disputes: z.array(disputeReply),
    refundState: z
      .enum(ORDER_REFUND_STATES)
      .nullable()
      .describe(
        "The progress of the refund: `requested`, `failed` and `manual` are states of its refunds; `succeeded`: all money has been sent; `on_chain`: the buyer claims it from the raffle contract. Null if there is nothing to refund.",
      ),
    givenBackAt: time
      .nullable()
      .describe(
        "The time at which the order was refunded, by the operator or because the competition was cancelled.",
      ),
    refundedAt: time
      .nullable()
      .describe(
        "The time at which all money had been sent back. Null if it has not, or if there is nothing to refund.",
      ),
    metadata: shownMetadata,
  })
  .meta({ id: "Order" });

function toPayment({ received, receivedAt, ...rest }: OrderPayment): z.input<typeof paymentReply> {
  return { ...rest, ...received, receivedAt: receivedAt.toISOString() };
}

export function toDispute({
  amount,
  answerBy,
  createdAt,
  updatedAt,
  ...rest
}: OrderDispute): z.input<typeof disputeReply> {
  return {
    ...rest,
    ...amount,
    answerBy: rest.standing === "open" ? (answerBy?.toISOString() ?? null) : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toOrder(order: OperatorOrder): z.input<typeof orderReply> {
  const { tickets } = order;
  const outcome = outcomeOf(order);
  const refund = refundOf({ ...order, ...outcome });
  return {
    id: order.id,
    competitionId: order.lotId,
    competitionTitle: order.lotTitle,
    accountId: order.accountId,
    channel: order.channel,
    requestId: order.requestId,
    buyer: { email: order.buyer.email, walletAddress: order.buyer.wallet },
    quantity: order.quantity,
    ...outcome,
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
    refundState: refund?.state ?? null,
    givenBackAt: order.givenBackAt?.toISOString() ?? null,
    refundedAt: refund?.at?.toISOString() ?? null,
    ...metadataMember(order.metadata),
  };
}

const sentEvent = eventReply
  .extend({
    deliveries: z
      .array(deliveryReply)
      .describe("The deliveries of the event, one for each endpoint that receives it."),
  })
  .meta({ id: "EventWithDeliveries" });
const detailedReply = orderReply
  .extend({
    events: z
      .array(sentEvent)
      .describe("The events about the order's payment. Events are kept for at least 30 days."),
    tokenPayment: tokenPaymentReply
      .nullable()
      .describe(
        "The payment in tokens: transfers received and sent. Null if the order is not paid through the till.",
      ),
  })
  .meta({ id: "OrderWithEvents" });

const orderRefund = z.strictObject({ reason: prose({ max: 500 }) }).meta({
  id: "OrderRefund",
  description: "The reason for the refund. Repeating the request changes nothing and returns the same order.",
});

const NEEDS = {
  refunds: RefundAdministration,
  orders: OperatorOrders,
  accounts: Accounts,
  lots: OperatorLots,
  affiliates: Affiliates,
  events: Events,
  deliveries: Deliveries,
  tokens: TokenPaymentReports,
};

export const orderRoutes = routes(NEEDS, (parts) => {
  const { refunds, orders, accounts, lots, affiliates, events, deliveries, tokens } = parts;
  const tag = "Orders";
  const withDeliveries = async (organisationId: OrganisationId, stored: readonly StoredEvent[]) => {
    const ids = stored.map(({ id }) => id);
    const sent = ids.length > 0 ? await deliveries.ofEvents(organisationId, ids) : [];
    return stored.map((event) => ({
      ...toEvent(event),
      deliveries: sent.filter(({ eventId }) => eventId === event.id).map(toDelivery),
    }));
  };
  return [
    organisationRoute({
      operationId: "listOrders",
      method: "GET",
      path: "/orders",
      summary: "List orders",
      description:
        "Returns the newest order first. A filtered page scans up to 20,000 orders. It may be short or empty even if more match; follow `Link`.",
      tag,
      permission: "orders:read",
      query: pageQueryBy(orderId).extend(orderFilters),
      reply: z.array(orderReply),
      handle: async (request) => {
        const { organisation } = request;
        const conditions = await conditionsOf({ accounts, lots, affiliates }, organisation.id, request.query);
        const idOf = (order: OperatorOrder) => order.id;
        const { accountId } = conditions;
        if (!hasConditions(conditions))
          return paged(request, (page) => orders.list(organisation.id, page, accountId), toOrder, idOf);
        return lookedThrough(
          request,
          (page) => orders.look(organisation.id, conditions, page),
          toOrder,
          idOf,
        );
      },
    }),
    organisationRoute({
      operationId: "getOrder",
      method: "GET",
      path: "/orders/{id}",
      summary: "Get an order with its events and deliveries",
      description: "Returns the order with its payments, refunds, disputes, events and deliveries.",
      tag,
      permission: "orders:read",
      params: ofOrder,
      reply: detailedReply,
      handle: async ({ organisation, params }) => {
        const order = await orders.byId(organisation.id, params.id);
        if (order === null) throw NotFound.because();
        const storedEvents = order.paidAt && (await events.ofOrder(organisation.id, order.id, order.paidAt));
        const paidInTokens = order.railProvider === "till" && (await tokens.ofOrder(organisation, order.id));
        return {
          ...toOrder(order),
          events: await withDeliveries(organisation.id, storedEvents ?? []),
          tokenPayment: paidInTokens ? toTokenPayment(paidInTokens) : null,
        };
      },
    }),
    organisationRoute({
      operationId: "refundOrder",
      method: "POST",
      path: "/orders/{id}/refund",
      summary: "Refund an order in full",
      description:
        "Refunds all payments of the order and returns its account credit. Repeating the request changes nothing.",
      tag,
      permission: "orders:refund",
      params: ofOrder,
      body: orderRefund,
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
