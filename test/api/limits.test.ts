import { setTimeout as wait } from "node:timers/promises";
import request from "supertest";
import { describe, expect, it } from "vitest";
import { DEFAULT_RATE, SCOPES } from "../../src/organisations/api-key.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Answer, sharedService, TestService } from "../support/service/service.ts";
import { dataOf, refusalOf } from "./support/reading.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

const read = (key: string, path = "/competitions") => service.call("GET", `/api/v1${path}`, { key });

function budgetOf({ headers }: Answer) {
  const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  );
  return { limit, remaining, reset };
}

describe("the rate budget of a key", () => {
  it("is 600 requests per 60 seconds unless it was set", async () => {
    const { key } = await partner.addKey(SCOPES);
    expect(DEFAULT_RATE).toEqual({ rateLimit: 600, rateWindowSec: 60 });
    expect(budgetOf(await read(key))).toMatchObject({ limit: 600, remaining: 599 });
  });

  it("is told by X-RateLimit-Limit, -Remaining and -Reset in every authenticated response, refusals too", async () => {
    const { key } = await partner.addKey(["competitions:read"], { rateLimit: 1_000, rateWindowSec: 1_000 });
    const answers = [
      await read(key),
      await read(key, "/competitions/999999999"),
      await read(key, "/competitions?limit=0"),
      await read(key, "/prizes"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 403]);
    const now = Date.now() / 1_000;
    for (const [index, answer] of answers.entries()) {
      const { limit, remaining, reset } = budgetOf(answer);
      expect([limit, remaining]).toEqual([1_000, 999 - index]);
      // One request a second: the budget is whole again after as many seconds as were spent, rounded up.
      expect(Number.isInteger(reset)).toBe(true);
      expect(reset! - now).toBeGreaterThan(index - 1);
      expect(reset! - now).toBeLessThan(index + 4);
      expect(answer.headers.get("Retry-After")).toBeNull();
    }
  });

  it("exhausted is 429 rate_limited; Retry-After and retryAfter name the same seconds, and after them it works", async () => {
    const { key, id } = await partner.addKey(SCOPES, { rateLimit: 2, rateWindowSec: 60 });
    expect((await read(key)).status).toBe(200);
    expect((await read(key)).status).toBe(200);
    const refused = await read(key);
    expect(refused.status).toBe(429);
    const { retryAfter } = refused.json;
    const docUrl = `${service.baseUrl}/docs/errors#rate_limited`;
    expect(refused.json).toEqual({
      error: "rate_limited",
      message: expect.any(String),
      retryAfter,
      docUrl,
    });
    // One request every thirty seconds: whole seconds, rounded up.
    expect(Number.isInteger(retryAfter) && retryAfter > 0 && retryAfter <= 30).toBe(true);
    expect(refused.headers.get("Retry-After")).toBe(String(retryAfter));
    expect(budgetOf(refused)).toMatchObject({ limit: 2, remaining: 0 });
    // As if so many seconds had passed.
    await service.sql(
      "update rate_budget set arrival_ns = arrival_ns - $2 * 1000000000::bigint where principal_id = $1",
      String(id),
      retryAfter,
    );
    expect((await read(key)).status).toBe(200);
  });

  it("refills continuously: half a window gives back half the budget", async () => {
    const { key } = await partner.addKey(SCOPES, { rateLimit: 10, rateWindowSec: 2 });
    const burst = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => read(key)));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await burst(10)).toBe(10);
    await wait(1_000);
    const { remaining } = budgetOf(await read(key));
    expect(remaining).toBeGreaterThanOrEqual(4);
    expect(remaining).toBeLessThan(10);
  });

  it("is its own: one key's traffic never slows another's, also of one organisation", async () => {
    const tight = await partner.addKey(SCOPES, { rateLimit: 1, rateWindowSec: 60 });
    const other = await partner.addKey(SCOPES, { rateLimit: 1, rateWindowSec: 60 });
    expect((await read(tight.key)).status).toBe(200);
    expect((await read(tight.key)).status).toBe(429);
    expect((await read(other.key)).status).toBe(200);
  });

  it("is not spent by a refusal of the budget, nor by requests without a valid key", async () => {
    const { key } = await partner.addKey(SCOPES, { rateLimit: 1, rateWindowSec: 1 });
    expect((await read(key)).status).toBe(200);
    for (let i = 0; i < 20; i++) await read(key);
    await wait(1_000);
    expect((await read(key)).status).toBe(200);
    expect(budgetOf(await read(`sk_${"0".repeat(43)}`)).limit).toBeNaN();
  });
});

