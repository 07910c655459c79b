import { expect, it } from "vitest";
import { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import { OperatorRig, ok } from "../support/builders/operator-rig.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import type { Json } from "../support/service/service.ts";
import { deliverAll } from "../support/builders/webhook-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => OperatorRig.open());
const shop = prepared(() => rig.shop());

/** Creates a session with this X-Request-Id. */
async function sell(requestId: string, body: object = {}): Promise<string> {
  const buyer = { email: `${crypto.randomUUID()}@example.com` };
  const answer = rig.service.call("POST", "/api/v1/checkout/sessions", {
    key: shop.key,
    body: { competitionId: shop.competitionId, buyer, ...body },
    headers: { "X-Request-Id": requestId },
  });
  return (await ok(answer, 201)).id;
}

const written = (): Json[] => rig.service.logLines.map((line) => JSON.parse(line));
const lines = (message: string, orderId: string): Json[] =>
  written().filter(({ msg, orderId: about }) => msg === message && about === orderId);

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
  const rows = await rig.service.sql(
    "select type, request_id from event where payload like $1 order by type desc",
    `%${id}%`,
  );
  expect(rows).toEqual([
    { type: "payment.settled", request_id: "partner-call-0002" },
    { type: "entry.confirmed", request_id: "partner-call-0002" },
  ]);
});

it("money that comes too late is reported with the request of its order", async () => {
  const id = await sell("partner-call-0003");
  await rig.service.sql(
    "update ticket_order set status = 'failed', error = 'expired', failed_at = now() where id = $1",
    id,
  );
  await rig.pay(id);
  expect(lines("payment received that settles no order; refund created", id)).toMatchObject([
    { requestId: "partner-call-0003", outcome: "late", alert: true },
  ]);
});

it("the request's own line names the order, the organisation and the API key by their public ids", async () => {
  const id = await sell("partner-call-0004");
  const rows = await rig.service.sql(
    "select id from api_key where organisation_id = (select id from organisation where slug = $1)",
    shop.slug,
  );
  const [line] = lines("request answered", id);
  expect(line).toMatchObject({
    req: { id: "partner-call-0004", method: "POST", path: "/api/v1/checkout/sessions" },
    res: { status: 201 },
    organisation: shop.slug,
    apiKeyId: Number(rows[0].id),
    orderId: id,
  });
  expect(JSON.stringify(line)).not.toMatch(/sk_|@/);
});

it("the line of a request that is refused names organisation and key as well", async () => {
  const refused = await rig.service.call("POST", "/api/v1/checkout/sessions", {
    key: shop.key,
    body: {},
    headers: { "X-Request-Id": "partner-call-0005" },
  });
  expect(refused.status).toBe(400);
  const line = written().find(({ req }) => req?.id === "partner-call-0005");
  expect(line).toMatchObject({ organisation: shop.slug, apiKeyId: expect.any(Number) });
  expect(line).not.toHaveProperty("orderId");
});

it("what a notification settles is logged under its own request as well as the order's", async () => {
  const id = await sell("partner-call-0006");
  const before = rig.service.logLines.length;
  await rig.pay(id);
  const since = written().slice(before);
  const settled = since.find(({ msg }) => msg === "order settled");
  const notified = since.find(({ req }) => req?.path?.endsWith("/notifications"));
  expect(settled).toMatchObject({
    orderId: id,
    requestId: "partner-call-0006",
    req: { id: notified.req.id },
  });
  expect(notified.req.id).not.toBe("partner-call-0006");
});

it("each attempt to deliver an order's webhooks is logged with the order's request", async () => {
  const receiver = await startReceiver();
  const broken = await startReceiver(() => ({ status: 404 }));
  for (const { url } of [receiver, broken])
    await ok(rig.admin("POST", `/organisations/${shop.slug}/webhook-endpoints`, { url }), 201);
  const id = await sell("partner-call-0007");
  await rig.pay(id);
  await deliverAll(rig.service.wiring.get(Dispatcher));
  const about = (message: string) =>
    written().filter(({ msg, requestId }) => msg === message && requestId === "partner-call-0007");
  expect(about("webhook attempted")).toMatchObject([
    { status: 200, number: 1, deliveryId: expect.any(Number), eventId: expect.stringMatching(/^evt_/) },
    { status: 200, number: 1 },
  ]);
  expect(about("webhook delivery failed permanently")).toMatchObject([{ status: 404 }, { status: 404 }]);
  await Promise.all([receiver.close(), broken.close()]);
});
