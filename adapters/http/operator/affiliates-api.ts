import { z } from "zod";
import { Affiliates } from "../../../ports/organisations/affiliates.ts";
import { OrganisationAdministration } from "../../../src/organisations/organisation-administration.ts";
import { AffiliateAdministration } from "../../../src/organisations/affiliate-administration.ts";
import {
  type Affiliate,
  AFFILIATE_CODE,
  AffiliateCodeTaken,
  balanceCents,
  type CommissionEntry,
  MAX_COMMISSION_BPS,
} from "../../../src/organisations/affiliate.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { integer, label, optional } from "../../../src/shared/input/fields.ts";
import { count, id } from "../input/fields.ts";
import { paged } from "../input/page.ts";
import { operatorRoute, routes } from "../kernel/route.ts";
import { actOf, ofOrganisation, pageQuery, time } from "./request.ts";

const code = z
  .string()
  .regex(AFFILIATE_CODE, "must have 1 to 40 letters, digits, hyphens and underscores")
  .describe("Stored in lower case, taken in any.");
const name = label({ max: 200 });
const commissionBps = integer({ min: 0, max: MAX_COMMISSION_BPS }).describe(
  "Hundredths of a per cent of the price in US cents. What is placed later earns by it.",
);

const ofAffiliate = ofOrganisation.extend({ code });

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
    accruedCents: count.describe("US cents earned by paid orders."),
    reversedCents: count.describe("What of them was taken back, by refunds and cancelled competitions."),
    balanceCents: z.int().describe("What is left. Payouts are not recorded here."),
    createdAt: time,
  })
  .meta({ id: "Affiliate" });

const commissionReply = z
  .strictObject({
    id,
    kind: z.enum(["accrual", "reversal"]),
    amountCents: z.int().describe("US cents; negative for a reversal."),
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
  administration: OrganisationAdministration,
  affiliateAdministration: AffiliateAdministration,
  affiliates: Affiliates,
};

export const affiliateRoutes = routes(NEEDS, ({ administration, affiliateAdministration, affiliates }) => {
  const tag = "Affiliates";
  return [
    operatorRoute({
      operationId: "createAffiliate",
      method: "POST",
      path: "/organisations/{slug}/affiliates",
      summary: "Create an affiliate",
      tag,
      scope: null,
      params: ofOrganisation,
      body: affiliateCreate,
      status: 201,
      reply: affiliateReply,
      problems: [NotFound, AffiliateCodeTaken],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return toAffiliate(await affiliateAdministration.add(actOf(request), organisation.id, request.body));
      },
    }),
    operatorRoute({
      operationId: "listAffiliates",
      method: "GET",
      path: "/organisations/{slug}/affiliates",
      summary: "List affiliates, with what they have earned",
      tag,
      scope: null,
      params: ofOrganisation,
      query: pageQuery,
      status: 200,
      reply: z.array(affiliateReply),
      problems: [NotFound],
      handle: async (request) => {
        const organisation = await administration.organisation(request.params.slug);
        return paged(
          request,
          (page) => affiliates.list(organisation.id, page),
          toAffiliate,
          (affiliate) => affiliate.id,
        );
      },
    }),
    operatorRoute({
      operationId: "updateAffiliate",
      method: "PATCH",
      path: "/organisations/{slug}/affiliates/{code}",
      summary: "Change an affiliate",
      description:
        "Members that are left out stay as they are. Orders keep the commission they were placed with.",
      tag,
      scope: null,
      params: ofAffiliate,
      body: affiliateUpdate,
      status: 200,
      reply: affiliateReply,
      problems: [NotFound],
      handle: async (request) => {
        const { params, body } = request;
        const organisation = await administration.organisation(params.slug);
        return toAffiliate(
          await affiliateAdministration.change(actOf(request), organisation.id, params.code, body),
        );
      },
    }),
    operatorRoute({
      operationId: "listCommissions",
      method: "GET",
      path: "/organisations/{slug}/affiliates/{code}/commissions",
      summary: "List an affiliate's commissions",
      tag,
      scope: null,
      params: ofAffiliate,
      query: pageQuery,
      status: 200,
      reply: z.array(commissionReply),
      problems: [NotFound],
      handle: async (request) => {
        const { slug, code } = request.params;
        const organisation = await administration.organisation(slug);
        return paged(
          request,
          (page) => affiliateAdministration.commissions(organisation.id, code, page),
          toCommission,
          (entry) => entry.id,
        );
      },
    }),
  ];
});
