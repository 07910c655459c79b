import { beforeEach, describe, expect, it } from "vitest";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

// The package of a rail was taken out of RAIL_MODULES while orders of it were not final.
const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner("redirect"));

beforeEach(() => rig.works());

const orderOf = async (lotId: number) =>
  (await rig.rows("select id, status from ticket_order where lot_id = $1", lotId))[0];

describe("the creation of a session whose rail is not part of the build any more", () => {
  it("is repeated without an answer of the rail's: rail_unavailable, and works once the rail is back", async () => {
    const { id: lotId } = await partner.lot();
    const body = { buyer: { email: "buyer@example.com" } };
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    rig.fails("create", "lose_answer");
    expect((await partner.checkout(lotId, body, headers)).status).toBe(502);
    rig.works();

    rig.takenOut.add("redirect");
    const answer = await partner.checkout(lotId, body, headers);
    expect({ status: answer.status, code: answer.json.error }, answer.text).toEqual({
      status: 502,
      code: "rail_unavailable",
    });
    expect(await orderOf(lotId)).toMatchObject({ status: "pending" });

    rig.takenOut.clear();
    expect((await partner.checkout(lotId, body, headers)).status).toBe(201);
  });

  it("is reconciled without an error: the order waits, for the rail may have been paid", async () => {
    const { id: lotId } = await partner.lot();
    const { id } = (await partner.checkout(lotId)).json.data;
    rig.takenOut.add("redirect");
    const before = rig.service.logLines.length;
    rig.pass(60);
    await rig.service.wiring.get(Reconciliation).reconcileOnce();
    const errors = rig.service.logLines
      .slice(before)
      .filter((line) => line.includes("an order names a rail"));
    expect(errors).toEqual([]);
    expect(await orderOf(lotId)).toMatchObject({ status: "pending" });
    rig.takenOut.clear();
    await partner.provider(id, { outcome: "paid", late: true });
    expect(await orderOf(lotId)).toMatchObject({ status: "paid" });
  });
});

describe("a refund whose rail is not part of the build any more", () => {
  it("stays requested with an alert, uses up no try, and is sent once the rail is back", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    const answer = await rig.admin(partner, "POST", `/orders/${orderId}/refund`, { reason: "sorry" });
    expect(answer.status, answer.text).toBe(200);

    rig.takenOut.add("redirect");
    for (let hours = 0; hours < 30; hours += 1) {
      await rig.refundOnce();
      rig.pass(60);
    }
    expect(await rig.refundOf(orderId)).toMatchObject({
      state: "requested",
      last_error: "rail_missing",
      tries: 0,
      lease_until: null,
    });
    const alert = rig.service.logLines.find(
      (line) => line.includes("rail is not part of this build") && line.includes(orderId),
    );
    expect(JSON.parse(alert ?? "{}")).toMatchObject({ orderId, provider: "sandbox", alert: true });

    rig.takenOut.clear();
    await rig.refundOnce();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded", last_error: null });
    expect(await rig.atProvider(orderId)).toHaveLength(1);
  });
});
