import { Chain } from "../../ports/chain.ts";
import { Clock } from "../../ports/clock.ts";
import { LotDraws } from "../../ports/lot-draws/lot-draws.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { Winners } from "../../ports/lots/winners.ts";
import { OnChainLots } from "../../ports/onchain/onchain-lots.ts";
import { RaffleContract } from "../../ports/onchain/raffle-contract.ts";
import { ShopWindows } from "../../ports/shop/shop-windows.ts";
import type { Parts } from "../../ports/token.ts";
import { checksummedWallet } from "../buyers/account.ts";
import type { Lot, TicketPrice } from "../lots/lot.ts";
import { PaymentOffers } from "../lots/payment-offers.ts";
import type { Winner } from "../lots/winner.ts";
import type { LotDrawDocument } from "../lot-draws/lot-draw-document.ts";
import type { LotId } from "../shared/ids.ts";
import { NotFound } from "../shared/problem.ts";
import { DrawForecast } from "./draw-forecast.ts";
import { EachSecond } from "./each-second.ts";
import { type ShopLot, type Shopkeeper, type ShownDraw, type ShownState, shownState } from "./shop-lot.ts";

/** Limits of lots in an organisation's window: those that sell or will, and those that are over. */
const ACTIVE = 300;
const OVER = 100;
const OVER_FOR_MS = 7 * 86_400_000;
/** Limits of remembered windows and lots. */
const ORGANISATIONS = 200;
const LOTS = 200;

/** A lot and its state when the window was read. */
export interface Shown<L extends ShopLot = ShopLot> {
  readonly lot: L;
  readonly state: ShownState;
  /** true: it can be paid for on the service's own pages now. */
  readonly buyable: boolean;
  readonly price: TicketPrice;
  /** The raffle contract that sells it, with its checksum; null: it is off chain. */
  readonly contract: string | null;
}

/** An organisation's public view at one moment. */
export interface Snapshot {
  readonly now: Date;
  readonly shopkeeper: Shopkeeper;
  readonly lots: readonly (Shown & { readonly draw: ShownDraw })[];
}

/** One lot at one moment, with its outcome. */
export interface LotSnapshot extends Shown<Lot> {
  readonly now: Date;
  readonly shopkeeper: Shopkeeper;
}

/** The public outcome of a lot's draw. */
export interface DrawOutcome {
  /** null: there is no commitment yet, or the winner is not published. */
  readonly draw: LotDrawDocument | null;
  readonly winner: Winner | null;
  /** Estimated time at which the winner is known; null: the winner is known, or there is no estimate. */
  readonly expectedAt: Date | null;
}

const NEEDS = {
  windows: ShopWindows,
  lots: Lots,
  winners: Winners,
  draws: LotDraws,
  chain: Chain,
  onChain: OnChainLots,
  raffle: RaffleContract,
  offers: PaymentOffers,
  clock: Clock,
};

/** Buyers' public view: read at most once a second, for any number of viewers. Raises not_found. */
export class ShopWindow {
  static readonly needs = NEEDS;
  readonly #parts: Parts<typeof NEEDS>;
  readonly #snapshots = new EachSecond<Snapshot>({ most: ORGANISATIONS });
  readonly #lots = new EachSecond<LotSnapshot>({ most: LOTS });
  readonly #forecast: DrawForecast;
  readonly #outcomes = new EachSecond<DrawOutcome>({ most: LOTS });

  constructor(parts: Parts<typeof NEEDS>) {
    this.#parts = parts;
    this.#forecast = new DrawForecast(parts.chain);
  }

  /** Returns whether it was read recently, so that another read costs little. */
  knows(slug: string, lotId: LotId | null = null): boolean {
    return this.#snapshots.has(slug) && (lotId === null || this.#lots.has(`${slug}/${lotId}`));
  }

  snapshot(slug: string): Promise<Snapshot> {
    const now = this.#parts.clock.now();
    return this.#snapshots.get(slug, now.getTime(), () => this.#read(slug, now));
  }

  async lot(slug: string, lotId: LotId): Promise<LotSnapshot> {
    const { shopkeeper } = await this.snapshot(slug);
    const now = this.#parts.clock.now();
    return this.#lots.get(`${slug}/${lotId}`, now.getTime(), async () => {
      const found = await this.#parts.lots.byId(shopkeeper.id, lotId);
      const state = found && shownState(found.lot, now);
      if (!found || state === null) throw NotFound.because();
      const { lot } = found;
      const onChain = lot.onChain ? await this.#parts.onChain.byId(shopkeeper.id, lotId) : null;
      const contract = onChain && checksummedWallet(onChain.contract);
      const buyable = this.#isBuyable(shopkeeper, state, found, onChain?.contract ?? null);
      const price = this.#parts.offers.ticketPrice(found);
      return { now, shopkeeper, lot, state, contract, buyable, price };
    });
  }

  outcome({ shopkeeper, lot }: LotSnapshot): Promise<DrawOutcome> {
    const { winners, draws, chain, clock } = this.#parts;
    const key = `${shopkeeper.slug}/${lot.id}`;
    return this.#outcomes.get(key, clock.now().getTime(), async () => {
      const [winner, draw] = await Promise.all([
        winners.publishedOf(shopkeeper.id, lot.id),
        draws.document({ publicOf: shopkeeper.slug }, lot.id, chain.chainId),
      ]);
      const block = draw?.winner ? null : (draw?.commitment?.blockNumber ?? null);
      const expectedAt = block === null ? null : this.#forecast.at(block, clock.now());
      return { winner, draw, expectedAt };
    });
  }

  async #read(slug: string, now: Date): Promise<Snapshot> {
    const since = new Date(now.getTime() - OVER_FOR_MS);
    const found = await this.#parts.windows.bySlug(slug, { active: ACTIVE, over: OVER, since });
    if (found === null) throw NotFound.because();
    const { shopkeeper, paying: organisation } = found;
    const lots = found.lots.flatMap((lot) => {
      const state = shownState(lot, now);
      if (state === null) return [];
      const offered = { lot, organisation, charging: lot.charging };
      const buyable = this.#isBuyable(shopkeeper, state, offered, lot.contract);
      const price = this.#parts.offers.ticketPrice(offered);
      const contract = lot.contract && checksummedWallet(lot.contract);
      return [{ lot, state, buyable, contract, price, draw: lot.draw }];
    });
    return { now, shopkeeper, lots };
  }

  #isBuyable(
    { hostedCheckout }: Shopkeeper,
    state: ShownState,
    found: Parameters<PaymentOffers["isPayable"]>[0],
    contract: string | null,
  ): boolean {
    if (!hostedCheckout || state !== "open") return false;
    // Of a contract that is not followed any more, no purchase would be seen.
    if (contract !== null) return contract === this.#parts.raffle?.address;
    return this.#parts.offers.isPayable(found);
  }
}
