import { CounterPrices } from "./hosted/counter-prices.ts";
import { HostedCheckout } from "./hosted/hosted-checkout.ts";
import { HostedQuestion } from "./hosted/hosted-question.ts";
import { OrderFollowing } from "./order-following.ts";
import { ShareImages } from "./share-images.ts";
import { ShopWindow } from "./shop-window.ts";
import { Visiting } from "./visiting.ts";

export const SHOP = [
  ShopWindow,
  ShareImages,
  HostedQuestion,
  CounterPrices,
  HostedCheckout,
  Visiting,
  OrderFollowing,
] as const;
