import { type RequestHandler, type Response, Router } from "express";
import getRawBody from "raw-body";
import { type RailKind, RAIL_KINDS } from "../../ports/rail.ts";
import type { Inquiry } from "../../src/checkout/inquiry.ts";
import type { Notifications } from "../../src/checkout/notifications.ts";
import { outcomeOf } from "../../src/checkout/order.ts";
import { returnAddress } from "../../src/checkout/return-url.ts";
import { SLUG } from "../../src/organisations/settings.ts";
import { isOrderId } from "../../src/shared/ids.ts";
import { NotFound } from "../../src/shared/problem.ts";
import { sendRefusal } from "./answer.ts";
import type { Mount } from "./api.ts";
import { PayloadTooLarge } from "./problems.ts";
import { qrPage } from "./qr-page.ts";
import { resultPage } from "./result-page.ts";

const NOTIFICATION_LIMIT_BYTES = 1_000_000;

/** Where providers notify and buyers come back to: no key, so nothing is believed that is not proven. */
export function railRoutes(
  notifications: Notifications,
  inquiry: Inquiry,
  underWay: Set<Promise<void>>,
  hosted: RequestHandler,
): Mount {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(hosted);
  router.post("/:kind/:provider/:slug/notifications", (request, response) =>
    guarded(response, async () => {
      response.locals.route = "/rails/{kind}/{provider}/{slug}/notifications";
      const { kind, provider, slug } = request.params as Record<string, string>;
      if (!isKind(kind) || !SLUG.test(slug!)) throw NotFound.because();
      const rawBody = await getRawBody(request, { limit: NOTIFICATION_LIMIT_BYTES }).catch(
        (error: { type?: string }) => {
          throw error.type === "entity.too.large" ? PayloadTooLarge.because() : error;
        },
      );
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(",") : (value ?? ""),
        ]),
      );
      const receipt = await notifications.receive(slug!, kind, provider!, { headers, rawBody });
      if (receipt.outcome === "no_such_account") throw NotFound.because();
      if (receipt.outcome === "refused") {
        response
          .status(receipt.status)
          .json({ error: "invalid_notification", message: "The notification was refused." });
        return;
      }
      // Durable: the provider is answered now, and shutting down waits for the rest.
      underWay.add(receipt.processing);
      void receipt.processing.finally(() => underWay.delete(receipt.processing));
      const { status, contentType, body } = receipt.acknowledgement;
      response.status(status).type(contentType).send(body);
    }),
  );
  const back: RequestHandler = (request, response) =>
    guarded(response, async () => {
      response.locals.route = "/rails/{kind}/{sessionId}/return";
      const { kind, sessionId } = request.params as Record<string, string>;
      if (!isKind(kind) || !isOrderId(sessionId!)) throw NotFound.because();
      const order = await inquiry.returned(sessionId, textsOf(request.query));
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
    guarded(response, async () => {
      response.locals.route = "/rails/qr/{sessionId}/pay";
      const { sessionId } = request.params as Record<string, string>;
      const order = isOrderId(sessionId!) ? await inquiry.shown(sessionId) : null;
      const instruction = order?.instruction;
      if (!order || order.railKind !== "qr" || instruction?.type !== "CODE_URL" || instruction.data === null)
        throw NotFound.because();
      response.setHeader("Cache-Control", "no-store");
      // The page of the return says what became of it, and leads to the partner.
      if (outcomeOf(order).status !== "pending") {
        response.redirect(303, "return");
        return;
      }
      const { charge, lotTitle, quantity } = order;
      const view = { code: instruction.data, charge, lotTitle, quantity, returnPath: "return" };
      response.type("html").send(await qrPage(view));
    }),
  );
  router.get("/:kind/:sessionId/return", back);
  router.post("/:kind/:sessionId/return", back);
  return { path: "/rails", handler: router };
}

/** Parameters that are there once. */
function textsOf(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function isKind(text: string | undefined): text is RailKind {
  return (RAIL_KINDS as readonly (string | undefined)[]).includes(text);
}

async function guarded(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sendRefusal(response, error);
  }
}
