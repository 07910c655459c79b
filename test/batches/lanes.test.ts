import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NewIds } from "../../ports/ids.ts";
import { RailAccounts } from "../../ports/organisations/rail-accounts.ts";
import { Partner } from "../support/builders/partner.ts";
import { amount } from "../support/depth.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

// `settle` must leave what `settle_carefully` leaves, and `place` of a batch what it leaves one by one, on every batch. Each
// batch runs both ways, from the same state; what the first leaves is compared with what the second leaves.

/** Batches of a run; `LANE_BATCHES=3000` for a long one. */
const BATCHES = amount("random batches, placed and settled by both lanes", {
  usual: 40,
  deep: 120,
  variable: "LANE_BATCHES",
});
/** Batches in which every outcome occurs. */
const MOST_BATCHES = Math.max(BATCHES, 120);
const NOW = "2026-06-01T12:00:00.000Z";

let client: PoolClient;
let ids: NewIds;
let railAccountId: number;
let lots: { id: number; price: number; version: number }[];
let affiliateId: number;
let terms: number;
/** Seed of a linear congruence: a failing run can be repeated. */
let seed = Number(process.env.LANE_SEED ?? 20_260_601);
const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
const below = (count: number) => Math.floor(random() * count);
const oneIn = (count: number) => below(count) === 0;
const anyOf = <T>(things: readonly T[]): T => things[below(things.length)]!;

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
beforeAll(async () => {
  await partner.addAffiliate("friend");
  ids = service.wiring.get(NewIds);
  const [rail] = await service.wiring
    .get(RailAccounts)
    .list(partner.organisation.id, { limit: 1, after: null });
  railAccountId = rail!.id;
  client = await service.database.pool.connect();
  for (const maxTickets of [100_000, 100_000, 100_000, 40, 15])
    await partner.lot({ maxTickets, priceCents: 500 });
  await partner.lot({ maxTickets: 100_000, priceCents: 0 });
  const over = await partner.lot({ maxTickets: 100_000, priceCents: 500 });
  await client.query("update lot set start_at = '2026-01-01', end_at = '2027-01-01'");
  await client.query("update lot set end_at = '2026-02-01' where id = $1", [over.id]);
  const inserted = await client.query(
    `select l.id::int, l.price_cents::int as price, s.lot_version::int as version
      from lot l join lot_stock s on s.lot_id = l.id order by l.id`,
  );
  lots = inserted.rows;
  affiliateId = (await client.query("select id from affiliate")).rows[0].id;
  terms = Number((await client.query("select terms from organisation")).rows[0].terms);
});
afterAll(async () => {
  client.release();
});

type Item = Record<string, unknown>;

const known = Array.from({ length: 8 }, (_, i) => `known-${i}@example.com`);
const passes: string[] = [];

/** True if the credit of a batch's buyers was not read. */
let unread = false;

function placement(): Item {
  const lot = anyOf(lots);
  const quantity = 1 + below(3);
  const price = lot.price * quantity;
  const credit = !unread && oneIn(12) ? Math.min(price, 100) : 0;
  const charge = price - credit;
  const wallet = oneIn(10) ? `0x${below(3).toString().repeat(40)}` : null;
  const fresh = `new-${below(1e9)}@example.com`;
  const affiliated = oneIn(8);
  return {
    id: ids.order(),
    organisation_id: partner.organisation.id,
    lot_id: oneIn(40) ? 999_999_999 : lot.id,
    email: wallet === null ? (oneIn(2) ? anyOf(known) : fresh) : null,
    wallet,
    api_key_id: partner.keyId,
    request_id: "lanes",
    idempotency_id: oneIn(6) ? below(60) : null,
    quantity,
    terms: oneIn(40) ? terms - 1 : terms,
    lot_version: oneIn(60) ? lot.version - 1 : oneIn(60) ? null : lot.version,
    price_cents: oneIn(30) ? price + 1 : price,
    credit_cents: credit,
    credit_unread: unread,
    charge_amount: charge,
    charge_currency: "USD",
    rate: null,
    source: price === 0 ? "free" : "fiat",
    rail_account_id: charge > 0 ? railAccountId : null,
    rail_kind: charge > 0 ? "redirect" : null,
    rail_provider: charge > 0 ? "sandbox" : null,
    return_url: null,
    pass_hash: oneIn(25) ? anyOf(passes) : null,
    hold_until: "2026-06-01T12:15:00.000Z",
    rail_expires_at: "2026-06-01T12:15:00.000Z",
    affiliate_id: affiliated ? affiliateId : null,
    commission_cents: affiliated ? Math.floor(price / 10) : 0,
    max_pending_orders: 2,
    max_pending_tickets: 5,
    now: NOW,
  };
}

