import { readFileSync } from "node:fs";
import { type RequestHandler, Router } from "express";
import type { ShopWindow } from "../../../src/shop/shop-window.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { DEMO_PICTURES, demoPicturePath } from "./demo-pictures.ts";
import { sendRefusal } from "../answers/answer.ts";
import { deliver } from "../answers/compression.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import type { SiteAssets } from "./site-assets.ts";
import { preferencesOf } from "./reader-preferences.ts";
import { setFilePolicy, setPagePolicy } from "./policies.ts";
import { siteOf } from "./site.ts";

export interface HomeOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  /** Slug of the organisation that a first start makes; null: there is none. */
  readonly demo: string | null;
  /** true: `/sandbox/mailbox` shows mails to buyers. */
  readonly mailbox: boolean;
  /** The address of the console. */
  readonly consoleUrl: string;
}

/** The service's own address: a person who opens it is led on, to an organisation's competitions on its host. */
export function homeRoutes({
  assets,
  window,
  baseUrl,
  baseDomain,
  demo,
  mailbox,
  consoleUrl,
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
          demo,
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
    router.get("/demo/:file", (request, response) => {
      response.locals.route = "/demo/{file}";
      const picture = DEMO_PICTURES.find((name) => request.params.file === `${name}.svg`);
      if (picture === undefined) return sendRefusal(response, NotFound.because());
      setFilePolicy(response, "drawing");
      const body = readFileSync(new URL(`../../../web/pictures/${picture}.svg`, import.meta.url));
      const headers = { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=300" };
      return deliver(request, response, { status: 200, body, headers });
    });
    router.get("/demo", async (request, response) => {
      response.locals.route = "/demo";
      try {
        const { lots } = await window.snapshot(demo);
        const { demoPage } = await import("../../../web/pages/about/demo-page.ts");
        setPagePolicy(response, "demo", baseUrl);
        const site = await siteOf(assets, baseUrl, "demo.js");
        const preferences = preferencesOf(request, "en");
        const lotId = lots.find(({ buyable }) => buyable)?.lot.id ?? null;
        const body = Buffer.from(
          demoPage(site, { slug: demo, lotId, mailbox, landingStyle: await landingStyle(), ...preferences }),
        );
        const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
        await deliver(request, response, { status: 200, body, headers });
      } catch (error) {
        sendRefusal(response, error);
      }
    });
  }
  return router;
}
