import { afterAll, beforeAll, expect, it } from "vitest";
import { ConsolePackagesMissing } from "../../adapters/http/web/bundles/console-packages-missing.ts";
import { ConsoleAssets } from "../../adapters/http/web/console/console-assets.ts";
import { Log } from "../../ports/log.ts";
import { Assets } from "../../ports/shop/assets.ts";
import { faultsIn } from "../support/browser/faults.ts";
import { type Launched, sharedBrowser } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { LOOKS } from "./support/looks.ts";
import { useMadeConsole } from "./support/made-console.ts";

const BROKEN = "console/main.tsx:4:1: Expected ; but found }";

let launched: Launched;
let service: TestService;
beforeAll(async () => {
  launched = await sharedBrowser();
  if (!launched.browser) console.warn(`No page is looked at in a browser: ${launched.missing}`);
  service = await TestService.open({ replace: useMadeConsole });
});
afterAll(async () => {
  await launched?.browser?.close();
  await service.stop();
});

const policyOf = (headers: Headers) =>
  Object.fromEntries(
    headers
      .get("Content-Security-Policy")!
      .split("; ")
      .map((directive) => {
        const [name, ...sources] = directive.split(" ");
        return [name!, sources.join(" ")];
      }),
  );

it("the console's page is never cached, allows styles by a fresh nonce, and loads nothing from other hosts", async () => {
  const [one, other] = [
    await service.call("GET", "/admin/"),
    await service.call("GET", "/admin/o/demo/orders"),
  ];
  for (const { status, headers } of [one, other]) {
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
  }
  const { "style-src": style, ...rest } = policyOf(one.headers);
  expect(rest).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
  const nonce = /^'self' 'nonce-([A-Za-z0-9+/]{22}==)'$/.exec(style!)![1]!;
  expect(one.text).toContain(`nonce="${nonce}"`);
  expect(policyOf(other.headers)["style-src"]).not.toBe(style);
  expect(
    one.text.match(/(?:href|src)="[^"]*"/g)!.filter((link) => !/="(\/admin\/assets\/|data:)/.test(link)),
  ).toEqual([]);
});

it("its files are cached for ever under names of their content; a name of no build is not found", async () => {
  const { text } = await service.call("GET", "/admin/");
  const paths = [...text.matchAll(/\/admin\/assets\/[^"]+/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) {
    const { status, headers } = await service.call("GET", path, { headers: { "Accept-Encoding": "br" } });
    expect([path, status, headers.get("Content-Encoding")]).toEqual([path, 200, "br"]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  }
  const foreign = ["console-AAAAAAAA.js", "%2e%2e%2fpackage.json", "console-AAAAAAAA.map"];
  for (const name of foreign)
    expect((await service.call("GET", `/admin/assets/${name}`)).status, name).toBe(404);
  // What another process built is found by its name.
  const [body] = [Buffer.from("export {};")];
  await service.wiring.get(Assets).keep([{ name: "console-ZZZZ2222.js", body }]);
  expect((await service.call("GET", "/admin/assets/console-ZZZZ2222.js")).text).toBe("export {};");
});

it("leaves the API's paths to the API, leads to the address with a slash, and does not exist on tenants' hosts", async () => {
  const led = await service.call("GET", "/admin");
  expect([led.status, led.headers.get("Location")]).toEqual([308, "/admin/"]);
  const missing = await service.call("GET", "/admin/api/v2/nothing");
  expect([missing.status, missing.json.error]).toEqual([404, "not_found"]);
  const tenants = await TestService.open({
    environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" },
    replace: useMadeConsole,
  });
  try {
    const headers = { "X-Forwarded-Host": "acme.raffles.example" };
    for (const path of ["/admin/", "/admin/o/acme", "/admin/assets/console-AAAAAAAA.js"])
      expect((await tenants.call("GET", path, { headers })).status, path).toBe(404);
    expect((await tenants.call("GET", "/admin/")).status).toBe(200);
  } finally {
    await tenants.stop();
  }
});

it.each([
  ["its sources are broken", new Error(BROKEN), /"level":"error".*the console's files could not be built/],
  [
    "its packages are not installed",
    new ConsolePackagesMissing(),
    /"level":"warn".*its packages are not installed/,
  ],
])("says 503 where %s, with one line in the log, and the API sells", async (_, error, line) => {
  const broken = await TestService.open({
    replace: (wiring) => {
      const parts = { assets: wiring.get(Assets), log: wiring.get(Log) };
      const make = () => Promise.reject(error);
      wiring.bind(ConsoleAssets, () => new ConsoleAssets(parts, make));
    },
  });
  try {
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, text, headers } = await broken.call("GET", "/admin/");
      expect(status).toBe(503);
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(text).toContain("The admin area is not available");
      expect(text).not.toContain(BROKEN);
    }
    expect((await broken.call("GET", "/admin/assets/console-AAAAAAAA.js")).json.error).toBe(
      "console_unavailable",
    );
    const lines = broken.logLines.filter((each) => each.includes("/admin/ answers 503"));
    expect(lines).toEqual([expect.stringMatching(line)]);
    const partner = await Partner.add(broken, { rails: { USD: "redirect" } });
    expect((await partner.lot({})).id).toBeGreaterThan(0);
  } finally {
    await broken.stop();
  }
});

it("the sign-in page breaks no policy, calls no other host, and has no fault that axe finds, wide and narrow, light and dark", async ({
  skip,
}) => {
  if (!launched.browser) return skip(`no browser: ${launched.missing}`);
  const page = await launched.browser.newPage();
  const strange: string[] = [];
  page.on("request", (request) => {
    if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(service.baseUrl))
      strange.push(request.url());
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) strange.push(message.text());
  });
  page.on("pageerror", (error) => strange.push(error.message));
  for (const { width, colorScheme, only } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.baseUrl}/admin/sign-in`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.title()).toBe("Sign in · Raffle console");
    expect(await faultsIn(page, only), `${colorScheme} ${width}`).toEqual([]);
  }
  expect(strange).toEqual([]);
});
