import { type RequestHandler, Router } from "express";
import type { ShareImages } from "../../../src/shop/share-images.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { send, sendRefusal } from "../answers/answer.ts";
import { isKnown } from "../answers/caching.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import { setFilePolicy } from "./policies.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";

const CACHED = "public, max-age=300";
const FILE = /^([1-9]\d{0,15})\.png$/;

interface ShareImageOptions {
  readonly shareImages: ShareImages;
  readonly visitors: VisitorBudgets;
  readonly baseDomain: string | null;
}

/** The image that stands for a competition where a link to it is shared. */
export function shareImageRoutes({ shareImages, visitors, baseDomain }: ShareImageOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/og/competition/:file", async (request, response) => {
    response.locals.route = "/og/competition/{id}.png";
    setFilePolicy(response, "data");
    try {
      const { file } = request.params as Record<string, string>;
      const [, id] = FILE.exec(file!) ?? [];
      if (id === undefined || !Number.isSafeInteger(Number(id))) throw NotFound.because();
      visitors.spend(request);
      const { png, tag } = await shareImages.image(Number(id), tenantOf(request, baseDomain));
      const headers = { "Content-Type": "image/png", "Cache-Control": CACHED, ETag: tag };
      send(response, { status: isKnown(request, tag) ? 304 : 200, body: png, headers });
    } catch (error) {
      sendRefusal(response, error);
    }
  });
  return router;
}
