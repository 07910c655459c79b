import { z } from "zod";
import { type OnChainLot, OnChainLots } from "../../../ports/onchain/onchain-lots.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { count, id, idTextOf } from "../input/fields.ts";
import {
  addressReply,
  afterIndex,
  MOST_PURCHASES,
  purchaseReply,
  spelled,
  stateReply,
  toPurchase,
  transactionReply,
  unitsReply,
  walletText,
} from "../public/onchain-purchases.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const onChainReply = z
  .strictObject({
    competitionId: id,
    chainId: count,
    contract: addressReply.describe("The address of the raffle contract."),
    lotId: id.describe("The competition's id on the contract."),
    state: stateReply,
    token: addressReply.describe("The contract of the payment token."),
    priceUnits: unitsReply.describe("The price of one ticket, in the token's smallest unit."),
    maxTickets: count,
    startDate: z.iso.datetime(),
    endDate: z.iso.datetime(),
    treasury: addressReply.describe("The address that receives the proceeds."),
    creationTx: transactionReply,
    vrfRequestId: unitsReply.nullable(),
    requestTx: transactionReply,
    fulfillmentTx: transactionReply,
    payoutTx: transactionReply,
    cancellationTx: transactionReply,
    purchases: z
      .array(purchaseReply)
      .optional()
      .describe("The purchases of `wallet`, if the query has it, by index. At most 1,000 after `after`."),
  })
  .meta({ id: "OnChainCompetition" });

const query = z.strictObject({
  wallet: walletText.optional().describe("Return the purchases of this wallet."),
  after: afterIndex,
});

const params = z.object({ id: idTextOf<LotId>() });

function toOnChain(competitionId: LotId, lot: OnChainLot): z.input<typeof onChainReply> {
  const { terms } = lot;
  return {
    competitionId,
    chainId: lot.chainId,
    contract: spelled(lot.contract),
    lotId: competitionId,
    state: lot.state,
    token: spelled(terms.token),
    priceUnits: String(terms.priceUnits),
    maxTickets: terms.maxTickets,
    startDate: terms.startAt.toISOString(),
    endDate: terms.endAt.toISOString(),
    treasury: spelled(terms.treasury),
    creationTx: lot.creationTx,
    vrfRequestId: lot.requestId,
    requestTx: lot.requestTx,
    fulfillmentTx: lot.answerTx,
    payoutTx: lot.payoutTx,
    cancellationTx: lot.cancelTx,
  };
}

const NEEDS = { lots: OnChainLots };

export const onChainRoutes = routes(NEEDS, ({ lots }) => [
  partnerRoute({
    operationId: "getCompetitionOnChain",
    method: "GET",
    path: "/competitions/{id}/onchain",
    summary: "Get a competition's on-chain record",
    description:
      "Extension. Returns the contract, the terms and the transactions of a competition on chain. With `wallet`, also returns the wallet's purchases, which a buyer needs to claim a refund from the contract. Competitions that are not on chain get `not_found`.",
    tag: "Competitions",
    scope: "competitions:read",
    params,
    query,
    reply: onChainReply,
    problems: [NotFound],
    handle: async ({ caller: { organisationId }, params: { id: lotId }, query: { wallet, after } }) => {
      const lot = await lots.byId(organisationId, lotId);
      if (lot === null) throw NotFound.because();
      const reply = toOnChain(lotId, lot);
      if (wallet === undefined) return reply;
      const behind = after === undefined ? null : Number(after);
      const by = { wallet: wallet.toLowerCase(), after: behind, limit: MOST_PURCHASES };
      const purchases = await lots.purchasesOf(organisationId, lotId, by);
      return { ...reply, purchases: purchases.map(toPurchase) };
    },
  }),
]);
