import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { checkoutRoutes } from "../../../adapters/http/web/checkout/checkout-api.ts";
import { onChainRoutes } from "../../../adapters/http/web/checkout/onchain-api.ts";
import { orderRoutes } from "../../../adapters/http/web/orders/order-api.ts";
import { signInRoutes } from "../../../adapters/http/web/own/sign-in-api.ts";
import { ticketRoutes } from "../../../adapters/http/web/own/tickets-api.ts";
import type { OwnClass } from "../../../adapters/http/web/policies.ts";
import { Mails } from "../../../ports/mails/mails.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import { FormBrowser } from "../../support/browser/form-browser.ts";
import { Partner } from "../../support/builders/partner.ts";
import { fieldsOf, Shopper } from "../../support/builders/shopper.ts";
import { type Answer, TestService } from "../../support/service/service.ts";
import { opened, prepared } from "../../support/opened.ts";

const CURRENCIES = { redirect: "USD", embed: "EUR", fields: "JPY", flow: "GBP", qr: "SGD" } as const;

interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly policy: OwnClass;
}

let slug: string;
let base: string;
const service = opened(() =>
  TestService.open({
    environment: {
      TRUST_PROXY: "1",
      HOSTED_ORDERS_PER_10_MIN: "1000",
      PUBLIC_REQUESTS_PER_MINUTE: "10000",
    },
  }),
);
const partner = prepared(() =>
  Partner.add(service, {
    rails: Object.fromEntries(RAIL_KINDS.map((kind) => [CURRENCIES[kind], kind])),
    rates: { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" },
  }),
);
beforeAll(async () => {
  ({ slug } = partner.organisation);
  base = service.baseUrl;
});

/** Every route of pages that know the buyer, as it is registered. */
function routes(): Route[] {
  const found: Route[] = [];
  const note = (method: Route["method"]) => (_router: unknown, route: Omit<Route, "method">) =>
    void found.push({ ...route, method });
  const options = { own: { get: note("GET"), post: note("POST") } } as never;
  for (const add of [signInRoutes, checkoutRoutes, onChainRoutes, orderRoutes, ticketRoutes]) add(options);
  return found;
}

/** As they are written in the design of these pages: what may be loaded, sent and framed, and by whom. */
function policyOf(kind: OwnClass, more: { readonly frame?: string } = {}) {
  const frame = more.frame === undefined ? "" : ` frame-src ${more.frame};`;
  return {
    "Content-Security-Policy": `default-src 'none'; script-src ${base}/assets/; style-src ${base}/assets/ ${base}/theme/; img-src 'self' https: data:; connect-src 'self';${frame} base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    "Cross-Origin-Opener-Policy": kind === "tickets" ? "same-origin" : "unsafe-none",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": kind === "tickets" ? "same-origin" : "strict-origin",
    "X-Frame-Options": "SAMEORIGIN",
    "Access-Control-Allow-Origin": null,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

function expectPolicy({ headers }: Answer, wanted: ReturnType<typeof policyOf>, what: string): void {
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]));
  expect(found, what).toEqual(wanted);
}

describe("each answer of a page that knows the buyer has exactly the policy of its kind", () => {
  it("whatever is asked of it, by whom, and however it is answered", async () => {
    const all = routes();
    expect(all.length).toBeGreaterThan(20);
    const shopper = await Shopper.signIn(service, partner.organisation.id);
    const lot = await partner.lot();
    const order = (await partner.checkout(lot.id)).json.data.id;
    const statuses = new Set<number>();
    const ids = { organisation: slug, id: String(lot.id), session: order, visit: "x".repeat(22) };
    const nonsense = { organisation: "nobody", id: "x", session: "%00", visit: "y" };
    for (const { method, path, policy } of all)
      for (const names of [ids, nonsense] as readonly Record<string, string>[])
        for (const who of ["buyer", "nobody", "another site"]) {
          const at = path.replaceAll(/:(\w+)/g, (_whole, name: string) => names[name]!);
          const foreign: Record<string, string> =
            who === "another site" ? { Origin: "https://evil.example" } : {};
          const answer =
            method === "GET"
              ? await shopper.get(at, who === "buyer" ? {} : { Cookie: "" })
              : await shopper.post(at, {}, { ...foreign, ...(who === "nobody" && { Cookie: "" }) });
          statuses.add(answer.status);
          expectPolicy(answer, policyOf(policy), `${method} ${at}, ${who}: ${answer.status}`);
        }
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 303, 400, 403, 404]));
  });

  it.each(RAIL_KINDS)(
    "an order that is paid by %s may use what its part needs, until it is decided",
    async (kind) => {
      const lot = await partner.lot({ payment: { fiatCurrency: CURRENCIES[kind] } });
      const shopper = await Shopper.signIn(service, partner.organisation.id);
      const { text } = await shopper.get(`/checkout/${slug}/${lot.id}`);
      const { action, fields } = fieldsOf(text, "form");
      const path = (await shopper.post(action, fields)).headers.get("Location")!;
      const parts = { embed: base, flow: base, fields: base, redirect: undefined, qr: undefined };
      const frame = parts[kind];
      const page = await shopper.get(path);
      expect(page.status).toBe(200);
      expectPolicy(page, policyOf("order", { frame }), path);
      expectPolicy(await shopper.get(`${path}?returned=yes`), policyOf("order"), "waited for");
      const id = path.split("/").at(-1)!;
      const html = { Accept: "text/html" };
      const back = await service.call("GET", `/rails/${kind}/${id}/return`, { headers: html });
      expectPolicy(back, policyOf("order"), `back from the provider: ${back.status}`);
      await partner.provider(id, { outcome: "paid" });
      expectPolicy(await shopper.get(path), policyOf("order"), "paid");
    },
  );
});

it("neither log nor metric has a code, a cookie, a visit, an address, or where a card is entered", async () => {
  const visit = randomBytes(16).toString("base64url");
  const email = `private-${randomBytes(6).toString("hex")}@example.com`;
  const browser = new FormBrowser(base);
  const lot = await partner.lot({ payment: { fiatCurrency: CURRENCIES.fields } });
  const path = `/checkout/${slug}/${lot.id}?visit=${visit}`;
  await browser.get(path);
  await browser.post(`/checkout/${slug}/sign-in/mail`, { email, next: path });
  const mail = (await service.wiring.get(Mails).newest(5)).find(({ to }) => to === email)!;
  const code = mail.content.kind === "sign_in_code" ? mail.content.code : "";
  const attempt = [...browser.cookies.values()][0]!;
  await browser.post(`/checkout/${slug}/sign-in/code`, { code: "00000000", next: path });
  await browser.post(`/checkout/${slug}/sign-in/code`, { code, next: path });
  const session = browser.cookies.get("buyer")!;
  const { action, fields } = fieldsOf((await browser.get(path)).text, "form");
  const placed = await browser.post(action, fields);
  const order = /orders\/(cs_\w+)/.exec(placed.headers.get("Location")!)![1]!;
  const href = `https://sandbox.example/sessions/${randomBytes(8).toString("hex")}`;
  for (const step of [JSON.stringify({ sessionHref: href }), `{"sessionHref": ${href}`, "[]"])
    await browser.post(`/orders/${order}/confirm`, { step });
  await browser.get(`/visits/${visit}`);
  await browser.get(`/orders/${order}/status`);
  const told = [...service.logLines, (await service.call("GET", "/metrics")).text].join("\n");
  expect(told).toContain("/checkout/{organisation}/{id}");
  for (const secret of [visit, email, code, attempt, session, href, fields.form!])
    for (const spelled of [secret, encodeURIComponent(secret)]) expect(told).not.toContain(spelled);
});
