import { Router } from "express";
import { Clock } from "../../../ports/clock.ts";
import { type PartSource, partsOf } from "../../../ports/token.ts";
import { ShopWindow } from "../../../src/shop/shop-window.ts";
import type { Mount } from "../kernel/api.ts";
import { fileRoutes } from "./files-api.ts";
import { frameRoutes } from "./frames-api.ts";
import { Front } from "./front.ts";
import { type HomeOptions, homeRoutes } from "./home-api.ts";
import { ShareImages } from "../../../src/shop/share-images.ts";
import { liveRoutes } from "./live-api.ts";
import { shareImageRoutes } from "./share-image-api.ts";
import { Visitors } from "./visitors.ts";

const NEEDS = { front: Front, window: ShopWindow, shareImages: ShareImages, clock: Clock };

interface WebOptions extends Pick<HomeOptions, "baseUrl" | "baseDomain" | "demo"> {
  /** Of one client address, for what is not at hand. */
  readonly perMinute: number;
}

/** What browsers are shown. What is not its own is left to the mounts behind it. */
export function webRoutes(source: PartSource, { perMinute, ...options }: WebOptions): Mount {
  const { clock, ...parts } = partsOf(source, NEEDS);
  const shared = { ...parts, ...options, visitors: new Visitors({ perMinute, clock }) };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    fileRoutes(shared),
    liveRoutes(shared),
    frameRoutes(shared),
    shareImageRoutes(shared),
    homeRoutes(shared),
  );
  return { path: "/", handler: router };
}
