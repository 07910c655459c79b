import { z } from "zod";
import { Disputes, type ListedDispute } from "../../../../ports/checkout/disputes.ts";
import { DISPUTE_STANDINGS } from "../../../../ports/checkout/disputes.ts";
import type { DisputeId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { id } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { disputeReply, toDispute } from "../orders-api.ts";
import { buyerReply, ofItem, organisationRoute, pageQuery } from "../request.ts";

export const listedReply = disputeReply
  .extend({
    orderId: z
      .string()
      .nullable()
      .describe("The order's id. Null if the dispute names no order that this rail account charged."),
    provider: z.string().describe("The provider at which the dispute is answered."),
    providerUrl: z
      .string()
      .nullable()
      .describe("The page of the provider for the dispute. Null: its address is not known."),
    competitionId: id.nullable().describe("The order's competition."),
    competitionTitle: z.string().nullable(),
    buyer: buyerReply.describe("The order's buyer."),
  })
  .meta({ id: "DisputeOfOrder" });

/** Pages of providers about a dispute. Those of others need ids that no report of a dispute has. */
const PROVIDER_PAGES: Readonly<Record<string, (disputeId: string) => string>> = {
  paypal: () => "https://www.paypal.com/resolutioncenter/",
  stripe: (disputeId) => `https://dashboard.stripe.com/disputes/${encodeURIComponent(disputeId)}`,
};

export function toListed(dispute: ListedDispute): z.input<typeof listedReply> {
  const { orderId, provider, competitionId, competitionTitle, buyer, ...rest } = dispute;
  return {
    ...toDispute(rest),
    orderId,
    provider,
    providerUrl: PROVIDER_PAGES[provider]?.(dispute.providerDisputeId) ?? null,
    competitionId,
    competitionTitle,
    buyer,
  };
}

const NEEDS = { disputes: Disputes };

export const disputeRoutes = routes(NEEDS, ({ disputes }) => {
  const tag = "Orders";
  return [
    organisationRoute({
      operationId: "listDisputes",
      method: "GET",
      path: "/disputes",
      summary: "List disputes",
      description: "Returns the newest dispute first, each with its latest stage in the provider's terms.",
      tag,
      permission: "orders:read",
      query: pageQuery.extend({
        standing: z.enum(DISPUTE_STANDINGS).optional().describe("Return disputes with this standing."),
      }),
      reply: z.array(listedReply),
      handle: (request) =>
        pagedById(
          request,
          (page) => disputes.list(request.organisation.id, page, request.query.standing ?? null),
          toListed,
        ),
    }),
    organisationRoute({
      operationId: "getDispute",
      method: "GET",
      path: "/disputes/{id}",
      summary: "Get a dispute",
      description: "Returns the dispute with its latest stage in the provider's terms.",
      tag,
      permission: "orders:read",
      params: ofItem<DisputeId>(),
      reply: listedReply,
      handle: async ({ organisation, params }) => {
        const dispute = await disputes.byId(organisation.id, params.id);
        if (dispute === null) throw NotFound.because();
        return toListed(dispute);
      },
    }),
  ];
});
