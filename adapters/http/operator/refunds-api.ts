import { z } from "zod";
import { OperatorOrders } from "../../../ports/checkout/operator-orders.ts";
import { type Refund, REFUND_STATES } from "../../../src/refunds/refund.ts";
import { RefundAdministration } from "../../../src/refunds/refund-administration.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { InvalidTransition, NotFound } from "../../../src/shared/problem.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { operatorRoute, routes } from "../kernel/route.ts";
import { actOf, ofItem, ofOrganisation, pageQuery, time } from "./request.ts";

export const refundReply = z
  .strictObject({
    id,
    orderId: z.string(),
    paymentId: id,
    amount: count,
    currency: z.string(),
    reason: z.string(),
    state: z
      .enum(REFUND_STATES)
      .describe(
        "manual: the rail cannot refund or the money is disputed, so somebody must decide. Succeeded may fail later.",
      ),
    providerRefundId: z.string().nullable(),
    tries: count.describe("How often the rail was asked since the refund was last asked for."),
    lastError: z.string().nullable().describe("Why it failed or waits."),
    note: z.string().nullable().describe("How the money was given back by hand."),
    createdAt: time,
    updatedAt: time,
    succeededAt: time.nullable(),
  })
  .meta({ id: "Refund" });

const refundResolution = z
  .strictObject({ note: text({ min: 1, max: 500 }).describe("How the money was given back.") })
  .meta({ id: "RefundResolution" });

export function toRefund(refund: Refund): z.input<typeof refundReply> {
  const { amount, createdAt, updatedAt, succeededAt, ...rest } = refund;
  return {
    ...rest,
    ...amount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    succeededAt: succeededAt?.toISOString() ?? null,
  };
}

const NEEDS = {
  administration: OrganisationAdministration,
  refunds: RefundAdministration,
  orders: OperatorOrders,
};

export const refundRoutes = routes(NEEDS, ({ administration, refunds, orders }) => {
  const tag = "Orders";
  return [
    operatorRoute({
      operationId: "listRefunds",
      method: "GET",
      path: "/organisations/{slug}/refunds",
      summary: "List refunds",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery.extend({ state: z.enum(REFUND_STATES).optional().describe("Only these.") }),
      status: 200,
      reply: z.array(refundReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const { state = null } = request.query;
        return paged(
          request,
          (page) => orders.listRefunds(organisation.id, { ...page, state }),
          toRefund,
          (refund) => refund.id,
        );
      },
    }),
    operatorRoute({
      operationId: "retryRefund",
      method: "POST",
      path: "/organisations/{slug}/refunds/{id}/retry",
      summary: "Execute a failed or manual refund again",
      tag,
      scope: null,
      params: ofItem,
      status: 200,
      reply: refundReply,
      problems: [NotFound, InvalidTransition],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return toRefund(await refunds.retry(actOf(request), organisation.id, request.params.id));
      },
    }),
    operatorRoute({
      operationId: "resolveRefund",
      method: "POST",
      path: "/organisations/{slug}/refunds/{id}/resolve",
      summary: "Record that the money was given back by hand",
      tag,
      scope: null,
      params: ofItem,
      body: refundResolution,
      status: 200,
      reply: refundReply,
      problems: [NotFound, InvalidTransition],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        const { params, body } = request;
        return toRefund(await refunds.resolve(actOf(request), organisation.id, params.id, body.note));
      },
    }),
  ];
});
