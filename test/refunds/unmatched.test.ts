import { beforeEach, describe, expect, it } from "vitest";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import type { RailKind } from "../../ports/rail.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

// Money for orders that are not here: of a sale that a restore has lost, or of another system with the same account.
const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner());

beforeEach(() => rig.works());

const CENTS = 2_500;

/** Pays a payment that only the provider knows. @returns the session's id */
async function paidUnknown(of = partner, kind: RailKind = "redirect", id?: string): Promise<string> {
  const sessionId = id ?? `cs_${crypto.randomUUID().replaceAll("-", "").slice(0, 26)}`;
  const address = `http://rails.example/rails/${kind}/sandbox/${of.organisation.slug}/notifications`;
  await rig.service.wiring.get(SandboxPayments).create({
    sessionId,
    organisationSlug: of.organisation.slug,
    kind,
    charge: { amount: CENTS, currency: "USD" },
    description: "1 × a lost lot",
    expiresAt: new Date(rig.service.clock.now().getTime() + 3_600_000),
    returnUrl: "http://rails.example/return",
    notificationUrl: address,
  });
  await of.provider(sessionId, { outcome: "paid" });
  return sessionId;
}

const list = async (of = partner, query = "") =>
  (await rig.admin(of, "GET", `/unmatched-payments${query}`)).json.data;
const only = async (orderId: string, of = partner) => {
  const found = (await list(of)).filter((payment: { orderId: string }) => payment.orderId === orderId);
  expect(found).toHaveLength(1);
  return found[0];
};
const refund = (id: number, of = partner, body: object = { reason: "lost in a restore" }) =>
  rig.admin(of, "POST", `/unmatched-payments/${id}/refund`, body);
const resolve = (id: number, note: string, of = partner) =>
  rig.admin(of, "POST", `/unmatched-payments/${id}/resolve`, { note });
const refundAll = async () => {
  while ((await rig.refundOnce()) > 0);
};
const sentBack = (orderId: string) =>
  rig.rows("select amount::int, state from sandbox_refund where session_id = $1", orderId);

describe("money for an order that is not here", () => {
  it("is booked once, however often the provider reports it, and shown to the operator", async () => {
    const orderId = await paidUnknown();
    await partner.provider(orderId, { outcome: "paid" });
    expect(await only(orderId)).toEqual({
      id: expect.any(Number),
      kind: "redirect",
      provider: "sandbox",
      providerPaymentId: `sbx_pay_${orderId}`,
      orderId,
      orderNumber: null,
      amount: CENTS,
      currency: "USD",
      sentBack: 0,
      state: "open",
      foundBy: "notification",
      foundAt: expect.any(String),
      decidedAt: null,
      note: null,
    });
    expect(await list(partner, "?state=refunded")).toEqual([]);
    const stranger = await rig.partner();
    expect(await list(stranger)).toEqual([]);
  });

  it("of another system's reference is not booked", async () => {
    const orderId = await paidUnknown(partner, "redirect", "shop-4711");
    expect((await list()).map((payment: { orderId: string }) => payment.orderId)).not.toContain(orderId);
  });

  it("is not sent back automatically", async () => {
    const orderId = await paidUnknown();
    await refundAll();
    expect(await sentBack(orderId)).toEqual([]);
  });
});

