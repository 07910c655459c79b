import { HostedCheckout } from "./hosted-checkout.ts";
import { HostedQuestion } from "./hosted-question.ts";
import { OrderFollowing } from "./order-following.ts";
import { ShareImages } from "./share-images.ts";
import { ShopWindow } from "./shop-window.ts";
import { Visiting } from "./visiting.ts";

export const SHOP = [
  ShopWindow,
  ShareImages,
  HostedQuestion,
  HostedCheckout,
  Visiting,
  OrderFollowing,
] as const;
