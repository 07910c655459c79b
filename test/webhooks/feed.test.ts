import { beforeAll, describe, expect, it } from "vitest";
import { PostgresPruning } from "../../adapters/persistence/database/pruning.ts";
import { NewIds } from "../../ports/ids.ts";
import { Recoveries } from "../../ports/recovery/recoveries.ts";
import type { RecoveryReport } from "../../src/recovery/recovery-report.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { FeedWaits, MOST_WAITING } from "../../src/webhooks/feed-waits.ts";
import { opened, prepared } from "../support/opened.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";

const DAY_MS = 86_400_000;
const EVENTS = "/api/v1/events";

const service = opened(() => TestService.open());
let partner: Partner;
let key: string;
beforeAll(async () => {
  partner = await Partner.add(service);
  ({ key } = await partner.addKey(["events:read"]));
});

const dispatcher = prepared(() => service.wiring.get(Dispatcher));
const waits = prepared(() => service.wiring.get(FeedWaits));

/** A partner of a test, with a key that reads events. */
async function another(): Promise<{ partner: Partner; key: string }> {
  const other = await Partner.add(service);
  return { partner: other, key: (await other.addKey(["events:read"])).key };
}

const read = (query = "", by = key): Promise<Answer> => service.call("GET", EVENTS + query, { key: by });

/** The address of the next page, below the API's. */
function nextOf({ headers }: Answer): string {
  const [, address] = /^<(\/api\/v1\/events\?[^>]*)>; rel="next"$/.exec(headers.get("Link") ?? "") ?? [];
  return address!.slice(EVENTS.length);
}

const idsOf = ({ json }: Answer): string[] => json.data.map(({ id }: { id: string }) => id);

async function add(of: Partner, count: number, type: EventType = "lot.cancelled"): Promise<string[]> {
  const ids = Array.from({ length: count }, () => service.wiring.get(NewIds).event());
  await service.sql(
    `insert into event (id, slot, organisation_id, type, payload, created_at)
     select e.id, (floor(extract(epoch from $4::timestamptz) / 604800)::bigint % 8)::smallint, $2, $3::text,
       envelope(e.id, $3::text, $4, '{"lotId": 1, "text": "\u00fcn\\u0021"}'), $4 from unnest($1::text[]) as e (id)`,
    ids,
    of.organisation.id,
    type,
    service.clock.now(),
  );
  return ids;
}

/** Relays all events, and waits until no transaction of another database hides them. */
async function relay(): Promise<void> {
  while ((await dispatcher.relayOnce()) > 0);
  const hidden = "select from event_feed where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1";
  await expect.poll(() => service.sql(hidden), { interval: 5 }).toEqual([]);
}

