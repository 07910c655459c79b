import { Router } from "express";
import { Clock, WorldClock } from "../../../ports/clock.ts";
import { Currencies } from "../../../ports/currencies.ts";
import { MailSettings } from "../../../ports/settings.ts";
import { BuyerCalls } from "../../../ports/onchain/buyer-calls.ts";
import { type PartSource, partsOf } from "../../../ports/token.ts";
import { MyTickets } from "../../../src/buyers/my-tickets.ts";
import { BuyerSignIn } from "../../../src/buyers/buyer-sign-in.ts";
import { Confirmation } from "../../../src/checkout/confirmation.ts";
import { HostedCheckout } from "../../../src/shop/hosted/hosted-checkout.ts";
import { OnChainCounter } from "../../../src/shop/onchain/onchain-counter.ts";
import { OrderTracker } from "../../../src/shop/order-tracker.ts";
import { ShopWindow } from "../../../src/shop/shop-window.ts";
import { CheckoutVisits } from "../../../src/shop/checkout-visits.ts";
import { type RailRoutesOptions, railRoutes } from "./rails/rails-api.ts";
import type { Mount } from "../kernel/api.ts";
import { calendarRoutes } from "./calendar-api.ts";
import { docsRoutes } from "./docs/docs-api.ts";
import { checkoutRoutes } from "./checkout/checkout-api.ts";
import { CheckoutReplies } from "./checkout/checkout-replies.ts";
import { OnChainPages, onChainRoutes } from "./checkout/onchain-api.ts";
import { Purchases } from "./checkout/purchases.ts";
import { fileRoutes } from "./files-api.ts";
import { frameRoutes, type FramesOptions } from "./frames-api.ts";
import { SiteAssets } from "./site-assets.ts";
import { type HomeOptions, homeRoutes } from "./home-api.ts";
import { ShareImages } from "../../../src/shop/share-images.ts";
import { liveRoutes } from "./live-api.ts";
import { shareImageRoutes } from "./share-image-api.ts";
import { orderRoutes } from "./orders/order-api.ts";
import { OrderPages } from "./orders/order-pages.ts";
import { OwnPages } from "./own/own-pages.ts";
import { ticketRoutes } from "./own/tickets-api.ts";
import { signInRoutes } from "./own/sign-in-api.ts";
import { VisitorBudgets } from "./visitor-budgets.ts";

const NEEDS = { assets: SiteAssets, window: ShopWindow, shareImages: ShareImages, world: WorldClock };
const KNOWING_BUYERS = {
  assets: SiteAssets,
  window: ShopWindow,
  signIn: BuyerSignIn,
  tickets: MyTickets,
  mailSettings: MailSettings,
  hosted: HostedCheckout,
  checkoutVisits: CheckoutVisits,
  counter: OnChainCounter,
  calls: BuyerCalls,
  currencies: Currencies,
  orderTracker: OrderTracker,
  confirmation: Confirmation,
  clock: Clock,
  world: WorldClock,
};

interface WebOptions
  extends
    Pick<HomeOptions, "baseUrl" | "baseDomain" | "demo" | "mailbox" | "consoleUrl">,
    Pick<FramesOptions, "explorerUrl"> {
  /** The budget of one client address for what is not in memory. */
  readonly perMinute: number;
}

type OwnOptions = Omit<WebOptions, "demo" | "mailbox" | "consoleUrl" | "explorerUrl"> &
  Pick<RailRoutesOptions, "underWay">;

/** Serves the pages of the public. Other paths are left to the next mounts. */
export function webRoutes(source: PartSource, { perMinute, ...options }: WebOptions): Mount {
  const { world, ...parts } = partsOf(source, NEEDS);
  const shared = { ...parts, ...options, visitors: new VisitorBudgets({ perMinute, clock: world }) };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    // By far the most frequent, so it is compared first.
    liveRoutes(shared),
    fileRoutes(shared),
    frameRoutes(shared),
    calendarRoutes(shared),
    // A separate budget: a page that shows many pictures of competitions spends none of the budget of its widget.
    shareImageRoutes({ ...shared, visitors: new VisitorBudgets({ perMinute, clock: world }) }),
    homeRoutes({ ...shared, world }),
    docsRoutes({ ...shared, simulated: options.mailbox }),
  );
  return { path: "/", handler: router };
}

/** Pages that know the buyer, and those of orders, to which rails' addresses lead, too. */
export function ownRoutes(
  source: PartSource,
  { perMinute, underWay, ...options }: OwnOptions,
): { readonly rails: Mount; readonly pages: Mount } {
  const { clock, world, ...parts } = partsOf(source, KNOWING_BUYERS);
  const visitors = new VisitorBudgets({ perMinute, clock: world });
  const own = new OwnPages({ ...parts, ...options, visitors });
  const orderPages = new OrderPages({ ...parts, ...options });
  const replies = new CheckoutReplies(parts);
  const purchases = new Purchases({ ...parts, replies });
  const onChainPages = new OnChainPages(parts);
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    signInRoutes({ ...parts, own, purchases }),
    checkoutRoutes({ ...parts, own, replies, purchases, onChainPages }),
    onChainRoutes({ ...parts, own, onChainPages }),
    ticketRoutes({ ...parts, own, clock }),
    orderRoutes({ ...parts, own, orderPages, visitors }),
  );
  const rails = railRoutes(source, { ...parts, ...options, own, orderPages, underWay });
  return { rails, pages: { path: "/", handler: router } };
}
