import { afterEach, describe, expect, it } from "vitest";
import { PostgresPruning } from "../../adapters/persistence/database/pruning.ts";
import { PostgresReplays } from "../../adapters/persistence/webhooks/replays.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll, openWebhookRig } from "../support/builders/webhook-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const DAY_SEC = 86_400;
const DAY_MS = 1_000 * DAY_SEC;

const rig = opened(() => openWebhookRig());
const pruning = prepared(() => new PostgresPruning(rig.db));
const receiver = opened(() => startReceiver());

afterEach(() =>
  rig.sql(
    "truncate event, event_feed, event_unrelayed, webhook_endpoint, delivery, delivery_attempt, delivery_queue",
  ),
);

const pruneAll = async () => {
  while ((await pruning.prune(rig.clock.now(), 100)) > 0);
};
const ages = async () =>
  (await rig.sql<{ at: Date }>("select created_at as at from event order by id")).map(
    ({ at }) => (rig.clock.now().getTime() - at.getTime()) / DAY_MS,
  );
const slotOf = async (id: string) =>
  (await rig.sql<{ slot: number }>("select slot from event where id = $1", [id]))[0]!.slot;

/** Adds a finished delivery, one that waits for a disabled endpoint, and an event that was not relayed. */
async function history(): Promise<{ organisation: number; events: string[] }> {
  const { id: organisation } = await rig.organisation();
  const { id: endpoint } = await rig.endpoint(organisation, receiver.url);
  const events = await rig.events(organisation, 3);
  await deliverAll(rig.dispatcher());
  events.push(...(await rig.events(organisation, 2)));
  await rig.deliveries.relay({ limit: 10, now: rig.clock.now() });
  await rig.administration.change(organisation, endpoint, { enabled: false });
  events.push(...(await rig.events(organisation, 1)));
  return { organisation, events };
}

/** Sessions that wait for a lock in this database. */
const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe("a slot", () => {
  it("is emptied when its youngest event is 30 days old: on no day is a younger one gone, or one of 38 days left", async () => {
    const organisations = [(await rig.organisation()).id, (await rig.organisation()).id];
    for (let day = 1; day <= 150; day++) {
      rig.wait(DAY_SEC);
      for (const id of organisations) await rig.events(id, 1);
      await pruneAll();
      const left = await ages();
      expect(left.filter((age) => age <= 30)).toHaveLength(2 * Math.min(day, 31));
      expect(Math.max(...left)).toBeLessThan(38);
    }
  });

  it("goes with its deliveries, their attempts, and what waited for the relay or for a disabled endpoint", async () => {
    await history();
    const rows = async () =>
      (
        await rig.sql(
          `select (select count(*) from event)::int as events, (select count(*) from delivery)::int as deliveries,
             (select count(*) from delivery_attempt)::int as attempts, (select count(*) from delivery_queue)::int as waiting,
             (select count(*) from event_unrelayed)::int as unrelayed, (select count(*) from event_feed)::int as entries`,
        )
      )[0];
    expect(await rows()).toEqual({
      events: 6,
      deliveries: 5,
      attempts: 3,
      waiting: 2,
      unrelayed: 1,
      entries: 5,
    });
    rig.wait(29 * DAY_SEC);
    await pruneAll();
    expect(await rows()).toEqual({
      events: 6,
      deliveries: 5,
      attempts: 3,
      waiting: 2,
      unrelayed: 1,
      entries: 5,
    });
    rig.wait(2 * DAY_SEC);
    await pruneAll();
    expect(await rows()).toEqual({
      events: 0,
      deliveries: 0,
      attempts: 0,
      waiting: 0,
      unrelayed: 0,
      entries: 0,
    });
  });

  it("is kept while anybody's event in it is young, and while it is this week's or the next one's", async () => {
    const [one, other] = [(await rig.organisation()).id, (await rig.organisation()).id];
    const [old] = await rig.events(one, 1);
    const slot = await slotOf(old!);
    rig.wait(33 * DAY_SEC);
    const [young] = await rig.events(other, 1);
    await rig.sql("update event set slot = $1 where id = $2", [slot, young]);
    await pruneAll();
    expect(await rig.sql("select id from event order by id")).toEqual([{ id: old }, { id: young }]);
    await rig.sql("delete from event where id = $1", [young]);
    // Its turn comes eight weeks later, and the week before it is not emptied any more.
    rig.wait(17 * DAY_SEC);
    for (let day = 0; day < 14; day++) {
      const week = Math.floor(rig.clock.now().getTime() / (7 * DAY_MS)) % 8;
      if (week === slot || (week + 1) % 8 === slot) await pruneAll();
      rig.wait(DAY_SEC);
    }
    expect(await ages()).toHaveLength(1);
  });

  it("is emptied later where somebody reads it, and who sells does not wait meanwhile", async () => {
    const { organisation } = await history();
    rig.wait(31 * DAY_SEC);
    const reader = await rig.db.pool.connect();
    const done: string[] = [];
    try {
      await reader.query("begin; select from event");
      const emptying = pruning.prune(rig.clock.now(), 100).then((gone) => done.push(`pruned ${gone}`));
      await expect.poll(() => rig.sql(WAITING), { interval: 10 }).toHaveLength(1);
      await rig.events(organisation, 1);
      done.push("sold");
      await emptying;
    } finally {
      await reader.query("rollback");
      reader.release();
    }
    expect(done).toEqual(["sold", "pruned 0"]);
    await pruneAll();
    expect(await ages()).toEqual([0]);
  });

  it("is kept where an event came while it was waited for", async () => {
    const { organisation, events } = await history();
    const slot = await slotOf(events[0]!);
    rig.wait(31 * DAY_SEC);
    const writer = await rig.db.pool.connect();
    try {
      await writer.query("begin");
      await writer.query(
        `insert into event (id, slot, organisation_id, type, payload, created_at)
         values ('evt_zzz', $1, $2, 'ping', '{}', $3)`,
        [slot, organisation, rig.clock.now()],
      );
      const emptying = pruning.prune(rig.clock.now(), 100);
      await expect.poll(() => rig.sql(WAITING), { interval: 10 }).toHaveLength(1);
      await writer.query("commit");
      expect(await emptying).toBe(0);
    } finally {
      writer.release();
    }
    expect(await ages()).toHaveLength(events.length + 1);
  });
});

