import { z } from "zod";
import { type OnChainLot, OnChainLots, type OnChainPurchase } from "../../../ports/onchain/onchain-lots.ts";
import { checksummedWallet } from "../../../src/buyers/account.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { count, id, idTextOf } from "../input/fields.ts";
import { partnerRoute } from "./partner-route.ts";
import { routes } from "../kernel/route.ts";

const MAX_PURCHASES = 1_000;

const units = z.string().regex(/^\d{1,78}$/);
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const txHash = z.string().regex(/^0x[0-9a-f]{64}$/);
const transaction = txHash.nullable();

const purchaseReply = z
  .strictObject({
    index: count.describe("The index of the purchase, used to claim its refund from the contract."),
    firstTicket: count,
    lastTicket: count,
    units: units.describe("The amount paid, in the token's smallest unit."),
    txHash,
    refunded: z.boolean(),
    refundTx: transaction,
  })
  .meta({ id: "OnChainPurchase" });

const onChainReply = z
  .strictObject({
    competitionId: id,
    chainId: count,
    contract: address.describe("The address of the raffle contract."),
    lotId: id.describe("The competition's id on the contract."),
    state: z
      .enum(["open", "drawing", "drawn", "cancelled"])
      .describe("The state in final blocks. A cancellation is shown as soon as any block contains it."),
    token: address.describe("The contract of the payment token."),
    priceUnits: units.describe("The price of one ticket, in the token's smallest unit."),
    maxTickets: count,
    startDate: z.iso.datetime(),
    endDate: z.iso.datetime(),
    treasury: address.describe("The address that receives the proceeds."),
    creationTx: transaction,
    vrfRequestId: units.nullable(),
    requestTx: transaction,
    fulfillmentTx: transaction,
    payoutTx: transaction,
    cancellationTx: transaction,
    purchases: z
      .array(purchaseReply)
      .optional()
      .describe("The purchases of `wallet`, if the query has it, by index. At most 1,000 after `after`."),
  })
  .meta({ id: "OnChainCompetition" });

const query = z.strictObject({
  wallet: z
    .string()
    .refine((text) => checksummedWallet(text) !== null, "must be a wallet's address")
    .optional()
    .describe("Return the purchases of this wallet."),
  after: z
    .string()
    .regex(/^\d{1,9}$/, "must be an index")
    .optional()
    .describe("Return purchases after the one with this index."),
});

const params = z.object({ id: idTextOf<LotId>() });

function spelled(address: string): string {
  return checksummedWallet(address) ?? address;
}

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

function toPurchase({ index, first, last, units: paid, txHash, refundTx }: OnChainPurchase) {
  return {
    index,
    firstTicket: first,
    lastTicket: last,
    units: String(paid),
    txHash,
    refunded: refundTx !== null,
    refundTx,
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
      const by = { wallet: wallet.toLowerCase(), after: behind, limit: MAX_PURCHASES };
      const purchases = await lots.purchasesOf(organisationId, lotId, by);
      return { ...reply, purchases: purchases.map(toPurchase) };
    },
  }),
]);
