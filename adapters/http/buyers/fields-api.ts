import { randomBytes } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Addresses } from "../../../ports/addresses.ts";
import type { Currencies } from "../../../ports/currencies.ts";
import type { Confirmation } from "../../../src/checkout/confirmation.ts";
import { type Order, outcomeOf } from "../../../src/checkout/order.ts";
import { isOrderId } from "../../../src/shared/ids.ts";
import { invalid, NotFound } from "../../../src/shared/problem.ts";
import { jsonAnswer, send } from "../answers/answer.ts";
import { readBody } from "../input/body.ts";
import { confirmRequest, confirmStep, toConfirmation } from "../partner/checkout-api.ts";
import { challengedPage, fieldsPage, fieldsPolicy } from "./fields-page.ts";
import { parseJson, validate } from "../../../src/shared/input/validation.ts";
import { refuseBuyer } from "./refusing-buyers.ts";
import { shownMoney } from "./shown-money.ts";

const BODY_LIMIT_BYTES = 10_000;
/** The Accept value of a browser that loads a page; the page's own calls send another. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** The hosted page of the fields rail, under `/rails/fields/{sessionId}`: for partners who show no fields of their own. */
export function fieldsRoutes(
  confirmation: Confirmation,
  currencies: Currencies,
  { baseUrl }: Addresses,
): Router {
  const { origin } = new URL(baseUrl);
  const router = Router({ caseSensitive: true, strict: true });

  router.get("/fields/:sessionId/pay", (request, response) =>
    guarded(request, response, "pay", async () => {
      const order = await confirmation.hosted(sessionIn(request));
      if (order.instruction === null || outcomeOf(order).status !== "pending")
        return response.redirect(303, "return");
      const nonce = randomBytes(16).toString("base64");
      const view = {
        lotTitle: order.lotTitle,
        quantity: order.quantity,
        amount: shownMoney(order.charge, currencies),
        instruction: order.instruction,
        awaited: order.awaitedStep !== null,
        nonce,
      };
      response.set({
        "Content-Security-Policy": fieldsPolicy(view),
        "Cache-Control": "no-store",
        // The provider's script receives the page's origin only.
        "Referrer-Policy": "strict-origin",
      });
      response.type("html").send(fieldsPage(view));
    }),
  );

  // Only the page itself: another site's page has another origin, and cannot send JSON unasked.
  router.post("/fields/:sessionId/pay", (request, response) =>
    guarded(request, response, "pay", async () => {
      if (request.get("Origin") !== origin)
        throw invalid("Origin", "invalid", "Only the payment page itself may send this request.");
      const body = validate(confirmRequest, parseJson(await readBody(request, BODY_LIMIT_BYTES)));
      const step = confirmStep({
        ...body,
        device: body.sessionHref === undefined ? undefined : deviceOf(request),
      });
      const order = await confirmation.confirmHosted(sessionIn(request), step);
      send(response, jsonAnswer(200, { data: toConfirmation(order) }));
    }),
  );

  const challenged: RequestHandler = (request, response) =>
    guarded(request, response, "challenged", async () => {
      sessionIn(request);
      const nonce = randomBytes(16).toString("base64");
      // Shown in the frame of the challenge: the hosted page's, or the partner's own.
      response.removeHeader("X-Frame-Options");
      response.set({
        "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors *`,
        "Cache-Control": "no-store",
      });
      response.type("html").send(challengedPage(nonce));
    });
  router.get("/fields/:sessionId/challenged", challenged);
  router.post("/fields/:sessionId/challenged", challenged);
  return router;
}

function sessionIn({ params }: Request): Order["id"] {
  const { sessionId } = params;
  if (typeof sessionId !== "string" || !isOrderId(sessionId)) throw NotFound.because();
  return sessionId;
}

function deviceOf(request: Request) {
  return {
    userAgent: (request.get("User-Agent") ?? "unknown").slice(0, 2048),
    acceptHeader: ACCEPT,
    ipAddress: request.ip?.replace(/^::ffff:/, ""),
  };
}

async function guarded(
  request: Request,
  response: Response,
  page: string,
  work: () => Promise<unknown>,
): Promise<void> {
  response.locals.route = `/rails/fields/{sessionId}/${page}`;
  try {
    await work();
  } catch (error) {
    refuseBuyer(request, response, error);
  }
}
