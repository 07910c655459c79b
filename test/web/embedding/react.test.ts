import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect } from "vitest";
import { bundled } from "../../../adapters/http/web/bundles/buyers-files.ts";
import { framesOf, Shop } from "../../support/browser/shop.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";
import { it } from "../../support/browser/in-browser.ts";
import { eventually } from "../../support/eventually.ts";

const GUIDE = new URL("../../../docs/widget.md", import.meta.url);
const PACKAGES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

let folder: string;
let slug: string;
let lotId: number;
const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
beforeAll(async () => {
  const partner = await Partner.add(service);
  slug = partner.organisation.slug;
  lotId = (await partner.lot()).id;
  folder = await mkdtemp(join(tmpdir(), "raffle-react-"));
  const guide = await readFile(GUIDE, "utf8");
  const [, example = ""] = /```js\n(import \{ useEffect[\s\S]*?)```/.exec(guide) ?? [];
  await writeFile(
    join(folder, "raffle.jsx"),
    example.replace('"raffles.example"', JSON.stringify(service.baseUrl)).replace("your-slug", slug),
  );
  await writeFile(join(folder, "embed.esm.js"), (await bundled()).get("embed.esm.js")!.body);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Returns a bundle of a file that is written for it. */
async function bundle(source: string, platform: "node" | "browser"): Promise<string> {
  await writeFile(join(folder, "main.jsx"), source);
  const { outputFiles } = await build({
    entryPoints: [join(folder, "main.jsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform,
    jsx: "automatic",
    nodePaths: [PACKAGES],
    logLevel: "error",
    ...(platform === "node" && {
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
    }),
  });
  return outputFiles[0]!.text;
}

it("the guide's React component is rendered on a server, and shows one frame in strict mode, of whichever competition, until it is unmounted", async () => {
  const onServer = `import { renderToString } from "react-dom/server"; import { Raffle } from "./raffle.jsx";
    export default renderToString(<Raffle id={${lotId}} />);`;
  await writeFile(join(folder, "server.mjs"), await bundle(onServer, "node"));
  const { default: markup } = await import(pathToFileURL(join(folder, "server.mjs")).href);
  expect(markup).toBe("<div></div>");
  const inBrowser = `import { StrictMode } from "react"; import { hydrateRoot } from "react-dom/client"; import { Raffle } from "./raffle.jsx";
    const app = (id) => <StrictMode><Raffle id={id} /></StrictMode>;
    const root = hydrateRoot(document.querySelector("#app"), app(${lotId}));
    globalThis.show = (id) => root.render(app(id));
    globalThis.end = () => root.unmount();`;
  shop.file("/main.js", await bundle(inBrowser, "browser"));
  shop.page(`<div id="app">${markup}</div><script type="module" src="/main.js"></script>`);
  const { page, complaints, close } = await shop.visit();
  await framesOf(page, `/embed/${slug}/competition/${lotId}`);
  await page.evaluate("show(undefined)");
  await framesOf(page, `/embed/${slug}`);
  await eventually(() => page.frames().length === 2);
  await page.evaluate("end()");
  await eventually(() => page.frames().length === 1);
  expect(complaints.filter((text) => !text.includes("React DevTools"))).toEqual([]);
  await close();
});
