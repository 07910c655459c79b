import { describe, expect, it } from "vitest";
import { opened, prepared } from "../../support/opened.ts";
import { OperatorRig, ok, refused } from "../../support/builders/operator-rig.ts";
import type { Json } from "../../support/service/service.ts";

const rig = opened(() => OperatorRig.open());
const shop = prepared(() => rig.shop());

const at = (slug = shop.slug) => `/organisations/${slug}`;
const batch = async (kind: string, body: object, slug = shop.slug, headers = {}) =>
  (await ok(rig.admin("POST", `${at(slug)}/batches/${kind}`, body, headers))) as Json[];
const wordsOf = (results: readonly Json[]) => results.map(({ result, error }) => error ?? result);
const paid = async () => {
  const id = await rig.sell(shop, 1, "anna@example.com");
  await rig.pay(id);
  return id;
};
const entriesOf = async (action: string) =>
  (await rig.audit(shop.slug)).filter((entry) => entry.action === action);

describe("several orders are refunded in one request", () => {
  it("with one result and one audit entry for each, and a refused one stops no other", async () => {
    const [one, other] = [await paid(), await paid()];
    const unpaid = await rig.sell(shop, 1, "ben@example.com");
    const missing = `cs_${"0".repeat(26)}`;
    const orderIds = [one, unpaid, missing, other];
    const results = await batch("refunds", { orderIds, reason: "the draw was wrong" });
    expect(results.map(({ id }) => id)).toEqual(orderIds);
    expect(wordsOf(results)).toEqual(["done", "invalid_transition", "not_found", "done"]);
    expect(results[1]!.result).toBe("refused");
    expect(results[2]!.result).toBe("not_found");
    expect((await entriesOf("order.refunded")).map(({ subject }) => subject)).toEqual([
      `order:${other}`,
      `order:${one}`,
    ]);
    expect(wordsOf(await batch("refunds", { orderIds: [one, other], reason: "again" }))).toEqual([
      "unchanged",
      "unchanged",
    ]);
  });

  it("once, however often and at once it is sent", async () => {
    const orderIds = [await paid(), await paid(), await paid()];
    const body = { orderIds, reason: "twice" };
    const before = (await entriesOf("order.refunded")).length;
    const all = await Promise.all(
      Array.from({ length: 4 }, () => batch("refunds", { ...body, orderIds: orderIds.toReversed() })),
    );
    for (const id of orderIds) {
      const results = all.map((each) => each.find((result) => result.id === id)!.result);
      expect(results.toSorted()).toEqual(["done", "unchanged", "unchanged", "unchanged"]);
      expect((await ok(rig.admin("GET", `${at()}/orders/${id}`))).refunds).toHaveLength(1);
    }
    expect((await entriesOf("order.refunded")).length - before).toBe(3);
  });

  it("and the same key gets the first answer again", async () => {
    const body = { orderIds: [await paid()], reason: "once" };
    const key = { "Idempotency-Key": "batch-once" };
    expect(wordsOf(await batch("refunds", body, shop.slug, key))).toEqual(["done"]);
    expect(wordsOf(await batch("refunds", body, shop.slug, key))).toEqual(["done"]);
  });

  it("of this organisation alone", async () => {
    const id = await paid();
    const other = await rig.shop();
    expect(wordsOf(await batch("refunds", { orderIds: [id], reason: "x" }, other.slug))).toEqual([
      "not_found",
    ]);
    expect((await ok(rig.admin("GET", `${at()}/orders/${id}`))).givenBackAt).toBeNull();
  });

  it.each<[string, object, string]>([
    ["none", { orderIds: [], reason: "x" }, "orderIds"],
    [
      "the same twice",
      { orderIds: ["cs_", "cs_"].map((id) => id + "0".repeat(26)), reason: "x" },
      "orderIds",
    ],
    [
      "101",
      {
        orderIds: Array.from({ length: 101 }, (_, n) => `cs_${String(n).padStart(26, "0")}`),
        reason: "x",
      },
      "orderIds",
    ],
    ["without a reason", { orderIds: [`cs_${"0".repeat(26)}`] }, "reason"],
    ["what is none", { orderIds: ["1"], reason: "x" }, "orderIds.0"],
  ])("but not %s", async (_, body, field) => {
    expect(await refused(rig.admin("POST", `${at()}/batches/refunds`, body))).toEqual([
      400,
      "invalid_request",
      field,
    ]);
  });
});

it("several failed deliveries are replayed, pending and delivered ones are unchanged", async () => {
  const slug = await rig.organisation();
  const { id: endpoint } = await ok(
    rig.admin("POST", `${at(slug)}/webhook-endpoints`, { url: "http://127.0.0.1:1/hook" }),
    201,
  );
  const rows = await rig.service.sql(
    `insert into event (id, organisation_id, type, payload, created_at)
       select 'evt_' || lpad(n::text, 26, 'b'), w.organisation_id, 'ping', '{"data":{}}', now()
       from webhook_endpoint w, generate_series(1, 3) n where w.id = $1 returning id`,
    endpoint,
  );
  expect(rows).toHaveLength(3);
  await rig.service.sql("select relay_events(100, now())");
  const list = () =>
    ok(rig.admin("GET", `${at(slug)}/webhook-endpoints/${endpoint}/deliveries`)) as unknown as Promise<
      Json[]
    >;
  const ids = (await list()).map(({ id }) => id);
  const results = async () => wordsOf(await batch("replays", { deliveryIds: [...ids, 900_000_001] }, slug));
  expect(await results()).toEqual([...ids.map(() => "unchanged"), "not_found"]);
  await rig.service.sql("delete from delivery_queue where delivery_id = any($1)", ids);
  await rig.service.sql(
    "update delivery set state = case id when $2 then 'delivered' else 'failed' end, finished_at = now() where id = any($1)",
    ids,
    ids[0],
  );
  expect(await results()).toEqual(["unchanged", "done", "done", "not_found"]);
  expect((await list()).map(({ state }) => state)).toEqual(["delivered", "pending", "pending"]);
  expect(await results()).toEqual(["unchanged", "unchanged", "unchanged", "not_found"]);
});

it("several winners are published once, those that are published are unchanged", async () => {
  const orderId = await paid();
  const [{ lot_id: lotId }] = await rig.service.sql("select lot_id from ticket_order where id = $1", orderId);
  const [winner] = await rig.service.sql(
    `insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at)
       select t.organisation_id, t.lot_id, 1, t.account_id, now() from ticket_order t where t.id = $1 and t.lot_id = $2
       returning id`,
    orderId,
    lotId,
  );
  const unpublished = (await ok(rig.admin("GET", `${at()}/winners?state=unpublished`))) as Json[];
  expect(unpublished.map(({ id }) => id)).toEqual([winner.id]);
  const body = { winnerIds: [winner.id, 900_000_000] };
  const all = await Promise.all([batch("publications", body), batch("publications", body)]);
  expect(all.map((results) => results[0]!.result).toSorted()).toEqual(["done", "unchanged"]);
  expect(all[0]![1]!.result).toBe("not_found");
  expect(await entriesOf("winner.published")).toHaveLength(1);
  expect(await ok(rig.admin("GET", `${at()}/winners?state=unpublished`))).toEqual([]);
});
