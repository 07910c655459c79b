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
import { paged } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, organisationRoute, pageQuery, time } from "../request.ts";

const unmatchedReply = z
  .strictObject({
    id,
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    providerPaymentId: z.string(),
    orderId: z.string().nullable().describe("The order as the provider names it; it is not here."),
    orderNumber: count.nullable().describe("Where the provider names orders by a number."),
    amount: count,
    currency: z.string(),
    sentBack: count.describe("Of the amount, what the provider had sent back when it was found."),
    state: z
      .enum(UNMATCHED_STATES)
      .describe("open: nobody has decided. refunded: a refund exists, whose own state says how far it is."),
    foundBy: z
      .enum(UNMATCHED_FINDERS)
      .describe("notification: the provider's message. recovery: its list, after a restore."),
    foundAt: time,
    decidedAt: time.nullable(),
    note: z.string().nullable().describe("Why it was refunded, or what became of it otherwise."),
  })
  .meta({ id: "UnmatchedPayment" });

const unmatchedRefund = z
  .strictObject({ reason: prose({ max: 500 }).describe("Why it is refunded.") })
  .meta({ id: "UnmatchedPaymentRefund" });
const unmatchedResolution = z
  .strictObject({ note: prose({ max: 500 }).describe("What became of the money.") })
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
      summary: "List payments for orders that are not here",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({ state: z.enum(UNMATCHED_STATES).optional().describe("Only these.") }),
      status: 200,
      reply: z.array(unmatchedReply),
      problems: [],
      handle: async (request) => {
        const { organisation } = request;
        const { state = null } = request.query;
        return paged(
          request,
          (page) => unmatched.list(organisation.id, { ...page, state }),
          toUnmatched,
          (payment) => payment.id,
        );
      },
    }),
    organisationRoute({
      operationId: "getUnmatchedPayment",
      method: "GET",
      path: "/unmatched-payments/{id}",
      summary: "Get a payment for an order that is not here",
      tag,
      permission: "orders:read",
      params: ofItem<UnmatchedPaymentId>(),
      status: 200,
      reply: unmatchedReply,
      problems: [],
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
      summary: "Send money back that no order here is for",
      tag,
      permission: "orders:refund",
      params: ofItem<UnmatchedPaymentId>(),
      body: unmatchedRefund,
      status: 200,
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
      summary: "Record what became of money that no order here is for",
      tag,
      permission: "orders:refund",
      params: ofItem<UnmatchedPaymentId>(),
      body: unmatchedResolution,
      status: 200,
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
