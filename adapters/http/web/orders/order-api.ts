import { type Request, type RequestHandler, Router } from "express";
import { type Confirmation, SessionFinal } from "../../../../src/checkout/confirmation.ts";
import { SessionNotExpirable } from "../../../../src/checkout/expiration.ts";
import { RailUnavailable } from "../../../../src/checkout/rail-unavailable.ts";
import { isOrderId, type OrderId } from "../../../../src/shared/ids.ts";
import { parseJson, validate } from "../../../../src/shared/input/validation.ts";
import { NotFound, Problem } from "../../../../src/shared/problem.ts";
import { type FollowedOrder, markOf, type OrderFollowing } from "../../../../src/shop/order-following.ts";
import { clientAddressOf } from "../../callers/client-address.ts";
import { confirmRequest, confirmStep, toConfirmation } from "../../partner/checkout-api.ts";
import type { OrderPages } from "./order-pages.ts";
import type { OwnPages } from "../own/own-pages.ts";
import { ownPath } from "../own/own-path.ts";
import type { PageRequest } from "../own/page-request.ts";
import type { Visitors } from "../visitors.ts";

/** The Accept value of a browser that loads a page; the page's own calls send another. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

interface OrderOptions {
  readonly own: OwnPages;
  readonly orderPages: OrderPages;
  readonly following: OrderFollowing;
  readonly confirmation: Confirmation;
  readonly visitors: Visitors;
}

/** How an order is paid and what becomes of it, for whoever has its unguessable id. */
export function orderRoutes(options: OrderOptions): RequestHandler {
  const { own, orderPages, following, confirmation } = options;
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/orders/:session";

  own.get(router, { policy: "order", path }, async (asked) => {
    const followed = await following.look(await idIn(asked, options), {
      asking: asked.query("look") === "again",
    });
    return orderPages.reply(asked, followed, { returned: asked.query("returned") === "yes" });
  });

  const asking = { policy: "order", path: `${path}/status`, forScripts: true, polled: true } as const;
  own.get(router, asking, async (asked) => ({ data: statusOf(await polled(asked, options)) }));

  own.post(router, { policy: "order", path: `${path}/confirm`, forScripts: true }, async (asked) => {
    const body = validate(confirmRequest, parseJson(Buffer.from(asked.form.step ?? "")));
    const device = body.sessionHref === undefined ? undefined : deviceOf(asked.request);
    const confirmed = await confirmation.confirmHosted(
      await idIn(asked, options),
      confirmStep({ ...body, device }),
    );
    return { data: { data: toConfirmation(confirmed) } };
  });

  own.post(router, { policy: "order", path: `${path}/abandon` }, async (asked) => {
    const id = await idIn(asked, options);
    try {
      const { organisationSlug } = await following.giveUp(id);
      const { prefix } = await asked.site();
      const next = ownPath(asked.form.next, prefix);
      if (next !== null) return { seeOther: next };
      const { ownLink } = await import("../../../../web/pages/own-page.ts");
      return {
        seeOther: ownLink(await asked.face(await asked.shopkeeper(organisationSlug)), `/orders/${id}`),
      };
    } catch (error) {
      if (!(error instanceof Problem) || !KEPT.has(error.code)) throw error;
      const followed = await following.look(id, { asking: false });
      return orderPages.reply(asked, followed, { returned: false, kept: followed.status === "pending" });
    }
  });
  return router;
}

const KEPT: ReadonlySet<string> = new Set([
  SessionFinal.code,
  SessionNotExpirable.code,
  RailUnavailable.code,
]);

async function idIn(asked: PageRequest, { following }: OrderOptions): Promise<OrderId> {
  const id = asked.param("session");
  if (!isOrderId(id)) throw NotFound.because();
  await following.requireAt(asked.tenant, id);
  return id;
}

/** Pages ask all the time, and spend nothing; whoever asks for what is not there does. */
async function polled(asked: PageRequest, options: OrderOptions): Promise<FollowedOrder> {
  const { following, visitors } = options;
  try {
    return await following.look(await idIn(asked, options), { asking: true });
  } catch (error) {
    if (error instanceof Problem && error.code === NotFound.code) visitors.spend(asked.request);
    throw error;
  }
}

function statusOf(followed: FollowedOrder) {
  const { order, status, error } = followed;
  return { id: order.id, status, ticketsIssued: status === "paid", error, mark: markOf(followed) };
}

function deviceOf(request: Request) {
  return {
    userAgent: (request.get("User-Agent") ?? "unknown").slice(0, 2048),
    acceptHeader: ACCEPT,
    ipAddress: clientAddressOf(request),
  };
}
