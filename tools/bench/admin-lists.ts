import { Pool } from "pg";
import { z } from "zod";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { addWorld, pathOf, type World } from "../../test/api/support/world.ts";
import { addManyOrders } from "../../test/support/builders/many-orders.ts";
import { measureFigures } from "./support/figures.ts";
import { ADMIN_TOKEN, TestService } from "../../test/support/service/service.ts";
import { analyze, atTheEnd, machine, runBench } from "./servers/cluster.ts";

// Measures the operator interface over an organisation with 100,000 orders and as many of all that grows with them, among
// 500 others: the first page of each list, lists with conditions, searches by each name, exports. Then figures over an
// organisation with 1,000,000 orders in three currencies (FIGURE_ORDERS). Goal: a list, a search or a figure within a
// second.
const ORDERS = 100_000;
const OTHERS = 500;
const TIMES = 5;
const SLUG = "acme";

await runBench(async ({ url }) => {
  const service = await TestService.open({ databaseUrl: url });
  atTheEnd(() => service.stop());
  const pool = new Pool({ connectionString: url, max: 1 });
  atTheEnd(() => pool.end());
  const world = await addWorld(service, SLUG, { entryQuestionRequired: false });
  const lotId = await fill(pool, world);
  await analyze(url);

  const lines = ["| what | ms, middle of 5 | slowest |", "|---|--:|--:|"];
  const time = async (what: string, method: string, path: string, body?: object) => {
    const taken: number[] = [];
    // The first time prepares statements.
    for (let round = -1; round < TIMES; round++) {
      const began = performance.now();
      const answer = await service.call(method, `/admin/api/v1${path}`, { key: ADMIN_TOKEN, body });
      const ms = performance.now() - began;
      invariant(
        answer.status === 200,
        `${path} is answered, not ${answer.status}: ${answer.text.slice(0, 200)}`,
      );
      if (round >= 0) taken.push(ms);
    }
    taken.sort((a, b) => a - b);
    lines.push(`| ${what} | ${taken[TIMES >> 1]!.toFixed(0)} | ${taken.at(-1)!.toFixed(0)} |`);
  };

  for (const { method, path, permission, reply } of operatorRoutes(service.wiring)) {
    if (method !== "GET" || permission === null || !(reply instanceof z.ZodArray)) continue;
    const { ids } = world;
    const id = path.includes("webhook-endpoints") ? ids.endpoint : lotId;
    await time(`\`GET ${path}\``, method, pathOf({ method, path }, { slug: SLUG, code: ids.affiliate, id }));
  }
  const of = `/organisations/${SLUG}`;
  for (const query of [
    "orders?status=failed",
    `orders?competitionId=${lotId}&status=pending`,
    "orders?until=2020-01-01T00:00:00Z",
    "audit?action=nothing.happened",
    `webhook-endpoints/${world.ids.endpoint}/deliveries?state=pending`,
    `webhook-endpoints/${world.ids.endpoint}/replay-failed`,
  ])
    await time(`\`${query.replace(/\d{3,}/, "…")}\``, "GET", `${of}/${query}`);
  for (const [what, text] of await names(pool, lotId)) {
    await time(`search by ${what}`, "POST", `${of}/search`, { text });
    await time(`search of all by ${what}`, "POST", "/search", { text });
  }
  for (const what of ["orders", "refunds", "commissions", "audit"])
    await time(`export of ${what}`, "GET", `${of}/exports/${what}`);
  await measureFigures({ service, url, time });
  console.log([`${machine()}`, "", ...lines].join("\n"));
});

/** @returns the lot of the orders */
async function fill(pool: Pool, world: World): Promise<number> {
  const { id: lotId } = await world.partner.lot({ maxTickets: 10_000_000 });
  const order = (await world.partner.checkout(lotId)).json.data;
  await addManyOrders(pool, order.id, { paid: ORDERS * 0.9, pending: ORDERS * 0.1, accounts: ORDERS / 2 });
  const organisation = world.partner.organisation.id;
  const some = [organisation, ORDERS] as const;
  await pool.query(
    `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at,
       provider_refund_id)
     select organisation_id, order_id, id, 'many-' || id, amount, currency, 'late', 'failed', received_at, now(), 're_' || id
     from payment where organisation_id = $1 and order_id is not null order by id limit $2
     on conflict do nothing`,
    [...some],
  );
  await pool.query(
    `insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at)
     select $1, 'operator', 'operator', 'order.seen', 'order:' || n, '{}', 'bench', now() from generate_series(1, $2::int) n`,
    [...some],
  );
  await pool.query(
    `with created as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_b' || lpad(n::text, 25, '0'), $1, 'ping', '{"data":{}}', now() from generate_series(1, $2::int) n
       returning id, slot
     )
     insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at)
     select 8 * nextval('delivery_number') + slot, slot, $1, id, $3, 'failed', now(), now() from created`,
    [...some, world.ids.endpoint],
  );
  await pool.query(
    `insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
     select t.organisation_id, f.id, 'accrual', 1, t.id, now() from ticket_order t
     join affiliate f on f.organisation_id = t.organisation_id and f.code = $3
     where t.organisation_id = $1 order by t.number limit $2 on conflict do nothing`,
    [...some, world.ids.affiliate],
  );
  await pool.query(
    `insert into organisation (slug, name, crypto_enabled, accepted_tokens, fiat_enabled, fiat_currency, rates,
       entry_question_required, hold_minutes, auto_publish_winners, return_hosts, created_at)
     select 'other-' || n, 'Other', false, '{}', true, 'USD', '{}', false, 30, true, '{}', now()
     from generate_series(1, $1::int) n`,
    [OTHERS],
  );
  await pool.query(
    `insert into rail_account (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at, updated_at)
     select id, 'redirect', 'sandbox', '{}', '', '{}', false, now(), now() from organisation where slug like 'other-%'`,
  );
  return lotId;
}

/** Returns the names of an order in the middle. */
async function names(pool: Pool, lotId: number): Promise<[what: string, text: string][]> {
  const { rows } = await pool.query<Record<"id" | "email" | "payment" | "ticket", string>>(
    `select t.id, i.value as email, y.provider_payment_id as payment, r.first::text as ticket
     from ticket_order t
     join account_identity i on i.organisation_id = t.organisation_id and i.account_id = t.account_id and i.kind = 'email'
     join payment y on y.organisation_id = t.organisation_id and y.order_id = t.id
     join ticket_range r on r.organisation_id = t.organisation_id and r.order_id = t.id
     where t.lot_id = $1 order by t.number offset $2 limit 1`,
    [lotId, ORDERS / 2],
  );
  const [order] = rows;
  invariant(order, "there is an order in the middle");
  const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  await pool.query(
    `insert into account_identity (organisation_id, account_id, kind, value, created_at)
     select organisation_id, account_id, 'wallet', $2, now() from ticket_order where id = $1`,
    [order.id, wallet],
  );
  return [
    ["order id", order.id],
    ["e-mail", order.email],
    ["wallet", wallet],
    ["the provider's payment id", order.payment],
    ["ticket", `competition ${lotId} ticket ${order.ticket}`],
  ];
}
