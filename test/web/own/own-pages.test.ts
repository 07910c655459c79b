import { beforeAll, describe, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";
import { opened } from "../../support/opened.ts";

let slug: string;
let origin: string;
const service = opened(() =>
  TestService.open({ environment: { BASE_DOMAIN: "raffles.example", TRUST_PROXY: "1" } }),
);
beforeAll(async () => {
  slug = (await Partner.add(service)).organisation.slug;
  origin = new URL(service.baseUrl).origin;
});

let clients = 0;
/** A form, of a client of its own unless one is named. */
function post(path: string, form: string, headers: Record<string, string> = {}) {
  clients += 1;
  return service.call("POST", path, {
    raw: form,
    headers: {
      Origin: origin,
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": `10.9.${Math.floor(clients / 250)}.${clients % 250}`,
      ...headers,
    },
  });
}
const out = (form = "", headers?: Record<string, string>) =>
  post(`/checkout/${slug}/sign-in/out`, form, headers);

describe("a form of a page that knows the buyer", () => {
  it("is taken from a page of the same host alone", async () => {
    expect((await out()).status).toBe(303);
    for (const Origin of ["null", "https://evil.example", `${origin}.evil.example`, ""]) {
      const refused = await out("", { Origin });
      expect([refused.status, refused.headers.get("Content-Type")], Origin).toEqual([
        403,
        "text/html; charset=utf-8",
      ]);
      expect(refused.text).toContain("Nothing was changed.");
    }
    const tenant = { "X-Forwarded-Host": `${slug}.raffles.example` };
    expect((await out("", tenant)).status).toBe(403);
    const { port } = new URL(service.baseUrl);
    expect((await out("", { ...tenant, Origin: `http://${slug}.raffles.example:${port}` })).status).toBe(303);
    const other = { "X-Forwarded-Host": "other.raffles.example" };
    expect((await out("", { ...other, Origin: `http://other.raffles.example:${port}` })).status).toBe(404);
  });

  it("is URL-encoded, in UTF-8, small, and has each field once", async () => {
    const statuses = await Promise.all([
      out("next=1&next=2"),
      out(`a=${"x".repeat(40_000)}`),
      out(Array.from({ length: 51 }, (_, i) => `f${i}=`).join("&")),
      out("{}", { "Content-Type": "application/json" }),
      out("a=1", { "Content-Type": "application/x-www-form-urlencoded; charset=latin1" }),
      out("__proto__=1&constructor=2"),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 413, 413, 415, 415, 303]);
  });

  it("leads on to pages of this service alone", async () => {
    const next = async (to: string) => (await out(new URLSearchParams({ next: to }).toString())).headers;
    const home = `/tickets/${slug}`;
    const led = async (to: string) => (await next(to)).get("Location");
    expect(await led(`/checkout/${slug}/7?quantity=3&locale=de`)).toBe(
      `/checkout/${slug}/7?quantity=3&locale=de`,
    );
    const foreign = [
      "https://evil.example/checkout/",
      "//evil.example/checkout/x",
      "/\\evil.example/tickets/x",
    ];
    const others = ["/\t/evil.example/orders/x", "/api/v1/x", "/checkout/../api/v1", "javascript:1", "", "x"];
    for (const to of [...foreign, ...others, `/tickets/${"x".repeat(1_000)}`])
      expect(await led(to), to).toBe(home);
  });
});

describe("a page that knows the buyer", () => {
  it("cannot be framed, is not stored, and says who may use what", async () => {
    const { headers } = await out();
    expect(headers.get("Content-Security-Policy")).toBe(
      `default-src 'none'; script-src ${service.baseUrl}/assets/; style-src ${service.baseUrl}/assets/ ${service.baseUrl}/theme/; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  it("says in the reader's words that nothing is there, or when to go on", async () => {
    const nobody = await post("/checkout/nobody/sign-in/out", "", { "Accept-Language": "de" });
    expect(nobody.status).toBe(404);
    expect(nobody.text).toContain('<html lang="de"');
    expect(nobody.text).toContain("Unter dieser Adresse gibt es nichts.");
    const client = { "X-Forwarded-For": "10.8.0.1" };
    const answers = await Promise.all(Array.from({ length: 130 }, () => out("", client)));
    const limited = answers.find(({ status }) => status === 429)!;
    expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(limited.text).toContain("You can continue in 1 minute.");
  });
});
