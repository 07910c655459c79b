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
    byHand: z.boolean().describe("Whether the rail cannot refund: a person must send each refund by hand."),
    refunds: count.describe("The number of refunds, one for each payment."),
    amount: count.describe("The total amount, in the currency's minor unit."),
  })
  .meta({ id: "RefundsOfRail" });

const cancellationReply = z
  .strictObject({
    pendingOrders: count.describe("Pending sessions, which will fail."),
    pendingTickets: count.describe("Tickets held by the pending sessions."),
    reservedCreditCents: count.describe(
      "Credit reserved by the pending sessions, which will be released, in US cents.",
    ),
    paidOrders: count.describe("Paid orders, which will be refunded."),
    paidTickets: count.describe("Tickets of the paid orders."),
    creditCents: count.describe("Credit that will be returned to buyers, in US cents."),
    commissions: count.describe("Commissions that will be reversed."),
    commissionCents: count.describe("The amount of the reversed commissions, in US cents."),
    refunds: z.array(refundsReply).describe("The refunds by rail and currency."),
    contract: z
      .strictObject({
        purchases: count.describe("Purchases on the contract."),
        units: z.string().describe("The total amount, in the token's smallest unit."),
      })
      .meta({ id: "PurchasesOnContract" })
      .nullable()
      .describe(
        "The refunds that buyers can claim from the raffle contract. Null if the contract sold nothing of this competition.",
      ),
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
      summary: "Preview the cancellation of a competition",
      description:
        "Counts the present state: later purchases and payments are not included. Money that arrives after a cancellation is refunded as well.",
      tag,
      permission: "competitions:cancel",
      params: ofItem<LotId>(),
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
        "Cancels a competition for good, including one that a recovery has halted. Pending sessions fail, and buyers are refunded. Repeating the request changes nothing. A competition cannot be cancelled once the block of the draw's commitment exists: the winner is then decided.",
      tag,
      permission: "competitions:cancel",
      params: ofItem<LotId>(),
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
