import { z } from "zod";
import { DISPUTE_STANDINGS, type OrderDispute } from "../../../ports/checkout/disputes.ts";
import {
  type OperatorOrder,
  OperatorOrders,
  type OrderConditions,
  type OrderPayment,
} from "../../../ports/checkout/operator-orders.ts";
import { Accounts } from "../../../ports/buyers/accounts.ts";
import { OperatorLots } from "../../../ports/lots/operator-lots.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { Deliveries } from "../../../ports/webhooks/deliveries.ts";
import { Events } from "../../../ports/webhooks/events.ts";
import { ORDER_STATUSES, outcomeOf } from "../../../src/checkout/order.ts";
import { ORDER_REFUND_STATES, refundOf } from "../../../src/refunds/order-refund.ts";
import { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import {
  type AccountId,
  isOrderId,
  type LotId,
  type OrderId,
  type OrganisationId,
} from "../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { TokenPaymentReports } from "../../../src/till/token-payment-reports.ts";
import { prose } from "../../../src/shared/input/fields.ts";
import type { StoredEvent } from "../../../src/webhooks/event.ts";
import { count, id, idTextOf, timeText } from "../input/fields.ts";
import { tokenPaymentReply, toTokenPayment } from "./money/token-payment.ts";
import { lookedThrough, paged } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { deliveryReply, eventReply, toDelivery, toEvent } from "./webhooks/deliveries-api.ts";
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

export const disputeReply = z
  .strictObject({
    id,
    providerDisputeId: z.string(),
    stage: z.string().describe("In the provider's words."),
    standing: z
      .enum(DISPUTE_STANDINGS)
      .describe(
        "open: until the provider names an end. closed: it has ended, and the provider does not tell for whom.",
      ),
    amount: count,
    currency: z.string(),
    tickets: z
      .enum(["voided", "kept", "none"])
      .describe("kept: they stay in the draw, whose commitment was there before."),
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
        "api: by a partner's key; hosted: on the service's own pages; chain: on the raffle contract.",
      ),
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
    refundState: z
      .enum(ORDER_REFUND_STATES)
      .nullable()
      .describe(
        "Where its money is: requested, failed and manual as of its refunds; succeeded: all of it has left; on_chain: the buyer claims it from the raffle contract. Null: nothing is to be refunded.",
      ),
    givenBackAt: time
      .nullable()
      .describe("When it was given back: by the operator, or because the competition was cancelled."),
    refundedAt: time
      .nullable()
      .describe("When its money had left. Null: it has not, or nothing is to be refunded."),
  })
  .meta({ id: "Order" });

function toPayment({ received, receivedAt, ...rest }: OrderPayment): z.input<typeof paymentReply> {
  return { ...rest, ...received, receivedAt: receivedAt.toISOString() };
}

export function toDispute({
  amount,
  createdAt,
  updatedAt,
  ...rest
}: OrderDispute): z.input<typeof disputeReply> {
  return { ...rest, ...amount, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
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
  };
}

const toldReply = eventReply
  .extend({ deliveries: z.array(deliveryReply).describe("To each endpoint that receives it.") })
  .meta({ id: "EventWithDeliveries" });
const detailedReply = orderReply
  .extend({
    events: z
      .array(toldReply)
      .describe("What partners were told of its payment. Events are kept for 30 days."),
    tokenPayment: tokenPaymentReply
      .nullable()
      .describe("What came in tokens and where it went. Null: the order is not paid through the till."),
  })
  .meta({ id: "OrderWithEvents" });

const orderRefund = z
  .strictObject({ reason: prose({ max: 500 }) })
  .meta({ id: "OrderRefund", description: "Repeating it changes nothing and returns the same order." });

/** The query of lists and exports of orders. */
export const orderFilters = {
  accountId: idTextOf<AccountId>().optional().describe("Only this buyer's."),
  competitionId: idTextOf<LotId>().optional().describe("Only of this competition."),
  status: z.enum(ORDER_STATUSES).optional().describe("Only in this state."),
  since: timeText.optional().describe("Only those that were placed from this time on."),
  until: timeText.optional().describe("Only those that were placed before this time."),
};

/** Raises not_found for a buyer or a competition that the organisation does not have. */
export async function conditionsOf(
  { accounts, lots }: { readonly accounts: Accounts; readonly lots: OperatorLots },
  organisationId: OrganisationId,
  query: z.output<z.ZodObject<typeof orderFilters>>,
): Promise<OrderConditions> {
  const { accountId = null, competitionId: lotId = null, status = null } = query;
  const [since, until] = [query.since, query.until].map((at) => (at === undefined ? null : new Date(at))) as [
    Date | null,
    Date | null,
  ];
  const isUnknown =
    (accountId !== null && (await accounts.byId(organisationId, accountId)) === null) ||
    (lotId !== null && (await lots.byId(organisationId, lotId)) === null);
  if (isUnknown) throw NotFound.because();
  return { accountId, lotId, status, since, until };
}

/** Beside the buyer, whose orders an index has. */
export function hasConditions({ lotId, status, since, until }: OrderConditions): boolean {
  return lotId !== null || status !== null || since !== null || until !== null;
}

const NEEDS = {
  refunds: RefundAdministration,
  orders: OperatorOrders,
  accounts: Accounts,
  lots: OperatorLots,
  events: Events,
  deliveries: Deliveries,
  tokens: TokenPaymentReports,
};

export const orderRoutes = routes(NEEDS, (parts) => {
  const { refunds, orders, accounts, lots, events, deliveries, tokens } = parts;
  const tag = "Orders";
  const withDeliveries = async (organisationId: OrganisationId, told: readonly StoredEvent[]) => {
    const ids = told.map(({ id }) => id);
    const sent = ids.length > 0 ? await deliveries.ofEvents(organisationId, ids) : [];
    return told.map((event) => ({
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
        "Newest first. With conditions 20,000 orders are looked at for a page: it may be short or empty although more fit, and `Link` then goes on behind them.",
      tag,
      permission: "orders:read",
      query: pageQueryBy(orderId).extend(orderFilters),
      status: 200,
      reply: z.array(orderReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        const conditions = await conditionsOf({ accounts, lots }, organisation.id, request.query);
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
      summary: "Get an order, with what partners were told of it",
      tag,
      permission: "orders:read",
      params: ofOrder,
      status: 200,
      reply: detailedReply,
      problems: [],
      handle: async ({ organisation, params }) => {
        const order = await orders.byId(organisation.id, params.id);
        if (order === null) throw NotFound.because();
        const told = order.paidAt && (await events.ofOrder(organisation.id, order.id, order.paidAt));
        const paidInTokens = order.railProvider === "till" && (await tokens.ofOrder(organisation, order.id));
        return {
          ...toOrder(order),
          events: await withDeliveries(organisation.id, told ?? []),
          tokenPayment: paidInTokens ? toTokenPayment(paidInTokens) : null,
        };
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
