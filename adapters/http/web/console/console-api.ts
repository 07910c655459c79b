import { randomBytes } from "node:crypto";
import { type Request, type Response, Router } from "express";
import type { WorldClock } from "../../../../ports/clock.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { consolePage, consoleUnavailablePage } from "../../../../web/pages/console/console-page.ts";
import { send, sendRefusal } from "../../answers/answer.ts";
import { tenantOf } from "../../callers/tenant-host.ts";
import type { Mount } from "../../kernel/api.ts";
import { noteFailure } from "../../server/request-log.ts";
import { sendFile } from "../files-api.ts";
import { consolePolicy } from "../policies.ts";
import { VisitorBudgets } from "../visitor-budgets.ts";
import type { ConsoleAssets } from "./console-assets.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const ASSET = /^[a-z][a-z.-]*-[0-9A-Z]{8}\.(js|css)$/;
const TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" } as const;
const NONCE_BYTES = 16;

interface ConsoleOptions {
  readonly assets: ConsoleAssets;
  readonly clock: WorldClock;
  /** The address of the console's host. */
  readonly baseUrl: string;
  readonly baseDomain: string | null;
  /** Files of other builds that one client address may ask for in a minute. */
  readonly perMinute: number;
}

/** The admin area for browsers, behind the operator interface's own paths. */
export function consoleRoutes({ assets, clock, baseUrl, baseDomain, perMinute }: ConsoleOptions): Mount {
  const visitors = new VisitorBudgets({ perMinute, clock });
  const { pathname, protocol } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, "");
  const router = Router({ caseSensitive: true, strict: true });

  router.use("/admin", (request, response, next) => {
    response.locals.route = "/admin/{page}";
    if (tenantOf(request, baseDomain) === null) return next();
    sendRefusal(response, NotFound.because("This path does not exist."));
  });

  router.get("/admin/assets/:file", async (request, response) => {
    response.locals.route = "/admin/assets/{file}";
    response.locals.quiet = true;
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    try {
      const name = request.params.file!;
      const extension = ASSET.exec(name)?.[1] as keyof typeof TYPES | undefined;
      if (extension === undefined) throw NotFound.because();
      let file = await assets.atHand(name);
      let other: Uint8Array | null = null;
      if (file === null) {
        visitors.spend(request);
        other = await assets.ofOthers(name);
        if (other === null) throw NotFound.because();
      }
      const headers = { "Content-Type": TYPES[extension], "Cache-Control": FOR_EVER, ETag: `"${name}"` };
      await sendFile(request, response, file ?? other!, headers);
    } catch (error) {
      sendRefusal(response, error);
    }
  });

  router.get("/admin", (_request, response) => {
    response.redirect(308, `${prefix}/admin/`);
  });

  router.get("/admin/*path", answerPage);
  router.get("/admin/", answerPage);

  async function answerPage(request: Request, response: Response): Promise<void> {
    if (request.path.startsWith("/admin/api/")) {
      sendRefusal(response, NotFound.because("This path does not exist."));
      return;
    }
    response.setHeader("X-Frame-Options", "DENY");
    const nonce = randomBytes(NONCE_BYTES).toString("base64");
    response.setHeader("Content-Security-Policy", consolePolicy(nonce, protocol === "https:"));
    try {
      const { entry } = await assets.build();
      const page = consolePage({ prefix, nonce, ...entry });
      sendPage(response, 200, page);
    } catch (error) {
      noteFailure(response, error);
      sendPage(response, 503, consoleUnavailablePage());
    }
  }
  return { path: "/", handler: router };
}

function sendPage(response: Response, status: number, html: string): void {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
  send(response, { status, body: Buffer.from(html), headers });
}
