import { type RequestHandler, Router } from "express";
import { SLUG } from "../../../src/organisations/settings.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { sendRefusal } from "../answers/answer.ts";
import { deliver } from "../answers/compression.ts";
import type { CalendarEvent } from "../../../web/pages/lot-calendar.ts";
import { tenantOf } from "../callers/tenant-host.ts";
import type { FramesOptions } from "./frames-api.ts";
import { setFilePolicy } from "./policies.ts";
import { preferencesOf } from "./reader-preferences.ts";

const CACHED = "public, max-age=300";
const LOT_ID = /^[1-9]\d{0,15}$/;

const EVENTS: readonly CalendarEvent[] = ["start", "draw"];

/** Serves the start of a competition's entries, and its draw, as files for calendars. */
export function calendarRoutes({
  window,
  visitors,
  baseUrl,
  baseDomain,
}: Omit<FramesOptions, "assets" | "explorerUrl">): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  for (const event of EVENTS)
    router.get(`/embed/:organisation/competition/:id/${event}.ics`, async (request, response) => {
      response.locals.route = `/embed/{organisation}/competition/{id}/${event}.ics`;
      setFilePolicy(response, "data");
      try {
        const { organisation: slug = "", id = "" } = request.params as Record<string, string>;
        const tenant = tenantOf(request, baseDomain);
        const isMeant = SLUG.test(slug) && (tenant === null || tenant === slug) && LOT_ID.test(id);
        if (!isMeant) throw NotFound.because();
        const lotId = Number(id);
        if (!window.knows(slug, lotId)) visitors.spend(request);
        const snapshot = await window.lot(slug, lotId);
        const { locale } = preferencesOf(request, snapshot.shopkeeper.locale);
        const [{ lotCalendar }, { wordsIn }] = await Promise.all([
          import("../../../web/pages/lot-calendar.ts"),
          import("../../../web/words/words.ts"),
        ]);
        const headers = {
          "Content-Type": "text/calendar; charset=utf-8",
          "Content-Disposition": `attachment; filename="${event}-${lotId}.ics"`,
          "Content-Language": locale,
          "Cache-Control": CACHED,
          Vary: "Accept-Language, Accept-Encoding",
        };
        const body = Buffer.from(lotCalendar(event, snapshot, baseUrl, wordsIn(locale)));
        await deliver(request, response, { status: 200, body, headers });
      } catch (error) {
        sendRefusal(response, error);
      }
    });
  return router;
}