interface StoredOrder {
  id: string;
  rail_account_id: string | null;
  charge_amount: string;
}

function payment(order: StoredOrder): Item {
  const amount = Number(order.charge_amount);
  const charged = order.rail_account_id !== null;
  return {
    order_id: oneIn(40) ? ids.order() : order.id,
    organisation_id: partner.organisation.id,
    rail_account_id: !charged ? null : oneIn(40) ? railAccountId + 1_000 : railAccountId,
    amount: charged ? (oneIn(25) ? amount + 1 : amount) : null,
    currency: charged ? (oneIn(40) ? "EUR" : "USD") : null,
    payment_id: charged ? (oneIn(30) ? `pay-${below(20)}` : `pay-${order.id}`) : null,
    ids: oneIn(2) ? { charge: order.id } : {},
    refund_state: "requested",
    paid_event_id: ids.event(),
    entry_event_id: ids.event(),
    notification_id: null,
    now: NOW,
  };
}

interface AnswerOf {
  readonly outcome: string;
  readonly answer: Item;
}

async function together(name: string, items: readonly Item[]): Promise<AnswerOf[]> {
  const { rows } = await client.query(
    `select to_jsonb(f) - 'order_number' as answer, f.outcome from ${name}($1, true) f order by f.item`,
    [JSON.stringify(items)],
  );
  return rows;
}

/** Runs items one by one, in the order in which a batch is decided. */
async function oneByOne(name: string, items: readonly Item[]): Promise<AnswerOf[]> {
  const { rows } = await client.query<{ item: number }>(
    `select q.position::int - 1 as item from jsonb_array_elements($1) with ordinality q (o, position)
     left join account_identity i on i.organisation_id = (o ->> 'organisation_id')::bigint
       and i.value = coalesce(o ->> 'email', o ->> 'wallet')
     order by (o ->> 'lot_id')::bigint, coalesce(i.account_id::text, o ->> 'email', o ->> 'wallet'), o ->> 'pass_hash', q.position`,
    [JSON.stringify(items)],
  );
  const answers: AnswerOf[] = [];
  for (const { item } of rows) {
    const [only] = await together(name, [items[item]!]);
    answers[item] = { outcome: only!.outcome, answer: { ...only!.answer, item } };
  }
  return answers;
}

/** Returns a call's answer and the rows it writes, without sequence numbers; rolls back unless `keep`. */
async function effectsOf(
  name: string,
  items: readonly Item[],
  { keep = false, by = together } = {},
): Promise<unknown> {
  await client.query("begin");
  try {
    const answers = await by(name, items).catch((error: { code: string }) => error.code);
    if (typeof answers === "string") return answers;
    const orders = items.map((item) => item.id ?? item.order_id);
    const events = items.flatMap((item) => [item.paid_event_id, item.entry_event_id]).filter(Boolean);
    const { rows } = await client.query(LEFT, [orders, events, partner.organisation.id]);
    if (keep) await client.query("commit");
    return { answers, ...rows[0].left };
  } finally {
    await client.query("rollback");
  }
}

