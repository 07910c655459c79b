import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { consoleAddress } from "../../app/config/console-variables.ts";
import { originAt } from "../../app/config/urls.ts";
import { PersonSignIn } from "../../src/people/person-sign-in.ts";
import { Partner } from "../support/builders/partner.ts";
import { addPerson } from "../support/people/console-browser.ts";
import { ADMIN_TOKEN, call, TestService } from "../support/service/service.ts";

const PREFIX = "/raffles/eu";

/** Takes its prefix off, as proxies do that serve several services on one host. */
const proxy = createServer((request, response) => {
  if (!request.url!.startsWith(`${PREFIX}/`)) return void response.writeHead(404).end("outside");
  const { method, headers } = request;
  const onward = ask(service.baseUrl + request.url!.slice(PREFIX.length), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  request.pipe(onward);
});
let base: string;
let service: TestService;
let partner: Partner;
beforeAll(async () => {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`;
  service = await TestService.open({ environment: { BASE_URL: `${base}/` } });
  partner = await Partner.add(service, { slug: "acme", returnHosts: ["shop.example"] });
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await service.stop();
});

/** Calls the service at its public address. */
const at = (path: string, key: string | null = null, body?: unknown) =>
  call(base, body === undefined ? "GET" : "POST", path, { key, body });

it("a console under a path is where its links lead, with all that it loads", async () => {
  const address = base.replace("127.0.0.1", "localhost");
  const person = await addPerson(service, { operatorRole: "owner" });
  const link = await service.wiring.get(PersonSignIn).newLink(person.id);
  expect(link.startsWith(`${address}/admin/link#`), link).toBe(true);
  const page = await fetch(link);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(`data-base="${PREFIX}/admin"`);
  const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect((await fetch(new URL(file, page.url))).status, file).toBe(200);
  expect((await at("/admin")).headers.get("Location")).toBe(`${PREFIX}/admin/`);
});

it("an invitation leads there", async () => {
  const email = "invited@example.com";
  const body = { email, role: "support" };
  expect((await at("/admin/api/v1/operators", ADMIN_TOKEN, body)).status).toBe(201);
  const box = await at(`/sandbox/mailbox?to=${email}`);
  expect(box.text).toContain(`${base.replace("127.0.0.1", "localhost")}/admin/invitation#`);
});

it("a payment comes back there, and the provider's notifications do", async () => {
  const lot = await partner.lot();
  const returnUrl = "https://shop.example/back";
  const { id, payment } = (await partner.checkout(lot.id, { returnUrl })).json.data;
  expect(payment.redirectUrl.startsWith(`${base}/`), payment.redirectUrl).toBe(true);
  expect((await fetch(payment.redirectUrl)).status).toBe(200);
  const paid = await partner.provider(id, { outcome: "paid" });
  expect(paid.json).toMatchObject({ notified: true });
  expect((await partner.session(id)).status).toBe("paid");
  expect((await at(`/rails/redirect/${id}/return`)).headers.get("Location")).toContain(returnUrl);
});

it("lists name their next page there", async () => {
  for (let n = 0; n < 2; n++) await partner.checkout((await partner.lot()).id);
  for (const [path, key] of [
    ["/api/v1/competitions?limit=1", partner.key],
    ["/api/v1/checkout/sessions?limit=1", partner.key],
    ["/admin/api/v1/organisations/acme/competitions?limit=1", ADMIN_TOKEN],
  ] as const) {
    const { headers } = await at(path, key);
    const [, next] = /^<([^>]+)>/.exec(headers.get("Link")!)!;
    expect(next!.startsWith(`${PREFIX}/`), next).toBe(true);
    const { pathname, search } = new URL(next!, base);
    expect((await at(pathname.slice(PREFIX.length) + search, key)).status).toBe(200);
  }
});

it("the pages of the documents lead on there, with what they load", async () => {
  const page = await at("/docs/concepts");
  expect((await at("/docs")).headers.get("Location")).toBe(`${PREFIX}/docs/`);
  const html = page.text.replaceAll(/href="#[^"]*"/g, "");
  const addresses = [...html.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of new Set(addresses)) {
    const url = new URL(address, base);
    expect(url.href.startsWith(`${base}/`), address).toBe(true);
    expect((await fetch(url)).status, address).toBe(200);
  }
  expect((await at("/api/v1")).json.data.docs).toBe(`${base}/docs/`);
  expect((await at("/api/v1/prizes")).json.docUrl.startsWith(`${base}/docs/errors#`)).toBe(true);
});

it("the OpenAPI documents name their servers there", async () => {
  for (const [document, server, key] of [
    ["/api/v1/openapi.json", `${base}/api/v1`, null],
    ["/api/v1/openapi-3.1.json", `${base}/api/v1`, null],
    ["/embed/openapi.json", `${base}/embed`, null],
    ["/admin/api/v1/openapi.json", `${consoleAddress(null, base)}/admin/api/v1`, ADMIN_TOKEN],
  ] as const) {
    const { json } = await at(document, key);
    expect(json.servers, document).toEqual([{ url: server }]);
  }
});

it("addresses keep their path and port, and IPv6 its brackets", () => {
  expect(consoleAddress(null, "https://raffle.example:8443/eu")).toBe("https://raffle.example:8443/eu");
  expect(consoleAddress(null, "https://raffle.example")).toBe("https://raffle.example");
  expect(consoleAddress(null, "http://[::1]:3000/eu")).toBe("http://localhost:3000/eu");
  expect(consoleAddress(null, "http://[2001:db8::1]:3000")).toBe("http://[2001:db8::1]:3000");
  expect(originAt("::1", 3000)).toBe("http://[::1]:3000");
  expect(originAt("::", 3000)).toBe("http://[::1]:3000");
  expect(originAt("0.0.0.0", 80)).toBe("http://127.0.0.1:80");
  expect(originAt("raffle.local", 3000)).toBe("http://raffle.local:3000");
});
