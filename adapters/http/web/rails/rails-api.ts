import { type Request, type RequestHandler, type Response, Router } from "express";
import { type PartSource, partsOf } from "../../../../ports/token.ts";
import { Notifications } from "../../../../src/settlement/notifications.ts";
import { BuyerReturns } from "../../../../src/checkout/buyer-returns.ts";
import { isOrderId, type OrderId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import type { TrackedOrder, OrderTracker } from "../../../../src/shop/order-tracker.ts";
import type { Mount } from "../../kernel/api.ts";
import { clientOf } from "../../callers/client-address.ts";
import { isKind, notificationHandler } from "./notification-handler.ts";
import { returnParameters } from "./return-parameters.ts";
import type { SiteAssets } from "../site-assets.ts";
import type { OrderPages } from "../orders/order-pages.ts";
import type { OwnPages, Reply } from "../own/own-pages.ts";
import type { PageRequest } from "../own/page-request.ts";

const NEEDS = { notifications: Notifications, buyerReturns: BuyerReturns };

export interface RailRoutesOptions {
  readonly own: OwnPages;
  readonly orderPages: OrderPages;
  readonly orderTracker: OrderTracker;
  readonly assets: SiteAssets;
  readonly baseUrl: string;
  /** Holds the processing of each notification that was acknowledged, until it ends. */
  readonly underWay: Set<Promise<void>>;
}

/** Serves the addresses that providers notify and buyers return to. They need no key, so only proofs are believed. */
export function railRoutes(source: PartSource, options: RailRoutesOptions): Mount {
  const { notifications, buyerReturns } = partsOf(source, NEEDS);
  const { orderTracker, orderPages, underWay } = options;
  const router = Router({ caseSensitive: true, strict: true });
  router.post("/:kind/:provider/:slug/notifications", notificationHandler(notifications, underWay));

  addHostedPages(router, options);
  const parametersOf = returnParameters();
  const back = answering(options, "{kind}/{sessionId}/return", async (pageRequest, id) => {
    const kind = pageRequest.param("kind");
    if (!isKind(kind)) throw NotFound.because();
    const parameters = await parametersOf(pageRequest.request);
    const order = await buyerReturns.returned({
      orderId: id,
      parameters,
      client: clientOf(pageRequest.request),
    });
    if (order === null || order.railKind !== kind) throw NotFound.because();
    if (pageRequest.request.get("Sec-Fetch-Dest") === "empty") {
      // A script of a partner's page sent it; the page continues to poll its own backend.
      pageRequest.response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      return { data: { received: true } };
    }
    const tracked = await orderTracker.track(order);
    const placed = await orderTracker.placedWith(tracked);
    if (placed !== null) {
      // No provider brings the rest of the address back.
      const { locale, affiliate } = placed;
      const query = { ...(locale !== null && { locale }), ...(affiliate !== null && { affiliate }) };
      if (pageRequest.request.method === "POST") {
        // A reload of the answer would send the provider's form again.
        const { prefix } = await pageRequest.site();
        const search = new URLSearchParams({ returned: "yes", ...query });
        return { seeOther: `${prefix}/orders/${id}?${search}` };
      }
      pageRequest.parameters = query;
    }
    return orderPages.reply(pageRequest, tracked, { returned: true });
  });
  router.get("/:kind/:sessionId/return", back);
  router.post("/:kind/:sessionId/return", back);
  return { path: "/rails", handler: router };
}

/** The order's page, at the addresses that rails name; and what a bank's frame comes back to. */
function addHostedPages(router: Router, options: RailRoutesOptions): void {
  const { orderTracker, orderPages, assets, baseUrl } = options;
  const page = (kind: "fields" | "qr", isShown: (tracked: TrackedOrder) => boolean) =>
    answering(options, `${kind}/{sessionId}/pay`, async (pageRequest, id) => {
      const tracked = await orderTracker.look(id, { asking: false });
      if (!isShown(tracked)) throw NotFound.because();
      // The return page leads on to the partner.
      if (tracked.status !== "pending" || tracked.order.instruction === null) return { seeOther: "return" };
      return orderPages.reply(pageRequest, tracked, { returned: false });
    });
  router.get(
    "/fields/:sessionId/pay",
    page("fields", ({ rail }) => rail?.acceptsSession !== undefined),
  );
  router.get(
    "/qr/:sessionId/pay",
    page("qr", ({ order }) => order.railKind === "qr"),
  );

  const challenged = answering(options, "fields/{sessionId}/challenged", async (pageRequest) => {
    const { name } = await assets.file("challenged.js");
    // Shown in the frame of the challenge: the order page's, or the partner's own, which may be an app's.
    pageRequest.response.removeHeader("X-Frame-Options");
    pageRequest.response.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; script-src ${baseUrl}/assets/; base-uri 'none'`,
    );
    const script = `<script src="${baseUrl}/assets/${name}"></script>`;
    return {
      page: `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>…</title>${script}</html>\n`,
    };
  });
  router.get("/fields/:sessionId/challenged", challenged);
  router.post("/fields/:sessionId/challenged", challenged);
}

/** Nothing is spent: providers and banks lead many buyers here at once. */
function answering(
  { own, orderTracker }: RailRoutesOptions,
  route: string,
  handle: (pageRequest: PageRequest, id: OrderId) => Promise<Reply>,
): RequestHandler {
  return (request: Request, response: Response) => {
    // Browsers name HTML; a client that accepts anything is not a browser.
    const forScripts = request.accepts(["json", "html"]) !== "html";
    const options = { policy: "order", path: `/rails/${route}`, free: true, forScripts } as const;
    return own.answer(request, response, options, async (pageRequest) => {
      const id = pageRequest.param("sessionId");
      if (!isOrderId(id)) throw NotFound.because();
      await orderTracker.requireAt(pageRequest.tenant, id);
      return handle(pageRequest, id);
    });
  };
}
