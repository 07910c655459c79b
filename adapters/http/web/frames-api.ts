import { hash } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { LRUCache } from "lru-cache";
import type { Locale } from "../../../src/shop/locale.ts";
import { SLUG } from "../../../src/organisations/settings.ts";
import type { Shopkeeper } from "../../../src/shop/shop-lot.ts";
import type { ShopWindow } from "../../../src/shop/shop-window.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import type { Preferences, View } from "../../../web/pages/render.ts";
import { type Answer, asProblem, baseUrlOf, refusal } from "../answers/answer.ts";
import { deliver } from "../answers/compression.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import { noteFailure } from "../server/request-log.ts";
import type { SiteAssets } from "./site-assets.ts";
import { setPagePolicy } from "./policies.ts";
import { siteOf } from "./site.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";
import { preferencesOf } from "./reader-preferences.ts";

const A_MOMENT = "public, max-age=5";
const PAGES_BYTES = 6_000_000;
const LOT_ID = /^[1-9]\d{0,15}$/;

export interface FramesOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly visitors: VisitorBudgets;
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  /** The explorer of the chain whose blocks decide draws; null: unknown. */
  readonly explorerUrl: string | null;
}

/** The parsed address of a requested page. */
interface Looked {
  readonly view: View;
  /** The moment that the page shows. A page of the same moment is not rendered again. */
  readonly moment: object;
  readonly shopkeeper: Shopkeeper;
}

type Look = (slug: string, lotId: LotId) => Promise<Looked>;

/** Rendering is loaded with the first page: a start need not wait for it. */
const rendering = () => import("../../../web/pages/render.ts");

/** Serves pages that partners frame, which also work without a frame and without scripts. They know no buyer. */
export function frameRoutes(options: FramesOptions): RequestHandler {
  const { window, explorerUrl } = options;
  const router = Router({ caseSensitive: true });
  const pages = new FramedPages(options);
  const looks: Readonly<Record<string, Look>> = {
    "": async (slug) => {
      const snapshot = await window.snapshot(slug);
      return { view: { kind: "grid", snapshot }, moment: snapshot, shopkeeper: snapshot.shopkeeper };
    },
    "/draws": async (slug) => {
      const snapshot = await window.snapshot(slug);
      return { view: { kind: "draws", snapshot }, moment: snapshot, shopkeeper: snapshot.shopkeeper };
    },
    "/competition/:id": async (slug, lotId) => {
      const shopLot = await window.lot(slug, lotId);
      return { view: { kind: "lot", shown: shopLot }, moment: shopLot, shopkeeper: shopLot.shopkeeper };
    },
    "/competition/:id/results": async (slug, lotId) => {
      const shopLot = await window.lot(slug, lotId);
      const outcome = await window.outcome(shopLot);
      return {
        view: { kind: "results", shown: shopLot, outcome, explorerUrl },
        moment: outcome,
        shopkeeper: shopLot.shopkeeper,
      };
    },
  };
  for (const [path, look] of Object.entries(looks)) {
    router.get(`/embed/:organisation${path}`, (request, response, next) => {
      const { organisation: slug = "" } = request.params as Record<string, string>;
      // A document of the public API. Any other text that is not a slug gets a page: a mistyped one is in a frame.
      if (slug.endsWith(".json")) return next();
      response.locals.route = `/embed/{organisation}${path.replace(":id", "{id}")}`;
      return pages.answer(request, response, slug, look);
    });
  }
  return router;
}

class FramedPages {
  readonly #options: FramesOptions;
  readonly #answers = new LRUCache<string, { readonly moment: object; readonly answer: Answer }>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ answer }) => answer.body.byteLength,
  });

  constructor(options: FramesOptions) {
    this.#options = options;
  }

  async answer(request: Request, response: Response, slug: string, look: Look): Promise<void> {
    const { baseUrl } = this.#options;
    try {
      const { view, moment, shopkeeper } = await this.#look(request, slug, look);
      const preferences = preferencesOf(request, shopkeeper.locale);
      setPagePolicy(response, "frame", baseUrl, shopkeeper);
      const key = `${request.path}\n${preferences.locale}\n${preferences.query}`;
      const answer = this.#answerOf(key, moment) ?? (await this.#render(key, moment, view, preferences));
      await deliver(request, response, answer);
    } catch (error) {
      await this.#refuse(request, response, slug, error);
    }
  }

  #answerOf(key: string, moment: object): Answer | undefined {
    const known = this.#answers.get(key);
    return known?.moment === moment ? known.answer : undefined;
  }

  async #render(key: string, moment: object, view: View, preferences: Preferences): Promise<Answer> {
    const { baseUrl, assets } = this.#options;
    const { renderView } = await rendering();
    const site = await siteOf(assets, baseUrl);
    // One of the requests that waited at the same time may have rendered it.
    const known = this.#answerOf(key, moment);
    if (known) return known;
    const answer = pageAnswer(200, renderView(site, view, preferences), preferences.locale);
    this.#answers.set(key, { moment, answer });
    return answer;
  }

  #look(request: Request, slug: string, look: Look): Promise<Looked> {
    const { baseDomain, visitors, window } = this.#options;
    const tenant = tenantOf(request, baseDomain);
    if (!SLUG.test(slug) || (tenant !== null && tenant !== slug)) throw NotFound.because();
    const { id = "1" } = request.params as Record<string, string>;
    if (!LOT_ID.test(id)) throw NotFound.because();
    const lotId = Number(id);
    if (!window.knows(slug, "id" in request.params ? lotId : null)) visitors.spend(request);
    return look(slug, lotId);
  }

  /** Returns the organisation whose page was looked for; null: it is not here, or at another host. */
  async #known(request: Request, slug: string): Promise<Shopkeeper | null> {
    const { baseDomain, window } = this.#options;
    const tenant = tenantOf(request, baseDomain);
    if ((tenant !== null && tenant !== slug) || !window.knows(slug)) return null;
    const snapshot = await window.snapshot(slug).catch(() => null);
    return snapshot && snapshot.shopkeeper;
  }

  /** The host page sees no error: a page says it in the frame. */
  async #refuse(request: Request, response: Response, slug: string, error: unknown): Promise<void> {
    const { status, headers, refusal: code } = refusal(asProblem(error), baseUrlOf(response));
    if (status >= 500) noteFailure(response, error);
    const { locale } = preferencesOf(request, "en");
    const { renderMessage } = await rendering();
    const { baseUrl, assets } = this.#options;
    const site = await siteOf(assets, baseUrl).catch(() => null);
    setPagePolicy(response, "frame", baseUrl);
    const shopkeeper = status === 404 ? await this.#known(request, slug) : null;
    const missing = shopkeeper === null ? "missing" : "unavailable";
    const about = status === 404 ? missing : "trouble";
    const text = site === null ? "" : renderMessage(site, locale, { about, shopkeeper });
    const page = pageAnswer(status, text, locale);
    const retrying =
      status === 404 ? page.headers : { ...page.headers, ...headers, "Cache-Control": "no-store" };
    await deliver(request, response, { ...page, headers: retrying, refusal: code });
  }
}

function pageAnswer(status: number, text: string, locale: Locale): Answer {
  const body = Buffer.from(text);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": locale,
    "Cache-Control": A_MOMENT,
    Vary: "Accept-Language, Accept-Encoding",
    ...(status === 200 ? { ETag: `"${hash("sha256", body, "base64url")}"` } : {}),
  };
  return { status, body, headers };
}
