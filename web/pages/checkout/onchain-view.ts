import type { TicketPrice } from "../../../src/lots/lot.ts";
import type { ShopLot, ShownState } from "../../../src/shop/shop-lot.ts";
import type { Face } from "../face.ts";
import { ownLink } from "../own-page.ts";
import { tokenAmount } from "./checkout-view.ts";

/** A lot on chain for its buyers' wallets. */
export interface OnChainView {
  readonly lot: ShopLot;
  readonly state: ShownState;
  /** Price of one ticket. */
  readonly price: TicketPrice;
  /** Most tickets of one purchase. 0: none can be bought here now. */
  readonly most: number;
  /** Number of tickets, as in the address. */
  readonly quantity: string;
  readonly chainId: number;
  /** null: wallets have to know it already. */
  readonly chain: { readonly chainName: string } | null;
  /** The raffle contract, with its checksum. */
  readonly contract: string;
  /** Names of errors by the first four bytes of what a contract raises. */
  readonly errors: Readonly<Record<string, string>>;
  /** Parts of the address that go along: the visit, and where the buyer comes from. */
  readonly carried: Readonly<Record<string, string | undefined>>;
}

/** A purchase that is final, in words. */
export interface ShownPurchase {
  readonly index: number;
  readonly txHash: string;
  readonly quantity: number;
  readonly refunded: boolean;
  readonly tickets: string;
  readonly amount: string;
  /** null: the lot is not cancelled. */
  readonly standing: string | null;
}

const UNITS_PER_CENT = 10_000n;

/** Formats an amount in the token's smallest unit. Prices are in cents, so nothing is lost. */
export function unitsText(units: bigint, token: string): string {
  return tokenAmount({ amount: Number(units / UNITS_PER_CENT) }, token);
}

/** Names a chain by its number, and by its name where it is known: `8453 (Base)`. */
export function chainText({ chainId, chain }: Pick<OnChainView, "chainId" | "chain">): string {
  return chain === null ? String(chainId) : `${chainId} (${chain.chainName})`;
}

/** Returns what the page's script needs. */
export function onChainFacts(face: Face, view: OnChainView, paths: { readonly here: string }): object {
  const { words, shopkeeper } = face;
  const { lot, chainId, chain, errors } = view;
  const path = (rest: string) => ownLink(face, `/checkout/${shopkeeper.slug}/${lot.id}${rest}`);
  const placeholder = { error: "{error}" };
  return {
    here: paths.here,
    onChain: {
      lot: lot.id,
      chainId,
      chain,
      purchase: path("/purchase.json"),
      wallet: path("/wallet.json"),
      errors,
      refused: words.text("onchain.refused", placeholder),
      reverted: words.text("onchain.reverted", placeholder),
    },
  };
}
