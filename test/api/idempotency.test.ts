import { Client } from "pg";
import { describe, expect, it } from "vitest";
import type { SandboxFault } from "../../rails/sandbox/faults.ts";
import { SCOPES } from "../../src/organisations/api-key.ts";
import { Partner } from "../support/builders/partner.ts";
import { parsedAnswer, RawConnection } from "../support/service/raw-connection.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { dataOf, refusalOf, wrongFields } from "./support/reading.ts";
import { competitionOf } from "./support/world.ts";
import { opened, prepared } from "../support/opened.ts";

const DAY_MS = 86_400_000;
const PRIZE = { retailValueUSDCents: 1, name: "Watch" };

let railFault: SandboxFault | null = null;
let beforeCreation = async () => {};
const service = opened(() =>
  TestService.open({
    faults: {
      before: async (operation) => {
        if (operation !== "create") return null;
        await beforeCreation();
        return railFault;
      },
    },
  }),
);
const partner = prepared(() => Partner.add(service));

let keys = 0;
const newKey = () => ({ "Idempotency-Key": `key-${++keys}` });
const replayed = ({ headers }: Answer) => headers.get("Idempotent-Replayed");

async function count(table: string, lotId?: number): Promise<number> {
  const ofLot = lotId === undefined ? "" : `and lot_id = ${lotId}`;
  const rows = await service.sql(
    `select count(*) from ${table} where organisation_id = $1 ${ofLot}`,
    partner.organisation.id,
  );
  return Number(rows[0].count);
}

