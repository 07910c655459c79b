import { beforeEach, describe, expect, it } from "vitest";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import type { Json } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

let partner: Partner;
let lotId: number;
// The state of an order's money in each place that shows it.
const rig = opened(() => RefundRig.open());

beforeEach(async () => {
  rig.works();
  partner = await rig.partner();
  ({ id: lotId } = await partner.lot());
});

const giveBack = async (orderId: string) =>
  (await rig.admin(partner, "POST", `/orders/${orderId}/refund`, { reason: "sorry" })).json.data;

/** Returns the state as the order's page, the list, the buyer's list and the export have it. */
async function read(orderId: string): Promise<Json> {
  const one = (await rig.admin(partner, "GET", `/orders/${orderId}`)).json.data;
  const facts = ({ refundState, givenBackAt, refundedAt }: Json) => ({
    refundState,
    givenBackAt,
    refundedAt,
  });
  const all = (await rig.admin(partner, "GET", "/orders")).json.data as Json[];
  const ofBuyer = (await rig.admin(partner, "GET", `/orders?accountId=${one.accountId}`)).json.data as Json[];
  for (const list of [all, ofBuyer])
    expect(facts(list.find(({ id }) => id === orderId)!)).toEqual(facts(one));
  const csv = (await rig.admin(partner, "GET", "/exports/orders")).text.replace("\uFEFF", "").split("\r\n");
  const names = csv[0]!.split(",");
  const cells = csv.find((line) => line.startsWith(orderId))!.split(",");
  const exported = Object.fromEntries(names.map((name, at) => [name, cells[at] || null]));
  expect(facts(exported)).toEqual(facts(one));
  return facts(one);
}

describe("an order that was given back", () => {
  it("is requested while its provider is away, and refunded once the money has left", async () => {
    const orderId = await rig.sell(partner, lotId);
    expect(await read(orderId)).toEqual({ refundState: null, givenBackAt: null, refundedAt: null });
    rig.fails("refund", "refuse_connection");
    const answer = await giveBack(orderId);
    const givenBackAt = expect.any(String);
    expect(answer).toMatchObject({ refundState: "requested", givenBackAt, refundedAt: null });
    await rig.refundOnce();
    expect(await read(orderId)).toEqual({ refundState: "requested", givenBackAt, refundedAt: null });
    rig.works();
    rig.pass(1);
    await rig.refundOnce();
    const { succeeded_at: at } = await rig.refundOf(orderId);
    const done = await read(orderId);
    expect(done).toEqual({ refundState: "succeeded", givenBackAt, refundedAt: at.toISOString() });
    expect(done.refundedAt > done.givenBackAt).toBe(true);
  });

  it("has failed where the provider refuses, also after a success, and is refunded once it was made by hand", async () => {
    const orderId = await rig.sell(partner, lotId);
    await giveBack(orderId);
    await rig.refundOnce();
    expect(await read(orderId)).toMatchObject({ refundState: "succeeded" });
    const { key, id } = await rig.refundOf(orderId);
    await rig.told(partner, orderId, {
      type: "refund.updated",
      state: "failed",
      refundKey: key,
      refundId: "x",
    });
    expect(await read(orderId)).toMatchObject({ refundState: "failed", refundedAt: null });
    await rig.admin(partner, "POST", `/refunds/${id}/resolve`, { note: "by bank" });
    expect(await read(orderId)).toMatchObject({ refundState: "succeeded", refundedAt: expect.any(String) });
  });

  it("waits for the operator where the rail cannot refund", async () => {
    partner = await rig.partner("qr");
    ({ id: lotId } = await partner.lot());
    const orderId = await rig.sell(partner, lotId);
    await giveBack(orderId);
    expect(await read(orderId)).toMatchObject({ refundState: "manual", refundedAt: null });
  });

  it("is refunded at once where nothing was charged", async () => {
    const free = await partner.lot({ priceCents: 0 });
    const orderId = await rig.sell(partner, free.id);
    await giveBack(orderId);
    const { refundState, givenBackAt, refundedAt } = await read(orderId);
    expect([refundState, refundedAt]).toEqual(["succeeded", givenBackAt]);
  });
});

describe("an order that stays", () => {
  it("has no refund although a second payment for it was refunded", async () => {
    const orderId = await rig.sell(partner, lotId);
    await rig.rows(
      `with more as (insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency, state, received_at)
         select organisation_id, order_id, rail_kind, rail_provider, 'second', amount, currency, 'surplus', received_at
         from payment where order_id = $1 returning *)
       insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at)
         select organisation_id, order_id, id, 'second', amount, currency, 'paid_twice', 'requested', now(), now() from more`,
      orderId,
    );
    await rig.refundOnce();
    expect(await read(orderId)).toEqual({ refundState: null, givenBackAt: null, refundedAt: null });
  });

  it("that has failed shows the refund of money that came too late", async () => {
    const late = (await partner.checkout(lotId)).json.data.id;
    await partner.post(`/competitions/${lotId}/cancel`);
    await rig.unwindAll();
    expect(await read(late)).toEqual({ refundState: null, givenBackAt: null, refundedAt: null });
    await partner.provider(late, { outcome: "paid" });
    await rig.decided(late, "failed");
    await rig.refundOnce();
    rig.pass(5);
    await rig.refundOnce();
    expect(await read(late)).toMatchObject({ refundState: "failed", givenBackAt: null, refundedAt: null });
  });
});
