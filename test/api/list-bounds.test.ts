import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { ADMIN_TOKEN, type Answer, type Json, TestService } from "../support/service/service.ts";
import { addWorld, type Ids, nameOf, pathOf } from "./support/world.ts";
import { prepared } from "../support/opened.ts";

const service = await TestService.open();
afterAll(() => service.stop());

let organisationId: number;

const world = prepared(() => addWorld(service, "lists", { entryQuestionRequired: false }));
beforeAll(async () => {
  organisationId = world.partner.organisation.id;
});

/** Adds so many elements to a list. */
type Fill = (count: number) => Promise<unknown>;

/** By SQL of which $1 is the organisation and $2 the number of elements. */
function sql(text: string): Fill {
  return (count) => service.database.pool.query(text, [organisationId, count]);
}

/** Names them `added`. */
const lots = (ended: boolean, haltedAt = "null") => `
  with added as (
    insert into lot (organisation_id, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at,
      halted_at)
    select $1, (select min(id) from prize where organisation_id = $1), 'Many', 500, 'USDC', '${ended ? "ended" : "active"}',
      now() - interval '1 day', now() + interval '1 day', now(), ${haltedAt}::timestamptz from generate_series(1, $2::int)
    returning id
  ), stocked as (
    insert into lot_stock (organisation_id, lot_id, max_tickets, sold) select $1, id, 10, 1 from added
  )`;

const winners = `
  ${lots(true)}
  insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at, published_at)
  select $1, id, 1, (select min(id) from account where organisation_id = $1), now(), now() from added`;

const orders: Fill = async (count) => {
  const { id } = await world.partner.lot({ maxTickets: 1_000_000 });
  const order = (await world.partner.checkout(id)).json.data;
  await addManyOrders(service.database.pool, order.id, { paid: 0, pending: count });
};

const refunds = sql(`
  with received as (
    insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state,
      received_at)
    select t.organisation_id, t.id, t.rail_kind, t.rail_provider, 'many-' || gen_random_uuid(), 500, 'USD', 'late', now()
    from (select * from ticket_order where organisation_id = $1 and rail_kind is not null order by number limit 1) t,
      generate_series(1, $2::int) n
    returning *
  )
  insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
  select organisation_id, order_id, id, 'many-' || id, amount, currency, 'late', 'failed', now(), now() from received`);

const prizes = sql(
  `insert into prize (organisation_id, category, name, condition, retail_value_cents, image_urls, created_at)
   select $1, 'watch', 'Many', 'new', 1, '{}', now() from generate_series(1, $2::int)`,
);

const disputes = sql(
  `insert into dispute (organisation_id, rail_account_id, provider_dispute_id, stage, amount, currency, tickets, created_at,
     updated_at)
   select $1, r.id, 'many-' || gen_random_uuid(), 'opened', 500, 'USD', 'none', now(), now()
   from (select id from rail_account where organisation_id = $1 limit 1) r, generate_series(1, $2::int)`,
);
const halted = sql(`${lots(false, "now()")} select from added`);

const endpoints = sql(
  `insert into webhook_endpoint (organisation_id, url, secret, enabled, created_at, updated_at)
     select $1, 'https://example.com/' || n, (select secret from webhook_endpoint where organisation_id = $1 limit 1),
       false, now(), now() from generate_series(1, $2::int) n`,
);
const deliveries = sql(
  `with told as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_d' || lpad((had + n)::text, 25, '0'), $1, 'ping', '{}', now()
       from generate_series(1, $2::int) n, (select count(*) had from event where organisation_id = $1) returning id, slot
     )
     insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at)
     select 8 * nextval('delivery_number') + slot, slot, $1, id, (select min(endpoint_id) from delivery where organisation_id = $1), 'failed', now(), now() from told`,
);

/** Notes about the buyer of the world's order, and about the order. */
const notes: Fill = (count) =>
  service.sql(
    `insert into buyer_note (organisation_id, account_id, order_id, text, author_kind, author_id, created_at)
     select organisation_id, account_id, id, 'Many', 'operator', 'operator', now()
     from ticket_order, generate_series(1, $2::int) where id = $1`,
    world.ids.session,
    count,
  );