describe("the feed of an organisation", () => {
  it("has each event once, oldest first, in the bytes of its deliveries, and always names a next page", async () => {
    const empty = await read();
    expect([empty.status, empty.text]).toEqual([200, '{"data":[]}']);
    const written: string[] = [];
    for (let batch = 0; batch < 3; batch++) {
      written.push(...(await add(partner, 5)));
      await relay();
    }
    const stored = await service.sql<{ payload: string }>(
      "select payload from event where organisation_id = $1 order by array_position($2, id)",
      partner.organisation.id,
      written,
    );
    const first = await read(nextOf(empty));
    expect(first.text).toBe(`{"data":[${stored.map(({ payload }) => payload).join(",")}]}`);
    expect(idsOf(first)).toEqual(written);
    const last = await read(nextOf(first));
    expect(idsOf(last)).toEqual([]);
    expect(idsOf(await read(nextOf(last)))).toEqual([]);
    expect(idsOf(await read())).toEqual(written);
  });

  it("is paged by limit, and filtered by types; a cursor takes the conditions with it", async () => {
    const { partner: other, key: by } = await another();
    const [one, two] = [await add(other, 3), await add(other, 2, "draw.completed")];
    await relay();
    const pages: string[][] = [];
    for (let query = "?limit=2&type=draw.completed,lot.cancelled"; pages.at(-1)?.length !== 0;) {
      const answer = await read(query, by);
      pages.push(idsOf(answer));
      query = nextOf(answer);
      expect(query).toContain("limit=2&type=draw.completed%2Clot.cancelled&after=");
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual([...one, ...two]);
    const filtered = await read("?type=draw.completed&limit=1", by);
    expect(idsOf(filtered)).toEqual([two[0]]);
    expect(idsOf(await read(nextOf(filtered), by))).toEqual([two[1]]);
    expect(idsOf(await read("?type=ping", by))).toEqual([]);
  });

  it("begins with the first event of a time or later, and continues from there", async () => {
    const { partner: other, key: by } = await another();
    const batches: string[][] = [];
    const times: string[] = [];
    for (let hour = 0; hour < 4; hour++) {
      service.clock.advance(3_600_000);
      times.push(service.clock.now().toISOString());
      batches.push(await add(other, 3));
      await relay();
    }
    for (const [hour, time] of times.entries()) {
      const page = await read(`?since=${time}`, by);
      expect(idsOf(page), time).toEqual(batches.slice(hour).flat());
      expect(nextOf(page)).not.toContain("since");
    }
    const future = await read(`?since=${new Date(service.clock.now().getTime() + DAY_MS).toISOString()}`, by);
    expect(idsOf(future)).toEqual([]);
    const later = await add(other, 1);
    await relay();
    expect(idsOf(await read(nextOf(future), by))).toEqual(later);
    expect(idsOf(await read("?since=2020-01-01T00:00:00Z", by))).toEqual([...batches.flat(), ...later]);
  });

  it("shows an event that an older transaction may come before only when that has ended", async () => {
    const { partner: other, key: by } = await another();
    const before = nextOf(await read("", by));
    const late = await service.database.pool.connect();
    await late.query("begin");
    await late.query(
      `insert into event_feed (organisation_id, position, event_id, slot, type, relayed_at)
       select $1, nextval('event_feed_position'), id, slot, type, now() from event where organisation_id = $2 limit 1`,
      [other.organisation.id, partner.organisation.id],
    );
    const [first] = await add(other, 1);
    while ((await dispatcher.relayOnce()) > 0);
    expect(idsOf(await read(before, by))).toEqual([]);
    const waiting = read(`${before}&wait=20`, by);
    await expect.poll(() => waits.size).toBe(1);
    await late.query("rollback");
    late.release();
    expect(idsOf(await waiting)).toEqual([first]);
  });
});

describe("a cursor", () => {
  it.each(["nonsense", "", "AAAA", "'; --", "%F0%9F%98%80", "A".repeat(300)])(
    "that is %j is 400 invalid_cursor",
    async (after) => {
      const { status, json } = await read(`?after=${after}`);
      expect([status, json.error]).toEqual([400, "invalid_cursor"]);
    },
  );

  it("of another organisation, or edited, is answered like nonsense", async () => {
    const { key: by } = await another();
    const refused = (await read("?after=nonsense", by)).text;
    const theirs = nextOf(await read());
    expect((await read(theirs, by)).text).toBe(refused);
    const own = nextOf(await read("", by));
    expect((await read(own, by)).status).toBe(200);
    const start = own.indexOf("after=") + "after=".length;
    for (let at = start; at < own.length; at++) {
      const edited = own.slice(0, at) + (own[at] === "A" ? "B" : "A") + own.slice(at + 1);
      const answer = await read(edited, by);
      expect([answer.status, answer.text], edited).toEqual([400, refused]);
    }
    for (const edited of [`${own}A`, `${own}=`, `${own}%20`, own.slice(0, -1)])
      expect((await read(edited, by)).text, edited).toBe(refused);
  });

  it("older than the events kept is 410 cursor_expired with the oldest; one behind them is not", async () => {
    const { partner: other, key: by } = await another();
    const unread = nextOf(await read("", by));
    await add(other, 2);
    await relay();
    const inside = nextOf(await read("?limit=1", by));
    const behind = nextOf(await read("", by));
    const pruning = new PostgresPruning(service.database);
    const pruneAll = async () => {
      while ((await pruning.prune(service.clock.now(), 100)) > 0);
    };
    for (let day = 0; day < 40; day++) {
      service.clock.advance(DAY_MS);
      await pruneAll();
    }
    for (const query of [unread, inside]) {
      const { status, json } = await read(query, by);
      expect([status, json.error]).toEqual([410, "cursor_expired"]);
      expect(Math.abs(Date.parse(json.oldest) - service.clock.now().getTime())).toBeLessThan(60_000);
    }
    for (const query of [behind, "", "?since=2020-01-01T00:00:00Z"]) {
      const answer = await read(query, by);
      expect([answer.status, idsOf(answer)], query).toEqual([200, []]);
      expect((await read(nextOf(answer), by)).status).toBe(200);
    }
    const [young] = await add(other, 1);
    await relay();
    expect(idsOf(await read(behind, by))).toEqual([young]);
    const { json } = await read(unread, by);
    expect(idsOf(await read(`?since=${json.oldest}`, by))).toEqual([young]);
  });

  it("of before a restore is 410, also where the restored database numbers that recovery like an earlier one", async () => {
    const { partner: other, key: by } = await another();
    const [event] = await add(other, 1);
    await relay();
    const recover = async () => {
      const recoveries = service.wiring.get(Recoveries);
      const { epoch } = await recoveries.begin({ since: service.clock.now(), margin: 1 });
      await recoveries.end(epoch, {} as RecoveryReport);
      return epoch;
    };
    for (const restore of ["first", "second"]) {
      const before = nextOf(await read("", by));
      await service.sql("delete from recovery");
      expect(await recover()).toBe(1);
      const { status, json } = await read(before, by);
      expect([status, json.error], restore).toEqual([410, "cursor_expired"]);
      const again = await read(`?since=${json.oldest}`, by);
      expect(idsOf(again)).toEqual([event]);
      expect((await read(nextOf(again), by)).status).toBe(200);
    }
  });
});

describe("bad input", () => {
  it.each([
    ["?wait=26", "wait"],
    ["?wait=-1", "wait"],
    ["?wait=1.5", "wait"],
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?type=lot.sold", "type.0"],
    ["?type=ping,", "type.1"],
    ["?type=", "type.0"],
    ["?since=yesterday", "since"],
    ["?before=1", "before"],
  ])("%s is 400 with the path", async (query, path) => {
    const { status, json } = await read(query);
    expect([status, json.error, json.issues?.[0]?.path]).toEqual([400, "invalid_request", path]);
  });

  it("after with since is 400 with the path", async () => {
    const { status, json } = await read(`${nextOf(await read())}&since=2026-01-01T00:00:00Z`);
    expect([status, json.issues[0].path]).toEqual([400, "since"]);
  });

  it("a key without the scope is 403 with its name, and whoami shows who has it", async () => {
    const { key: without } = await partner.addKey(["webhooks:manage", "competitions:read"]);
    const { status, json } = await read("", without);
    expect([status, json.error, json.required]).toEqual([403, "insufficient_scope", "events:read"]);
    const { json: whoami } = await service.call("GET", "/api/v1/whoami", { key });
    expect(whoami.data.scopes).toEqual(["events:read"]);
  });
});

describe("a call that waits", () => {
  it("returns empty when its time is over, and spends one unit of the budget", async () => {
    const { key: limited } = await partner.addKey(["events:read"], { rateLimit: 100, rateWindowSec: 86_400 });
    const start = await read("", limited);
    const began = performance.now();
    const waited = await read(`${nextOf(await read(nextOf(start), limited))}&wait=1`, limited);
    expect(performance.now() - began).toBeGreaterThan(990);
    expect([waited.status, idsOf(waited)]).toEqual([200, []]);
    expect(waited.headers.get("X-RateLimit-Remaining")).toBe("97");
  });

  it("returns with an event at once, also when others of its key wait; it takes no connection to the database", async () => {
    const { partner: other, key: by } = await another();
    const start = nextOf(await read("", by));
    const calls = Array.from({ length: MOST_WAITING }, () => read(`${start}&wait=25`, by));
    await expect.poll(() => waits.size).toBe(MOST_WAITING);
    const { pool } = service.database;
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    const { status, json, headers } = await read(`${start}&wait=1`, by);
    expect([status, json.error]).toEqual([429, "too_many_waiting"]);
    expect(headers.get("Retry-After")).toBe("1");
    expect((await read(start, by)).status).toBe(200);
    const [event] = await add(other, 1);
    await relay();
    expect(idsOf(await read(`${start}&wait=1`, by))).toEqual([event]);
    waits.written([other.organisation.id]);
    for (const answer of await Promise.all(calls)) expect(idsOf(answer)).toEqual([event]);
    expect(waits.size).toBe(0);
  });

  it("is over when its caller has gone", async () => {
    const { key: by } = await another();
    const leaving = new AbortController();
    const call = fetch(`${service.baseUrl}${EVENTS}?wait=25`, {
      headers: { Authorization: `Bearer ${by}` },
      signal: leaving.signal,
    });
    await expect.poll(() => waits.size).toBe(1);
    leaving.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => waits.size).toBe(0);
  });

  it("is refused where its key was revoked meanwhile", async () => {
    const { partner: other } = await another();
    const { id, key: by } = await other.addKey(["events:read"]);
    const call = read("?wait=25", by);
    await expect.poll(() => waits.size).toBe(1);
    const path = `/admin/api/v1/organisations/${other.organisation.slug}/api-keys/${id}`;
    expect((await service.call("DELETE", path, { key: ADMIN_TOKEN })).status).toBe(200);
    await add(other, 1);
    await relay();
    waits.written(null);
    expect((await call).json.error).toBe("invalid_api_key");
  });
});
