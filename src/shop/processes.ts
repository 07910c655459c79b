import { ShopWindow } from "./shop-window.ts";

export const SHOP = [ShopWindow] as const;