const FILLS: Readonly<Record<string, Fill>> = {
  "/refunds": refunds,
  "/disputes": disputes,
  "/draws": halted,
  "/organisations": sql(
    `insert into organisation (slug, name, crypto_enabled, accepted_tokens, fiat_enabled, fiat_currency, rates,
       entry_question_required, hold_minutes, auto_publish_winners, return_hosts, created_at)
     select 'many-' || n, 'Many', false, '{}', true, 'USD', '{}', false, 30, true, '{}', now()
     from generate_series(1, $2::int) n where $1::bigint > 0`,
  ),
  "/organisations/{slug}/members": sql(
    `with made as (
       insert into person (email, name, handle, created_at)
       select 'many-' || n || '@example.com', 'Many', sha256(('m' || n)::bytea), now() from generate_series(1, $2::int) n
       returning id
     )
     insert into membership select $1, id, 'viewer', now() from made`,
  ),
  "/organisations/{slug}/invitations": sql(
    `insert into invitation (organisation_id, email, role, hash, inviter, created_at, expires_at)
     select $1, 'many-' || n || '@example.com', 'viewer', sha256(('i' || n)::bytea), 'Many', now(), now()
     from generate_series(1, $2::int) n`,
  ),
  "/operators": sql(
    `insert into person (email, name, operator_role, handle, created_at)
     select 'boss-' || n || '@example.com', 'Many', 'owner', sha256(('o' || n)::bytea), now()
     from generate_series(1, $2::int) n where $1::bigint > 0`,
  ),
  "/operators/invitations": sql(
    `insert into invitation (email, role, hash, inviter, created_at, expires_at)
     select 'boss-' || n || '@example.com', 'support', sha256(('j' || n)::bytea), 'Many', now(), now()
     from generate_series(1, $2::int) n where $1::bigint > 0`,
  ),
  "/organisations/{slug}/api-keys": sql(
    `insert into api_key (organisation_id, name, prefix, hash, scopes, rate_limit, rate_window_sec, created_at)
     select $1, 'Many', 'sk_', sha256(n::text::bytea), '{}', 1, 1, now() from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/rails": sql(
    `insert into rail_account (organisation_id, kind, provider, currencies, credentials, settings, enabled, created_at,
       updated_at)
     select $1, 'qr', 'many-' || n, '{}', '', '{}', false, now(), now() from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/rail-notifications": sql(
    `insert into rail_notification (organisation_id, rail_account_id, dedupe_key, message, received_at, lease_until,
       processed_at, types, remark)
     select $1, (select min(id) from rail_account where organisation_id = $1), 'many-' || n, '', now(), now(), now(), 'x',
       'ignored' from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/questions": sql(
    `insert into entry_question (organisation_id, question, options, answer_index, created_at)
     select $1, 'Many?', '{yes,no}', 0, now() from generate_series(1, $2::int)`,
  ),
  "/organisations/{slug}/webhook-endpoints": endpoints,
  "/organisations/{slug}/webhook-endpoints/{id}/deliveries": deliveries,
  "/organisations/{slug}/events": sql(
    `insert into event (id, organisation_id, type, payload, created_at)
     select 'evt_e' || lpad(n::text, 25, '0'), $1, 'ping', '{}', now() from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/prizes": prizes,
  "/organisations/{slug}/competitions": sql(`${lots(false)} select from added`),
  "/organisations/{slug}/winners": sql(winners),
  "/organisations/{slug}/orders": orders,
  "/organisations/{slug}/orders/{id}/notes": notes,
  "/organisations/{slug}/accounts/{id}/notes": notes,
  "/organisations/{slug}/refunds": refunds,
  "/organisations/{slug}/disputes": disputes,
  "/organisations/{slug}/draw-account/ledger": sql(
    `insert into draw_ledger_entry (organisation_id, kind, amount_cents, tx_hash, created_at)
     select $1, 'deposit', 1, '0x' || encode(sha256(n::text::bytea), 'hex'), now() from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/unmatched-payments": sql(
    `insert into unmatched_payment (organisation_id, rail_account_id, provider_payment_id, order_id, amount, currency, state,
       found_by, found_at)
     select $1, r.id, 'many-' || n, 'cs_lost', 500, 'USD', 'open', 'recovery', now()
     from (select id from rail_account where organisation_id = $1 limit 1) r, generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/halted-competitions": halted,
  "/organisations/{slug}/accounts": sql(
    `with made as (
       insert into account (organisation_id, created_at) select $1, now() from generate_series(1, $2::int) returning id
     )
     insert into account_identity (organisation_id, account_id, kind, value, created_at)
     select $1, id, 'email', 'list-' || id || '@example.com', now() from made`,
  ),
  "/organisations/{slug}/affiliates": sql(
    `insert into affiliate (organisation_id, code, name, commission_bps, created_at)
     select $1, 'many-' || n, 'Many', 100, now() from generate_series(1, $2::int) n`,
  ),
  "/organisations/{slug}/affiliates/{code}/commissions": async (count) => {
    await orders(count);
    await service.sql(
      `insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
       select t.organisation_id, (select id from affiliate where organisation_id = $1 and code = $2), 'accrual', 1, t.id, now()
       from ticket_order t where t.organisation_id = $1`,
      organisationId,
      world.ids.affiliate,
    );
  },
  "/organisations/{slug}/audit": sql(
    `insert into audit (organisation_id, actor_kind, actor_id, action, subject, facts, request_id, at)
     select $1, 'operator', 'operator', 'x', 'x', '{}', 'x', now() from generate_series(1, $2::int)`,
  ),
  "/audit": sql(
    `insert into audit (actor_kind, actor_id, action, subject, facts, request_id, at)
     select 'operator', 'operator', 'x', 'x', '{}', 'x', now() from generate_series(1, $2::int) where $1::bigint > 0`,
  ),
  "/competitions": sql(`${lots(false)} select from added`),
  "/winners": sql(winners),
  "/prizes": prizes,
  "/webhook-endpoints": endpoints,
  "/webhook-endpoints/{id}/deliveries": deliveries,
};

/** Lists that end elsewhere, and where that is tested. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "/checkout/sessions": "100 sessions: test/api/session-list.test.ts",
  "/events": "100 events, and Link always: test/webhooks/feed.test.ts",
  "/competitions/{id}/draw/entries": "10,000 ranges: test/lot-draws/operating.test.ts",
};

type AnyRoute = ReturnType<typeof operatorRoutes>[number] | ReturnType<typeof partnerRoutes>[number];

function listsOf(routes: readonly AnyRoute[]): { readonly name: string; readonly path: string }[] {
  return routes
    .filter(({ method, reply }) => method === "GET" && reply instanceof z.ZodArray)
    .filter(({ path }) => !Object.hasOwn(OTHERWISE, path))
    .map((route) => ({ name: nameOf(route), path: route.path }));
}

/** Reads a list to its end. @returns the number of elements of each page */
async function pageLengths(url: string, key: string): Promise<number[]> {
  const seen = new Set<string>();
  const lengths: number[] = [];
  let next: string | undefined = url;
  while (next !== undefined) {
    const answer: Answer = await service.call("GET", next, { key });
    expect(answer.status, answer.text).toBe(200);
    lengths.push(answer.json.data.length);
    for (const element of answer.json.data as Json[]) seen.add(JSON.stringify(element));
    next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1];
  }
  expect(seen.size, "each element is there once").toBe(lengths.reduce((sum, length) => sum + length, 0));
  return lengths;
}

async function fill(path: string, count: number): Promise<void> {
  const filling = FILLS[path];
  expect(filling, `FILLS says how ${path} gets many elements`).toBeDefined();
  await filling!(count);
}

/** Whose `{id}` it is, unless a competition's. */
const ID_OF: Readonly<Record<string, (ids: Ids) => Ids[keyof Ids]>> = {
  "webhook-endpoints": ({ endpoint }) => endpoint,
  orders: ({ session }) => session,
  accounts: ({ account }) => account,
};

function urlOf(path: string): string {
  const { ids, marker } = world;
  const collection = path.split("/").at(path.split("/").indexOf("{id}") - 1)!;
  const id = ID_OF[collection]?.(ids) ?? ids.competition;
  return pathOf({ method: "GET", path }, { slug: marker, code: ids.affiliate, id });
}

describe("a list of the operator ends at 100, and Link names the next page", () => {
  // A person has ten passkeys, and a hundred logins are shown.
  const lists = operatorRoutes(service.wiring).filter(({ permission }) => permission !== null);
  it.each(listsOf(lists))("$name", async ({ path }) => {
    await fill(path, 101);
    const lengths = await pageLengths(`/admin/api/v1${urlOf(path)}`, ADMIN_TOKEN);
    expect(lengths.slice(0, -1)).toContain(100);
    expect(Math.max(...lengths)).toBe(100);
  });
});

describe("a list of a partner is complete up to 1,000, and then Link names the next page", () => {
  it.each(listsOf(partnerRoutes(service.wiring)))("$name", async ({ path }) => {
    const read = () => pageLengths(`/api/v1${urlOf(path)}`, world.partner.key);
    const [before = 0] = await read();
    await fill(path, 1_000 - before);
    expect(await read()).toEqual([1_000]);
    await fill(path, 1);
    expect(await read()).toEqual([1_000, 1]);
  });
});
