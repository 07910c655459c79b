import { afterAll, beforeAll, expect, it } from "vitest";
import { OperatorRig, ok, type Shop } from "../support/builders/operator-rig.ts";
import type { Json } from "../support/service/service.ts";

let rig: OperatorRig;
let shop: Shop;

beforeAll(async () => {
  rig = await OperatorRig.open();
  shop = await rig.shop();
});
afterAll(() => rig.close());

/** A session that was asked for under this X-Request-Id. */
async function sell(requestId: string, body: object = {}): Promise<string> {
  const buyer = { email: `${crypto.randomUUID()}@example.com` };
  const answer = rig.service.call("POST", "/api/v1/checkout/sessions", {
    key: shop.key,
    body: { competitionId: shop.competitionId, buyer, ...body },
    headers: { "X-Request-Id": requestId },
  });
  return (await ok(answer, 201)).id;
}

const lines = (message: string, orderId: string): Json[] =>
  rig.service.logLines
    .map((line) => JSON.parse(line))
    .filter((line: Json) => line.msg === message && line.orderId === orderId);

it("the request that created a session is named when the order settles, and to the operator", async () => {
  const id = await sell("partner-call-0001");
  await rig.pay(id);
  expect(lines("order settled", id)).toMatchObject([{ requestId: "partner-call-0001", outcome: "settled" }]);
  const order = await ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${id}`));
  expect(order).toMatchObject({ id, status: "paid", requestId: "partner-call-0001" });
});

it("each order of a batch is settled under the request that created it", async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => sell(`partner-call-1${n}`)));
  await Promise.all(ids.map((id) => rig.pay(id)));
  for (const [n, id] of ids.entries())
    expect(lines("order settled", id)).toMatchObject([{ requestId: `partner-call-1${n}` }]);
});

it("the events of an order have its request, those of a competition have none", async () => {
  const id = await sell("partner-call-0002");
  await rig.pay(id);
  const { rows } = await rig.service.database.pool.query(
    "select type, request_id from event where payload like $1 order by sequence",
    [`%${id}%`],
  );
  expect(rows).toEqual([
    { type: "payment.settled", request_id: "partner-call-0002" },
    { type: "entry.confirmed", request_id: "partner-call-0002" },
  ]);
});

it("money that comes too late is reported with the request of its order", async () => {
  const id = await sell("partner-call-0003");
  await rig.service.database.pool.query(
    "update ticket_order set status = 'failed', error = 'expired', failed_at = now() where id = $1",
    [id],
  );
  await rig.pay(id);
  expect(lines("payment received that settles no order; refund created", id)).toMatchObject([
    { requestId: "partner-call-0003", outcome: "late", alert: true },
  ]);
});
