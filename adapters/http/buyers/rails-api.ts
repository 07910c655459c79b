import { type Request, type RequestHandler, type Response, Router } from "express";
import { Currencies } from "../../../ports/currencies.ts";
import { type PartSource, partsOf } from "../../../ports/token.ts";
import { Inquiry } from "../../../src/settlement/inquiry.ts";
import { Notifications } from "../../../src/settlement/notifications.ts";
import { outcomeOf } from "../../../src/checkout/order.ts";
import { returnAddress } from "../../../src/checkout/return-url.ts";
import { Returning } from "../../../src/checkout/returning.ts";
import { isOrderId } from "../../../src/shared/ids.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import type { Mount } from "../kernel/api.ts";
import { clientOf } from "../callers/client-address.ts";
import { qrPage } from "./qr-page.ts";
import { isKind, notificationHandler } from "../providers/rail-notifications.ts";
import { returnParameters } from "../providers/rail-parameters.ts";
import { refuseBuyer } from "./refusing-buyers.ts";
import { resultPage } from "./result-page.ts";
import { shownMoney } from "./shown-money.ts";

const NEEDS = {
  notifications: Notifications,
  inquiry: Inquiry,
  returning: Returning,
  currencies: Currencies,
};

interface RailRoutesOptions {
  /** The routes of hosted fields, under the same path. */
  readonly hosted: RequestHandler;
  /** Holds the processing of each notification that was acknowledged, until it ends. */
  readonly underWay: Set<Promise<void>>;
}

/** Where providers notify and buyers come back to: no key, so nothing is believed that is not proven. */
export function railRoutes(source: PartSource, { hosted, underWay }: RailRoutesOptions): Mount {
  const { notifications, inquiry, returning, currencies } = partsOf(source, NEEDS);
  const router = Router({ caseSensitive: true, strict: true });
  router.use(hosted);
  router.post("/:kind/:provider/:slug/notifications", notificationHandler(notifications, underWay));
  const parametersOf = returnParameters();
  const back: RequestHandler = (request, response) =>
    guarded(request, response, async () => {
      response.locals.route = "/rails/{kind}/{sessionId}/return";
      const { kind, sessionId } = request.params as Record<string, string>;
      if (!isKind(kind) || !isOrderId(sessionId!)) throw NotFound.because();
      const order = await returning.returned({
        orderId: sessionId,
        parameters: await parametersOf(request),
        client: clientOf(request),
      });
      if (order === null || order.railKind !== kind) throw NotFound.because();
      const { status, error } = outcomeOf(order);
      response.setHeader("Cache-Control", "no-store");
      if (status !== "pending" && order.returnUrl !== null) {
        response.redirect(
          303,
          returnAddress(order.returnUrl, order.id, status === "paid" ? "success" : "failed"),
        );
        return;
      }
      response
        .type("html")
        .send(resultPage({ status, error, lotTitle: order.lotTitle, quantity: order.quantity }));
    });
  router.get("/qr/:sessionId/pay", (request, response) =>
    guarded(request, response, async () => {
      response.locals.route = "/rails/qr/{sessionId}/pay";
      const { sessionId } = request.params as Record<string, string>;
      const order = isOrderId(sessionId!) ? await inquiry.chargedOrder(sessionId) : null;
      const instruction = order?.instruction;
      if (!order || order.railKind !== "qr" || instruction?.type !== "CODE_URL" || instruction.data === null)
        throw NotFound.because();
      response.setHeader("Cache-Control", "no-store");
      // The return page shows the result and redirects to the partner.
      if (outcomeOf(order).status !== "pending") {
        response.redirect(303, "return");
        return;
      }
      const { charge, lotTitle, quantity } = order;
      const amount = shownMoney(charge, currencies);
      const view = { code: instruction.data, amount, lotTitle, quantity, returnPath: "return" };
      response.type("html").send(await qrPage(view));
    }),
  );
  router.get("/:kind/:sessionId/return", back);
  router.post("/:kind/:sessionId/return", back);
  return { path: "/rails", handler: router };
}

async function guarded(request: Request, response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    refuseBuyer(request, response, error);
  }
}
