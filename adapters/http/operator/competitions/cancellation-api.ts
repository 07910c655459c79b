import { z } from "zod";
import { ChainUnavailable } from "../../../../ports/chain.ts";
import { RAIL_KINDS } from "../../../../ports/rail.ts";
import { LotAdministration } from "../../../../src/lot-administration/lot-administration.ts";
import { HasWinner } from "../../../../src/lots/lot.ts";
import type { LotCancellation } from "../../../../src/lots/lot-cancellation.ts";
import { PaymentOffers } from "../../../../src/lots/payment-offers.ts";
import type { LotId } from "../../../../src/shared/ids.ts";
import { count } from "../../input/fields.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, organisationRoute } from "../request.ts";
import { operatorCompetitionReply, toOperatorCompetition } from "./competition-reply.ts";

const refundsReply = z
  .strictObject({
    kind: z.enum(RAIL_KINDS),
    provider: z.string(),
    currency: z.string(),
    byHand: z.boolean().describe("The rail cannot refund: somebody has to send each back."),
    refunds: count.describe("One for each payment."),
    amount: count.describe("In the currency's minor unit."),
  })
  .meta({ id: "RefundsOfRail" });

const cancellationReply = z
  .strictObject({
    pendingOrders: count.describe("Sessions that fail."),
    pendingTickets: count.describe("The tickets that they hold."),
    reservedCreditCents: count.describe(
      "Credit in US cents that pending sessions reserve, and that is free again.",
    ),
    paidOrders: count.describe("Orders that are given back."),
    paidTickets: count.describe("The tickets of these orders."),
    creditCents: count.describe("Credit in US cents that buyers get back."),
    commissions: count.describe("Commissions that are taken back."),
    commissionCents: count.describe("US cents that affiliates lose again."),
    refunds: z.array(refundsReply).describe("What goes back on which rail."),
    contract: z
      .strictObject({
        purchases: count.describe("Purchases on it."),
        units: z.string().describe("In the token's smallest unit."),
      })
      .meta({ id: "PurchasesOnContract" })
      .nullable()
      .describe("What buyers get back from the raffle contract. null: it sold nothing of this competition."),
  })
  .meta({ id: "CancelPreview" });

function toPreview(cancellation: LotCancellation): z.input<typeof cancellationReply> {
  const { reservedCents, refunds, purchases, purchasedUnits, ...rest } = cancellation;
  return {
    ...rest,
    reservedCreditCents: reservedCents,
    refunds: [...refunds],
    contract: purchases === 0 ? null : { purchases, units: String(purchasedUnits) },
  };
}

const NEEDS = { administration: LotAdministration, offers: PaymentOffers };

export const cancellationRoutes = routes(NEEDS, ({ administration, offers }) => {
  const tag = "Competitions";
  return [
    organisationRoute({
      operationId: "getCancelPreview",
      method: "GET",
      path: "/competitions/{id}/cancel-preview",
      summary: "See what cancelling a competition would do",
      description:
        "Now: what is bought or paid until it is cancelled is not in it. Money that arrives afterwards is given back, too.",
      tag,
      permission: "competitions:cancel",
      params: ofItem<LotId>(),
      status: 200,
      reply: cancellationReply,
      problems: [HasWinner],
      handle: async ({ organisation, params }) =>
        toPreview(await administration.cancellation(organisation.id, params.id)),
    }),
    organisationRoute({
      operationId: "cancelCompetition",
      method: "POST",
      path: "/competitions/{id}/cancel",
      summary: "Cancel a competition",
      description:
        "Final, also for one that a recovery has halted. Pending sessions fail and buyers get their money back. Repeating it changes nothing. Once the block of the draw's commitment exists the winner is decided.",
      tag,
      permission: "competitions:cancel",
      params: ofItem<LotId>(),
      status: 200,
      reply: operatorCompetitionReply,
      problems: [HasWinner, ChainUnavailable],
      // May read the chain, so it must not run inside a transaction; the row makes repeats safe.
      idempotency: "resumable",
      handle: async (request) => {
        const { organisation, params, now } = request;
        const cancelled = await administration.cancel(actOf(request), organisation.id, params.id);
        return toOperatorCompetition(offers, cancelled, now);
      },
    }),
  ];
});