it.each([
  ["failed", "failed"],
  ["all of a time", "delivered"],
] as const)(
  "what is over is locked by slot when %s is replayed, so that it waits for the end of an attempt and not the other way round",
  async (what, state) => {
    const { id: organisationId } = await rig.organisation();
    const { id: endpointId } = await rig.endpoint(organisationId, receiver.url);
    const [older, newer] = [8_000_005, 8_000_010];
    const now = rig.clock.now();
    const values = [organisationId, now, [older, newer]];
    await rig.sql(
      `insert into event (id, slot, organisation_id, type, payload, created_at)
     select event_ids_from($2) || id, id & 7, $1, 'ping', '{}', $2 from unnest($3::bigint[]) id`,
      values,
    );
    await rig.sql(
      `insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at, attempts, claims)
     select id, id & 7, $1, event_ids_from($2) || id, $4, $5, $2, $2, 1, 1 from unnest($3::bigint[]) id`,
      [...values, endpointId, state],
    );
    const range = { since: new Date(now.getTime() - DAY_MS), until: new Date(now.getTime() + DAY_MS) };
    const wanted = { organisationId, endpointId, ...range, after: null };
    const replays = new PostgresReplays(rig.db);
    const holder = await rig.db.pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from delivery where id = $1 for update", [newer]);
      const replayed =
        what === "failed"
          ? replays.replayFailed(wanted, now).then(({ count }) => count)
          : replays.replayBatch({ ...wanted, limit: 10, now }).then(({ replayed: count }) => count);
      await expect.poll(() => rig.sql(WAITING), { interval: 10 }).toHaveLength(1);
      await holder.query("select from delivery where id = $1 for update nowait", [older]);
      await holder.query("commit");
      expect(await replayed).toBe(2);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  },
);

it("from event to attempt every statement looks into the tables of one slot alone", async () => {
  const { id: organisation } = await rig.organisation();
  await rig.endpoint(organisation, receiver.url);
  const [id] = await rig.events(organisation, 40);
  const slot = await slotOf(id!);
  const client = await rig.db.pool.connect();
  try {
    await client.query("select pg_stat_force_next_flush()");
    await client.query("begin");
    const now = rig.clock.now();
    await client.query("select relay_events(100, $1)", [now]);
    const { rows: claimed } = await client.query(
      "select delivery_id from claim_deliveries(gen_random_uuid(), 100, 100, 100, '{}', 30, $1)",
      [now],
    );
    expect(claimed).toHaveLength(40);
    await client.query(
      `select finish_deliveries($1, array_fill(1, array[40]), array_fill(now(), array[40]), array_fill(5, array[40]),
         array_fill(200, array[40]), array_fill(null::text, array[40]), array_fill('ok'::text, array[40]),
         array_fill('delivered'::text, array[40]), array_fill(null::timestamptz, array[40]), array_fill(null::text, array[40]))`,
      [claimed.map(({ delivery_id }) => delivery_id)],
    );
    const { rows: touched } = await client.query(
      `select relname from pg_stat_xact_user_tables
       where relname like '%slot%' and seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd > 0 order by relname`,
    );
    expect(touched.map(({ relname }) => relname)).toEqual([
      `delivery_attempt_slot_${slot}`,
      `delivery_slot_${slot}`,
      `event_feed_slot_${slot}`,
      `event_slot_${slot}`,
    ]);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

it("deliveries around the end of a week end together, each in its slot", async () => {
  const { id: organisation } = await rig.organisation();
  const { id: endpoint } = await rig.endpoint(organisation, receiver.url);
  await rig.events(organisation, 3);
  rig.wait(7 * DAY_SEC);
  await rig.events(organisation, 3);
  await deliverAll(rig.dispatcher());
  const made = await rig.deliveries.list(organisation, endpoint, { limit: 10, after: null });
  expect(made.map(({ state, attempts }) => `${state} ${attempts.length}`)).toEqual(
    Array(6).fill("delivered 1"),
  );
  expect(await rig.sql("select distinct slot from delivery_attempt")).toHaveLength(2);
  expect(new Set(made.map(({ id }) => id % 8)).size).toBe(2);
});
