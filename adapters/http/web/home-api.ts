import { type RequestHandler, Router } from "express";
import type { WorldClock } from "../../../ports/clock.ts";
import type { ShopWindow } from "../../../src/shop/shop-window.ts";
import { DEMO_PICTURES, demoPicturePath } from "./demo-pictures.ts";
import { sendRefusal } from "../answers/answer.ts";
import { deliver } from "../answers/compression.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import type { SiteAssets } from "./site-assets.ts";
import { type DemoShops, demoRoutes } from "./demo-api.ts";
import { setPagePolicy } from "./policies.ts";
import { siteOf } from "./site.ts";
import { VisitorBudgets } from "./visitor-budgets.ts";

export interface HomeOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  /** Organisations that a first start makes; null: there are none. */
  readonly demo: DemoShops | null;
  /** true: `/sandbox/mailbox` shows mails to buyers. */
  readonly mailbox: boolean;
  /** The address of the console. */
  readonly consoleUrl: string;
  readonly world: WorldClock;
}

/** Draws of the demo that one client address may start in a minute. */
const DRAWS_A_MINUTE = 4;

/** The service's own address: a person who opens it is led on, to an organisation's competitions on its host. */
export function homeRoutes({
  assets,
  window,
  baseUrl,
  baseDomain,
  demo,
  mailbox,
  consoleUrl,
  world,
}: HomeOptions): RequestHandler {
  const landingStyle = async () => (await assets.file("landing.css")).name;
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/", async (request, response) => {
    response.locals.route = "/";
    try {
      const tenant = tenantOf(request, baseDomain);
      const site = await siteOf(assets, baseUrl);
      setPagePolicy(response, "page", baseUrl);
      if (tenant) return response.redirect(302, `${site.prefix}/embed/${tenant}`);
      const { landingPage } = await import("../../../web/pages/about/landing-page.ts");
      const body = Buffer.from(
        landingPage(site, {
          demo: demo?.slugs ?? null,
          mailbox,
          consoleUrl,
          pictures: DEMO_PICTURES.map(demoPicturePath),
          landingStyle: await landingStyle(),
        }),
      );
      const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=300" };
      await deliver(request, response, { status: 200, body, headers });
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  if (demo !== null) {
    const starters = new VisitorBudgets({ perMinute: DRAWS_A_MINUTE, clock: world });
    router.use(demoRoutes(demo, { assets, window, baseUrl, baseDomain, mailbox, starters }));
  }
  return router;
}
