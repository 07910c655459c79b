import { readFile } from "node:fs/promises";
import { type RequestHandler, type Response, Router } from "express";
import type { Request } from "express";
import { SLUG } from "../../../src/organisations/settings.ts";
import type { ShopWindow } from "../../../src/shop/shop-window.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import { themeSheet } from "../../../web/styles/theme.ts";
import type { BuiltFile } from "./bundles/built-file.ts";
import { jsonAnswer, send, sendRefusal } from "../answers/answer.ts";
import { isKnown } from "../answers/caching.ts";
import { deliver } from "../answers/compression.ts";
import type { SiteAssets } from "./site-assets.ts";
import { setFilePolicy } from "./policies.ts";
import type { VisitorBudgets } from "./visitor-budgets.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
/** Partners' pages name them without a hash; `/embed.json` has their hashed names. */
const CURRENT = {
  "/widget.js": "widget.js",
  "/embed.js": "embed.js",
  "/embed.esm.js": "embed.esm.js",
} as const;
/** Types of the module, and of the global. */
const TYPES_OF = { "/embed.esm.d.ts": "service.d.ts", "/embed.d.ts": "global/service.d.ts" } as const;
const CURRENT_FOR = "public, max-age=300, stale-while-revalidate=86400";
const A_MOMENT = "public, max-age=5";
const ASSET = /^[a-z][a-z.-]*-[0-9a-f]{16}\.(js|css)$/;
const THEME = /^(.*)-([0-9a-f]{16})\.css$/;
const TYPES = { js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" } as const;

interface FilesOptions {
  readonly assets: SiteAssets;
  readonly window: ShopWindow;
  readonly visitors: VisitorBudgets;
  readonly baseUrl: string;
}

/** Files for browsers: by their content's hash, for ever. */
export function fileRoutes({ assets, window, visitors, baseUrl }: FilesOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });

  router.get("/assets/:file", (request, response) =>
    refusing(response, async () => {
      quiet(response, "/assets/{file}");
      setFilePolicy(response, "asset");
      const name = (request.params as Record<string, string>).file!;
      const extension = ASSET.exec(name)?.[1] as keyof typeof TYPES | undefined;
      if (extension === undefined) throw NotFound.because();
      let file = await assets.atHand(name);
      if (file === null) {
        visitors.spend(request);
        file = await assets.ofOthers(name);
      }
      if (file === null) throw NotFound.because();
      const headers = { "Content-Type": TYPES[extension], "Cache-Control": FOR_EVER, ETag: `"${name}"` };
      await sendFile(request, response, file, headers);
    }),
  );

  addCurrentFiles(router, assets, baseUrl);
  router.get("/theme/:file", (request, response) =>
    refusing(response, async () => {
      quiet(response, "/theme/{file}");
      setFilePolicy(response, "theme");
      const [, slug, hash] = THEME.exec((request.params as Record<string, string>).file!) ?? [];
      if (slug === undefined || (slug !== "" && !SLUG.test(slug))) throw NotFound.because();
      if (slug !== "" && !window.knows(slug)) visitors.spend(request);
      // A page from before a change names another hash, and gets what is so now.
      const theme = slug === "" ? {} : (await window.snapshot(slug)).shopkeeper.theme;
      const sheet = themeSheet(theme);
      const headers = {
        "Content-Type": TYPES.css,
        "Cache-Control": sheet.hash === hash ? FOR_EVER : A_MOMENT,
      };
      await deliver(request, response, { status: 200, body: Buffer.from(sheet.css), headers });
    }),
  );
  return router;
}

/** Serves the files that partners' pages load, and the hashes that pin them. */
function addCurrentFiles(router: Router, assets: SiteAssets, baseUrl: string): void {
  for (const [path, plain] of Object.entries(CURRENT)) {
    router.get(path, (request, response) =>
      refusing(response, async () => {
        quiet(response, path);
        setFilePolicy(response, "script");
        const file = await assets.file(plain);
        const headers = { "Content-Type": TYPES.js, "Cache-Control": CURRENT_FOR, ETag: `"${file.name}"` };
        await sendFile(request, response, file, headers);
      }),
    );
  }

  router.get("/embed.json", (request, response) =>
    refusing(response, async () => {
      response.locals.route = "/embed.json";
      setFilePolicy(response, "data");
      const files = await Promise.all(
        Object.values(CURRENT).map(async (plain) => {
          const { name, integrity } = await assets.file(plain);
          return [plain, { url: `${baseUrl}/assets/${name}`, integrity }];
        }),
      );
      const answer = jsonAnswer(200, Object.fromEntries(files), { "Cache-Control": CURRENT_FOR });
      await deliver(request, response, answer);
    }),
  );

  for (const [path, source] of Object.entries(TYPES_OF)) {
    router.get(path, (request, response) =>
      refusing(response, async () => {
        response.locals.route = path;
        setFilePolicy(response, "data");
        const types = await readFile(new URL(`../../../web/browser/${source}`, import.meta.url), "utf8");
        // As partners have the files: below the addresses that they are loaded from.
        const body = Buffer.from(types.replace("../service.d.ts", "./embed.esm.js"));
        const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": CURRENT_FOR };
        await deliver(request, response, { status: 200, body, headers });
      }),
    );
  }
}

type Headers = Readonly<Record<string, string>>;

/** In the encoding that the client likes best. A build's own files are compressed already. */
export async function sendFile(
  request: Request,
  response: Response,
  file: BuiltFile | Uint8Array,
  headers: Headers & { readonly ETag: string },
): Promise<void> {
  if (file instanceof Uint8Array) return deliver(request, response, { status: 200, body: file, headers });
  const encoding = request.acceptsEncodings("br", "gzip", "identity");
  const [body, extra]: [Uint8Array, Headers] =
    encoding === "br"
      ? [file.brotli, { "Content-Encoding": "br" }]
      : encoding === "gzip"
        ? [file.gzip, { "Content-Encoding": "gzip" }]
        : [file.body, {}];
  const ETag =
    encoding === "br" || encoding === "gzip" ? headers.ETag.replace(/"$/, `-${encoding}"`) : headers.ETag;
  const all = { ...headers, ...extra, ETag, Vary: "Accept-Encoding" };
  send(response, { status: isKnown(request, ETag) ? 304 : 200, body, headers: all });
}

/** Logs the request for debugging only: it is very frequent. */
function quiet(response: Response, route: string): void {
  response.locals.route = route;
  response.locals.quiet = true;
}

async function refusing(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sendRefusal(response, error);
  }
}
