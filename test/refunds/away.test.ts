import { beforeEach, describe, expect, it } from "vitest";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened } from "../support/opened.ts";

let partner: Partner;
let lotId: number;
// Refunds of a rail account whose provider is away, behind the guard that keeps calls back.
const rig = opened(() => RefundRig.open(() => {}, { failuresInARow: 3, openMs: 50, openMsMax: 50 }));

beforeEach(async () => {
  rig.works();
  partner = await rig.partner();
  ({ id: lotId } = await partner.lot());
});

async function givenBack(count: number): Promise<string[]> {
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const orderId = await rig.sell(partner, lotId, { buyer: { email: `buyer-${at}@example.com` } });
    const answer = await rig.admin(partner, "POST", `/orders/${orderId}/refund`, { reason: "sorry" });
    expect(answer.status, answer.text).toBe(200);
    orders.push(orderId);
  }
  return orders;
}

const statesOf = async (orders: readonly string[]) =>
  (await rig.rows("select state from refund where order_id = any($1)", orders)).map(({ state }) => state);

/** Business time with a worker at work, which looks every ten seconds. */
async function work(minutes: number): Promise<void> {
  for (let at = 0; at < minutes * 6; at += 1) {
    await rig.refundOnce();
    rig.pass(1 / 6);
  }
}

it("cancellations that a circuit keeps back use up no try and wait two minutes, for days", async () => {
  const closed = await RefundRig.open(() => {}, { failuresInARow: 3, openMs: 600_000, openMsMax: 600_000 });
  try {
    const reconciliation = closed.service.wiring.get(Reconciliation);
    const own = await closed.partner();
    const { id: competition } = await own.lot();
    const pending = (await own.checkout(competition)).json.data.id;
    const orders = await Promise.all([1, 2, 3].map(() => closed.sell(own, competition)));
    closed.fails("refund", "refuse_connection");
    expect((await own.post(`/competitions/${competition}/cancel`)).status).toBe(200);
    await closed.unwindAll();
    await closed.refundOnce();
    for (let hour = 0; hour < 72; hour += 1) {
      await reconciliation.cancelAtRailsOnce();
      closed.pass(60);
    }
    const before = closed.service.clock.now().getTime() - 60 * 60_000;
    const [waiting] = await closed.rows("select * from ticket_order where id = $1", pending);
    expect(waiting).toMatchObject({ status: "failed", rail_cancels: 0 });
    expect(waiting.rail_cancel_at.getTime()).toBeLessThanOrEqual(before + 2 * 60_000);
    for (const orderId of orders) expect(await closed.refundOf(orderId)).toMatchObject({ tries: 0 });
  } finally {
    await closed.close();
  }
});

describe("refunds whose provider is away", () => {
  it("use up no try by calls that were not sent, for days, and are sent within a minute of its return", async () => {
    const orders = await givenBack(4);
    rig.fails("refund", "refuse_connection");
    rig.fails("look_up_refund", "refuse_connection");
    for (let hour = 0; hour < 72; hour += 1) {
      await rig.refundOnce();
      rig.pass(60);
    }
    for (const orderId of orders)
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested", tries: 0, asked_at: null });

    rig.works();
    await rig.circuitReopens();
    await work(1);
    expect(await statesOf(orders)).toEqual(Array(4).fill("succeeded"));
    for (const orderId of orders) expect(rig.asked(orderId)).toEqual(["refund"]);
  });

  it("that may have been received count their calls alone, and are due within a minute of its return", async () => {
    const orders = await givenBack(4);
    rig.fails("refund", "hang");
    rig.fails("look_up_refund", "hang");
    await work(20);
    const calls = orders.reduce((sum, orderId) => sum + rig.asked(orderId).length, 0);
    const tries = await rig.rows(
      "select sum(tries)::int as sum from refund where order_id = any($1)",
      orders,
    );
    expect(tries).toEqual([{ sum: calls }]);
    expect(await statesOf(orders)).toEqual(Array(4).fill("requested"));

    rig.works();
    await rig.circuitReopens();
    await work(1.5);
    expect(await statesOf(orders)).toEqual(Array(4).fill("succeeded"));
    for (const orderId of orders) expect(await rig.atProvider(orderId)).toHaveLength(1);
  });

  it("do not delay those of another account", async () => {
    const orders = await givenBack(12);
    rig.fails("refund", "refuse_connection");
    await work(1);
    const other = await rig.partner("embed");
    const { id } = await other.lot();
    rig.works();
    rig.fails("refund", "refuse_connection");
    const order = await rig.sell(other, id);
    rig.works();
    await rig.admin(other, "POST", `/orders/${order}/refund`, { reason: "sorry" });
    await rig.refundOnce();
    expect(await rig.refundOf(order)).toMatchObject({ state: "succeeded" });
    await rig.circuitReopens();
    await work(2);
    expect(new Set(await statesOf(orders))).toEqual(new Set(["succeeded"]));
  });

  it("become the operator's by a dispute, as nothing was sent", async () => {
    const [order] = (await givenBack(1)) as [string];
    rig.fails("refund", "refuse_connection");
    await rig.refundOnce();
    await rig.told(partner, order, {
      type: "dispute.updated",
      disputeId: crypto.randomUUID(),
      state: "opened",
    });
    expect(await rig.refundOf(order)).toMatchObject({ state: "manual", last_error: "disputed" });
  });

  it("name their next try, and are tried now at the operator's request", async () => {
    const [order] = (await givenBack(1)) as [string];
    rig.fails("refund", "lose_answer");
    rig.fails("look_up_refund", "hang");
    await work(30);
    const { id, due_at: dueAt, tries } = await rig.refundOf(order);
    const waiting = await rig.admin(partner, "GET", `/refunds/${id}`);
    expect(waiting.json.data).toMatchObject({ state: "requested", tries, nextTryAt: dueAt.toISOString() });

    const [one, other] = await Promise.all(
      [1, 2].map(() => rig.admin(partner, "POST", `/refunds/${id}/retry`)),
    );
    for (const { json } of [one!, other!]) {
      expect(json.data).toMatchObject({ state: "requested", tries });
      expect(Date.parse(json.data.nextTryAt)).toBeLessThanOrEqual(rig.service.clock.now().getTime());
    }
    const stranger = await rig.partner();
    expect((await rig.admin(stranger, "POST", `/refunds/${id}/retry`)).status).toBe(404);

    rig.works();
    await rig.circuitReopens();
    await work(1);
    expect((await rig.admin(partner, "GET", `/refunds/${id}`)).json.data).toMatchObject({
      state: "succeeded",
    });
    expect(await rig.atProvider(order)).toHaveLength(1);
  });
});