const LEFT = `
  with o as (select * from ticket_order where id = any($1::text[]))
  select json_build_object(
    'orders', (select json_agg(to_jsonb(o) - 'number' - 'account_id' || jsonb_build_object('buyer', (
        select min(i.value) from account_identity i where i.account_id = o.account_id)) order by o.id) from o),
    'pending', (select json_agg(jsonb_build_array(p.order_id, p.lot_id, p.quantity, p.check_at, p.number = o.number,
        p.account_id = o.account_id, o.status) order by p.order_id) from pending_order p join o on o.id = p.order_id),
    'lots', (select json_agg(to_jsonb(l) order by id) from lot l),
    'stock', (select json_agg(to_jsonb(s) order by lot_id) from lot_stock s),
    'accounts', (select json_agg(jsonb_build_array(i.value, a.balance_cents, a.reserved_cents, a.created_at) order by i.value)
      from account_identity i join account a on a.id = i.account_id),
    'ranges', (select json_agg(to_jsonb(r) - 'account_id' order by r.lot_id, r.first) from ticket_range r join o on o.id = r.order_id),
    'payments', (select json_agg(to_jsonb(y) - 'id' order by y.order_id, y.provider_payment_id) from payment y join o on o.id = y.order_id),
    'refunds', (select json_agg(to_jsonb(f) - 'id' - 'payment_id' - 'key' order by f.order_id, f.amount) from refund f join o on o.id = f.order_id),
    'events', (select json_agg(to_jsonb(e) - 'sequence' || jsonb_build_object('payload',
        regexp_replace(e.payload, '"userId":[0-9]+', '')) order by e.id) from event e where e.id = any($2::text[])),
    'unrelayed', (select count(*) from event_unrelayed),
    'credit', (select json_agg(to_jsonb(c) - 'id' - 'account_id' order by c.order_id) from credit_entry c join o on o.id = c.order_id),
    'commission', (select json_agg(to_jsonb(c) - 'id' order by c.order_id) from commission_entry c join o on o.id = c.order_id),
    'unmatched', (select json_agg(to_jsonb(u) - 'id' order by u.provider_payment_id) from unmatched_payment u
      where u.organisation_id = $3),
    'passes', (select json_agg(to_jsonb(s) order by s.hash) from entry_pass s)
  ) as left`;

describe("placing", () => {
  it(`leaves the same rows together and one by one, for ${BATCHES} random batches and more`, async () => {
    for (let n = 0; n < 12; n++) {
      passes.push(n.toString(16).padStart(64, "0"));
      await client.query(
        "insert into entry_pass (hash, organisation_id, expires_at) values (decode($1, 'hex'), $2, '2027-01-01')",
        [passes[n], partner.organisation.id],
      );
    }
    const outcomes = new Map<string, number>();
    for (let n = 0; goesOn(n, outcomes, OUTCOMES_OF_PLACE); n++) {
      unread = n % 2 === 0;
      const batch = Array.from({ length: 1 + below(10) }, placement);
      // Known buyers occasionally get credit.
      if (n % 50 === 10)
        await client.query(
          "update account set balance_cents = balance_cents + 500 where balance_cents < 500",
        );
      const singly = await effectsOf("place", batch, { by: oneByOne });
      const all = await effectsOf("place", batch, { keep: true });
      // Of one request's two orders the second fails the batch: then each is placed alone.
      const requests = batch
        .map(({ idempotency_id }) => idempotency_id)
        .filter((request) => request !== null);
      if (new Set(requests).size === requests.length) expect(all, `batch ${n}`).toEqual(singly);
      count(outcomes, all);
      if (n % 20 === 0) await client.query(FREE_A_LOT);
    }
    // It has met everything that can happen.
    expect([...outcomes.keys()].toSorted()).toEqual(OUTCOMES_OF_PLACE.toSorted());
  });
});

