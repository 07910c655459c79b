import { z } from "zod";
import { type RefundConditions, Refunds } from "../../../../ports/checkout/refunds.ts";
import { Affiliates } from "../../../../ports/organisations/affiliates.ts";
import { RAIL_KINDS } from "../../../../ports/rail.ts";
import { type Refund, REFUND_STATES } from "../../../../src/refunds/refund.ts";
import { RefundAdministration } from "../../../../src/refunds/refund-administration.ts";
import type { OrganisationId, RefundId } from "../../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../../src/shared/problem.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import { count, id, timeOf, timeText } from "../../input/fields.ts";
import { lookedThrough, pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { affiliateIdOf, affiliateText, amountText, currencyText } from "../orders/order-filters.ts";
import { actOf, ofItem, pageQuery, time, organisationRoute } from "../request.ts";

export const refundReply = z
  .strictObject({
    id,
    orderId: z
      .string()
      .nullable()
      .describe(
        "The order's id. Null for a refund of an unmatched payment, whose order is unknown to the service.",
      ),
    paymentId: id.nullable(),
    unmatchedPaymentId: id.nullable(),
    amount: count,
    currency: z.string(),
    reason: z.string(),
    state: z
      .enum(REFUND_STATES)
      .describe(
        "The refund's state. `manual`: the rail cannot refund or the money is disputed, so a person must decide. A succeeded refund may still fail later.",
      ),
    providerRefundId: z.string().nullable(),
    tries: count.describe(
      "The number of calls that may have reached the rail since the refund was last requested.",
    ),
    nextTryAt: time
      .nullable()
      .describe(
        "The time of the next call to the rail. If it is in the past, the call is made as soon as the rail answers. Null if no call is planned.",
      ),
    lastError: z.string().nullable().describe("The reason for the failure or the delay."),
    note: z.string().nullable().describe("The record of a refund made by hand."),
    createdAt: time,
    updatedAt: time,
    succeededAt: time.nullable(),
  })
  .meta({ id: "Refund" });

const refundResolution = z
  .strictObject({ note: prose({ max: 500 }).describe("A note on how the money was refunded.") })
  .meta({ id: "RefundResolution" });

export function toRefund(refund: Refund): z.input<typeof refundReply> {
  const { amount, dueAt, createdAt, updatedAt, succeededAt, ...rest } = refund;
  return {
    ...rest,
    ...amount,
    nextTryAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    succeededAt: succeededAt?.toISOString() ?? null,
  };
}

/** The query of lists and exports of refunds. */
export const refundFilters = {
  state: z.enum(REFUND_STATES).optional().describe("Return refunds in this state."),
  rail: z.enum(RAIL_KINDS).optional().describe("Return refunds by this kind of rail."),
  affiliate: affiliateText
    .optional()
    .describe("Return refunds of orders referred by the affiliate with this code."),
  currency: currencyText.optional().describe("Return refunds in this currency."),
  minAmount: amountText
    .optional()
    .describe("Return refunds of this amount or more, in the minor unit of their currency."),
  maxAmount: amountText
    .optional()
    .describe("Return refunds of this amount or less, in the minor unit of their currency."),
  since: timeText.optional().describe("Return refunds requested at this time or later."),
  until: timeText.optional().describe("Return refunds requested before this time."),
};

/** Raises not_found for an affiliate that the organisation does not have. */
export async function refundConditionsOf(
  affiliates: Affiliates,
  organisationId: OrganisationId,
  query: z.output<z.ZodObject<typeof refundFilters>>,
): Promise<RefundConditions> {
  const { state = null, rail = null, currency = null, minAmount = null, maxAmount = null } = query;
  return {
    state,
    rail,
    affiliateId: await affiliateIdOf(affiliates, organisationId, query.affiliate),
    currency,
    minAmount,
    maxAmount,
    since: timeOf(query.since),
    until: timeOf(query.until),
  };
}

/** Returns whether there are conditions other than the state, which has an index. */
export function hasMoreThanState(conditions: RefundConditions): boolean {
  return Object.values({ ...conditions, state: null }).some((each) => each !== null);
}

const NEEDS = { refunds: RefundAdministration, stored: Refunds, affiliates: Affiliates };

export const refundRoutes = routes(NEEDS, ({ refunds, stored, affiliates }) => {
  const tag = "Orders";
  return [
    organisationRoute({
      operationId: "listRefunds",
      method: "GET",
      path: "/refunds",
      summary: "List refunds",
      description:
        "Returns the newest refund first. With a filter other than the state a page scans up to 20,000 refunds. It may be short or empty even if more match; follow `Link`.",
      tag,
      permission: "orders:read",
      query: pageQuery.extend(refundFilters),
      reply: z.array(refundReply),
      handle: async (request) => {
        const { organisation } = request;
        const conditions = await refundConditionsOf(affiliates, organisation.id, request.query);
        const { state } = conditions;
        if (hasMoreThanState(conditions))
          return lookedThrough(
            request,
            (page) => stored.look(organisation.id, conditions, page),
            toRefund,
            ({ id }) => id,
          );
        return pagedById(request, (page) => stored.list(organisation.id, page, state), toRefund);
      },
    }),
    organisationRoute({
      operationId: "getRefund",
      method: "GET",
      path: "/refunds/{id}",
      summary: "Get a refund",
      description: "Returns the refund with its state and the number of tries.",
      tag,
      permission: "orders:read",
      params: ofItem<RefundId>(),
      reply: refundReply,
      handle: async ({ organisation, params }) => {
        const refund = await stored.byId(organisation.id, params.id);
        if (refund === null) throw NotFound.because();
        return toRefund(refund);
      },
    }),
    organisationRoute({
      operationId: "retryRefund",
      method: "POST",
      path: "/refunds/{id}/retry",
      summary: "Retry a refund",
      description: "Tries a failed or manual refund again, and a requested refund now instead of later.",
      tag,
      permission: "orders:refund",
      params: ofItem<RefundId>(),
      reply: refundReply,
      problems: [InvalidTransition],
      handle: async (request) =>
        toRefund(await refunds.retry(actOf(request), request.organisation.id, request.params.id)),
    }),
    organisationRoute({
      operationId: "resolveRefund",
      method: "POST",
      path: "/refunds/{id}/resolve",
      summary: "Resolve a refund",
      description:
        "Records that the money of a failed or manual refund was returned in another way. The service sends no money.",
      tag,
      permission: "orders:refund",
      params: ofItem<RefundId>(),
      body: refundResolution,
      reply: refundReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation } = request;
        const { params, body } = request;
        return toRefund(await refunds.resolve(actOf(request), organisation.id, params.id, body.note));
      },
    }),
  ];
});
