import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { addPerson, ConsoleBrowser } from "../support/people/console-browser.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";

const FAILURES = 3;
const MESSAGE = "a proxy names the client in a form that cannot be read";

let service: TestService;
let behindTwo: TestService;
let partner: Partner;
beforeAll(async () => {
  const environment = {
    OPERATOR_NETWORKS: "127.0.0.1,192.0.2.0/24,2001:db8::/32",
    FAILED_AUTH_PER_MINUTE: String(FAILURES),
  };
  service = await TestService.open({ environment: { ...environment, TRUST_PROXY: "1" } });
  behindTwo = await TestService.open({
    databaseUrl: service.databaseUrl,
    environment: { ...environment, TRUST_PROXY: "2" },
  });
  partner = await Partner.add(service);
});
afterAll(async () => {
  await behindTwo.stop();
  await service.stop();
});

type Headers = Record<string, string>;
const xff = (text: string): Headers => ({ "X-Forwarded-For": text });
const forwarded = (text: string): Headers => ({ Forwarded: text });

/** Returns the status of an answer to the operator's token. */
const operatorAt = async (headers: Headers, at = service) =>
  (await at.call("GET", "/admin/api/v1/organisations", { key: ADMIN_TOKEN, headers })).status;
const warnings = (at = service) =>
  at.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === MESSAGE);

describe("an address is read in every form in which proxies write it", () => {
  it.each<[string, Headers]>([
    ["bare", xff("192.0.2.7")],
    ["with a port, as Azure writes it", xff("192.0.2.7:17085")],
    ["IPv6", xff("2001:db8::1")],
    ["IPv6 in brackets", xff("[2001:db8::1]")],
    ["IPv6 in brackets with a port", xff("[2001:DB8::1]:443")],
    ["IPv6 with a zone", xff("2001:db8::1%eth0")],
    ["IPv4 as IPv6", xff("::ffff:192.0.2.7")],
    ["IPv4 as IPv6 in hexadecimal, in brackets with a port", xff("[::ffff:c000:207]:80")],
    ["quoted", xff('"192.0.2.7:80"')],
    ["behind what the client has written", xff("198.51.100.1, unknown,, <script> ,\t192.0.2.7:80 ")],
    ["Forwarded", forwarded("for=192.0.2.7;proto=https;by=203.0.113.43")],
    ["Forwarded, with a port and in capitals", forwarded('By="_a" ; For="192.0.2.7:4711"')],
    ["Forwarded, IPv6", forwarded('for="[2001:db8:cafe::17]:4711"')],
    ["Forwarded, IPv6 with a port that is hidden", forwarded('for="[2001:db8::17]:_x"')],
    ["Forwarded, IPv6 without quotes, as AWS writes it", forwarded("by=3.4.5.6;for=2001:db8::1;proto=https")],
    [
      "Forwarded behind what the client has written",
      forwarded('for=198.51.100.1;host="a,b;c\\"", for="_hidden", for=192.0.2.7'),
    ],
    [
      "Forwarded behind a quote that the client has opened",
      forwarded('for=198.51.100.1;a=", for="192.0.2.7"'),
    ],
    ["Forwarded behind a quote and a backslash", forwarded('for=198.51.100.1;a="\\, for="192.0.2.7:1"')],
    ["Forwarded behind what is not well-formed", forwarded('= ,x;"", for=192.0.2.7')],
    [
      "Forwarded next to X-Forwarded-For, which counts",
      { ...forwarded("for=198.51.100.1"), ...xff("192.0.2.7") },
    ],
  ])("%s", async (_form, headers) => {
    expect(await operatorAt(headers)).toBe(200);
    expect(warnings()).toEqual([]);
  });

  it.each<[string, Headers]>([
    ["with a port", xff("198.51.100.1:443")],
    ["IPv6 in brackets with a port", xff("[2001:db9::1]:443")],
    ["before what the proxy has written", xff("192.0.2.7, 198.51.100.1:443")],
    ["Forwarded", forwarded('for=192.0.2.7, for="[2001:db9::1]:443"')],
    ["X-Forwarded-For next to Forwarded", { ...forwarded("for=192.0.2.7"), ...xff("198.51.100.1") }],
  ])("and is refused where it is in no network of operators: %s", async (_form, headers) =>
    expect(await operatorAt(headers)).toBe(403),
  );

  it("by two proxies, also where the nearer one hides", async () => {
    const at = (headers: Headers) => operatorAt(headers, behindTwo);
    expect(await at(xff("192.0.2.7:1, 10.0.0.5:2"))).toBe(200);
    expect(await at(xff("198.51.100.1, 192.0.2.7:1, 10.0.0.5:2"))).toBe(200);
    expect(await at(xff("192.0.2.7, 198.51.100.1:1, 10.0.0.5:2"))).toBe(403);
    expect(await at(forwarded('for=192.0.2.7, for="_proxy"'))).toBe(200);
    expect(await at(xff("192.0.2.7"))).toBe(200);
  });
});

