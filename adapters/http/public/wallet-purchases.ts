import { z } from "zod";
import type { Hex } from "../../../ports/chain.ts";
import { SLUG } from "../../../src/organisations/settings.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { OnChainCounter } from "../../../src/shop/onchain/onchain-counter.ts";
import { count, id, idTextOf } from "../input/fields.ts";
import { routes } from "../kernel/route.ts";
import {
  addressReply,
  afterIndex,
  MOST_PURCHASES,
  purchaseReply,
  spelled,
  stateReply,
  toPurchase,
  walletText,
} from "./onchain-purchases.ts";
import { publicRoute } from "./public-route.ts";

const params = z.strictObject({
  organisation: z.string().regex(SLUG).describe("The organisation's slug."),
  id: idTextOf<LotId>(),
  address: walletText.regex(/^0x[0-9a-fA-F]{40}$/).describe("The wallet's address."),
});

const walletReply = z
  .strictObject({
    competitionId: id,
    chainId: count,
    contract: addressReply.describe("The address of the raffle contract."),
    wallet: addressReply.describe("The wallet's address."),
    state: stateReply,
    purchases: z
      .array(purchaseReply)
      .describe(
        `The wallet's purchases in final blocks, by index. At most ${MOST_PURCHASES} after \`after\`.`,
      ),
  })
  .meta({ id: "WalletPurchases" });

/** The purchases of a wallet in a lot on chain, which are public there. */
export const walletPurchaseRoutes = routes({ counter: OnChainCounter }, ({ counter }) => [
  publicRoute({
    operationId: "getPublicWallet",
    method: "GET",
    path: "/{organisation}/competition/{id}/wallets/{address}/purchases.json",
    summary: "Get a wallet's purchases",
    description:
      "Returns the tickets that a wallet has bought in a competition on chain, and the indexes that their refunds are claimed with. A purchase is there once its block is final. Competitions that are not on chain get `not_found`.",
    tag: "On chain",
    params,
    query: z.strictObject({ after: afterIndex }),
    reply: walletReply,
    problems: [NotFound],
    settled: () => false,
    handle: async ({
      caller: { tenantSlug },
      params: { organisation, id: lotId, address },
      query: { after },
    }) => {
      if (tenantSlug !== null && tenantSlug !== organisation) throw NotFound.because();
      const wallet = address.toLowerCase() as Hex;
      const behind = after === undefined ? null : Number(after);
      const { onChain, purchases } = await counter.purchasesOf(organisation, lotId, wallet, behind);
      return {
        competitionId: lotId,
        chainId: onChain.chainId,
        contract: spelled(onChain.contract),
        wallet: spelled(wallet),
        state: onChain.state,
        purchases: purchases.map(toPurchase),
      };
    },
  }),
]);
