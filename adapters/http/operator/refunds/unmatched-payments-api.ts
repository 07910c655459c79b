import { z } from "zod";
import { UnmatchedPayments } from "../../../../ports/checkout/unmatched-payments.ts";
import { RAIL_KINDS } from "../../../../ports/rail.ts";
import {
  UNMATCHED_FINDERS,
  UNMATCHED_STATES,
  type UnmatchedPayment,
} from "../../../../src/refunds/unmatched-payment.ts";
import { UnmatchedPaymentAdministration } from "../../../../src/refunds/unmatched-payment-administration.ts";
import type { UnmatchedPaymentId } from "../../../../src/shared/ids.ts";
import { prose } from "../../../../src/shared/input/fields.ts";
import { InvalidTransition, NotFound } from "../../../../src/shared/problem.ts";
import { count, id } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, organisationRoute, pageQuery, time } from "../request.ts";

const unmatchedReply = z
  .strictObject({
    id,
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    providerPaymentId: z.string(),
    orderId: z
      .string()
      .nullable()
      .describe("The order's id at the provider. The service does not know the order."),
    orderNumber: count
      .nullable()
      .describe("The order's number, if the provider identifies orders by number."),
    amount: count,
    currency: z.string(),
    sentBack: count.describe(
      "The part of the amount that the provider had already refunded when the payment was found.",
    ),
    state: z
      .enum(UNMATCHED_STATES)
      .describe(
        "The state. `open`: not decided. `refunded`: a refund exists, and its state shows its progress.",
      ),
    foundBy: z
      .enum(UNMATCHED_FINDERS)
      .describe(
        "The source: `notification` is the provider's message, `recovery` is the provider's list of payments after a restore.",
      ),
    foundAt: time,
    decidedAt: time.nullable(),
    note: z.string().nullable().describe("The reason for the refund, or the resolution."),
  })
  .meta({ id: "UnmatchedPayment" });

const unmatchedRefund = z
  .strictObject({ reason: prose({ max: 500 }).describe("The reason for the refund.") })
  .meta({ id: "UnmatchedPaymentRefund" });
const unmatchedResolution = z
  .strictObject({ note: prose({ max: 500 }).describe("The resolution: what happened to the money.") })
  .meta({ id: "UnmatchedPaymentResolution" });

function toUnmatched(payment: UnmatchedPayment): z.input<typeof unmatchedReply> {
  const { railKind: kind, railProvider: provider, received, foundAt, decidedAt, ...rest } = payment;
  return {
    ...rest,
    kind,
    provider,
    ...received,
    foundAt: foundAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

const NEEDS = { unmatched: UnmatchedPayments, administration: UnmatchedPaymentAdministration };

export const unmatchedPaymentRoutes = routes(NEEDS, ({ unmatched, administration }) => {
  const tag = "Orders";
  return [
    organisationRoute({
      operationId: "listUnmatchedPayments",
      method: "GET",
      path: "/unmatched-payments",
      summary: "List unmatched payments",
      description: "Returns payments for orders that the service does not have, newest first.",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({
        state: z.enum(UNMATCHED_STATES).optional().describe("Return unmatched payments in this state."),
      }),
      reply: z.array(unmatchedReply),
      handle: async (request) => {
        const { organisation } = request;
        const { state = null } = request.query;
        return pagedById(request, (page) => unmatched.list(organisation.id, { ...page, state }), toUnmatched);
      },
    }),
    organisationRoute({
      operationId: "getUnmatchedPayment",
      method: "GET",
      path: "/unmatched-payments/{id}",
      summary: "Get an unmatched payment",
      description: "Returns a payment for an order that the service does not have.",
      tag,
      permission: "orders:read",
      params: ofItem<UnmatchedPaymentId>(),
      reply: unmatchedReply,
      handle: async ({ organisation, params }) => {
        const payment = await unmatched.byId(organisation.id, params.id);
        if (payment === null) throw NotFound.because();
        return toUnmatched(payment);
      },
    }),
    organisationRoute({
      operationId: "refundUnmatchedPayment",
      method: "POST",
      path: "/unmatched-payments/{id}/refund",
      summary: "Refund an unmatched payment",
      description: "Refunds the rest of the payment at the provider. Repeating the request changes nothing.",
      tag,
      permission: "orders:refund",
      params: ofItem<UnmatchedPaymentId>(),
      body: unmatchedRefund,
      reply: unmatchedReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body } = request;
        return toUnmatched(
          await administration.refund(actOf(request), organisation.id, params.id, body.reason),
        );
      },
    }),
    organisationRoute({
      operationId: "resolveUnmatchedPayment",
      method: "POST",
      path: "/unmatched-payments/{id}/resolve",
      summary: "Resolve an unmatched payment",
      description: "Closes an open payment with a note. The service sends no money.",
      tag,
      permission: "orders:refund",
      params: ofItem<UnmatchedPaymentId>(),
      body: unmatchedResolution,
      reply: unmatchedReply,
      problems: [InvalidTransition],
      handle: async (request) => {
        const { organisation, params, body } = request;
        return toUnmatched(
          await administration.resolve(actOf(request), organisation.id, params.id, body.note),
        );
      },
    }),
  ];
});
