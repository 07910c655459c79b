import { beforeAll, describe, expect, it } from "vitest";
import { opened } from "../../support/opened.ts";
import { OperatorRig, ok, refused, type Shop } from "../../support/builders/operator-rig.ts";
import type { Json } from "../../support/service/service.ts";

let shop: Shop;
let at: string;
/** Anna's order of 1,500 by an affiliate, hers of 500 that was refunded, and Ben's unpaid one of 1,000. */
let annas: string;
let refunded: string;
let bens: string;

const rig = opened(() => OperatorRig.open());
beforeAll(async () => {
  shop = await rig.shop();
  at = `/organisations/${shop.slug}`;
  annas = await rig.sell(shop, 3, "anna@example.com");
  refunded = await rig.sell(shop, 1, "anna@example.com");
  bens = await rig.sell(shop, 2, "ben@example.com");
  for (const id of [annas, refunded]) await rig.pay(id);
  await ok(rig.admin("POST", `${at}/orders/${refunded}/refund`, { reason: "changed her mind" }));
  await ok(rig.admin("POST", `${at}/affiliates`, { code: "CARL", name: "Carl", commissionBps: 100 }), 201);
  await rig.service.sql(
    "update ticket_order set affiliate_id = (select max(id) from affiliate) where id = $1",
    annas,
  );
});

const idsOf = async (query: string) =>
  ((await ok(rig.admin("GET", `${at}/orders?${query}`))) as Json[]).map(({ id }) => id);
const exported = async (query: string) =>
  (await rig.admin("GET", `${at}/exports/orders?${query}`)).text.match(/^cs_[0-9a-z]+/gmu) ?? [];

describe("orders are listed, and exported with the same rows, by", () => {
  it.each<[string, () => string[]]>([
    ["minAmount=1000", () => [bens, annas]],
    ["maxAmount=999", () => [refunded]],
    ["minAmount=501&maxAmount=1499", () => [bens]],
    ["currency=USD", () => [bens, refunded, annas]],
    ["currency=EUR", () => []],
    ["rail=redirect", () => [bens, refunded, annas]],
    ["rail=qr", () => []],
    ["affiliate=carl", () => [annas]],
    ["refundState=requested", () => [refunded]],
    ["refundState=failed", () => []],
    ["status=paid&refundState=requested", () => [refunded]],
  ])("%s", async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids());
    expect(await exported(query)).toEqual(ids());
  });

  it("the state of the refund, as each order says", async () => {
    for (const state of ["failed", "manual", "requested"]) {
      await rig.service.sql("update refund set state = $1 where order_id = $2", state, refunded);
      expect(await idsOf(`refundState=${state}`), state).toEqual([refunded]);
      expect((await ok(rig.admin("GET", `${at}/orders/${refunded}`))).refundState).toBe(state);
    }
    await rig.service.sql(
      "update refund set state = 'succeeded', succeeded_at = now() where order_id = $1",
      refunded,
    );
    expect(await idsOf("refundState=succeeded")).toEqual([refunded]);
    await rig.service.sql(
      "update refund set state = 'requested', succeeded_at = null where order_id = $1",
      refunded,
    );
  });

  it.each([
    ["minAmount=-1", "minAmount"],
    ["maxAmount=1.5", "maxAmount"],
    ["currency=usd", "currency"],
    ["rail=cash", "rail"],
    ["affiliate=a b", "affiliate"],
    ["refundState=lost", "refundState"],
    ["email=anna@example.com", "email"],
  ])("and not by %s", async (query, field) => {
    expect(await refused(rig.admin("GET", `${at}/orders?${query}`))).toEqual([400, "invalid_request", field]);
  });

  it("an affiliate that is not there", async () => {
    expect(await refused(rig.admin("GET", `${at}/orders?affiliate=unknown`))).toEqual([404, "not_found"]);
  });
});

it("buyers are listed with the number of their orders, and with what they paid and got back", async () => {
  const accounts = (await ok(rig.admin("GET", `${at}/accounts`))) as Json[];
  const of = (email: string) => accounts.find((each) => each.email === email)!;
  expect(of("anna@example.com").purchases).toEqual({
    orders: 2,
    isMore: false,
    paid: [{ currency: "USD", amount: 1_500, orders: 1 }],
  });
  expect(of("ben@example.com").purchases).toEqual({ orders: 1, isMore: false, paid: [] });
  const one = await ok(rig.admin("GET", `${at}/accounts/${of("anna@example.com").id}`));
  expect(one.purchases).toEqual(of("anna@example.com").purchases);
});

it("refunds are listed, and exported with the same rows, by amount, currency, day, rail and affiliate", async () => {
  const of = async (query: string) => {
    const listed = (await ok(rig.admin("GET", `${at}/refunds?${query}`))) as Json[];
    const { text } = await rig.admin("GET", `${at}/exports/refunds?${query}`);
    expect(text.match(/^\d+/gmu) ?? [], query).toEqual(listed.map(({ id }) => String(id)));
    return listed.map(({ orderId }) => orderId);
  };
  expect(await of("minAmount=500&maxAmount=500")).toEqual([refunded]);
  expect(await of("state=requested&currency=USD")).toEqual([refunded]);
  for (const none of [
    "minAmount=501",
    "currency=EUR",
    "rail=qr",
    "affiliate=carl",
    "until=2020-01-01T00:00:00Z",
    "state=failed&minAmount=1",
  ])
    expect(await of(none), none).toEqual([]);
  expect(await of("since=2020-01-01T00:00:00Z")).toEqual([refunded]);
  expect(await of("rail=redirect")).toEqual([refunded]);
  expect(await refused(rig.admin("GET", `${at}/refunds?rail=cash`))).toEqual([
    400,
    "invalid_request",
    "rail",
  ]);
  for (const path of ["refunds", "exports/refunds"])
    expect((await rig.admin("GET", `${at}/${path}?affiliate=dora`)).status).toBe(404);
  const carl = "(select max(id) from affiliate)";
  await rig.service.sql(`update ticket_order set affiliate_id = ${carl} where id = $1`, refunded);
  expect(await of("affiliate=CARL&rail=redirect")).toEqual([refunded]);
  await rig.service.sql("update ticket_order set affiliate_id = null where id = $1", refunded);
});
