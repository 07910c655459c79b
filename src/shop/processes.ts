import { ShareImages } from "./share-images.ts";
import { ShopWindow } from "./shop-window.ts";

export const SHOP = [ShopWindow, ShareImages] as const;
