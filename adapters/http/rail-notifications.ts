import type { RequestHandler } from "express";
import getRawBody from "raw-body";
import { type RailKind, RAIL_KINDS } from "../../ports/rail.ts";
import type { Notifications } from "../../src/checkout/notifications.ts";
import { SLUG } from "../../src/organisations/settings.ts";
import { NotFound, Unavailable } from "../../src/shared/problem.ts";
import { sendRefusal } from "./answer.ts";
import { PayloadTooLarge } from "./problems.ts";
import { textsOf } from "./rail-parameters.ts";

const LIMIT_BYTES = 1_000_000;
const BUSY_RETRY_AFTER_SEC = 60;

/**
 * `/rails/{kind}/{provider}/{slug}/notifications`, where providers notify: no key, so nothing is believed that is not
 * proven.
 * @param underWay holds what was acknowledged until it is processed
 */
export function notificationHandler(
  notifications: Notifications,
  underWay: Set<Promise<void>>,
): RequestHandler {
  return async (request, response) => {
    response.locals.route = "/rails/{kind}/{provider}/{slug}/notifications";
    try {
      const { kind, provider, slug } = request.params as Record<string, string>;
      if (!isKind(kind) || !SLUG.test(slug!)) throw NotFound.because();
      const rawBody = await getRawBody(request, { limit: LIMIT_BYTES }).catch((error: { type?: string }) => {
        throw error.type === "entity.too.large" ? PayloadTooLarge.because() : error;
      });
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(",") : (value ?? ""),
        ]),
      );
      const receipt = await notifications.receive(slug!, kind, provider!, {
        headers,
        rawBody,
        query: textsOf(request.query),
      });
      if (receipt.outcome === "no_such_account") throw NotFound.because();
      if (receipt.outcome === "refused") {
        response
          .status(receipt.status)
          .json({ error: "invalid_notification", message: "The notification was refused." });
        return;
      }
      if (receipt.outcome === "busy")
        throw Unavailable.because("Too many notifications wait. Send this one again later.", {
          retryAfter: BUSY_RETRY_AFTER_SEC,
        });
      // Durable: the provider is answered now, and shutting down waits for the rest.
      underWay.add(receipt.processing);
      void receipt.processing.finally(() => underWay.delete(receipt.processing));
      const { status, contentType, body } = receipt.acknowledgement;
      response.status(status).type(contentType).send(body);
    } catch (error) {
      sendRefusal(response, error);
    }
  };
}

export function isKind(text: string | undefined): text is RailKind {
  return (RAIL_KINDS as readonly (string | undefined)[]).includes(text);
}
