import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { refusalOf } from "../api/support/reading.ts";
import { competitionOf } from "../api/support/world.ts";
import { MISSING_PYTHON } from "../clients/support/python.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { Pauses } from "../lot-draws/paused.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened, prepared } from "../support/opened.ts";
import { PLAIN } from "../support/service/compile-cache.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { ended } from "../support/ended.ts";

const RANGES = 20_001;
/** Pages of 10,000 entries. */
const PAGES = 3;
const A_MOMENT = "public, max-age=5";
const FOR_EVER = "public, max-age=31536000, immutable";

const pauses = new Pauses();
const rig = opened(() =>
  DrawRig.open({
    environment: { PUBLIC_REQUESTS_PER_MINUTE: "100000", TRUST_PROXY: "1" },
    replace: pauses.into,
  }),
);
const other = prepared(() => Partner.add(rig.service));
const folder = opened(
  async () => ({ path: await mkdtemp(join(tmpdir(), "draw-file-")) }),
  ({ path }) => rm(path, { recursive: true, force: true }),
);

let drawn: number;
beforeAll(async () => {
  const { id } = await rig.partner.lot({ maxTickets: 100_000 });
  const last = (await rig.partner.checkout(id)).json.data.id;
  await addManyOrders(rig.service.database.pool, last, { paid: RANGES - 1, pending: 0 });
  await rig.partner.provider(last, { outcome: "paid" });
  await rig.close(id);
  await rig.turn(id);
  await rig.chain.mine(FAR_BLOCKS);
  await rig.turn(id);
  drawn = id;
});

interface FileRequest {
  readonly service?: TestService;
  readonly organisation?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Default: the draw file. */
  readonly document?: "draw.ndjson" | "draw.json";
}

const pathOf = (id: number | string, { organisation, document = "draw.ndjson" }: FileRequest = {}) =>
  `/embed/${organisation ?? rig.partner.organisation.slug}/competition/${id}/${document}`;

function file(id: number | string, options: FileRequest = {}): Promise<Answer> {
  const { service = rig.service, method = "GET", headers } = options;
  return service.call(method, pathOf(id, options), { headers });
}

const ofClient = (client: string) => ({ "X-Forwarded-For": client });

/** Begins to read a file. */
async function begun(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const asking = get(rig.service.baseUrl + pathOf(drawn), { headers });
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return response;
}

/** Lets every request for entries wait. */
function holdEntries() {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  let waiting = 0;
  const hold = () =>
    pauses.once("draws.entries:before", () => {
      hold();
      waiting += 1;
      return promise;
    });
  hold();
  return { goOn, waiting: () => waiting };
}

