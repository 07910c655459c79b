import { beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../adapters/persistence/database/database.ts";
import { PostgresRefunds } from "../../adapters/persistence/checkout/refunds.ts";
import { type ClaimedRefund, type RefundProgress, Refunds } from "../../ports/checkout/refunds.ts";
import { Vault } from "../../ports/crypto.ts";
import { brokenRules } from "../support/builders/books.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

/** Dies on demand, after the rail's answer and before it is stored. */
class DyingRefunds extends PostgresRefunds {
  dies = false;
  override async store(claimed: ClaimedRefund, progress: RefundProgress): Promise<boolean> {
    if (this.dies) throw new Error("the process died");
    return super.store(claimed, progress);
  }
}

let store: DyingRefunds;
const rig = opened(() =>
  RefundRig.open((wiring) =>
    wiring.bind(Refunds, () => (store = new DyingRefunds(wiring.get(Database), wiring.get(Vault)))),
  ),
);
const partner = prepared(() => rig.partner());

beforeEach(() => rig.works());

/** Creates an order that the operator gave back, its refund not executed yet. */
async function givenBack(of = partner): Promise<string> {
  const { id: lotId } = await of.lot();
  const orderId = await rig.sell(of, lotId);
  const answer = await rig.admin(of, "POST", `/orders/${orderId}/refund`, { reason: "sorry" });
  expect(answer.status, answer.text).toBe(200);
  return orderId;
}

/** Ends the leases, as if their workers had died. */
const leasesLapse = () =>
  rig.rows("update refund set lease_until = now() - interval '1 s' where lease_until is not null");

/** Steps until nothing is due. */
async function refundAll(): Promise<void> {
  while ((await rig.refundOnce()) > 0);
}

describe("a refund that is requested", () => {
  it("is sent in full under its key, and has succeeded once the rail confirms it", async () => {
    const orderId = await givenBack();
    await refundAll();
    const refund = await rig.refundOf(orderId);
    expect(refund).toMatchObject({ state: "succeeded", amount: 2500, last_error: null, lease_until: null });
    expect(refund.succeeded_at).toBeInstanceOf(Date);
    expect(refund.provider_refund_id).toMatch(/^sbx_re_/);
    expect(refund.key).toMatch(/^refund_[0-9a-f]{24}$/);
    expect(await rig.atProvider(orderId)).toEqual([{ key: refund.key, state: "succeeded" }]);
    expect(rig.asked(orderId)).toEqual(["refund"]);
  });

  it("that the provider works on is looked up, ever less often, until it is decided; nothing is sent twice", async () => {
    const orderId = await givenBack();
    await rig.decided(orderId, "requested");
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested", tries: 1 });
    rig.pass(1);
    await refundAll();
    rig.pass(2);
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested", tries: 3 });
    await rig.decided(orderId, "succeeded");
    rig.pass(5);
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
    expect(rig.asked(orderId).filter((call) => call === "refund")).toHaveLength(1);
  });

  it("that failed at the provider is failed, with an alert, and left to the operator", async () => {
    const orderId = await givenBack();
    await rig.decided(orderId, "failed");
    await refundAll();
    rig.pass(60 * 24);
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({
      state: "failed",
      due_at: null,
      failed_at_rail: true,
    });
    const alerts = rig.service.logLines.filter(
      (line) => line.includes('"alert":true') && line.includes(orderId),
    );
    expect(alerts).toHaveLength(1);
  });

  it("on a rail that cannot refund is manual", async () => {
    const bank = await rig.partner("qr");
    const orderId = await givenBack(bank);
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "manual", due_at: null });
    // Written by a version that did not know, it becomes so when it is tried.
    await rig.rows("update refund set state = 'requested', due_at = now() where order_id = $1", orderId);
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "manual", last_error: "unsupported" });
  });

  it.each(["lose_answer", "garble_answer"] as const)(
    "whose answer is lost (%s) is looked up before anything is sent: one refund",
    async (how) => {
      const orderId = await givenBack();
      rig.fails("refund", how);
      await refundAll();
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested", tries: 1 });
      rig.works();
      rig.pass(1);
      await refundAll();
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
      expect(rig.asked(orderId)).toEqual(["look_up_refund"]);
      expect(await rig.atProvider(orderId)).toHaveLength(1);
    },
  );

  it("that never arrived is looked up, not found, and sent again with the same key", async () => {
    const orderId = await givenBack();
    const { key } = await rig.refundOf(orderId);
    rig.fails("refund", "hang");
    await refundAll();
    expect(await rig.atProvider(orderId)).toEqual([]);
    rig.works();
    rig.pass(1);
    await refundAll();
    expect(rig.asked(orderId)).toEqual(["look_up_refund", "refund"]);
    expect(await rig.atProvider(orderId)).toEqual([{ key, state: "succeeded" }]);
  });

  it("is not sent again while the look-up says nothing", async () => {
    const orderId = await givenBack();
    rig.fails("refund", "lose_answer");
    rig.fails("look_up_refund", "lose_answer");
    await refundAll();
    rig.pass(1);
    await refundAll();
    expect(rig.asked(orderId)).toEqual(["refund", "look_up_refund"]);
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested", last_error: "no_answer" });
    rig.works();
    rig.pass(1);
    await refundAll();
  });

  it("is given up after many tries, with the reason and an alert; a retry looks it up first", async () => {
    const orderId = await givenBack();
    rig.fails("refund", "hang");
    rig.fails("look_up_refund", "hang");
    for (let tries = 0; tries < 25; tries++) {
      await refundAll();
      rig.pass(6 * 60);
    }
    const refund = await rig.refundOf(orderId);
    expect(refund).toMatchObject({
      state: "failed",
      last_error: "no_answer",
      tries: 20,
      failed_at_rail: false,
    });
    rig.works();
    const path = `/refunds/${refund.id}/retry`;
    expect((await rig.admin(partner, "POST", path)).json.data).toMatchObject({
      state: "requested",
      tries: 0,
    });
    await refundAll();
    expect(rig.asked(orderId)).toEqual(["look_up_refund", "refund"]);
    expect(await rig.atProvider(orderId)).toEqual([{ key: refund.key, state: "succeeded" }]);
  });

  it("whose worker died after the rail's answer is sent once", async () => {
    const orderId = await givenBack();
    store.dies = true;
    await rig.refundOnce();
    store.dies = false;
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested" });
    expect(await rig.refundOnce()).toBe(0);
    await leasesLapse();
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
    expect(await rig.atProvider(orderId)).toHaveLength(1);
    expect(rig.asked(orderId).filter((call) => call === "refund")).toHaveLength(1);
  });

  it("is worked on by one of several workers, at most eight at once for a rail account", async () => {
    const other = await rig.partner();
    const orders: string[] = [];
    for (let i = 0; i < 12; i++) orders.push(await givenBack(other));
    const claimed = await Promise.all(
      Array.from({ length: 4 }, () =>
        store.claimDue({ limit: 40, perAccount: 8, leaseSec: 60, now: rig.service.clock.now() }),
      ),
    );
    const ids = claimed.flat().map(({ id }) => id);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
    await leasesLapse();
    await Promise.all([1, 2, 3].map(refundAll));
    for (const orderId of orders) {
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
      expect(await rig.atProvider(orderId)).toHaveLength(1);
    }
  });
});

