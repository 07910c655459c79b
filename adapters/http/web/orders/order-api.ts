import { type Request, type RequestHandler, Router } from "express";
import { type Confirmation, SessionFinal } from "../../../../src/checkout/confirmation.ts";
import { SessionNotExpirable } from "../../../../src/checkout/expiration.ts";
import { RailUnavailable } from "../../../../src/checkout/rail-unavailable.ts";
import { isOrderId, type OrderId } from "../../../../src/shared/ids.ts";
import { parseJson, validate } from "../../../../src/shared/input/validation.ts";
import { NotFound, Problem } from "../../../../src/shared/problem.ts";
import type { BuyerSignIn } from "../../../../src/buyers/buyer-sign-in.ts";
import type { Shopkeeper } from "../../../../src/shop/shop-lot.ts";
import type { OrderTracker } from "../../../../src/shop/order-tracker.ts";
import { clientAddressOf } from "../../callers/client-address.ts";
import { confirmRequest, confirmStep, toConfirmation } from "../../partner/checkout-api.ts";
import type { OrderPages } from "./order-pages.ts";
import type { OwnPages } from "../own/own-pages.ts";
import { ownPath } from "../own/own-path.ts";
import type { PageRequest } from "../own/page-request.ts";
import type { VisitorBudgets } from "../visitor-budgets.ts";

/** The Accept value of a browser that loads a page; the page's own calls send another. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

interface OrderOptions {
  readonly own: OwnPages;
  readonly orderPages: OrderPages;
  readonly orderTracker: OrderTracker;
  readonly confirmation: Confirmation;
  readonly visitors: VisitorBudgets;
  readonly signIn: BuyerSignIn;
}

/** Serves the pages on which an order is paid and its result is shown, to every browser with its unguessable id; only its buyer cancels it. */
export function orderRoutes(options: OrderOptions): RequestHandler {
  const { own, orderPages, orderTracker, confirmation, visitors } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/orders/:session";

  own.get(router, { policy: "order", path, free: true }, async (pageRequest) => {
    const asking = pageRequest.query("look") === "again";
    const tracked = await found(pageRequest, options, (id) => orderTracker.look(id, { asking }));
    visitors.spend(pageRequest.request, tracked.order.organisationSlug);
    return orderPages.reply(pageRequest, tracked, { returned: pageRequest.query("returned") === "yes" });
  });

  const asking = { policy: "order", path: `${path}/status`, forScripts: true, polled: true } as const;
  own.get(router, asking, async (pageRequest) => {
    const standing = await found(pageRequest, options, (id) => orderTracker.status(id));
    const { status, error, mark } = standing;
    const id = pageRequest.param("session");
    return { data: { id, status, ticketsIssued: status === "paid", error, mark } };
  });

  own.post(router, { policy: "order", path: `${path}/confirm`, forScripts: true }, async (pageRequest) => {
    const body = validate(confirmRequest, parseJson(Buffer.from(pageRequest.form.step ?? "")));
    const device = body.sessionHref === undefined ? undefined : deviceOf(pageRequest.request);
    const confirmed = await confirmation.confirmHosted(
      await idIn(pageRequest, options),
      confirmStep({ ...body, device }),
    );
    return { data: { data: toConfirmation(confirmed) } };
  });

  own.post(router, { policy: "order", path: `${path}/abandon` }, async (pageRequest) => {
    const id = await idIn(pageRequest, options);
    try {
      const shopkeeper = await pageRequest.shopkeeper((await orderTracker.hosted(id)).organisationSlug);
      const isOver = await orderTracker.giveUp(id, await accountsOf(pageRequest, shopkeeper, options));
      const { prefix } = await pageRequest.site();
      const { ownLink } = await import("../../../../web/pages/own-page.ts");
      const face = await pageRequest.face(shopkeeper);
      const here = ownLink(face, `/orders/${id}`);
      if (isOver) return { seeOther: ownPath(pageRequest.form.next, prefix) ?? here };
      const { signInPath } = await import("../../../../web/pages/sign-in/sign-in-parts.ts");
      return { seeOther: signInPath(face, "", { next: here }) };
    } catch (error) {
      if (!(error instanceof Problem) || !KEPT.has(error.code)) throw error;
      const tracked = await orderTracker.look(id, { asking: false });
      return orderPages.reply(pageRequest, tracked, {
        returned: false,
        remains: tracked.status === "pending",
      });
    }
  });
  return router;
}

const KEPT: ReadonlySet<string> = new Set([
  SessionFinal.code,
  SessionNotExpirable.code,
  RailUnavailable.code,
]);

/** Returns the account that is signed in there, and those linked with it. */
async function accountsOf(pageRequest: PageRequest, shopkeeper: Shopkeeper, { signIn }: OrderOptions) {
  const buyer = await pageRequest.buyer(shopkeeper);
  return buyer === null ? [] : signIn.accountsOf(shopkeeper.id, buyer);
}

async function idIn(pageRequest: PageRequest, { orderTracker }: OrderOptions): Promise<OrderId> {
  const id = pageRequest.param("session");
  if (!isOrderId(id)) throw NotFound.because();
  await orderTracker.requireAt(pageRequest.tenant, id);
  return id;
}

/** Reads an order for pages that poll: they spend nothing here, and a request for an order that does not exist does. */
async function found<T>(
  pageRequest: PageRequest,
  options: OrderOptions,
  read: (id: OrderId) => Promise<T>,
): Promise<T> {
  const { visitors } = options;
  try {
    return await read(await idIn(pageRequest, options));
  } catch (error) {
    if (error instanceof Problem && error.code === NotFound.code) visitors.spend(pageRequest.request);
    throw error;
  }
}

function deviceOf(request: Request) {
  return {
    userAgent: (request.get("User-Agent") ?? "unknown").slice(0, 2048),
    acceptHeader: ACCEPT,
    ipAddress: clientAddressOf(request),
  };
}