describe("the fast and the careful way", () => {
  beforeAll(() => {
    unread = false;
  });

  it(`of settling leave the same rows, for ${BATCHES} random batches and more`, async () => {
    const outcomes = new Map<string, number>();
    for (let n = 0; goesOn(n, outcomes, OUTCOMES_OF_SETTLE); n++) {
      await effectsOf("place", Array.from({ length: 1 + below(6) }, placement), { keep: true });
      if (n % 20 === 0) await client.query(FREE_A_LOT);
      const { rows } = await client.query<StoredOrder>(
        `(select id, rail_account_id, charge_amount from ticket_order where status = 'pending' order by random() limit 8)
         union all (select id, rail_account_id, charge_amount from ticket_order where status <> 'pending' order by number desc limit 1)`,
      );
      const batch = rows.filter(() => !oneIn(3)).map(payment);
      if (batch.length > 0 && oneIn(15)) batch.push({ ...anyOf(batch), payment_id: `again-${n}` });
      const careful = await effectsOf("settle_carefully", batch);
      const fast = await effectsOf("settle", batch, { keep: true });
      expect(fast, `batch ${n}`).toEqual(careful);
      count(outcomes, fast);
    }
    for (const outcome of OUTCOMES_OF_SETTLE) expect(outcomes.get(outcome), outcome).toBeGreaterThan(0);
    const { rows } = await client.query(
      `select count(*)::int as wrong from ticket_order t full join pending_order p on p.order_id = t.id
       where (t.status = 'pending') is distinct from (p.order_id is not null)`,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  it("of settling settles nothing by messages of one key for two orders", async () => {
    const sold = Array.from({ length: 2 }, () => ({
      ...placement(),
      id: ids.order(),
      lot_id: lots[0]!.id,
      terms,
      lot_version: lots[0]!.version,
      email: `alike-${below(1e9)}@example.com`,
      wallet: null,
      idempotency_id: null,
      pass_hash: null,
      affiliate_id: null,
      commission_cents: 0,
      quantity: 1,
      price_cents: 500,
      credit_cents: 0,
      charge_amount: 500,
      source: "fiat",
      rail_account_id: railAccountId,
      rail_kind: "redirect",
      rail_provider: "sandbox",
    }));
    await effectsOf("place", sold, { keep: true });
    const settlePlain = async (keys: readonly string[], repeated: boolean) => {
      const payments = sold.map(({ id }, i) => ({
        order_id: id,
        organisation_id: partner.organisation.id,
        rail_account_id: railAccountId,
        amount: 500,
        currency: "USD",
        payment_id: `alike-${id}`,
        ids: {},
        now: NOW,
        received_at: NOW,
        paid_event_id: ids.event(),
        entry_event_id: ids.event(),
        types: "payment.paid",
        dedupe_key: keys[i],
        message: "",
        repeated,
      }));
      const { rows } = await client.query("select item from settle_plain($1, true) order by item", [
        JSON.stringify(payments),
      ]);
      return rows.map(({ item }) => item);
    };
    expect(await settlePlain(["same", "same"], true)).toEqual([]);
    await expect(settlePlain(["same", "same"], false)).rejects.toMatchObject({ code: "23505" });
    expect(await settlePlain(["one", "other"], false)).toEqual([0, 1]);
    expect(await settlePlain(["one", "other"], false)).toEqual([]);
  });
});

const OUTCOMES_OF_PLACE = [
  "placed",
  "existing",
  "missing",
  "entries_closed",
  "terms_changed",
  "pass_refused",
  "too_many_pending",
  "sold_out",
  "credit_changed",
];
const OUTCOMES_OF_SETTLE = ["settled", "already_settled", "mismatch", "surplus", "missing"];
/** Ends pending orders, so that buyers may buy again. */
const FREE_A_LOT = `select release((select jsonb_agg(jsonb_build_object('order_id', id, 'organisation_id', organisation_id,
  'rail_account_id', rail_account_id, 'error', 'expired', 'give_back_pass', false, 'now', now()))
  from ticket_order where status = 'pending'), true)`;

/** Returns whether another batch is made: also where the sample is complete, until every outcome has occurred. */
function goesOn(batches: number, outcomes: ReadonlyMap<string, number>, all: readonly string[]): boolean {
  return batches < BATCHES || (batches < MOST_BATCHES && !all.every((outcome) => outcomes.has(outcome)));
}

function count(outcomes: Map<string, number>, result: unknown): void {
  if (typeof result === "string") return;
  for (const { outcome } of (result as { answers: { outcome: string }[] }).answers)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}