/** Creates a prize with a header for each key, which fetch would join. */
async function withKeys(...keys: readonly string[]) {
  const connection = await RawConnection.open(service.baseUrl);
  const body = JSON.stringify(PRIZE);
  const head = [
    "POST /api/v1/prizes HTTP/1.1",
    "Host: localhost",
    "Connection: close",
    `Authorization: Bearer ${partner.key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...keys.map((key) => `Idempotency-Key: ${key}`),
  ];
  return parsedAnswer(await connection.send(`${head.join("\r\n")}\r\n\r\n${body}`).all());
}

/** Resolves when a request with this key is running. */
async function claimed(key: string): Promise<void> {
  for (;;) {
    const rows = await service.sql("select 1 from idempotency where key = $1", key);
    if (rows.length > 0) return;
  }
}

describe("the same Idempotency-Key and request again", () => {
  it("gets the first answer byte for byte, with Idempotent-Replayed: true, and does nothing", async () => {
    const { id } = await partner.lot({ status: "draft" });
    const cases: [string, string, object | undefined][] = [
      ["POST", "/prizes", PRIZE],
      ["POST", "/competitions", competitionOf(partner.prizeId, "Once")],
      ["PATCH", `/competitions/${id}`, { status: "active", title: "Once" }],
      ["POST", "/checkout/sessions", { competitionId: id, buyer: { email: "once@example.com" } }],
      ["POST", `/competitions/${id}/cancel`, undefined],
    ];
    for (const [method, path, body] of cases) {
      const headers = newKey();
      const send = () => service.call(method, `/api/v1${path}`, { key: partner.key, body, headers });
      const first = await send();
      expect(first.status, path).toBeLessThan(300);
      expect(replayed(first)).toBeNull();
      const before = [
        await count("prize"),
        await count("lot"),
        await count("ticket_order"),
        await count("event"),
      ];
      const second = await send();
      expect([second.status, second.text]).toEqual([first.status, first.text]);
      expect(second.headers.get("Content-Type")).toBe(first.headers.get("Content-Type"));
      expect(replayed(second)).toBe("true");
      expect([
        await count("prize"),
        await count("lot"),
        await count("ticket_order"),
        await count("event"),
      ]).toEqual(before);
    }
  });

  it("is judged anew after entries_closed and sold_out, and sells once when they are lifted", async () => {
    const { id } = await partner.lot({ status: "draft", maxTickets: 1 });
    const headers = newKey();
    const buyer = { email: "again@example.com" };
    const checkout = () => partner.checkout(id, { buyer }, headers);
    expect(refusalOf(await checkout())).toEqual([400, "entries_closed"]);
    await partner.patch(`/competitions/${id}`, { status: "active" });
    const holding = dataOf(await partner.checkout(id), 201).id;
    const soldOut = await checkout();
    expect([...refusalOf(soldOut), replayed(soldOut)]).toEqual([400, "sold_out", null]);
    await partner.provider(holding, { outcome: "declined" });
    const orders = await count("ticket_order");
    const answers = await Promise.all(Array.from({ length: 10 }, checkout));
    const sessions = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
    expect(sessions.size).toBe(1);
    const last = await checkout();
    expect([last.status, last.text, replayed(last)]).toEqual([201, [...sessions][0], "true"]);
    expect(await count("ticket_order")).toBe(orders + 1);
  });

  it("gets a refusal again that stays true", async () => {
    const invalid = newKey();
    const refused = [await partner.post("/prizes", {}, invalid), await partner.post("/prizes", {}, invalid)];
    expect(refused.map(({ status, text }) => [status, text])).toEqual([
      [400, refused[0]!.text],
      [400, refused[0]!.text],
    ]);
    expect(refused.map(replayed)).toEqual([null, "true"]);
  });

  it("has the budget and the request id of its own request", async () => {
    const headers = newKey();
    const [first, second] = [
      await partner.post("/prizes", PRIZE, headers),
      await partner.post("/prizes", PRIZE, headers),
    ];
    expect(second!.headers.get("X-RateLimit-Limit")).toBe(first!.headers.get("X-RateLimit-Limit"));
    expect(second!.headers.get("X-Request-Id")).not.toBe(first!.headers.get("X-Request-Id"));
  });

  it("twenty at once happen once: each gets that answer, or hears that it is in progress", async () => {
    const before = await count("prize");
    const headers = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => partner.post("/prizes", PRIZE, headers)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusalOf(answer)).toEqual([409, "idempotency_in_progress"]);
    expect(await count("prize")).toBe(before + 1);
  });

  it("while the first is still running is 409 idempotency_in_progress, with the seconds to wait at most", async () => {
    const { id } = await partner.lot();
    const headers = newKey();
    const send = () =>
      service.call("PATCH", `/api/v1/competitions/${id}`, {
        key: partner.key,
        body: { title: "Slow" },
        headers,
      });
    const other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query("begin");
      await other.query("select 1 from lot where id = $1 for update", [id]);
      const first = send();
      await claimed(headers["Idempotency-Key"]);
      const second = await send();
      expect(refusalOf(second)).toEqual([409, "idempotency_in_progress"]);
      expect(second.json.retryAfter).toBeGreaterThan(0);
      expect(second.json.retryAfter).toBeLessThanOrEqual(60);
      expect(second.headers.get("Retry-After")).toBe(String(second.json.retryAfter));
      await other.query("commit");
      const answered = await first;
      expect(dataOf(answered).title).toBe("Slow");
      const third = await send();
      expect([third.text, replayed(third)]).toEqual([answered.text, "true"]);
    } finally {
      await other.end();
    }
  });

  it("that took longer than its lease is answered once, in whichever try: the other one hears of that", async () => {
    const { id } = await partner.lot();
    const headers = newKey();
    const send = () => partner.checkout(id, { buyer: { email: "patient@example.com" } }, headers);
    const gate = Promise.withResolvers<void>();
    beforeCreation = () => gate.promise;
    const first = send();
    await claimed(headers["Idempotency-Key"]);
    await expect.poll(() => count("ticket_order", id)).toBe(1);
    beforeCreation = async () => {};
    await service.sql(
      "update idempotency set lease_until = now() where key = $1",
      headers["Idempotency-Key"],
    );
    const second = await send();
    const done = dataOf(second, 201).id;
    gate.resolve();
    expect(refusalOf(await first)).toEqual([409, "idempotency_in_progress"]);
    const third = await send();
    expect([dataOf(third, 201).id, replayed(third)]).toEqual([done, "true"]);
    expect(await count("ticket_order", id)).toBe(1);
  });

  it("runs anew after 24 hours", async () => {
    const later = await TestService.open();
    try {
      const seller = await Partner.add(later);
      const headers = newKey();
      const first = dataOf(await seller.post("/prizes", PRIZE, headers), 201);
      later.clock.advance(DAY_MS - 60_000);
      expect(dataOf(await seller.post("/prizes", PRIZE, headers), 201).id).toBe(first.id);
      later.clock.advance(120_000);
      const anew = await seller.post("/prizes", PRIZE, headers);
      expect([dataOf(anew, 201).id === first.id, replayed(anew)]).toEqual([false, null]);
    } finally {
      await later.stop();
    }
  });
});

describe("an answer that is not kept", () => {
  it("a 502 runs again with the same key", async () => {
    const headers = newKey();
    const body = { ...competitionOf(partner.prizeId, "On chain"), createOnChain: true };
    for (let i = 0; i < 2; i++) {
      const answer = await partner.post("/competitions", body, headers);
      expect(refusalOf(answer)).toEqual([502, "onchain_creation_failed"]);
      expect(replayed(answer)).toBeNull();
    }
  });

  it("after a rail that was down the same key sells, once", async () => {
    const { id } = await partner.lot();
    const headers = newKey();
    const checkout = () => partner.checkout(id, { buyer: { email: "down@example.com" } }, headers);
    railFault = "refuse_connection";
    try {
      expect(refusalOf(await checkout())).toEqual([502, "rail_unavailable"]);
    } finally {
      railFault = null;
    }
    const sold = await checkout();
    expect([sold.status, replayed(sold)]).toEqual([201, null]);
    const again = await checkout();
    expect([again.text, replayed(again)]).toEqual([sold.text, "true"]);
    const rows = await service.sql("select held from lot_stock where lot_id = $1", id);
    expect(rows).toEqual([{ held: 1 }]);
  });

  it("a 429 leaves the key as it was", async () => {
    const { key } = await partner.addKey(SCOPES, { rateLimit: 1, rateWindowSec: 60 });
    const spend = () => service.call("GET", "/api/v1/prizes", { key });
    expect((await spend()).status).toBe(200);
    const headers = newKey();
    const refused = await service.call("POST", "/api/v1/prizes", { key, body: PRIZE, headers });
    expect(refusalOf(refused)).toEqual([429, "rate_limited"]);
    const rows = await service.sql("select 1 from idempotency where key = $1", headers["Idempotency-Key"]);
    expect(rows).toEqual([]);
  });
});

describe("the scope of an Idempotency-Key", () => {
  it("another request under it is 409 idempotency_conflict: body, path, query", async () => {
    const [one, two] = [await partner.lot(), await partner.lot()];
    const headers = newKey();
    const patch = (path: string, body: string) =>
      fetch(`${service.baseUrl}/api/v1/competitions/${path}`, {
        method: "PATCH",
        headers: { ...headers, "Content-Type": "application/json", Authorization: `Bearer ${partner.key}` },
        body,
      }).then(async (response) => [response.status, ((await response.json()) as { error?: string }).error]);
    expect(await patch(`${one.id}`, '{"title":"A"}')).toEqual([200, undefined]);
    for (const [path, body] of [
      [`${one.id}`, '{"title":"B"}'],
      [`${one.id}`, '{"title":"A","description":null}'],
      [`${one.id}`, ""],
      [`${two.id}`, '{"title":"A"}'],
      [`${one.id}?x=1`, '{"title":"A"}'],
    ] as const)
      expect(await patch(path, body), `${path} ${body}`).toEqual([409, "idempotency_conflict"]);
    expect(dataOf(await partner.get(`/competitions/${two.id}`)).title).toBe("A watch");
  });

  it("is the API key and the route: elsewhere the same key is new", async () => {
    const headers = newKey();
    const first = dataOf(await partner.post("/prizes", PRIZE, headers), 201);
    const { key } = await partner.addKey(SCOPES);
    const second = await service.call("POST", "/api/v1/prizes", { key, body: PRIZE, headers });
    expect([dataOf(second, 201).id === first.id, replayed(second)]).toEqual([false, null]);
    const elsewhere = await partner.post("/competitions", competitionOf(first.id, "Elsewhere"), headers);
    expect([elsewhere.status, replayed(elsewhere)]).toEqual([201, null]);
  });

  it("is 1 to 255 printable ASCII characters", async () => {
    for (const key of ["x", "x".repeat(255), "~!# a"])
      expect((await partner.post("/prizes", PRIZE, { "Idempotency-Key": key })).status).toBe(201);
    for (const key of ["", "x".repeat(256), "é"])
      expect(wrongFields(await partner.post("/prizes", PRIZE, { "Idempotency-Key": key }))).toEqual([
        "Idempotency-Key",
      ]);
  });

  it("is sent once only: a layer that adds it to every try makes no second effect of one request", async () => {
    const [first, other] = [newKey()["Idempotency-Key"], newKey()["Idempotency-Key"]];
    expect((await withKeys(first)).status).toBe(201);
    for (const keys of [
      [first, first],
      [first, other],
    ]) {
      const { status, json } = await withKeys(...keys);
      expect([status, json.error, json.issues[0].path]).toEqual([400, "invalid_request", "Idempotency-Key"]);
    }
    expect((await withKeys("with, a comma")).status).toBe(201);
  });

  it("has no meaning for a GET", async () => {
    const headers = newKey();
    const list = () => service.call("GET", "/api/v1/prizes?limit=1", { key: partner.key, headers });
    const first = dataOf(await list());
    await partner.post("/prizes", PRIZE);
    const second = await list();
    expect(dataOf(second)[0].id).toBeGreaterThan(first[0].id);
    expect(replayed(second)).toBeNull();
  });

  it("stored answers are not readable in the database", async () => {
    const headers = newKey();
    await partner.post("/prizes", { ...PRIZE, name: "legible-marker" }, headers);
    const rows = await service.sql("select body from idempotency where key = $1", headers["Idempotency-Key"]);
    expect(rows[0].body.length).toBeGreaterThan(0);
    expect(rows[0].body.toString("latin1")).not.toContain("legible-marker");
  });
});