describe("a draw file without a key", () => {
  it("has the bytes that npm run verify saves, of entries on several pages", async () => {
    const saved = join(folder.path, "saved.ndjson");
    const url = rig.service.baseUrl + pathOf(drawn, { document: "draw.json" });
    const program = join(inject("bundles"), "verify.js");
    const verified = await ended(process.execPath, [program, url, "--save", saved], PLAIN);
    expect(verified).toMatchObject({ status: 0, output: expect.stringContaining("won") });
    const { database } = rig.service;
    const before = database.roundTrips;
    const { status, headers, text } = await file(drawn);
    expect(status).toBe(200);
    expect(text === (await readFile(saved, "utf8"))).toBe(true);
    expect(text.split("\n")).toHaveLength(1 + RANGES + 1);
    expect(database.roundTrips - before).toBe(1 + PAGES);
    expect(headers.get("Content-Type")).toBe("application/x-ndjson; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe(`attachment; filename="draw-${drawn}.ndjson"`);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });

  it("is there when the document is, and a cancelled competition's is its document and entries", async () => {
    const both = async (lotId: number) => {
      const [document, lines] = [await file(lotId, { document: "draw.json" }), await file(lotId)];
      expect(lines.status).toBe(document.status);
      expect(lines.headers.get("Cache-Control")).toBe(document.headers.get("Cache-Control"));
      if (lines.status === 404) expect(lines.text).toBe(document.text);
      else expect(lines.text.split("\n")[0]).toBe(JSON.stringify(document.json.data));
      return [lines.status, lines.headers.get("Cache-Control"), lines.text.split("\n").length - 1];
    };
    const NOT_YET = [404, "no-store", 0];
    const draft = (await rig.partner.post("/competitions", competitionOf(rig.partner.prizeId, "Draft"))).json
      .data;
    expect(await both(draft.id)).toEqual(NOT_YET);
    const lotId = await rig.sold(2, 3);
    expect(await both(lotId)).toEqual(NOT_YET);
    await rig.close(lotId);
    expect(await both(lotId)).toEqual(NOT_YET);
    await rig.turn(lotId);
    expect(await both(lotId)).toEqual([200, A_MOMENT, 3]);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect(await both(lotId)).toEqual([200, FOR_EVER, 3]);
    const cancelled = await rig.committed(2, 1, 1);
    await rig.cancel(cancelled);
    expect(await both(cancelled)).toEqual([200, A_MOMENT, 4]);
    const closed = await rig.sold(2);
    await rig.close(closed);
    await rig.cancel(closed);
    expect(await both(closed)).toEqual(NOT_YET);
  });

  it("of another organisation, of none, unknown or without an id is the same 404", async () => {
    const refused = [
      await file(drawn, { organisation: other.organisation.slug }),
      await file(drawn, { organisation: "unknown" }),
      await file(999_999_999),
      await file("x"),
    ];
    for (const answer of refused) expect(refusalOf(answer)).toEqual([404, "not_found"]);
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
  });

  it("has a strong tag for caches, and neither 304 nor HEAD reads entries", async () => {
    const { database } = rig.service;
    const tags: string[] = [];
    for (const encoding of ["identity", "gzip"]) {
      const accepting = { "Accept-Encoding": encoding };
      const answer = await file(drawn, { headers: accepting });
      const tag = answer.headers.get("ETag")!;
      tags.push(tag);
      const before = database.roundTrips;
      const known = await file(drawn, { headers: { ...accepting, "If-None-Match": tag } });
      expect([known.status, known.text, known.headers.get("ETag")]).toEqual([304, "", tag]);
      expect(known.headers.get("Cache-Control")).toBe(FOR_EVER);
      const head = await file(drawn, { headers: accepting, method: "HEAD" });
      expect([head.status, head.text]).toEqual([200, ""]);
      for (const name of ["ETag", "Cache-Control", "Content-Type", "Content-Encoding", "Vary"])
        expect(head.headers.get(name), name).toBe(answer.headers.get(name));
      expect(database.roundTrips - before).toBe(2);
    }
    expect(tags[0]).toMatch(/^"[\w-]{43}"$/);
    expect(tags[1]).toBe(tags[0]!.replace(/"$/, '-gzip"'));
    const lotId = await rig.committed(1);
    const tag = (await file(lotId)).headers.get("ETag")!;
    expect((await file(lotId, { headers: { "If-None-Match": tag } })).status).toBe(304);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    expect((await file(lotId, { headers: { "If-None-Match": tag } })).status).toBe(200);
  });
});

describe("the budget of a network address", () => {
  const small = opened(() =>
    TestService.open({
      databaseUrl: rig.service.databaseUrl,
      environment: { PUBLIC_REQUESTS_PER_MINUTE: "6", TRUST_PROXY: "1" },
    }),
  );

  it("pays for a file as for its pages, and lends where fewer are left", async () => {
    const from = (client: string, document: FileRequest["document"] = "draw.ndjson") =>
      file(drawn, { service: small, headers: ofClient(client), document });
    const first = await from("203.0.113.1");
    expect([first.status, first.headers.get("X-RateLimit-Remaining")]).toEqual([200, "4"]);
    expect((await from("203.0.113.1", "draw.json")).headers.get("X-RateLimit-Remaining")).toBe("1");
    expect((await from("203.0.113.1")).status).toBe(200);
    for (const document of ["draw.ndjson", "draw.json"] as const) {
      const refused = await from("203.0.113.1", document);
      expect(refusalOf(refused)).toEqual([429, "rate_limited"]);
      const retryAfter = Number(refused.headers.get("Retry-After"));
      expect(retryAfter).toBeLessThanOrEqual(40);
      expect(retryAfter).toBeGreaterThan(20);
    }
    expect((await from("203.0.113.2")).status).toBe(200);
    small.clock.advance(40_000);
    expect((await from("203.0.113.1")).status).toBe(200);
  });
});

describe("a file that is being sent", () => {
  it("is read no further when the caller has left", async () => {
    const { database, logLines } = rig.service;
    let second!: ReturnType<Pauses["at"]>;
    pauses.once("draws.entries:before", async () => {
      second = pauses.at("draws.entries:before");
    });
    logLines.length = 0;
    const before = database.roundTrips;
    const response = await begun({ "Accept-Encoding": "identity" });
    await once(response, "readable");
    await second.reached;
    response.destroy();
    await expect.poll(() => logLines.filter((line) => line.includes("draw.ndjson")).length).toBe(1);
    second.goOn();
    await delay(200);
    expect(database.roundTrips - before).toBe(3);
  });

  it("takes a place: two of one address, four of all; operators have their own", async () => {
    const { goOn, waiting } = holdEntries();
    const answers = ["203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"].map((client) =>
      file(drawn, { headers: ofClient(client) }),
    );
    await expect.poll(waiting).toBe(4);
    for (const client of ["203.0.113.1", "203.0.113.4"]) {
      const refused = await file(drawn, { headers: ofClient(client) });
      expect(refusalOf(refused)).toEqual([429, "rate_limited"]);
      expect(refused.headers.get("Retry-After")).toBe("5");
      expect(refused.headers.get("ETag")).toBeNull();
      expect((await file(drawn, { headers: ofClient(client), document: "draw.json" })).status).toBe(200);
    }
    const path = `/admin/api/v1/organisations/${rig.partner.organisation.slug}/exports/refunds`;
    expect((await rig.service.call("GET", path, { key: ADMIN_TOKEN })).status).toBe(200);
    goOn();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await file(drawn, { headers: ofClient("203.0.113.4") })).status).toBe(200);
  });
});

describe("the Python of docs/verifying-a-draw.md", () => {
  let script: string;
  beforeAll(async () => {
    const page = await readFile(new URL("../../docs/verifying-a-draw.md", import.meta.url), "utf8");
    [, script = ""] = /^```python\n([\s\S]*?)^```$/m.exec(page)!;
  });
  const verified = (url: string) => ended("python3", ["-c", script, url], PLAIN);

  it("verifies the file at its address", async ({ skip }) => {
    skip(MISSING_PYTHON !== null, MISSING_PYTHON ?? "");
    const { ticketNumber } = (await rig.document(drawn)).winner!;
    const { status, output } = await verified(rig.service.baseUrl + pathOf(drawn));
    expect([status, output]).toEqual([0, `verified: ticket ${ticketNumber} won\n`]);
    expect((await verified(rig.service.baseUrl + pathOf(999_999_999))).status).toBe(1);
  });

  it("verifies none that breaks off", async ({ skip }) => {
    skip(MISSING_PYTHON !== null, MISSING_PYTHON ?? "");
    const { text } = await file(drawn);
    const half = text.slice(0, text.indexOf("\n", text.length / 2) + 1);
    const server = createServer((_, response) => response.write(half, () => response.destroy()));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { status, output } = await verified(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
    expect(status).toBe(1);
    expect(output).not.toContain("verified");
  });
});
