import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, describe, expect } from "vitest";
import { compileScript, parse } from "vue/compiler-sfc";
import { press } from "../support/browser/browser.ts";
import { it } from "../support/browser/in-browser.ts";
import { framesOf, Shop, type Visit } from "../support/browser/shop.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { UNCOLLECTED } from "../support/service/compile-cache.ts";
import { TestService } from "../support/service/service.ts";
import { eventually } from "../support/eventually.ts";

const TARBALL = "/docs/clients/partner-raffle-embed-1.0.0.tgz";
const PACKAGES = fileURLToPath(new URL("../../node_modules/", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../docs/examples/", import.meta.url));
/** Packages that a partner's project has. */
const PEERS = ["react", "react-dom", "vue", "@types/react", "@types/react-dom"];

const run = promisify(execFile);
const shop = opened(() => Shop.open());
const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const lot = prepared(() => partner.lot({ maxTickets: 40 }));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "web package-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

beforeAll(async () => {
  const { path: cwd } = folder;
  const env = {
    ...process.env,
    ...UNCOLLECTED,
    npm_config_cache: join(cwd, ".cache"),
    // An install that needs a registry fails.
    npm_config_registry: "http://127.0.0.1:9/",
    // npm looks for packages that are optional, too, and does without them.
    npm_config_fetch_retries: "0",
  };
  await run("npm", ["install", "--no-audit", "--no-fund", service.baseUrl + TARBALL], { cwd, env });
  await writeFile(
    join(cwd, "alone.mjs"),
    'console.log(await (await import("partner-raffle-embed")).loadService("x"))',
  );
  expect((await run(process.execPath, ["alone.mjs"], { cwd })).stdout).toBe("null\n");
  for (const name of PEERS) {
    await mkdir(dirname(join(cwd, "node_modules", name)), { recursive: true });
    await symlink(PACKAGES + name, join(cwd, "node_modules", name));
  }
});

/** Returns the text of an example, for the service of this test. */
async function example(name: string): Promise<string> {
  const text = await readFile(EXAMPLES + name, "utf8");
  return text
    .replaceAll(/https:\/\/raffles\.example|raffles\.example/g, service.baseUrl)
    .replaceAll("your-slug", partner.organisation.slug)
    .replaceAll(/lot=\{7\}|lot: 7|ref\(7\)/g, (found) => found.replace("7", String(lot.id)));
}

/** Returns a bundle of a module for the browser. */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder.path, loader: "tsx" },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    nodePaths: [PACKAGES],
    define: {
      "process.env.NODE_ENV": '"development"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

/** Runs a module on a server. @returns what it prints */
async function onServer(source: string): Promise<string> {
  const entry = join(folder.path, "server.tsx");
  await writeFile(entry, source);
  const outfile = join(folder.path, "server.mjs");
  // The package and its peers are those that Node finds.
  await build({
    entryPoints: [entry],
    bundle: true,
    packages: "external",
    outfile,
    format: "esm",
    jsx: "automatic",
  });
  const { stdout, stderr } = await run(process.execPath, [outfile], { cwd: folder.path });
  expect(stderr).toBe("");
  return stdout.trim();
}

const complaintsOf = ({ complaints }: Visit) =>
  complaints.filter((text) => !/React DevTools|development build of Vue/.test(text));
const left = ({ page }: Visit) => page.locator("iframe, [data-raffle]").count();
const framed = (id: number) => `/embed/${partner.organisation.slug}/competition/${id}`;

describe("the loader", () => {
  /** A page of a partner under a strict policy, with the loader as a global. */
  async function visit(): Promise<Visit> {
    const { baseUrl } = service;
    shop.headers = {
      "Content-Security-Policy": `default-src 'none'; script-src ${baseUrl} 'self'; frame-src ${baseUrl}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
    };
    const globals = "globalThis.Service = { mine: true }; Object.assign(globalThis, { loadService });";
    shop.file("/main.js", await bundle(`import { loadService } from "partner-raffle-embed"; ${globals}`));
    shop.page('<div id="place"></div><script type="module" src="/main.js"></script>');
    const seen = await shop.visit();
    shop.headers = {};
    await eventually(() => seen.page.evaluate("typeof loadService === 'function'"));
    return seen;
  }

  it("loads a service once for each host, also next to a Service of the page's own and under a strict policy", async () => {
    const seen = await visit();
    const { page } = seen;
    const loads: string[] = [];
    page.on("request", (request) => request.url().includes("/embed.esm.js") && loads.push(request.url()));
    const host = JSON.stringify(service.baseUrl);
    const spelling = JSON.stringify(`${service.baseUrl}/`);
    expect(
      await page.evaluate(
        `Promise.all([loadService(${host}), loadService(${host}), loadService(${spelling})]).then((all) => [new Set(all).size, typeof all[0].open, Service.mine])`,
      ),
    ).toEqual([1, "function", true]);
    expect(
      await page.evaluate(
        `import("${service.baseUrl}/embed.esm.js").then(async (own) => own === await loadService(${host}))`,
      ),
    ).toBe(true);
    expect(loads).toHaveLength(1);
    const options = JSON.stringify({ host: service.baseUrl, org: partner.organisation.slug, lot: lot.id });
    await page.evaluate(`loadService(${host}).then((service) => { service.lot("#place", ${options}) })`);
    await framesOf(page, framed(lot.id));
    expect(complaintsOf(seen)).toEqual([]);
    await seen.page.context().close();
  });

  it("rejects where the service is away, tries again at the next call, and names a wrong host", async () => {
    const seen = await visit();
    const { page } = seen;
    let isAway = true;
    await page.route("**/embed.esm.js*", (route) => (isAway ? route.abort() : route.continue()));
    const load = `loadService(${JSON.stringify(service.baseUrl)}).then((service) => typeof service.lot, (error) => error.message)`;
    const failure = expect.stringMatching(
      /^partner-raffle-embed: http\S+\/embed\.esm\.js\S* could not be loaded$/,
    );
    expect([await page.evaluate(load), await page.evaluate(load)]).toEqual([failure, failure]);
    isAway = false;
    expect(await page.evaluate(load)).toBe("function");
    for (const host of ["", "ftp://raffles.example"])
      expect(await page.evaluate(`loadService(${JSON.stringify(host)}).catch(String)`)).toBe(
        "TypeError: partner-raffle-embed: host must be the service's host, such as raffles.example",
      );
    await seen.page.context().close();
  });
});

it("the types check a partner's code and the examples, and find a wrong option, prop and event", async () => {
  const { path: cwd } = folder;
  await copyFile(`${EXAMPLES}next-page.tsx`, join(cwd, "next-page.tsx"));
  await copyFile(`${EXAMPLES}next-buy-button.tsx`, join(cwd, "next-buy-button.tsx"));
  await writeFile(
    join(cwd, "all.tsx"),
    `import { loadService, type PaidDetail, type Service } from "partner-raffle-embed";
    import { Raffle, RaffleResults, useCheckout } from "partner-raffle-embed/react";
    import { Raffle as VueRaffle } from "partner-raffle-embed/vue";
    import { h } from "vue";
    const service: Service | null = await loadService("raffles.example");
    service?.open({ host: "raffles.example", org: "acme", lot: 7, onPaid: (detail: PaidDetail) => detail.quantity });
    const detail: HTMLElementEventMap["raffle:paid"]["detail"] = { competitionId: 7, quantity: 1 };
    document.body.addEventListener("raffle:failed", ({ detail }) => detail.reason.length);
    export const all = [
      <Raffle host="raffles.example" org="acme" email="jo@example.com" onPaid={({ quantity }) => quantity.toFixed()} />,
      <RaffleResults host="raffles.example" org="acme" lot={7} onReady={({ url }) => url.length} className="wide" />,
      h(VueRaffle, { host: "raffles.example", org: "acme", onPaid: ({ quantity }) => quantity.toFixed() }),
      detail, useCheckout,
      // @ts-expect-error a result needs its competition
      <RaffleResults host="raffles.example" org="acme" />,
      // @ts-expect-error results sell nothing
      <RaffleResults host="raffles.example" org="acme" lot={7} email="jo@example.com" />,
      // @ts-expect-error an unknown event
      <Raffle host="raffles.example" org="acme" onpaid={() => undefined} />,
      // @ts-expect-error a detail that the event lacks
      <Raffle host="raffles.example" org="acme" onPaid={({ price }) => price} />,
      // @ts-expect-error an id is a number
      h(VueRaffle, { host: "raffles.example", org: "acme", lot: "7" }),
    ];`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    jsx: "react-jsx",
    module: "esnext",
    moduleResolution: "bundler",
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
    types: [],
    skipLibCheck: false,
  };
  await writeFile(
    join(cwd, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.tsx"], exclude: ["server.tsx"] }),
  );
  const check = run(join(PACKAGES, ".bin/tsc"), ["-p", cwd, "--singleThreaded"], {
    cwd,
    env: { ...process.env, ...UNCOLLECTED },
  });
  expect((await check.catch((error: { readonly stdout: string }) => error)).stdout).toBe("");
});

// Next itself would take longer than all other tests: what it does with a component is done here with React's own parts.
it("the example for Next is rendered on a server and started in strict mode without a warning: frame, button and events", async () => {
  for (const name of ["next-page.tsx", "next-buy-button.tsx"])
    await writeFile(join(folder.path, name), await example(name));
  const markup = await onServer(
    `import { renderToString } from "react-dom/server"; import Page from "./next-page.tsx"; console.log(renderToString(<Page />));`,
  );
  expect(markup).toMatch(/<h1>Win a watch<\/h1><div><\/div><p><button disabled="">Buy a ticket<\/button>/);
  shop.file(
    "/main.js",
    await bundle(`import { StrictMode } from "react"; import { hydrateRoot } from "react-dom/client"; import Page from "./next-page.tsx";
      const root = hydrateRoot(document.querySelector("#app"), <StrictMode><Page /></StrictMode>, { onRecoverableError: (error) => console.error(error) });
      globalThis.end = () => root.unmount();`),
  );
  shop.page(`<div id="app">${markup}</div><script type="module" src="/main.js"></script>`);
  const seen = await shop.visit();
  const { page } = seen;
  await framesOf(page, framed(lot.id));
  const next = page.context().waitForEvent("page");
  await press(page.getByRole("button", { name: "Buy a ticket" }));
  const popup = await next;
  await popup.waitForLoadState();
  expect(new URL(popup.url()).pathname).toBe(`/checkout/${partner.organisation.slug}/${lot.id}`);
  await eventually(async () => (await left(seen)) === 4);
  await page.evaluate("end()");
  expect(await left(seen)).toBe(0);
  expect(complaintsOf(seen)).toEqual([]);
  await popup.close();
  await seen.page.context().close();
});

it("the component for React hears each event by its latest function, follows its props, and shows a link where the service is away", async () => {
  shop.file(
    "/main.js",
    await bundle(`import { StrictMode } from "react"; import { createRoot } from "react-dom/client"; import { Raffle, RaffleResults } from "partner-raffle-embed/react";
      globalThis.heard = [];
      const root = createRoot(document.querySelector("#app"));
      globalThis.show = (props, mark, Component = Raffle) =>
        root.render(<StrictMode><Component host=${JSON.stringify(service.baseUrl)} org="${partner.organisation.slug}" {...props} className="wide"
          onState={({ competitionId }) => heard.push([mark, competitionId])} onError={({ url }) => heard.push([mark, url])} /></StrictMode>);
      Object.assign(globalThis, { RaffleResults, end: () => root.unmount() });`),
  );
  shop.page('<div id="app"></div><script type="module" src="/main.js"></script>');
  const seen = await shop.visit();
  const { page } = seen;
  await eventually(() => page.evaluate("typeof show === 'function'"));
  await page.evaluate(`show({ lot: ${lot.id} }, "first")`);
  const [frame] = await framesOf(page, framed(lot.id));
  await eventually(async () => (await page.evaluate("heard.length")) === 1);
  await page.evaluate(`show({ lot: ${lot.id} }, "second")`);
  await frame!.evaluate("location.reload()").catch(() => undefined);
  await eventually(async () => (await page.evaluate("heard.length")) === 2);
  expect(await page.evaluate("heard")).toEqual([
    ["first", lot.id],
    ["second", lot.id],
  ]);
  await page.evaluate('show({}, "grid")');
  await framesOf(page, `/embed/${partner.organisation.slug}`);
  await page.evaluate(`show({ lot: ${lot.id} }, "results", RaffleResults)`);
  await framesOf(page, `${framed(lot.id)}/results`);
  expect(await left(seen)).toBe(2);
  const away = "http://127.0.0.1:9";
  await page.evaluate(`show({ host: "${away}" }, "away")`);
  const link = page.locator("#app .wide > a");
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe(`${away}/embed/${partner.organisation.slug}`);
  expect(await page.evaluate("heard.at(-1)")).toEqual(["away", await link.getAttribute("href")]);
  await page.evaluate("end()");
  expect(await page.locator("#app").innerHTML()).toBe("");
  expect(complaintsOf(seen).filter((text) => !text.includes("ERR_UNSAFE_PORT"))).toEqual([]);
  await seen.page.context().close();
});

it("the example for Vue is rendered on a server and started without a warning, follows its props, and leaves nothing", async () => {
  const { descriptor } = parse(await example("raffle.vue"));
  const { content } = compileScript(descriptor, { id: "raffle", inlineTemplate: true });
  await writeFile(
    join(folder.path, "raffle.ts"),
    content.replace(/(const lot = ref\(.*\);?)/, "$1 globalThis.lot = lot;"),
  );
  const markup = await onServer(
    `import { createSSRApp } from "vue"; import { renderToString } from "vue/server-renderer"; import Page from "./raffle.ts"; console.log(await renderToString(createSSRApp(Page)));`,
  );
  expect(markup).toBe("<main><div></div><output></output></main>");
  shop.file(
    "/main.js",
    await bundle(`import { createSSRApp } from "vue"; import Page from "./raffle.ts";
      const app = createSSRApp(Page); app.mount("#app"); globalThis.end = () => app.unmount();`),
  );
  shop.page(`<div id="app">${markup}</div><script type="module" src="/main.js"></script>`);
  const seen = await shop.visit();
  const { page } = seen;
  await framesOf(page, framed(lot.id));
  await page.evaluate(
    `document.querySelector("main > div").dispatchEvent(new CustomEvent("raffle:paid", { detail: { competitionId: ${lot.id}, quantity: 3 } }))`,
  );
  await page.getByText("You have 3 more tickets.").waitFor();
  const other = await partner.lot();
  await page.evaluate(`lot.value = ${other.id}`);
  await framesOf(page, framed(other.id));
  expect(await left(seen)).toBe(2);
  await page.evaluate("end()");
  expect(await left(seen)).toBe(0);
  expect(complaintsOf(seen)).toEqual([]);
  await seen.page.context().close();
});

it("the button of Vue opens checkout, calls the latest function, and ends with its component", async () => {
  shop.file(
    "/main.js",
    await bundle(`import { createApp, h, ref } from "vue"; import { useCheckout } from "partner-raffle-embed/vue";
      globalThis.heard = []; globalThis.mark = ref("first");
      const Button = { setup() {
        const { isReady, open } = useCheckout(() => {
          const name = mark.value;
          return { host: ${JSON.stringify(service.baseUrl)}, org: "${partner.organisation.slug}", lot: ${lot.id}, onOpen: () => heard.push(name), onClose: () => heard.push(name) };
        });
        return () => h("button", { disabled: !isReady.value, onClick: open }, "Buy");
      } };
      const app = createApp(Button); app.mount("#app"); globalThis.end = () => app.unmount();`),
  );
  shop.page('<div id="app"></div><script type="module" src="/main.js"></script>');
  const seen = await shop.visit();
  const { page } = seen;
  const next = page.context().waitForEvent("page");
  await press(page.locator("button:enabled"));
  const popup = await next;
  await eventually(async () => (await page.evaluate("heard.join()")) === "first");
  await page.evaluate('mark.value = "second"');
  await popup.close();
  await eventually(async () => (await page.evaluate("heard.join()")) === "first,second");
  await page.evaluate("end()");
  expect(await left(seen)).toBe(0);
  expect(complaintsOf(seen)).toEqual([]);
  await seen.page.context().close();
});

it("the example without a framework opens checkout from its button, and says what becomes of it", async () => {
  shop.file("/plain", await example("buy-button.html"));
  const seen = await shop.visit({ path: "/plain" });
  const { page } = seen;
  const next = page.context().waitForEvent("page");
  await press(page.locator("#buy"));
  const popup = await next;
  await page.getByText("Checkout is open in its own window.").waitFor();
  await popup.close();
  await page.getByText("The window was closed. You can start again.").waitFor();
  await page.evaluate("window.open = () => null");
  await press(page.locator("#buy"));
  const link = page.getByRole("link", { name: "Open checkout" });
  expect(new URL((await link.getAttribute("href"))!).pathname).toBe(
    `/checkout/${partner.organisation.slug}/${lot.id}`,
  );
  await seen.page.context().close();
});