describe("a refund that succeeded", () => {
  it("is looked up once more days later, and has failed if the provider says so", async () => {
    const [good, bad] = [await givenBack(), await givenBack()];
    await refundAll();
    await rig.decided(bad, "failed");
    rig.pass(3 * 24 * 60 + 1);
    await refundAll();
    expect(await rig.refundOf(good)).toMatchObject({ state: "succeeded", due_at: null });
    expect(await rig.refundOf(bad)).toMatchObject({ state: "failed", failed_at_rail: true });
  });

  it("has failed when a notification says so, in whichever order notifications come, and stays so", async () => {
    for (const order of [
      ["succeeded", "failed"],
      ["failed", "succeeded"],
      ["failed", "requested", "succeeded", "failed"],
    ] as const) {
      const orderId = await givenBack();
      await refundAll();
      const { key, provider_refund_id: refundId } = await rig.refundOf(orderId);
      for (const state of order) {
        const fact = { type: "refund.updated", state, refundKey: key, refundId } as const;
        expect(await rig.told(partner, orderId, fact)).toBe(200);
      }
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "failed" });
    }
  });

  it("does not become requested again by a late notification", async () => {
    const orderId = await givenBack();
    await refundAll();
    const { key } = await rig.refundOf(orderId);
    await rig.told(partner, orderId, {
      type: "refund.updated",
      state: "requested",
      refundKey: key,
      refundId: "x",
    });
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
  });
});