it("one client's wrong keys block that client alone, however the proxy writes ports", async () => {
  const call = (key: string, headers: Headers) =>
    service.call("GET", "/api/v1/competitions", { key, headers });
  for (let port = 1; port <= FAILURES; port++)
    expect((await call(`sk_${"x".repeat(43)}${port}`, xff(`198.51.100.9:${port}`))).status).toBe(401);
  expect((await call(partner.key, xff("198.51.100.9:80"))).status).toBe(429);
  expect((await call(partner.key, forwarded('for="198.51.100.9:81"'))).status).toBe(429);
  expect((await call(partner.key, xff("198.51.100.10:80"))).status).toBe(200);
  expect((await call(partner.key, xff("[2001:db8::9]:80"))).status).toBe(200);
});

it("the audit and a key's networks know the address without its port", async () => {
  const person = await addPerson(service, { operatorRole: "owner" });
  const browser = await ConsoleBrowser.of(service, person);
  const headers = xff("192.0.2.33:5000");
  expect((await browser.call("PATCH", "/me", { body: { name: "Ann" }, headers })).status).toBe(200);
  const rows = await service.sql("select client from audit order by id desc limit 1");
  expect(rows).toEqual([{ client: "192.0.2.33" }]);
});

it("what cannot be read counts as the proxy, is in no network, and is logged once with its form", async () => {
  const before = warnings().length;
  const unread = [
    xff("unknown"),
    xff("unknown"),
    xff("_hidden7"),
    xff("_secret12"),
    xff("300.1.2.3:80"),
    forwarded("for=unknown"),
    forwarded("proto=https"),
    forwarded('for="192.0.2.7'),
    xff("010.0.0.1"),
  ];
  for (const headers of unread) expect(await operatorAt(headers), JSON.stringify(headers)).toBe(403);
  const forms = warnings()
    .slice(before)
    .map(({ level, header, form }) => [level, header, form]);
  expect(forms).toEqual([
    ["warn", "x-forwarded-for", "unknown"],
    ["warn", "x-forwarded-for", "_a9"],
    ["warn", "x-forwarded-for", "9.9.9.9:9"],
    ["warn", "forwarded", "unknown"],
    ["warn", "forwarded", ""],
    ["warn", "forwarded", '"9.9.9.9'],
    ["warn", "x-forwarded-for", "9.9.9.9"],
  ]);
  const wrong = (headers: Headers) =>
    service.call("GET", "/api/v1/competitions", { key: `sk_${crypto.randomUUID()}`, headers });
  for (let n = 0; n < FAILURES; n++) expect((await wrong(xff(`_h${n}`))).status).toBe(401);
  expect((await wrong(xff("unknown"))).status).toBe(429);
  expect((await wrong({})).status, "the proxy itself").toBe(429);
  expect((await wrong(xff("203.0.113.77"))).status).toBe(401);
});

it("the log of a request has the client's address, and forms that vary without end do not fill it", async () => {
  const before = warnings(behindTwo).length;
  for (let n = 0; n < 100; n++)
    await operatorAt(xff(`_${"a-".repeat(n % 50)}${"9-".repeat(n % 7)}, 10.0.0.5`), behindTwo);
  expect(warnings(behindTwo).length - before).toBeLessThanOrEqual(20);
  await operatorAt(xff("192.0.2.44:6000"));
  const line = service.logLines.map((text) => JSON.parse(text)).findLast(({ req }) => req !== undefined);
  expect(line.req.ip).toBe("192.0.2.44");
});
