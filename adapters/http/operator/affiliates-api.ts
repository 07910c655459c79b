import { z } from "zod";
import { Affiliates } from "../../../ports/organisations/affiliates.ts";
import { AffiliateAdministration } from "../../../src/organisations/affiliate-administration.ts";
import {
  type Affiliate,
  AFFILIATE_CODE,
  AffiliateCodeTaken,
  balanceCents,
  type CommissionEntry,
  MAX_COMMISSION_BPS,
} from "../../../src/organisations/affiliate.ts";
import { integer, label, optional } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { pagedById } from "../input/page.ts";
import { routes } from "../kernel/route.ts";
import { actOf, pageQuery, time, organisationRoute } from "./request.ts";

const code = z
  .string()
  .regex(AFFILIATE_CODE, "must have 1 to 40 letters, digits, hyphens and underscores")
  .describe("The affiliate's code. Stored in lower case; case does not matter in requests.");
const name = label({ max: 200 });
const commissionBps = integer({ min: 0, max: MAX_COMMISSION_BPS }).describe(
  "The commission in basis points (hundredths of a per cent) of the price. A change applies to orders placed afterwards.",
);

const ofAffiliate = z.strictObject({ code });

const affiliateCreate = z.strictObject({ code, name, commissionBps }).meta({ id: "AffiliateCreate" });
const affiliateUpdate = z
  .strictObject({ name: optional(name), commissionBps: optional(commissionBps) })
  .meta({ id: "AffiliateUpdate" });

const affiliateReply = z
  .strictObject({
    id,
    code: z.string(),
    name: z.string(),
    commissionBps: count,
    accruedCents: count.describe("The commission of paid orders, in US cents."),
    reversedCents: count.describe("The part that refunds and cancelled competitions reversed, in US cents."),
    balanceCents: z
      .int()
      .describe("The commission after reversals, in US cents. Payouts are not recorded in the service."),
    createdAt: time,
  })
  .meta({ id: "Affiliate" });

const commissionReply = z
  .strictObject({
    id,
    kind: z.enum(["accrual", "reversal"]),
    amountCents: z.int().describe("The amount in US cents; negative for a reversal."),
    orderId: z.string(),
    at: time,
  })
  .meta({ id: "Commission" });

function toAffiliate(affiliate: Affiliate): z.input<typeof affiliateReply> {
  const { createdAt, ...rest } = affiliate;
  return { ...rest, balanceCents: balanceCents(affiliate), createdAt: createdAt.toISOString() };
}

function toCommission({ at, ...rest }: CommissionEntry): z.input<typeof commissionReply> {
  return { ...rest, at: at.toISOString() };
}

const NEEDS = {
  affiliateAdministration: AffiliateAdministration,
  affiliates: Affiliates,
};

export const affiliateRoutes = routes(NEEDS, ({ affiliateAdministration, affiliates }) => {
  const tag = "Affiliates";
  return [
    organisationRoute({
      operationId: "createAffiliate",
      method: "POST",
      path: "/affiliates",
      summary: "Create an affiliate",
      description: "The code is permanent. Checkout sessions name it to earn the affiliate a commission.",
      tag,
      permission: "affiliates:write",
      body: affiliateCreate,
      status: 201,
      reply: affiliateReply,
      problems: [AffiliateCodeTaken],
      handle: async (request) =>
        toAffiliate(await affiliateAdministration.add(actOf(request), request.organisation.id, request.body)),
    }),
    organisationRoute({
      operationId: "listAffiliates",
      method: "GET",
      path: "/affiliates",
      summary: "List affiliates with their commissions",
      description: "Returns the newest affiliate first.",
      tag,
      permission: "affiliates:read",
      query: pageQuery,
      reply: z.array(affiliateReply),
      handle: (request) =>
        pagedById(request, (page) => affiliates.list(request.organisation.id, page), toAffiliate),
    }),
    organisationRoute({
      operationId: "getAffiliate",
      method: "GET",
      path: "/affiliates/{code}",
      summary: "Get an affiliate with its commissions",
      description: "Returns the affiliate with the sum of its commissions.",
      tag,
      permission: "affiliates:read",
      params: ofAffiliate,
      reply: affiliateReply,
      handle: async ({ organisation, params }) =>
        toAffiliate(await affiliateAdministration.byCode(organisation.id, params.code)),
    }),
    organisationRoute({
      operationId: "updateAffiliate",
      method: "PATCH",
      path: "/affiliates/{code}",
      summary: "Change an affiliate",
      description: "Fields that are absent keep their values. Existing orders keep their commission.",
      tag,
      permission: "affiliates:write",
      params: ofAffiliate,
      body: affiliateUpdate,
      reply: affiliateReply,
      handle: async (request) => {
        const { params, body } = request;
        const { organisation } = request;
        return toAffiliate(
          await affiliateAdministration.change(actOf(request), organisation.id, params.code, body),
        );
      },
    }),
    organisationRoute({
      operationId: "listCommissions",
      method: "GET",
      path: "/affiliates/{code}/commissions",
      summary: "List an affiliate's commissions",
      description: "Returns the newest commission first.",
      tag,
      permission: "affiliates:read",
      params: ofAffiliate,
      query: pageQuery,
      reply: z.array(commissionReply),
      handle: async (request) => {
        const { organisation } = request;
        const { code } = request.params;
        return pagedById(
          request,
          (page) => affiliateAdministration.commissions(organisation.id, code, page),
          toCommission,
        );
      },
    }),
  ];
});
