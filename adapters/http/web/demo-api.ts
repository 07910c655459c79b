import { readFileSync } from "node:fs";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { Problem, NotFound } from "../../../src/shared/problem.ts";
import { AFFILIATE_CODE } from "../../../src/organisations/affiliate.ts";
import { localeOf } from "../../../src/shop/locale.ts";
import type { ShopWindow } from "../../../src/shop/shop-window.ts";
import { sendRefusal } from "../answers/answer.ts";
import { deliver } from "../answers/compression.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { Forms } from "./own/forms.ts";
import { requireOwnOrigin } from "./own/own-origin.ts";
import { setFilePolicy, setPagePolicy } from "./policies.ts";
import { preferencesOf } from "./reader-preferences.ts";
import type { SiteAssets } from "./site-assets.ts";
import { siteOf } from "./site.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";

/** The organisations that a first start makes. */
export interface DemoShops {
  /** Their slugs; the first one is shown unless another is requested. */
  readonly slugs: readonly [string, ...string[]];
  /**
   * Starts a competition that ends while the visitor watches. Raises not_found, rate_limited. null: the chain is real,
   * and a draw takes longer than a visitor waits. @returns its id
   */
  readonly startDraw: ((slug: string) => Promise<number>) | null;
}

interface DemoOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  readonly mailbox: boolean;
  /** Budgets of client addresses for draws. */
  readonly starters: VisitorBudgets;
}

/** The demo: a page like a partner's, its pictures, and draws that visitors start. */
export function demoRoutes(shops: DemoShops, options: DemoOptions): RequestHandler {
  const { baseUrl, starters } = options;
  const forms = new Forms();
  const router = Router({ caseSensitive: true, strict: true });
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
      await sendDemo(request, response, { shops, options, choice: choiceOf(request.query) });
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  const { startDraw } = shops;
  if (startDraw !== null)
    router.post("/demo/draws", async (request, response) => {
      response.locals.route = "/demo/draws";
      try {
        requireOwnOrigin(request, options);
        const choice = choiceOf(await forms.read(request));
        const slug = shops.slugs.find((each) => each === choice.org);
        if (slug === undefined) throw NotFound.because();
        try {
          starters.spend(request);
          const query = new URLSearchParams({ ...choice, draw: String(await startDraw(slug)) });
          response.redirect(303, `${new URL(baseUrl).pathname.replace(/\/$/, "")}/demo?${query}#draw`);
        } catch (error) {
          const waitSec = waitOf(error);
          if (waitSec === null) throw error;
          await sendDemo(request, response, { shops, options, choice, waitSec });
        }
      } catch (error) {
        sendRefusal(response, error);
      }
    });
  return router;
}

/** Returns the seconds to wait after a refusal for a spent budget; null: it is another error. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof Problem) || error.code !== "rate_limited") return null;
  return Number(error.facts.retryAfter ?? 60);
}

type Choice = Readonly<Record<"org" | "locale" | "scheme", string>>;

function choiceOf(fields: Readonly<Record<string, unknown>>): Choice {
  const { org, locale, scheme } = textsOf(fields);
  return { org, locale, scheme };
}

function textsOf(fields: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  return {
    org: text("org"),
    locale: text("locale"),
    scheme: text("scheme"),
    competition: text("competition"),
    tagLocale: text("tagLocale"),
    tagScheme: text("tagScheme"),
    affiliate: text("affiliate"),
    draw: text("draw"),
  };
}

interface DemoAnswer {
  readonly shops: DemoShops;
  readonly options: DemoOptions;
  readonly choice: Choice;
  /** Seconds until another draw may be started, after a refusal. */
  readonly waitSec?: number;
}

async function sendDemo(
  request: Request,
  response: Response,
  { shops, options, choice, waitSec }: DemoAnswer,
): Promise<void> {
  const { assets, window, baseUrl, mailbox } = options;
  const slug = shops.slugs.find((each) => each === choice.org) ?? shops.slugs[0];
  const snapshots = await Promise.all(shops.slugs.map((each) => window.snapshot(each)));
  const organisations = snapshots.map(({ shopkeeper }) => shopkeeper);
  const snapshot = snapshots[organisations.findIndex((each) => each.slug === slug)]!;
  const { demoPage } = await import("../../../web/pages/about/demo-page.ts");
  const site = await siteOf(assets, baseUrl, "demo.js");
  const { locale, scheme } = preferencesOf(request, snapshot.shopkeeper.locale, choice);
  const { name, integrity } = await assets.file("widget.js");
  const { competition, tagLocale, tagScheme, affiliate, draw } = textsOf(request.query);
  setPagePolicy(response, "demo", baseUrl);
  const page = demoPage(site, {
    organisations,
    snapshot,
    drawId: /^[1-9]\d{0,9}$/.test(draw) ? Number(draw) : null,
    draws: shops.startDraw !== null,
    waitSec: waitSec ?? null,
    snippet: {
      competition,
      locale: localeOf(tagLocale) ?? "",
      scheme: ["light", "dark"].find((each) => each === tagScheme) ?? "",
      affiliate: AFFILIATE_CODE.test(affiliate) ? affiliate : "",
      file: { url: `${baseUrl}/assets/${name}`, integrity },
    },
    mailbox,
    landingStyle: (await assets.file("landing.css")).name,
    locale,
    scheme,
  });
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": locale,
    "Cache-Control": "no-store",
    ...(waitSec !== undefined && { "Retry-After": String(waitSec) }),
  };
  await deliver(request, response, {
    status: waitSec === undefined ? 200 : 429,
    body: Buffer.from(page),
    headers,
  });
}
