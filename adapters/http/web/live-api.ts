import { hash } from "node:crypto";
import { type RequestHandler, Router } from "express";
import { SLUG } from "../../../src/organisations/settings.ts";
import { availableTickets } from "../../../src/lots/lot.ts";
import type { Snapshot } from "../../../src/shop/shop-window.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { type Answer, sendRefusal } from "../answers/answer.ts";
import { isKnown } from "../answers/caching.ts";
import { deliver } from "../answers/compression.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import type { FramesOptions } from "./frames-api.ts";
import { setFilePolicy } from "./policies.ts";

const CACHED = "public, max-age=2, stale-while-revalidate=10";

/** Serves the state of an organisation's lots to frames that poll. Requests within a second share one answer. */
export function liveRoutes({
  window,
  visitors,
  baseDomain,
}: Omit<FramesOptions, "assets" | "baseUrl" | "explorerUrl">): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const answers = new WeakMap<Snapshot, Answer>();
  router.get("/embed/:organisation/live.json", async (request, response) => {
    response.locals.route = "/embed/{organisation}/live.json";
    response.locals.quiet = true;
    setFilePolicy(response, "data");
    try {
      const { organisation: slug = "" } = request.params as Record<string, string>;
      const tenant = tenantOf(request, baseDomain);
      if (!SLUG.test(slug) || (tenant !== null && tenant !== slug)) throw NotFound.because();
      if (!window.knows(slug)) visitors.spend(request);
      const snapshot = await window.snapshot(slug);
      let answer = answers.get(snapshot);
      if (!answer) {
        answer = liveAnswer(snapshot);
        answers.set(snapshot, answer);
      }
      const known = isKnown(request, answer.headers.ETag!);
      await deliver(request, response, known ? { ...answer, status: 304 } : answer);
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  return router;
}

/** Returns the answer with a tag of the lots alone: while they do not change, only the time is new. */
function liveAnswer({ now, lots }: Snapshot): Answer {
  const lotViews = lots.map(({ lot, state, draw }) => ({
    id: lot.id,
    state: state === "sold_out" ? "open" : state,
    sold: lot.sold,
    max: lot.maxTickets,
    available: Math.max(0, availableTickets(lot)),
    endAt: lot.endAt.toISOString(),
    // Only where there is something: frames that are open ask for the rest alone.
    ...(draw !== null && { draw }),
  }));
  const ETag = `W/"${hash("sha256", JSON.stringify(lotViews), "base64url").slice(0, 22)}"`;
  const body = Buffer.from(JSON.stringify({ now: now.toISOString(), lots: lotViews }));
  return { status: 200, body, headers: { ETag, "Cache-Control": CACHED } };
}
