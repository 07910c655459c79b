import { describe, expect, it } from "vitest";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import type { Json } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const rig = opened(() => OperatorRig.open());

describe("webhook endpoints", () => {
  const hook = { url: "http://127.0.0.1:9/hook" };

  it("show their secret once, are changed, pinged and deleted", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const created = await ok(rig.admin("POST", path, { ...hook, events: ["ping", "lot.closed"] }), 201);
    expect(created).toMatchObject({
      ...hook,
      events: ["ping", "lot.closed"],
      enabled: true,
      disabledReason: null,
    });
    expect(created.secret).toMatch(/^whsec_/);
    const { secret, ...listed } = created as unknown as Record<string, string>;
    expect(await ok(rig.admin("GET", path))).toEqual([listed]);
    const changed = await ok(rig.admin("PATCH", `${path}/${created.id}`, { events: null }));
    expect(changed).toMatchObject({ id: created.id, events: null, enabled: true });
    const ping = await ok(rig.admin("POST", `${path}/${created.id}/ping`));
    expect(ping.eventId).toMatch(/^evt_/);
    expect(await ok(rig.admin("GET", `${path}/${created.id}/deliveries`))).toEqual([]);
    await ok(rig.admin("PATCH", `${path}/${created.id}`, { enabled: false }));
    expect(await refused(rig.admin("POST", `${path}/${created.id}/ping`))).toEqual([
      409,
      "endpoint_disabled",
    ]);
    expect(await ok(rig.admin("DELETE", `${path}/${created.id}`))).toEqual({ id: created.id, deleted: true });
    expect(await refused(rig.admin("GET", `${path}/${created.id}/deliveries`))).toEqual([404, "not_found"]);

    const audit = await rig.audit(slug);
    expect(audit.map(({ action }) => action)).toEqual([
      "webhook_endpoint.removed",
      "webhook_endpoint.changed",
      "webhook_endpoint.pinged",
      "webhook_endpoint.changed",
      "webhook_endpoint.created",
      "organisation.created",
    ]);
    expect(JSON.stringify(audit) + rig.service.logLines.join("")).not.toContain(secret);
  });

  it("are created once by a repeated Idempotency-Key, and changed under one", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const create = () => rig.admin("POST", path, hook, { "Idempotency-Key": "create-once" });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.text]).toEqual([201, first.text]);
    const [endpoint, ...others] = (await ok(rig.admin("GET", path))) as Json[];
    expect(others).toEqual([]);
    const moved = { url: "http://127.0.0.1:9/moved" };
    const changed = rig.admin("PATCH", `${path}/${endpoint!.id}`, moved, { "Idempotency-Key": "move-once" });
    expect(await ok(changed)).toMatchObject(moved);
  });

  it("are created and moved once by a request whose first answer was lost with its process", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const create = () => rig.admin("POST", path, hook, { "Idempotency-Key": "create-lost" });
    await rig.forgetful("create-lost", async () => expect((await create()).status).toBe(500));
    const { id } = await ok(create(), 201);
    expect((await ok(rig.admin("GET", path))) as Json[]).toHaveLength(1);
    const moved = { url: "http://127.0.0.1:9/moved" };
    const move = () => rig.admin("PATCH", `${path}/${id}`, moved, { "Idempotency-Key": "move-lost" });
    await rig.forgetful("move-lost", async () => expect((await move()).status).toBe(500));
    expect(await ok(rig.admin("GET", path))).toMatchObject([hook]);
    expect(await ok(move())).toMatchObject(moved);
    expect((await rig.audit(slug)).map(({ action }) => action)).toEqual([
      "webhook_endpoint.changed",
      "webhook_endpoint.created",
      "organisation.created",
    ]);
  });

  it("are listed in pages, and are limited in number", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    for (let i = 0; i < 20; i++) await ok(rig.admin("POST", path, hook), 201);
    expect(await refused(rig.admin("POST", path, hook))).toEqual([409, "too_many_endpoints"]);
    const all = (await ok(rig.admin("GET", path))) as Json[];
    const page = await rig.admin("GET", `${path}?limit=15`);
    expect(page.json.data).toEqual(all.slice(0, 15));
    const next = /<\/admin\/api\/v1([^>]*)>/.exec(page.headers.get("link") ?? "")![1]!;
    const last = await rig.admin("GET", next);
    expect(last.json.data).toEqual(all.slice(15));
    expect(last.headers.get("link")).toBeNull();
  });

  it.each([
    [{ url: "https://user:pw@example.com" }, "url"],
    [{ url: "not a url" }, "url"],
    [{ events: ["lot.exploded"] }, "events.0"],
    [{ events: [] }, "events"],
    [{ secret: "short" }, "secret"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const slug = await rig.organisation();
    const answer = rig.admin("POST", `/organisations/${slug}/webhook-endpoints`, { ...hook, ...wrong });
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
    expect(await rig.audit(slug)).toHaveLength(1);
  });

  it("show the rotated secret once, and keep it out of audit and log", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const { id } = await ok(rig.admin("POST", path, { ...hook, description: "the shop" }), 201);
    const rotated = await ok(rig.admin("POST", `${path}/${id}/rotate-secret`));
    expect(rotated).toEqual({ id, ...hook, secret: expect.stringMatching(/^whsec_[0-9A-Za-z+/]{43}=$/) });
    expect(await ok(rig.admin("GET", `${path}/${id}`))).toMatchObject({ standardWebhooks: true });
    const secret = `whsec_${"a".repeat(30)}`;
    expect(await ok(rig.admin("POST", `${path}/${id}/rotate-secret`, { secret }))).toMatchObject({ secret });
    expect(await ok(rig.admin("GET", `${path}/${id}`))).toMatchObject({ standardWebhooks: false });
    expect(await refused(rig.admin("POST", `${path}/${id}/rotate-secret`, { secret: "short" }))).toEqual([
      400,
      "invalid_request",
      "secret",
    ]);
    const audit = await rig.audit(slug);
    expect(audit[0]).toMatchObject({ action: "webhook_endpoint.secret_rotated" });
    expect(JSON.stringify(audit) + rig.service.logLines.join("")).not.toContain(secret);
    expect(await ok(rig.admin("GET", path))).toMatchObject([{ description: "the shop" }]);
    const long = { description: "x".repeat(201) };
    expect(await refused(rig.admin("PATCH", `${path}/${id}`, long))).toEqual([
      400,
      "invalid_request",
      "description",
    ]);
    expect(await ok(rig.admin("PATCH", `${path}/${id}`, { description: null }))).toMatchObject({
      description: null,
    });
  });

  it("are replayed when they are enabled, for 30 days at most", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const { id } = await ok(rig.admin("POST", path, hook), 201);
    const { eventId } = await ok(rig.admin("POST", `${path}/${id}/ping`));
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const replay = (since: string, until: string) =>
      rig.admin("POST", `${path}/${id}/replay`, { since, until });
    expect(await ok(replay(at(-1), at(1)))).toEqual({ replayed: 1 });
    // Their offset is said in digits.
    const zoned = (days: number) => at(days).replace("Z", "+00:00");
    expect(await ok(replay(zoned(-1), zoned(1)))).toEqual({ replayed: 0 });
    expect((await rig.audit(slug))[0]).toMatchObject({ action: "webhook_endpoint.replayed" });
    const [delivery] = (await ok(rig.admin("GET", `${path}/${id}/deliveries`))) as Json[];
    expect(delivery).toMatchObject({ eventId, state: "pending", attempts: [] });
    const one = `/organisations/${slug}/deliveries/${delivery!.id}/replay`;
    expect(await ok(rig.admin("POST", one))).toEqual(delivery);
    for (const range of [
      [at(0), at(-1)],
      [at(-31), at(0)],
    ] as const) {
      expect(await refused(replay(...range))).toEqual([400, "invalid_request", "until"]);
    }
    await ok(rig.admin("PATCH", `${path}/${id}`, { enabled: false }));
    expect(await refused(rig.admin("POST", one))).toEqual([400, "invalid_transition"]);
    expect(await refused(replay(at(-1), at(1)))).toEqual([400, "invalid_transition"]);
    await ok(rig.admin("DELETE", `${path}/${id}`));
    expect(await refused(rig.admin("POST", one))).toEqual([404, "not_found"]);
    expect(await refused(replay(at(-1), at(1)))).toEqual([404, "not_found"]);
  });

  it("or none: events are listed, newest first, in pages and by type", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const { id } = await ok(rig.admin("POST", path, hook), 201);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.unshift((await ok(rig.admin("POST", `${path}/${id}/ping`))).eventId!);
    const events = `/organisations/${slug}/events`;
    const first = await rig.admin("GET", `${events}?limit=2&type=ping`);
    expect((first.json.data as Json[]).map((event) => event.id)).toEqual(ids.slice(0, 2));
    expect((first.json.data as Json[])[0]).toMatchObject({
      type: "ping",
      payload: { id: ids[0], type: "ping", data: { endpointId: id, organisation: slug } },
    });
    const next = /<\/admin\/api\/v1([^>]*)>/.exec(first.headers.get("link") ?? "")![1]!;
    expect(((await ok(rig.admin("GET", next))) as Json[]).map((event) => event.id)).toEqual(ids.slice(2));
    expect(await ok(rig.admin("GET", `${events}?type=lot.closed`))).toEqual([]);
    const other = await rig.organisation();
    expect(await ok(rig.admin("GET", `/organisations/${other}/events`))).toEqual([]);
    expect(await ok(rig.admin("GET", `/organisations/${other}/events?after=${ids[0]}`))).toEqual([]);
  });

  it("are sent again what failed in a time: counted first, then exactly that, in one step", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const [id, other] = await Promise.all(
      [1, 2].map(async () => (await ok(rig.admin("POST", path, hook), 201)).id as number),
    );
    const rows = async (text: string, ...values: unknown[]) =>
      (await rig.service.sql(text, ...values)) as Json[];
    // Twelve that failed, each a minute after the one before; two that were delivered; one that failed at another endpoint.
    await rows(
      `with told as (
         insert into event (id, organisation_id, type, payload, created_at)
         select 'evt_f' || lpad(webhook_endpoint.id::text || '0' || n, 25, '0'), organisation_id, 'ping', '{}', now()
         from webhook_endpoint, generate_series(1, 15) n where webhook_endpoint.id = $1::bigint returning id, slot, organisation_id
       )
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, case when n = 15 then $2::bigint else $1 end,
         case when n in (13, 14) then 'delivered' else 'failed' end, '2026-01-01', '2026-02-01T10:00:00Z'::timestamptz + n * interval '1 minute', 3, 3
       from (select *, row_number() over (order by id) as n from told) t`,
      id,
      other,
    );
    const [since, until] = ["2026-02-01T10:03:00Z", "2026-02-01T10:12:00Z"];
    const preview = (query: string) => ok(rig.admin("GET", `${path}/${id}/replay-failed?${query}`));
    expect(await preview(`since=${since}&until=${until}`)).toEqual({
      failed: 9,
      since: "2026-02-01T10:03:00.000Z",
      until: "2026-02-01T10:12:00.000Z",
      reached: null,
    });
    expect((await preview(`since=2026-01-01T00:00:00Z`)).failed).toBe(12);
    const range = { since: "2026-02-01T12:03:00+02:00", until };
    const send = (key: string) =>
      rig.admin("POST", `${path}/${id}/replay-failed`, range, { "Idempotency-Key": key });
    // One that fails when its deliveries are due already leaves them as they were: the same request sends them all.
    await rows("alter table audit rename to audit_away");
    const broken = await send("one").finally(() => rows("alter table audit_away rename to audit"));
    expect(broken.status).toBe(500);
    expect((await preview(`since=${since}&until=${until}`)).failed).toBe(9);
    const [first, second] = await Promise.all([send("one"), send("two")]);
    const sent = [first, second].map(({ json }) => json.data.replayed as number);
    expect(sent.toSorted((a, b) => a - b)).toEqual([0, 9]);
    const again = await send(sent[0] === 9 ? "one" : "two");
    expect([again.json.data, again.headers.get("idempotent-replayed")]).toEqual([
      { replayed: 9, reached: null },
      "true",
    ]);
    expect((await preview(`since=${since}&until=${until}`)).failed).toBe(0);
    expect((await preview(`since=2026-01-01T00:00:00Z`)).failed).toBe(3);
    const states = await rows(
      "select state, count(*)::int, count(q.*)::int as queued, min(replayed_after) as after from delivery left join delivery_queue q on q.delivery_id = id where delivery.endpoint_id = $1 group by 1 order by 1",
      id,
    );
    expect(states).toMatchObject([
      { state: "delivered", count: 2, queued: 0 },
      { state: "failed", count: 3, queued: 0 },
      { state: "pending", count: 9, queued: 9, after: 3 },
    ]);
    const entries = (await rig.audit(slug)).filter(({ action }) => action.endsWith("failed_replayed"));
    expect(entries.map(({ facts }) => facts.replayed)).toEqual([9]);

    const wrong = (body: object) => refused(rig.admin("POST", `${path}/${id}/replay-failed`, body));
    expect(await wrong({ since: until, until: since })).toEqual([400, "invalid_request", "until"]);
    expect(await wrong({ since })).toEqual([400, "invalid_request", "until"]);
    await ok(rig.admin("PATCH", `${path}/${id}`, { enabled: false }));
    expect(await wrong({ since, until })).toEqual([400, "invalid_transition"]);
    expect((await preview(`since=2026-01-01T00:00:00Z`)).failed).toBe(3);
  });

  it("are sent again although the transaction lost a deadlock, once, under an Idempotency-Key", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const hook = { url: "https://hooks.example/x", events: ["lot.closed"] };
    const { id } = await ok(rig.admin("POST", path, hook), 201);
    const { pool } = rig.service.database;
    const { rows: failed } = await pool.query(
      `with told as (
         insert into event (id, organisation_id, type, payload, created_at)
         select 'evt_d' || lpad(w.id::text || '0' || n, 25, '0'), w.organisation_id, 'ping', '{}', now()
         from webhook_endpoint w, generate_series(1, 2) n where w.id = $1 returning id, slot, organisation_id
       )
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $1, 'failed', now(), now(), 3, 3 from told
       returning id, slot`,
      [id],
    );
    const [first, last] = failed.toSorted((a, b) => a.slot - b.slot || Number(a.id) - Number(b.id));
    const holder = await pool.connect();
    const lock = (delivery: { id: string }) =>
      holder.query("select from delivery where id = $1 for update", [delivery.id]);
    try {
      await holder.query("begin");
      // The transaction that waits longest is aborted.
      await holder.query("set local deadlock_timeout = '30s'");
      await lock(last);
      const range = { since: "2026-01-01T00:00:00Z", until: "2999-01-01T00:00:00Z" };
      const key = { "Idempotency-Key": "deadlocked" };
      const sent = rig.admin("POST", `${path}/${id}/replay-failed`, range, key);
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%replay_failed%'";
      await expect.poll(async () => (await pool.query(waiting)).rows, { interval: 10 }).toHaveLength(1);
      await lock(first);
      await holder.query("commit");
      const { status, json } = await sent;
      expect([status, json.data]).toEqual([200, { replayed: 2, reached: null }]);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
    const entries = (await rig.audit(slug)).filter(({ action }) => action.endsWith("failed_replayed"));
    expect(entries.map(({ facts }) => facts.replayed)).toEqual([2]);
  });

  it("of which 20,000 deliveries are scanned at a time, and the answer says how far", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const { id } = await ok(rig.admin("POST", path, hook), 201);
    await rig.service.sql(
      `with told as (
         insert into event (id, organisation_id, type, payload, created_at)
         select 'evt_m' || lpad(n::text, 25, '0'), organisation_id, 'ping', '{}', now()
         from webhook_endpoint, generate_series(1, 20001) n where id = $1 returning id, slot, organisation_id
       )
       insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at)
       select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $1,
         case when n = 1 then 'failed' else 'delivered' end, now(), '2026-02-01'
       from (select *, row_number() over (order by id) as n from told) t`,
      id,
    );
    const range = { since: "2026-01-01T00:00:00Z", until: "2026-03-01T00:00:00Z" };
    const first = await ok(rig.admin("POST", `${path}/${id}/replay-failed`, range));
    expect(first).toEqual({ replayed: 0, reached: expect.any(Number) });
    const behind = await ok(
      rig.admin("GET", `${path}/${id}/replay-failed?since=${range.since}&after=${first.reached}`),
    );
    expect(behind).toMatchObject({ failed: 1, reached: null });
    const second = rig.admin("POST", `${path}/${id}/replay-failed`, { ...range, after: first.reached });
    expect(await ok(second)).toEqual({ replayed: 1, reached: null });
  });

  it("of another organisation are 404", async () => {
    const [one, other] = [await rig.organisation(), await rig.organisation()];
    const { id } = await ok(rig.admin("POST", `/organisations/${one}/webhook-endpoints`, hook), 201);
    const path = `/organisations/${other}/webhook-endpoints/${id}`;
    for (const [method, at] of [
      ["PATCH", path],
      ["DELETE", path],
      ["POST", `${path}/ping`],
      ["POST", `${path}/rotate-secret`],
      ["GET", `${path}/deliveries`],
    ] as const) {
      expect(await refused(rig.admin(method, at))).toEqual([404, "not_found"]);
    }
  });
});