describe("notifications about refunds", () => {
  it("decide one that the provider works on", async () => {
    const orderId = await givenBack();
    await rig.decided(orderId, "requested");
    await refundAll();
    const { key, provider_refund_id: refundId } = await rig.refundOf(orderId);
    await rig.decided(orderId, "succeeded");
    await rig.told(partner, orderId, {
      type: "refund.updated",
      state: "succeeded",
      refundKey: "unknown",
      refundId,
    });
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded", key });
  });

  it("of another amount, of an unknown key, or by another organisation's account change nothing", async () => {
    const orderId = await givenBack();
    const { key } = await rig.refundOf(orderId);
    const stranger = await rig.partner();
    const fact = { type: "refund.updated", state: "failed", refundKey: key, refundId: "x" } as const;
    await rig.told(partner, orderId, fact, 2_400);
    await rig.told(partner, orderId, { ...fact, refundKey: "refund-0" });
    await rig.told(stranger, orderId, fact);
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "requested" });
    await refundAll();
  });
});

describe("the operator", () => {
  it("lists refunds by state, and retries one that failed at the provider under another key: one succeeds", async () => {
    const own = await rig.partner();
    const orderId = await givenBack(own);
    await rig.decided(orderId, "failed");
    await refundAll();
    const failed = (await rig.admin(own, "GET", "/refunds?state=failed")).json.data;
    expect(failed).toMatchObject([{ orderId, state: "failed", lastError: "failed_at_provider" }]);
    expect((await rig.admin(own, "GET", "/refunds?state=requested")).json.data).toEqual([]);
    // A failed refund moved no money.
    const [{ key }] = await rig.rows(
      "delete from sandbox_refund where session_id = $1 returning key",
      orderId,
    );
    const retried = await rig.admin(own, "POST", `/refunds/${failed[0].id}/retry`);
    expect([retried.status, retried.json.data.state]).toEqual([200, "requested"]);
    const again = await rig.admin(own, "POST", `/refunds/${failed[0].id}/retry`);
    expect([again.status, again.json.data.state]).toEqual([200, "requested"]);
    await refundAll();
    const late = await rig.admin(own, "POST", `/refunds/${failed[0].id}/retry`);
    expect([late.status, late.json.error]).toEqual([400, "invalid_transition"]);
    expect(await rig.atProvider(orderId)).toEqual([{ key: `${key}-2`, state: "succeeded" }]);
    const [, entry] = (await rig.admin(own, "GET", "/audit")).json.data;
    expect(entry).toMatchObject({ action: "refund.retried", subject: `refund:${failed[0].id}` });
  });

  it("resolves a manual one by hand, with a note, once; the rail is not called, and cannot undo it", async () => {
    const bank = await rig.partner("qr");
    const orderId = await givenBack(bank);
    const { id, key } = await rig.refundOf(orderId);
    const body = { note: "by bank transfer 17" };
    const resolved = await rig.admin(bank, "POST", `/refunds/${id}/resolve`, body);
    expect([resolved.status, resolved.json.data]).toEqual([
      200,
      expect.objectContaining({ state: "succeeded", note: body.note, succeededAt: expect.any(String) }),
    ]);
    const again = await rig.admin(bank, "POST", `/refunds/${id}/resolve`, body);
    expect([again.status, again.json.error]).toEqual([400, "invalid_transition"]);
    const [entry] = (await rig.admin(bank, "GET", "/audit")).json.data;
    expect(entry).toMatchObject({ action: "refund.resolved", subject: `refund:${id}`, facts: body });
    await store.report({
      organisationId: bank.organisation.id,
      railAccountId: Number((await rig.refundOf(orderId)).rail_account_id),
      key,
      providerRefundId: null,
      state: "failed",
      amount: { amount: 2_500, currency: "USD" },
      now: new Date(),
    });
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "succeeded" });
    await refundAll();
    expect(rig.asked(orderId)).toEqual([]);
  });
});

it("money that came too late, for a cancelled lot too, is sent back", async () => {
  const { id: lotId } = await partner.lot();
  const late = (await partner.checkout(lotId)).json.data.id;
  await partner.post(`/competitions/${lotId}/cancel`);
  await partner.provider(late, { outcome: "paid" });
  await rig.unwindAll();
  await refundAll();
  expect(await rig.refundOf(late)).toMatchObject({ state: "succeeded", reason: "paid_too_late" });
  expect(await rig.atProvider(late)).toHaveLength(1);
});

it("the books agree", async () => {
  expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
});
