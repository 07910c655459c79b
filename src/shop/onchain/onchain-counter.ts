import type { Hex } from "../../../ports/chain.ts";
import { Clock } from "../../../ports/clock.ts";
import { BuyerCalls, type PurchaseCalls, type WalletCall } from "../../../ports/onchain/buyer-calls.ts";
import { type OnChainLot, OnChainLots, type OnChainPurchase } from "../../../ports/onchain/onchain-lots.ts";
import { SoldOut } from "../../checkout/decision.ts";
import { availableTickets, EntriesClosed } from "../../lots/lot.ts";
import { NotFound } from "../../shared/problem.ts";
import { Process } from "../../shared/process.ts";
import { type LotSnapshot, ShopWindow } from "../shop-window.ts";
import type { LotId } from "../../shared/ids.ts";

/** Most tickets of one purchase, by the contract. */
const MOST_AT_ONCE = 100;
/** Purchases of a wallet in a lot that are read at once. */
const MOST_PURCHASES = 1_000;
/** Purchases of one refund: each transfer may take 200,000 gas. */
const MOST_REFUNDS = 50;
const PERMIT_MS = 3_600_000;

/** A lot on chain as its buyers see it. */
export interface OnChainOffer {
  readonly snapshot: LotSnapshot;
  readonly onChain: OnChainLot;
  /** Tickets that one purchase can have now. 0: none can be bought here. */
  readonly most: number;
}

/** A wallet's purchases in final blocks. */
export interface WalletPurchases extends OnChainOffer {
  /** In lower case. */
  readonly wallet: Hex;
  /** Ordered by index, at most 1,000. */
  readonly purchases: readonly OnChainPurchase[];
}

/** A refund that any account may claim for a wallet. */
interface OpenRefund {
  readonly call: WalletCall;
  readonly indexes: readonly number[];
  /** Their sum, in the token's smallest unit. */
  readonly units: bigint;
}

/** Sells lots on chain to buyers' own wallets: it prepares the calls of purchases and refunds, and finds the purchases. */
export class OnChainCounter extends Process<typeof OnChainCounter.needs> {
  static readonly needs = { window: ShopWindow, lots: OnChainLots, calls: BuyerCalls, clock: Clock };

  /** Returns a lot for buyers; null: it is off chain. Raises not_found: the organisation shows no such lot. */
  async offer(slug: string, lotId: LotId): Promise<OnChainOffer | null> {
    const { lots } = await this.parts.window.snapshot(slug);
    // Most lots are off chain, and in the window.
    if (lots.find(({ lot }) => lot.id === lotId)?.contract === null) return null;
    const snapshot = await this.parts.window.lot(slug, lotId);
    if (snapshot.contract === null) return null;
    const onChain = await this.parts.lots.byId(snapshot.shopkeeper.id, lotId);
    if (onChain === null) return null;
    const most = snapshot.buyable ? Math.min(MOST_AT_ONCE, Math.max(0, availableTickets(snapshot.lot))) : 0;
    return { snapshot, onChain, most };
  }

  /**
   * Returns the calls of a purchase, and its cost in the token's smallest unit.
   * Raises not_found, entries_closed, sold_out with what is `available`.
   * @param wallet in lower case
   */
  async purchase(
    slug: string,
    lotId: LotId,
    { wallet, quantity }: { readonly wallet: Hex; readonly quantity: number },
  ): Promise<PurchaseCalls & Pick<OnChainLot, "chainId"> & { readonly units: bigint }> {
    const { snapshot, onChain, most } = await this.#onChain(slug, lotId);
    if (snapshot.state === "open" && !snapshot.buyable) throw NotFound.because();
    if (snapshot.state !== "open" && snapshot.state !== "sold_out") throw EntriesClosed.because();
    if (quantity > most) throw SoldOut.because(undefined, { available: most });
    const { calls, clock } = this.parts;
    const { chainId, contract, terms } = onChain;
    const units = terms.priceUnits * BigInt(quantity);
    const until = new Date(clock.now().getTime() + PERMIT_MS);
    const { token } = terms;
    const purchase = { chainId, contract, token, lotId, wallet, quantity, units, until };
    return { ...(await calls.purchase(purchase)), chainId, units };
  }

  /**
   * Raises not_found: the organisation shows no such lot, or it is off chain.
   * @param wallet in lower case
   * @param after index of the last purchase of the slice before; null: there is none
   */
  async purchasesOf(
    slug: string,
    lotId: LotId,
    wallet: Hex,
    after: number | null = null,
  ): Promise<WalletPurchases> {
    const offer = await this.#onChain(slug, lotId);
    return { ...offer, wallet, purchases: await this.#read(offer, wallet, after) };
  }

  /** Returns the call that refunds at most 50 purchases of a cancelled lot; null: none can be refunded. */
  async refund(purchases: WalletPurchases): Promise<OpenRefund | null> {
    const { snapshot, onChain, wallet } = purchases;
    if (onChain.state !== "cancelled") return null;
    const isOpen = ({ refundTx }: OnChainPurchase) => refundTx === null;
    let slice = purchases.purchases;
    // The first thousand purchases may all be refunded.
    while (slice.length === MOST_PURCHASES && !slice.some(isOpen))
      slice = await this.#read(purchases, wallet, slice.at(-1)!.index);
    const open = slice.filter(isOpen).slice(0, MOST_REFUNDS);
    if (open.length === 0) return null;
    const indexes = open.map(({ index }) => index);
    const units = open.reduce((sum, purchase) => sum + purchase.units, 0n);
    return {
      call: await this.parts.calls.refund(onChain.contract, snapshot.lot.id, indexes),
      indexes,
      units,
    };
  }

  #read({ snapshot }: OnChainOffer, wallet: Hex, after: number | null): Promise<OnChainPurchase[]> {
    const slice = { wallet, after, limit: MOST_PURCHASES };
    return this.parts.lots.purchasesOf(snapshot.shopkeeper.id, snapshot.lot.id, slice);
  }

  async #onChain(slug: string, lotId: LotId): Promise<OnChainOffer> {
    const offer = await this.offer(slug, lotId);
    if (offer === null) throw NotFound.because();
    return offer;
  }
}
