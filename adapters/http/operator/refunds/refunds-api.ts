import { z } from "zod";
import { Refunds } from "../../../../ports/checkout/refunds.ts";
import { type Refund, REFUND_STATES } from "../../../../src/refunds/refund.ts";
import { RefundAdministration } from "../../../../src/refunds/refund-administration.ts";
import type { RefundId } from "../../../../src/shared/ids.ts";
import { InvalidTransition, NotFound } from "../../../../src/shared/problem.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import { count, id } from "../../input/fields.ts";
import { paged } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, pageQuery, time, organisationRoute } from "../request.ts";

export const refundReply = z
  .strictObject({
    id,
    orderId: z.string().nullable().describe("null: of an unmatched payment, whose order is not here."),
    paymentId: id.nullable(),
    unmatchedPaymentId: id.nullable(),
    amount: count,
    currency: z.string(),
    reason: z.string(),
    state: z
      .enum(REFUND_STATES)
      .describe(
        "manual: the rail cannot refund or the money is disputed, so somebody must decide. A refund that succeeded may still fail later.",
      ),
    providerRefundId: z.string().nullable(),
    tries: count.describe("Calls that may have reached the rail since the refund was last requested."),
    nextTryAt: time
      .nullable()
      .describe(
        "When the rail is called next. In the past: as soon as it answers. Null: no call is planned.",
      ),
    lastError: z.string().nullable().describe("Why it failed or waits."),
    note: z.string().nullable().describe("How the money was given back by hand."),
    createdAt: time,
    updatedAt: time,
    succeededAt: time.nullable(),
  })
  .meta({ id: "Refund" });

const refundResolution = z
  .strictObject({ note: prose({ max: 500 }).describe("How the money was given back.") })
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

const NEEDS = { refunds: RefundAdministration, stored: Refunds };

export const refundRoutes = routes(NEEDS, ({ refunds, stored }) => {
  const tag = "Orders";
  return [
    organisationRoute({
      operationId: "listRefunds",
      method: "GET",
      path: "/refunds",
      summary: "List refunds",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({ state: z.enum(REFUND_STATES).optional().describe("Only these.") }),
      status: 200,
      reply: z.array(refundReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        const { state = null } = request.query;
        return paged(
          request,
          (page) => stored.list(organisation.id, page, state),
          toRefund,
          (refund) => refund.id,
        );
      },
    }),
    organisationRoute({
      operationId: "getRefund",
      method: "GET",
      path: "/refunds/{id}",
      summary: "Get a refund",
      tag,
      permission: "orders:read",
      params: ofItem<RefundId>(),
      status: 200,
      reply: refundReply,
      problems: [],
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
      summary: "Execute a failed or manual refund again, or a requested one now",
      tag,
      permission: "orders:refund",
      params: ofItem<RefundId>(),
      status: 200,
      reply: refundReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation } = request;
        return toRefund(await refunds.retry(actOf(request), organisation.id, request.params.id));
      },
    }),
    organisationRoute({
      operationId: "resolveRefund",
      method: "POST",
      path: "/refunds/{id}/resolve",
      summary: "Record that the money was given back by hand",
      tag,
      permission: "orders:refund",
      params: ofItem<RefundId>(),
      body: refundResolution,
      status: 200,
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
