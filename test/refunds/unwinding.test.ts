import { expect, it } from "vitest";
import { railsOf } from "../../ports/rails.ts";
import { Lots } from "../../ports/lots/lots.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const PAID = 3_000;
const PENDING = 500;

/** Two processes that share a database. */
const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner());
const other = prepared(
  () =>
    new LotUnwinder({
      lots: rig.service.wiring.get(Lots),
      rails: railsOf([]),
      clock: rig.service.clock,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    }),
);

async function cancelled(): Promise<number> {
  const { id: lotId } = await partner.lot({ maxTickets: 10_000 });
  const like = (await partner.checkout(lotId)).json.data.id;
  await addManyOrders(rig.service.database.pool, like, { paid: PAID, pending: PENDING });
  await partner.post(`/competitions/${lotId}/cancel`);
  return lotId;
}

const stateOf = async (lotId: number) =>
  (
    await rig.rows(
      `select s.held, l.unwound_at is not null as done, count(*) filter (where o.status = 'failed')::int as failed,
         count(*) filter (where o.unwound_at is not null)::int as given_back, count(f.id)::int as refunds
       from lot l join lot_stock s on s.lot_id = l.id join ticket_order o on o.lot_id = l.id left join refund f on f.order_id = o.id
       where l.id = $1 group by s.held, l.id, l.organisation_id`,
      lotId,
    )
  )[0];
const credits = (lotId: number) =>
  rig.rows(
    `select sum(a.balance_cents)::int as balance, sum(a.reserved_cents)::int as reserved from account a
     where a.id in (select i.account_id from account_identity i
       where i.organisation_id = a.organisation_id and i.kind = 'email' and i.value like 'many-' || $1::int || '-%')`,
    lotId,
  );

it("several workers at once make every buyer of a big lot whole, once, and one of them ends it", async () => {
  const lotId = await cancelled();
  const own = rig.service.wiring.get(LotUnwinder);
  const all = async (lotUnwinder: LotUnwinder) => {
    while ((await lotUnwinder.unwindOnce()) > 0);
  };
  await Promise.all([all(own), all(other)]);
  await all(own);
  expect(await stateOf(lotId)).toEqual({
    held: 0,
    done: true,
    failed: PENDING + 1,
    given_back: PAID,
    refunds: PAID,
  });
  expect(await credits(lotId)).toEqual([{ balance: ((PAID + PENDING) / 10) * 500, reserved: 0 }]);
});

it("a worker that dies half-way is followed by one that knows nothing of it", async () => {
  const lotId = await cancelled();
  const own = rig.service.wiring.get(LotUnwinder);
  for (let batch = 0; batch < 8; batch++) await own.unwindOnce();
  expect(await stateOf(lotId)).toMatchObject({ done: false });
  while ((await other.unwindOnce()) > 0);
  expect(await stateOf(lotId)).toMatchObject({ held: 0, done: true, failed: PENDING + 1, refunds: PAID });
});

it("giving paid orders back waits for no lock of the lot, and passes over a locked order", async () => {
  const lotId = await cancelled();
  const lots = rig.service.wiring.get(Lots);
  const [{ id: held }] = await rig.rows(
    "select id from ticket_order where lot_id = $1 and status = 'paid' order by id limit 1",
    lotId,
  );
  const client = await rig.service.database.pool.connect();
  await client.query("begin");
  await client.query("select from lot where id = $1 for no key update", [lotId]);
  await client.query("select from ticket_order where id = $1 for no key update", [held]);
  const batch = { stage: "paid", after: null, limit: 100, unrefundable: [], now: new Date() } as const;
  expect(await lots.unwind(lotId, batch)).toMatchObject({ handled: 100 });
  await client.query("rollback");
  client.release();
  expect(await rig.rows("select unwound_at from ticket_order where id = $1", held)).toEqual([
    { unwound_at: null },
  ]);
  while ((await other.unwindOnce()) > 0);
  expect(await stateOf(lotId)).toMatchObject({ done: true, refunds: PAID });
});

it("a batch reads through the index what it handles, and nothing of what earlier batches did", async () => {
  const lotId = await cancelled();
  const lots = rig.service.wiring.get(Lots);
  const batch = { stage: "paid", limit: 500, unrefundable: [], now: new Date() } as const;
  const { last } = await lots.unwind(lotId, { ...batch, after: null });
  const client = await rig.service.database.pool.connect();
  await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) select k.id from ticket_order k
     where k.lot_id = ${lotId} and k.status = 'paid' and k.unwound_at is null and k.number > ${last} order by k.number limit 500`,
  );
  await client.query("rollback");
  client.release();
  const [scan] = scansOf(rows[0]!["QUERY PLAN"][0].Plan);
  expect(scan).toMatchObject({ "Index Name": "ticket_order_by_lot", "Actual Rows": 500 });
  expect(scan!["Index Cond"]).toContain(`number > ${last}`);
  // Orders that ended otherwise are between the paid ones.
  expect(scan!["Rows Removed by Filter"] ?? 0).toBeLessThanOrEqual(PENDING);
});

it("a batch that gets an id, as from a process of the version before, begins again", async () => {
  const lotId = await cancelled();
  const lots = rig.service.wiring.get(Lots);
  const batch = { stage: "paid", limit: 2_000, unrefundable: [], now: new Date() } as const;
  expect(await lots.unwind(lotId, { ...batch, after: `cs_${"z".repeat(26)}` })).toMatchObject({
    handled: 2_000,
  });
  while ((await other.unwindOnce()) > 0);
  expect(await stateOf(lotId)).toMatchObject({ done: true, refunds: PAID });
});

interface Plan {
  readonly "Node Type": string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

function scansOf(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  return plan["Index Name"] === undefined ? below : [plan, ...below];
}
