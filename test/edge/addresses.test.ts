import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { parsedAnswer, RawConnection } from "../support/service/raw-connection.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const METRICS_TOKEN = "a-token-of-the-scraper";

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service, { slug: "shop", returnHosts: ["shop.example"] }));

/** Sends a path unchanged: fetch would normalise it. */
async function raw(method: string, path: string, headers = ""): Promise<string> {
  const connection = await RawConnection.open(service.baseUrl);
  connection.send(`${method} ${path} HTTP/1.1\r\nHost: raffle\r\nConnection: close\r\n${headers}\r\n`);
  return connection.all();
}

describe("a path", () => {
  const broken = ["%", "%f", "%zz", "%ff", "%c3%28", "%00", "%2e%2e", "%2f", "a%"];
  const places = [
    ["GET", "/rails/flow/*/return"],
    ["POST", "/rails/flow/*/return"],
    ["GET", "/rails/*/cs_x/return"],
    ["GET", "/rails/qr/*/pay"],
    ["GET", "/rails/fields/*/pay"],
    ["GET", "/orders/*"],
    ["GET", "/orders/*/status"],
    ["POST", "/orders/*/confirm"],
    ["POST", "/orders/*/abandon"],
    ["GET", "/rails/fields/*/challenged"],
    ["POST", "/rails/*/sandbox/shop/notifications"],
    ["POST", "/rails/redirect/*/shop/notifications"],
    ["POST", "/rails/redirect/sandbox/*/notifications"],
    ["GET", "/sandbox/pay/*"],
    ["POST", "/sandbox/pay/*"],
    ["POST", "/sandbox/payments/*"],
    ["POST", "/sandbox/chain/*"],
    ["GET", "/api/v1/competitions/*"],
    ["GET", "/api/v1/checkout/sessions/*"],
    ["GET", "/admin/api/v1/organisations/*"],
    ["GET", "/docs/*"],
    ["GET", "/*"],
  ] as const;

  it("with broken escapes is nothing that we have wherever it leads, never an error of ours", async () => {
    const session = `cs_${"a".repeat(26)}`;
    for (const [method, place] of places) {
      for (const piece of broken) {
        const path = place.replace("*", piece);
        const answer = await raw(
          method,
          path,
          "Authorization: Bearer x\r\nOrigin: a\r\nContent-Length: 0\r\n",
        );
        expect(`${path} ${answer.slice(9, 12)}`).toMatch(/ (303|400|401|403|404|405|415)$/);
      }
    }
    for (const query of ["?a=%", "?a=%00", "?%ff=%ff", "?a=%c3%28", "?_=%"]) {
      const path = `/rails/redirect/${session}/return${query}`;
      expect(`${path} ${(await raw("GET", path)).slice(9, 12)}`).toMatch(/ (400|404)$/);
    }
    expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});

describe("a returnUrl", () => {
  it("comes back byte for byte, with ref and status behind its query and before its fragment", async () => {
    const lot = await partner.lot();
    const returnUrl = "https://shop.example/back?sig=a%20b~%27%2B&sum=1+2&flag#frag";
    const { id } = (await partner.checkout(lot.id, { returnUrl })).json.data;
    await partner.provider(id, { outcome: "paid" });
    const back = await service.call("GET", `/rails/redirect/${id}/return`);
    expect(back.headers.get("Location")).toBe(
      `https://shop.example/back?sig=a%20b~%27%2B&sum=1+2&flag&ref=${id}&status=success#frag`,
    );
  });

  it.each([
    String.raw`https://shop.example\@evil.example/`,
    "https:shop.example",
    " https://shop.example/",
    "https://shop.example/\tx",
    "https://shop.example/\r\nX: y",
    "https://shop.example/%zz",
    "https://shop.example/a/../b",
  ])("that browsers would read otherwise is refused, by the name of its field: %j", async (returnUrl) => {
    const { status, json } = await partner.checkout((await partner.lot()).id, { returnUrl });
    expect(status).toBe(400);
    expect(json.error).toBe("invalid_request");
    expect(json.issues).toMatchObject([{ path: "returnUrl" }]);
  });
});

describe("a GET", () => {
  it("ignores the parameter _, once or twice", async () => {
    expect((await partner.get("/competitions?_=1700000000000")).status).toBe(200);
    expect((await partner.get("/competitions?limit=1&_=1&_=2")).status).toBe(200);
    expect((await partner.get("/competitions?__=1")).status).toBe(400);
    expect(
      (await partner.post("/prizes?_=1", { name: "x", retailValueUSDCents: 1 })).json.issues[0].path,
    ).toBe("_");
  });

  it("above 1 kB is compressed if the client accepts it, and says what it depends on", async () => {
    for (let i = 0; i < 5; i++) await partner.lot();
    const path = "/api/v1/competitions";
    const headers = `Authorization: Bearer ${partner.key}\r\n`;
    const plain = await raw("GET", path, headers);
    expect(plain).toMatch(/^Vary: Accept-Encoding\r$/m);
    expect(plain).not.toMatch(/^Content-Encoding/m);
    const packed = await raw("GET", path, `${headers}Accept-Encoding: br, gzip\r\n`);
    expect(packed).toMatch(/^Content-Encoding: gzip\r$/m);
    const body = Buffer.from(packed.slice(packed.indexOf("\r\n\r\n") + 4), "latin1");
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(parsedAnswer(plain).json);
    expect(await raw("GET", path, `${headers}Accept-Encoding: gzip;q=0\r\n`)).not.toMatch(
      /^Content-Encoding/m,
    );
    const head = await raw("HEAD", path, `${headers}Accept-Encoding: gzip\r\n`);
    expect(head).toContain(`Content-Length: ${body.length}\r\n`);
  });
});

it("the answer to a POST is never compressed: it may hold a secret next to the caller's own words", async () => {
  const answer = await service.call("POST", "/api/v1/prizes", {
    key: partner.key,
    body: { name: "x", retailValueUSDCents: 1, description: "x".repeat(5_000) },
    headers: { "Accept-Encoding": "gzip" },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("Content-Encoding")).toBeNull();
});

describe("the partners' document", () => {
  it("may be read by any page, and is sent again only when it has changed", async () => {
    const path = "/api/v1/openapi.json";
    const first = await service.call("GET", path);
    expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const tag = first.headers.get("ETag")!;
    for (const known of [tag, `"other", ${tag}`, tag.replace("W/", ""), "*"]) {
      const again = await service.call("GET", path, { headers: { "If-None-Match": known } });
      expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", tag]);
      expect(again.headers.get("Vary")).toBe("Accept-Encoding");
    }
    expect((await service.call("GET", path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    expect((await partner.get("/competitions")).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

describe("the operator's document", () => {
  it("is for the operator alone", async () => {
    const path = "/admin/api/v1/openapi.json";
    expect((await service.call("GET", path)).json.error).toBe("missing_api_key");
    expect((await service.call("GET", path, { key: partner.key })).json.error).toBe("invalid_api_key");
    const answer = await service.call("GET", path, { key: ADMIN_TOKEN });
    expect(answer.json.openapi).toBe("3.0.3");
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

describe("/metrics", () => {
  it("with a METRICS_TOKEN is for its holder, and for the operator", async () => {
    const guarded = await TestService.open({
      databaseUrl: service.databaseUrl,
      environment: { METRICS_TOKEN },
    });
    const ask = (key: string | null) => guarded.call("GET", "/metrics", { key });
    expect((await ask(METRICS_TOKEN)).text).toContain("http_request_duration_seconds");
    expect((await ask(ADMIN_TOKEN)).status).toBe(200);
    expect((await ask(null)).json.error).toBe("missing_api_key");
    expect((await ask("another-token-altogether")).json.error).toBe("invalid_api_key");
    const operate = await guarded.call("GET", "/admin/api/v1/organisations", { key: METRICS_TOKEN });
    expect(operate.status).toBe(401);
    await guarded.stop();
  });
});

it("an endpoint's address is in the audit without path and query, which may hold a secret", async () => {
  const path = "/admin/api/v1/organisations/shop/webhook-endpoints";
  const hidden = "token-in-the-path";
  const added = await service.call("POST", path, {
    key: ADMIN_TOKEN,
    body: { url: `http://127.0.0.1:9/${hidden}?k=${hidden}`, events: null },
  });
  expect(added.status).toBe(201);
  await service.call("PATCH", `${path}/${added.json.data.id}`, {
    key: ADMIN_TOKEN,
    body: { url: `http://127.0.0.1:9/other/${hidden}` },
  });
  const audit = await service.call("GET", "/admin/api/v1/organisations/shop/audit", { key: ADMIN_TOKEN });
  expect(audit.text).toContain("http://127.0.0.1:9/…");
  expect(audit.text).not.toContain(hidden);
});
