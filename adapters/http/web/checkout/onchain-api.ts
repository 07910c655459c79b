import { type RequestHandler, Router } from "express";
import type { Hex } from "../../../../ports/chain.ts";
import type { BuyerCalls } from "../../../../ports/onchain/buyer-calls.ts";
import type { OnChainPurchase } from "../../../../ports/onchain/onchain-lots.ts";
import { checksummedWallet } from "../../../../src/buyers/account.ts";
import { KNOWN_CHAINS } from "../../../../src/shop/onchain/known-chains.ts";
import type { CheckoutVisits } from "../../../../src/shop/checkout-visits.ts";
import { InvalidRequest, NotFound } from "../../../../src/shared/problem.ts";
import type {
  OnChainCounter,
  OnChainOffer,
  WalletPurchases,
} from "../../../../src/shop/onchain/onchain-counter.ts";
import type { Face } from "../../../../web/pages/face.ts";
import type { OnChainView, ShownPurchase } from "../../../../web/pages/checkout/onchain-view.ts";
import type { OwnPages, Reply } from "../own/own-pages.ts";
import type { SiteAssets } from "../site-assets.ts";
import { quantityIn } from "./checkout-form.ts";
import { carriedBy, type CheckoutPlace, placeOf } from "./checkout-place.ts";

const TYPED_MOST = 100;

interface OnChainPagesOptions {
  readonly counter: OnChainCounter;
  readonly calls: BuyerCalls;
  readonly assets: SiteAssets;
}

const views = () => import("../../../../web/pages/checkout/onchain-view.ts");

/** Checkout and refunds of lots on chain. What they know of a wallet is public on the chain. */
export class OnChainPages {
  readonly #options: OnChainPagesOptions;

  constructor(options: OnChainPagesOptions) {
    this.#options = options;
  }

  /** Returns the first page of checkout; null: the lot is off chain. */
  async first(place: CheckoutPlace): Promise<Reply | null> {
    const { counter } = this.#options;
    const offer = await counter.offer(place.shopkeeper.slug, place.lotId);
    if (offer === null) return null;
    if (!place.shopkeeper.hostedCheckout) throw NotFound.because();
    const { onChainPage } = await import("../../../../web/pages/checkout/onchain-page.ts");
    const { face, view, script } = await this.#view(place, offer);
    return { page: onChainPage(face, view, script) };
  }

  /** Returns the refunds of a lot on chain, with the purchases of the wallet in the address. Raises not_found. */
  async refund(place: CheckoutPlace): Promise<Reply> {
    const { counter } = this.#options;
    const { slug } = place.shopkeeper;
    const offer = await counter.offer(slug, place.lotId);
    if (offer === null) throw NotFound.because();
    const { onChainRefundPage } = await import("../../../../web/pages/checkout/onchain-refund-page.ts");
    const { face, view, script } = await this.#view(place, offer);
    const typed = (place.pageRequest.query("wallet") ?? "").trim().slice(0, TYPED_MOST);
    const wallet = checksummedWallet(typed);
    const found =
      wallet === null ? null : await counter.purchasesOf(slug, place.lotId, wallet.toLowerCase() as Hex);
    const page = onChainRefundPage(
      face,
      {
        ...view,
        isCancelled: offer.onChain.state === "cancelled",
        typed: wallet ?? typed,
        purchases: found && (await shownPurchases(face, found)),
      },
      script,
    );
    return { page, status: typed !== "" && wallet === null ? 400 : 200 };
  }

  async #view(
    place: CheckoutPlace,
    { snapshot, onChain, most }: OnChainOffer,
  ): Promise<{ readonly face: Face; readonly view: OnChainView; readonly script: string }> {
    const { calls, assets } = this.#options;
    const face = await place.pageRequest.face(place.shopkeeper);
    const { name } = await assets.file("onchain.js");
    const { lot, state, price, contract } = snapshot;
    const view: OnChainView = {
      lot,
      state,
      price,
      most,
      quantity: String(quantityIn(place.pageRequest.query("quantity")) ?? 1),
      chainId: onChain.chainId,
      chain: KNOWN_CHAINS[onChain.chainId] ?? null,
      contract: contract ?? onChain.contract,
      errors: await calls.errors(),
      carried: carriedBy(place),
    };
    return { face, view, script: name };
  }
}

/** Adds what the pages of lots on chain ask, and the page of refunds. */
export function onChainRoutes({
  own,
  counter,
  checkoutVisits,
  onChainPages,
}: {
  readonly own: OwnPages;
  readonly counter: OnChainCounter;
  readonly checkoutVisits: CheckoutVisits;
  readonly onChainPages: OnChainPages;
}): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/checkout/:organisation/:id";
  own.get(router, { policy: "checkout", path: `${path}/refund` }, async (pageRequest) =>
    onChainPages.refund(await placeOf(pageRequest)),
  );
  const script = { policy: "checkout", forScripts: true } as const;
  own.get(router, { ...script, path: `${path}/purchase.json` }, async (pageRequest) => {
    const { shopkeeper, lotId } = await placeOf(pageRequest);
    const wallet = walletIn(pageRequest.query("wallet"));
    const quantity = quantityIn(pageRequest.query("quantity"));
    if (quantity === null) throw InvalidRequest.because();
    const { units, ...calls } = await counter.purchase(shopkeeper.slug, lotId, { wallet, quantity });
    return { data: { ...calls, units: String(units) } };
  });
  own.get(router, { ...script, path: `${path}/wallet.json` }, async (pageRequest) => {
    const { shopkeeper, lotId, visit } = await placeOf(pageRequest);
    const wallet = walletIn(pageRequest.query("wallet"));
    const found = await counter.purchasesOf(shopkeeper.slug, lotId, wallet);
    const from = indexIn(pageRequest.query("from"));
    if (visit !== null && from !== null)
      checkoutVisits.send(visit, { slug: shopkeeper.slug, lotId, wallet, from });
    const face = await pageRequest.face(shopkeeper);
    const refund = await counter.refund(found);
    const { unitsText } = await views();
    const amount = refund && unitsText(refund.units, found.snapshot.lot.paymentToken);
    return {
      data: {
        wallet: checksummedWallet(wallet),
        purchases: await shownPurchases(face, found),
        refund: refund && {
          call: refund.call,
          indexes: refund.indexes,
          text: face.words.text("onchain.get", { amount: amount! }),
        },
      },
    };
  });
  return router;
}

/** Returns a wallet's address in lower case. Raises invalid_request. */
function walletIn(text: string | undefined): Hex {
  const wallet = checksummedWallet(text ?? "");
  if (wallet === null) throw InvalidRequest.because();
  return wallet.toLowerCase() as Hex;
}

/** Returns the index of a purchase; null: the text is none. */
function indexIn(text: string | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : null;
}

async function shownPurchases(face: Face, found: WalletPurchases): Promise<ShownPurchase[]> {
  const { unitsText } = await views();
  const { words } = face;
  const { paymentToken } = found.snapshot.lot;
  const isCancelled = found.onChain.state === "cancelled";
  const standing = ({ refundTx }: OnChainPurchase) =>
    words.text(refundTx === null ? "onchain.refundable" : "onchain.refunded");
  return found.purchases.map((purchase) => {
    const { index, txHash, first, last, units, refundTx } = purchase;
    const [from, to] = [String(first), String(last)];
    return {
      index,
      txHash,
      quantity: last - first + 1,
      refunded: refundTx !== null,
      tickets: first === last ? from : words.text("tickets.range", { first: from, last: to }),
      amount: unitsText(units, paymentToken),
      standing: isCancelled ? standing(purchase) : null,
    };
  });
}
