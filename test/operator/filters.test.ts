import { beforeAll, describe, expect, it, vi } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import type { Json } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => OperatorRig.open());

const rows = (text: string, ...values: unknown[]) => rig.service.database.pool.query(text, values);
/** Ids of a list's first page, and where the next one begins. */
async function listed(path: string): Promise<{ ids: unknown[]; next: string | null }> {
  const answer = await rig.admin("GET", path);
  expect(answer.status, answer.text).toBe(200);
  const next = /[?&]after=([^&>]+)/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
  return { ids: (answer.json.data as Json[]).map(({ id }) => id), next };
}

describe("orders", () => {
  let path: string;
  const shop = prepared(() => rig.shop());
  beforeAll(async () => {
    path = `/organisations/${shop.slug}/orders`;
  });

  it("are listed by state, competition, time and buyer, each alone and together", async () => {
    const paid = await rig.sell(shop, 2, "one@example.com");
    const pending = await rig.sell(shop, 1, "one@example.com");
    const other = await rig.sell(shop, 1, "two@example.com");
    await rig.pay(paid);
    const buyer = (await ok(rig.admin("GET", `${path}/${paid}`))).accountId;
    const of = async (query: string) => (await listed(`${path}?${query}`)).ids;
    expect(await of("status=paid")).toEqual([paid]);
    expect(await of("status=pending")).toEqual([other, pending]);
    expect(await of("status=failed")).toEqual([]);
    expect(await of(`competitionId=${shop.competitionId}`)).toEqual([other, pending, paid]);
    expect(await of(`competitionId=${shop.competitionId}&status=paid`)).toEqual([paid]);
    expect(await of(`accountId=${buyer}&status=pending`)).toEqual([pending]);
    expect(await of(`accountId=${buyer}&competitionId=${shop.competitionId}`)).toEqual([pending, paid]);
    await rows("update ticket_order set created_at = '2026-02-03T00:00:00Z' where id = $1", pending);
    expect(await of("since=2026-02-03T00:00:00Z&until=2026-02-03T00:00:01Z")).toEqual([pending]);
    expect(await of("until=2026-02-03T00:00:00Z")).toEqual([]);
    // One that was given back stays in its competition's list.
    await ok(rig.admin("POST", `${path}/${paid}/refund`, { reason: "sorry" }));
    expect(await of(`competitionId=${shop.competitionId}`)).toEqual([other, pending, paid]);

    const page = await listed(`${path}?competitionId=${shop.competitionId}&limit=2`);
    expect(page).toEqual({ ids: [other, pending], next: pending });
    expect(await listed(`${path}?competitionId=${shop.competitionId}&limit=2&after=${pending}`)).toEqual({
      ids: [paid],
      next: null,
    });
  });

  it("are looked for among 20,000, and then the page says where to go on, until the oldest is found", async () => {
    const own = await rig.shop();
    const oldest = await rig.sell(own, 1, "first@example.com");
    await rig.pay(oldest);
    const base = `/organisations/${own.slug}`;
    const [prize] = (await ok(rig.admin("GET", `${base}/prizes`))) as Json[];
    const big = {
      prizeId: prize!.id,
      title: "Big",
      ticketPriceUSDCents: 2_500,
      maxTickets: 1_000_000,
      startDate: "2020-01-01T00:00:00Z",
      endDate: "2999-01-01T00:00:00Z",
    };
    const { id: competitionId } = await ok(rig.admin("POST", `${base}/competitions`, big), 201);
    await ok(rig.admin("PATCH", `${base}/competitions/${competitionId}`, { status: "active" }));
    const like = await rig.sell({ ...own, competitionId: Number(competitionId) }, 1, "like@example.com");
    await addManyOrders(rig.service.database.pool, like, { paid: 0, pending: 20_050 });
    const orders = `/organisations/${own.slug}/orders?status=paid`;
    const first = await listed(orders);
    expect(first.ids).toEqual([]);
    expect(first.next).toMatch(/^cs_/);
    expect(await listed(`${orders}&after=${first.next}`)).toEqual({ ids: [oldest], next: null });

    // An export scans each order once, in batches of any size.
    const { rows: aged } = await rows(
      `with aged as (
         update ticket_order set created_at = '2026-02-03' where number % 50 = 0 and organisation_id =
           (select organisation_id from ticket_order where id = $1) returning id, number
       ) select id from aged order by number desc`,
      oldest,
    );
    const read = vi.spyOn(rig.service.database, "read");
    const day = "since=2026-02-02T00:00:00Z&until=2026-02-04T00:00:00Z";
    const { text } = await rig.admin("GET", `${base}/exports/orders?${day}`);
    const names = read.mock.calls.map(([{ name }]) => name).filter((name) => name.includes("orders"));
    read.mockRestore();
    expect(text.match(/cs_[0-9a-z]+/gu)).toEqual(aged.map(({ id }: Json) => id));
    expect(aged.length).toBeGreaterThan(400);
    const [look, part] = ["look-at-orders", "operator-orders-by-ids"];
    expect(names).toEqual([look, part, part, look, part]);
  });

  it("refuse an invalid condition, and know no other organisation's competition", async () => {
    expect(await refused(rig.admin("GET", `${path}?status=lost`))).toEqual([
      400,
      "invalid_request",
      "status",
    ]);
    expect(await refused(rig.admin("GET", `${path}?since=yesterday`))).toEqual([
      400,
      "invalid_request",
      "since",
    ]);
    const other = await rig.shop();
    expect(await refused(rig.admin("GET", `${path}?competitionId=${other.competitionId}`))).toEqual([
      404,
      "not_found",
    ]);
  });
});

