import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import { type RailKind, RAIL_KINDS } from "../../../../ports/rail.ts";
import type { Notifications } from "../../../../src/settlement/notifications.ts";
import { RateLimited } from "../../../../src/organisations/access.ts";
import { SLUG } from "../../../../src/organisations/settings.ts";
import { NotFound, Problem, Unavailable } from "../../../../src/shared/problem.ts";
import { sendRefusal } from "../../answers/answer.ts";
import { clientOf } from "../../callers/client-address.ts";
import { HeldBodies } from "../../input/held-bodies.ts";
import { PayloadTooLarge, RequestTimeout } from "../../answers/problems.ts";
import { textsOf } from "./return-parameters.ts";
import { RefusedSenders } from "../../callers/refused-senders.ts";

const LIMITS = { bodyBytes: 1_000_000, clientBytes: 8_000_000, allBytes: 32_000_000, deadlineMs: 10_000 };
/** A minute, of one client at one account, unless it was right before. */
const REFUSALS = 60;
const BUSY_RETRY_AFTER_SEC = 60;

/**
 * `/rails/{kind}/{provider}/{slug}/notifications`, where providers notify: no key, so nothing is believed that is not
 * proven. A body is read only for an account that exists.
 * @param underWay tracks acknowledged messages until they are processed
 */
export function notificationHandler(
  notifications: Notifications,
  underWay: Set<Promise<void>>,
): RequestHandler {
  const bodies = new HeldBodies(LIMITS);
  const senders = new RefusedSenders({ limit: REFUSALS });

  return async (request, response) => {
    response.locals.route = "/rails/{kind}/{provider}/{slug}/notifications";
    const client = clientOf(request);
    const { kind, provider, slug } = request.params as Record<string, string>;
    // Decoded: one address can be spelled in many ways.
    const sender = `${client} ${kind}/${provider}/${slug}`;
    const body = bodies.hold(client);
    try {
      if (!isKind(kind) || !SLUG.test(slug!)) throw NotFound.because();
      const retryAfter = senders.waitSec(sender);
      if (retryAfter > 0) throw RateLimited.because(undefined, { retryAfter });
      const receipt = await notifications.receive(slug!, kind, provider!, async () => ({
        headers: joined(request.headers),
        rawBody: await body.read(request),
        query: textsOf(request.query),
      }));
      if (receipt.outcome === "no_such_account") throw NotFound.because();
      if (receipt.outcome === "refused") {
        senders.refused(sender);
        response.locals.refusal = "invalid_notification";
        response
          .status(receipt.status)
          .json({ error: "invalid_notification", message: "The notification was refused." });
        return;
      }
      if (receipt.outcome === "busy")
        throw Unavailable.because("Too many notifications are waiting. Send this one again later.", {
          retryAfter: BUSY_RETRY_AFTER_SEC,
        });
      if (receipt.proven) senders.wasRight(sender);
      // Durable: the provider is answered now, and shutting down waits for the rest.
      underWay.add(receipt.processing);
      void receipt.processing.finally(() => underWay.delete(receipt.processing));
      const { acknowledgement } = receipt;
      response.status(acknowledgement.status).type(acknowledgement.contentType).send(acknowledgement.body);
    } catch (error) {
      if (error instanceof Problem && UNREAD.has(error.code)) senders.refused(sender);
      sendRefusal(response, error);
    } finally {
      body.release();
    }
  };
}

const UNREAD: ReadonlySet<string> = new Set([PayloadTooLarge.code, RequestTimeout.code]);

function joined(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : (value ?? ""),
    ]),
  );
}

export function isKind(text: string | undefined): text is RailKind {
  return (RAIL_KINDS as readonly (string | undefined)[]).includes(text);
}
