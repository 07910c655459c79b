import { CounterPrices } from "./hosted/counter-prices.ts";
import { HostedCheckout } from "./hosted/hosted-checkout.ts";
import { HostedQuestion } from "./hosted/hosted-question.ts";
import { OrderTracker } from "./order-tracker.ts";
import { ShareImages } from "./share-images.ts";
import { ShopWindow } from "./shop-window.ts";
import { CheckoutVisits } from "./checkout-visits.ts";

export const SHOP = [
  ShopWindow,
  ShareImages,
  HostedQuestion,
  CounterPrices,
  HostedCheckout,
  CheckoutVisits,
  OrderTracker,
] as const;