it("deliveries are listed by state, time, and the type of their event", async () => {
  const slug = await rig.organisation();
  const base = `/organisations/${slug}/webhook-endpoints`;
  const { id } = await ok(rig.admin("POST", base, { url: "http://127.0.0.1:1/hook" }), 201);
  const { rows: added } = await rows(
    `with told as (
       insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_' || lpad(webhook_endpoint.id::text || n::text, 26, '0'), organisation_id, case n when 3 then 'lot.closed' else 'ping' end,
         '{}', now() from webhook_endpoint, generate_series(1, 3) n where webhook_endpoint.id = $1 returning *
     )
     insert into delivery (id, slot, organisation_id, event_id, endpoint_id, state, created_at, finished_at)
     select 8 * nextval('delivery_number') + slot, slot, organisation_id, id, $1,
       case when type = 'lot.closed' then 'delivered' else 'failed' end, now(), now() from told order by id
     returning id::int`,
    id,
  );
  const [first, second, closed] = added.map((row: { id: number }) => row.id);
  const of = async (query: string) => (await listed(`${base}/${id}/deliveries?${query}`)).ids;
  expect((await of("state=failed")).toSorted()).toEqual([first, second].toSorted());
  expect(await of("state=delivered")).toEqual([closed]);
  expect(await of("type=lot.closed")).toEqual([closed]);
  expect(await of("type=ping&state=delivered")).toEqual([]);
  await rows("update delivery set created_at = '2026-02-03T10:00:00Z' where id = $1", first);
  expect(await of("since=2026-02-03T10:00:00Z&until=2026-02-03T10:00:01Z&state=failed")).toEqual([first]);
  expect(await of("until=2026-02-03T10:00:00Z")).toEqual([]);
});

it("the audit is listed by who did it, what was done, and when", async () => {
  const slug = await rig.organisation();
  await ok(rig.admin("POST", `/organisations/${slug}/api-keys`, { name: "k" }), 201);
  const path = `/organisations/${slug}/audit`;
  const actions = async (query: string) =>
    ((await ok(rig.admin("GET", `${path}?${query}`))) as Json[]).map(({ action }) => action);
  expect(await actions("action=api_key.created")).toEqual(["api_key.created"]);
  expect(await actions("actor=operator")).toEqual(["api_key.created", "organisation.created"]);
  expect(await actions("actor=person:7")).toEqual([]);
  await rows(
    "update audit set at = '2026-02-03T10:00:00Z' where action = 'organisation.created' and subject = $1",
    `organisation:${slug}`,
  );
  expect(await actions("since=2026-02-03T10:00:00Z&until=2026-02-03T10:00:01Z")).toEqual([
    "organisation.created",
  ]);
  expect(await actions("until=2026-02-03T10:00:00Z")).toEqual([]);
  expect(await actions("since=2026-02-03T10:00:01Z")).toEqual(["api_key.created"]);
  expect(await refused(rig.admin("GET", `/audit?since=soon`))).toEqual([400, "invalid_request", "since"]);
  expect(await actions("actor=operator&action=organisation.created")).toEqual(["organisation.created"]);
  expect(await refused(rig.admin("GET", `${path}?actor=a%20b`))).toEqual([400, "invalid_request", "actor"]);
});