describe("failed authentication", () => {
  it("has a budget per client address: beyond it 429, for valid keys, too", async () => {
    const strict = await TestService.open({ environment: { FAILED_AUTH_PER_MINUTE: "3" } });
    try {
      const { key } = await Partner.add(strict);
      const ask = (key: string | null) => strict.call("GET", "/api/v1/competitions", { key });
      expect(refusalOf(await ask(null))).toEqual([401, "missing_api_key"]);
      expect(refusalOf(await ask("sk_wrong"))).toEqual([401, "invalid_api_key"]);
      expect(refusalOf(await ask(null))).toEqual([401, "missing_api_key"]);
      const refused = await ask(key);
      expect(refusalOf(refused)).toEqual([429, "rate_limited"]);
      expect(refused.headers.get("Retry-After")).toBe(String(refused.json.retryAfter));
      expect(refused.json.retryAfter).toBeGreaterThan(0);
      expect(refused.json.retryAfter).toBeLessThanOrEqual(20);
      // The operator's token is guessed at another door, and more slowly.
      const operate = (token: string) => strict.call("GET", "/admin/api/v1/organisations", { key: token });
      expect((await operate(ADMIN_TOKEN)).status).toBe(200);
      expect(refusalOf(await operate("wrong-operator-token"))).toEqual([401, "invalid_api_key"]);
      expect(refusalOf(await operate(ADMIN_TOKEN))).toEqual([429, "rate_limited"]);
      // Another process learns it from the first wrong key.
      const sibling = await TestService.open({
        databaseUrl: strict.databaseUrl,
        environment: { FAILED_AUTH_PER_MINUTE: "3" },
      });
      expect((await sibling.call("GET", "/api/v1/competitions", { key })).status).toBe(200);
      expect((await sibling.call("GET", "/api/v1/competitions", { key: "sk_wrong" })).status).toBe(429);
      expect((await sibling.call("GET", "/api/v1/competitions", { key })).status).toBe(429);
      await sibling.stop();
    } finally {
      await strict.stop();
    }
  });

  it("is heard again when the budget has refilled", async () => {
    const strict = await TestService.open({ environment: { FAILED_AUTH_PER_MINUTE: "60" } });
    try {
      const { key } = await Partner.add(strict);
      const ask = (key: string) => strict.call("GET", "/api/v1/competitions", { key });
      // It gets one back a second meanwhile.
      let refused = await ask("sk_wrong");
      while (refused.status === 401) refused = await ask("sk_wrong");
      expect(refusalOf(refused)).toEqual([429, "rate_limited"]);
      await wait(refused.json.retryAfter * 1_000);
      expect((await ask(key)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe("a tenant host", () => {
  it("serves the keys of its organisation alone; the main domain and other hosts serve every key", async () => {
    const hosted = await TestService.open({ environment: { BASE_DOMAIN: "raffle.example" } });
    try {
      const [acme, other] = [
        await Partner.add(hosted, { slug: "acme" }),
        await Partner.add(hosted, { slug: "other" }),
      ];
      const ask = async (host: string, { key }: Partner) => {
        const { status, body } = await request(hosted.baseUrl)
          .get("/api/v1/competitions")
          .set("Host", host)
          .set("Authorization", `Bearer ${key}`);
        return status === 200 ? 200 : `${status} ${body.error}`;
      };
      for (const host of ["acme.raffle.example", "ACME.Raffle.Example:8443"]) {
        expect(await ask(host, acme)).toBe(200);
        expect(await ask(host, other)).toBe("401 invalid_api_key");
      }
      for (const host of ["nobody.raffle.example", "a.acme.raffle.example", ".raffle.example"])
        expect(await ask(host, acme), host).toBe("401 invalid_api_key");
      for (const host of [
        "raffle.example",
        "127.0.0.1",
        "acme.raffle.example.evil.example",
        "xraffle.example",
      ])
        for (const partner of [acme, other]) expect(await ask(host, partner), host).toBe(200);
    } finally {
      await hosted.stop();
    }
  });
});

describe("what every response has and refuses", () => {
  it("X-Request-Id: a name of 8 to 128 letters, digits, dots, dashes, underscores is kept, else a new one is given", async () => {
    const ask = async (name: string) => {
      const headers = { "X-Request-Id": name };
      const answers = await Promise.all([
        service.call("GET", "/api/v1/competitions", { key: partner.key, headers }),
        service.call("GET", "/api/v1/nothing", { headers }),
        service.call("GET", "/admin/api/v1/organisations", { headers }),
      ]);
      return answers.map(({ headers }) => headers.get("X-Request-Id"));
    };
    for (const name of ["order-42", "A.b_c-9".repeat(10), "x".repeat(128)])
      expect(await ask(name)).toEqual([name, name, name]);
    for (const name of ["short", "with space", "x".repeat(129), "<script>alert"]) {
      const given = await ask(name);
      expect(new Set([...given, name]).size).toBe(4);
      for (const id of given) expect(id).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
    }
  });

  it("an unknown path is 404, a known path with another method 405 with Allow, both before the key is asked for", async () => {
    expect(refusalOf(await service.call("GET", "/api/v1/lots"))).toEqual([404, "not_found"]);
    expect(refusalOf(await service.call("GET", "/api/v1/competitions/"))).toEqual([404, "not_found"]);
    for (const [method, path, allowed] of [
      ["DELETE", "/competitions", "GET, HEAD, POST"],
      ["PUT", "/competitions/1", "GET, HEAD, PATCH"],
      ["GET", "/competitions/1/cancel", "POST"],
      ["PATCH", "/winners", "GET, HEAD"],
      ["OPTIONS", "/prizes", "GET, HEAD, POST"],
    ] as const) {
      const answer = await service.call(method, `/api/v1${path}`);
      expect(refusalOf(answer)).toEqual([405, "method_not_allowed"]);
      expect(answer.headers.get("Allow")).toBe(allowed);
    }
  });

  it("a body over 100 kB is 413 payload_too_large; one of 100 kB is read", async () => {
    const prize = (bytes: number) => {
      const empty = JSON.stringify({ retailValueUSDCents: 1, name: "" }).length;
      return { retailValueUSDCents: 1, name: "x".repeat(bytes - empty) };
    };
    expect(refusalOf(await partner.post("/prizes", prize(100_001)))).toEqual([413, "payload_too_large"]);
    expect(refusalOf(await partner.post("/prizes", prize(100_000)))).toEqual([400, "invalid_request"]);
  });

  it("a body that is not declared as JSON in UTF-8 is 415 unsupported_media_type", async () => {
    const body = { retailValueUSDCents: 1, name: "Watch" };
    const as = (type: string) => partner.post("/prizes", body, { "Content-Type": type });
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application/json-patch+json",
      "text/json",
      "",
    ])
      expect(refusalOf(await as(type)), type).toEqual([415, "unsupported_media_type"]);
  });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json; charset=utf8",
    'application/json;charset="UTF8"',
    "application/json; charset=us-ascii",
    "application/json; charset=ISO-8859-1",
    "application/json; charset=",
    "application/json;",
    "application/json; odata=verbose; q=0.9",
    "application/json ; boundary=x; charset=utf-8; charset=utf8",
  ])("a content type may have any parameters, of which JSON has none: %s", async (type) => {
    const headers = { "Content-Type": type };
    const named = await partner.post("/prizes", { retailValueUSDCents: 1, name: "Gemälde" }, headers);
    expect([named.status, named.json.data.name]).toEqual([201, "Gemälde"]);
    const latin = Buffer.from('{"retailValueUSDCents": 1, "name": "Gemälde"}', "latin1");
    const raw = new Uint8Array(latin);
    const refused = await service.call("POST", "/api/v1/prizes", { key: partner.key, raw, headers });
    expect([refused.status, refused.json.issues]).toMatchObject([400, [{ code: "invalid_utf8" }]]);
  });

  it("a body may begin with a byte order mark, under an Idempotency-Key, too", async () => {
    const body = JSON.stringify({ retailValueUSDCents: 1, name: "\ufeffWatch" });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const post = (raw: string, more = headers) =>
      service.call("POST", "/api/v1/prizes", { key: partner.key, raw, headers: more });
    const first = await post(`\ufeff${body}`);
    expect([first.status, first.json.data.name]).toEqual([201, "\ufeffWatch"]);
    expect((await post(body)).json).toEqual(first.json);
    expect(refusalOf(await post(`\ufeff\ufeff${body}`, { "Idempotency-Key": crypto.randomUUID() }))).toEqual([
      400,
      "invalid_request",
    ]);
    const cancel = `/competitions/${(await partner.lot()).id}/cancel`;
    const raw = "\ufeff";
    expect((await service.call("POST", `/api/v1${cancel}`, { key: partner.key, raw })).status).toBe(200);
  });

  it("a POST without a body needs no content type", async () => {
    const { id } = await partner.lot();
    expect(dataOf(await partner.post(`/competitions/${id}/cancel`)).id).toBe(id);
  });

  it("the checks come in their order: path, method, key, budget, scope, body, resource, state", async () => {
    const { key } = await partner.addKey(["competitions:read"], { rateLimit: 2, rateWindowSec: 60 });
    const invalid = { title: "" };
    const patch = (path: string, key: string | null, body: object) =>
      service.call("PATCH", `/api/v1${path}`, { key, body });
    const cancelled = await partner.lot();
    await partner.post(`/competitions/${cancelled.id}/cancel`);
    const statuses = [
      await patch("/nothing", null, invalid),
      await patch("/winners", null, invalid),
      await patch("/competitions/999999999", null, invalid),
      await patch("/competitions/999999999", key, invalid),
      await patch("/competitions/999999999", key, invalid),
      await patch("/competitions/999999999", key, invalid),
      await patch("/competitions/999999999", partner.key, invalid),
      await patch("/competitions/999999999", partner.key, { title: "x" }),
      await patch(`/competitions/${cancelled.id}`, partner.key, { title: "x" }),
    ].map(refusalOf);
    expect(statuses).toEqual([
      [404, "not_found"],
      [405, "method_not_allowed"],
      [401, "missing_api_key"],
      [403, "insufficient_scope"],
      [403, "insufficient_scope"],
      [429, "rate_limited"],
      [400, "invalid_request"],
      [404, "not_found"],
      [400, "invalid_transition"],
    ]);
  });

  it("no cross-origin request is invited: secret keys do not belong in a browser", async () => {
    const { headers } = await service.call("GET", "/api/v1/competitions", {
      key: partner.key,
      headers: { Origin: "https://shop.example" },
    });
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});