describe("the refund of an unmatched payment", () => {
  it("is one refund like any other, for repeated and simultaneous requests", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    const answers = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]!.json.data).toMatchObject({ state: "refunded", note: "lost in a restore" });
    const [row] = (await rig.admin(partner, "GET", "/refunds?state=requested")).json.data;
    expect(row).toMatchObject({ orderId: null, paymentId: null, unmatchedPaymentId: id, amount: CENTS });
    await refundAll();
    await refund(id);
    await refundAll();
    expect(await sentBack(orderId)).toEqual([{ amount: CENTS, state: "succeeded" }]);
    const written = (await rig.admin(partner, "GET", "/audit")).json.data;
    const mine = written.filter((entry: { subject: string }) => entry.subject === `unmatched_payment:${id}`);
    expect(mine).toMatchObject([
      { action: "unmatched_payment.refunded", facts: { reason: "lost in a restore" } },
    ]);
  });

  it("looks the key up first: what another database has sent is not sent again", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    await refund(id);
    const [{ key, amount }] = await rig.rows(
      "select key, amount from refund where unmatched_payment_id = $1",
      id,
    );
    // Stays the same when a database that was restored once more books the payment again.
    expect(key).toMatch(/^lost_[0-9a-f]{24}$/);
    await rig.rows(
      `insert into sandbox_refund (key, session_id, refund_id, amount, currency, state)
       values ($1, $2, 'sent_before', $3, 'USD', 'succeeded')`,
      key,
      orderId,
      amount,
    );
    rig.works();
    await refundAll();
    expect(rig.asked(orderId)).toEqual(["look_up_refund"]);
    expect(await sentBack(orderId)).toHaveLength(1);
    const rows = await rig.rows(
      "select state, provider_refund_id from refund where unmatched_payment_id = $1",
      id,
    );
    expect(rows).toEqual([{ state: "succeeded", provider_refund_id: "sent_before" }]);
  });

  it("is sent once when the provider's answer is lost", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    await refund(id);
    rig.fails("refund", "lose_answer");
    await refundAll();
    rig.works();
    rig.pass(60);
    await refundAll();
    expect(await sentBack(orderId)).toEqual([{ amount: CENTS, state: "succeeded" }]);
    expect(await rig.rows("select state from refund where unmatched_payment_id = $1", id)).toEqual([
      { state: "succeeded" },
    ]);
  });

  it("that failed at the provider is retried under another key", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    await refund(id);
    const [{ id: refundId, key }] = await rig.rows(
      "select id, key from refund where unmatched_payment_id = $1",
      id,
    );
    await rig.rows(
      "update refund set state = 'failed', failed_at_rail = true, due_at = null where id = $1",
      refundId,
    );
    expect((await rig.admin(partner, "POST", `/refunds/${refundId}/retry`)).status).toBe(200);
    expect(await rig.rows("select key from refund where id = $1", refundId)).toEqual([{ key: `${key}-2` }]);
    await refundAll();
    expect(await sentBack(orderId)).toEqual([{ amount: CENTS, state: "succeeded" }]);
  });

  it("waits for the operator where the rail cannot refund", async () => {
    const other = await rig.partner("qr");
    const orderId = await paidUnknown(other, "qr");
    const { id } = await only(orderId, other);
    expect((await refund(id, other)).status).toBe(200);
    await refundAll();
    const [row] = (await rig.admin(other, "GET", "/refunds?state=manual")).json.data;
    expect(row).toMatchObject({ unmatchedPaymentId: id });
    const resolved = await rig.admin(other, "POST", `/refunds/${row.id}/resolve`, { note: "bank transfer" });
    expect(resolved.json.data).toMatchObject({ state: "succeeded", note: "bank transfer" });
  });

  it("sends back only what the provider has not sent back yet", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    await rig.rows("update unmatched_payment set sent_back = 500 where id = $1", id);
    await refund(id);
    await refundAll();
    expect(await sentBack(orderId)).toEqual([{ amount: CENTS - 500, state: "succeeded" }]);
  });
});

describe("an unmatched payment that is resolved", () => {
  it("keeps the operator's note, and is neither refunded nor resolved again", async () => {
    const orderId = await paidUnknown();
    const { id } = await only(orderId);
    expect((await resolve(id, "the web shop's")).json.data).toMatchObject({
      state: "resolved",
      note: "the web shop's",
    });
    for (const again of [await refund(id), await resolve(id, "twice")])
      expect([again.status, again.json.error]).toEqual([400, "invalid_transition"]);
    await refundAll();
    expect(await sentBack(orderId)).toEqual([]);
  });

  it("is limited to its own organisation", async () => {
    const { id } = await only(await paidUnknown());
    const stranger = await rig.partner();
    for (const answer of [await refund(id, stranger), await resolve(id, "mine", stranger)])
      expect(answer.status).toBe(404);
    expect((await refund(id + 1_000_000)).status).toBe(404);
  });
});
