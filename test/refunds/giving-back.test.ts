import { beforeEach, describe, expect, it } from "vitest";
import { Notifications } from "../../src/settlement/notifications.ts";
import { brokenRules } from "../support/builders/books.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => RefundRig.open());
const partner = prepared(() => rig.partner());

beforeEach(() => rig.works());

const giveBack = (orderId: string, of = partner) =>
  rig.admin(of, "POST", `/orders/${orderId}/refund`, { reason: "sorry" });
const order = async (orderId: string, of = partner) =>
  (await rig.admin(of, "GET", `/orders/${orderId}`)).json.data;
const lotRow = async (lotId: number) =>
  (await rig.rows("select sold, held, voided from lot_stock where lot_id = $1", lotId))[0];
const commit = (lotId: number) =>
  rig.rows(
    "update lot set status = 'ended', committed_at = now() where id = $1 and status <> 'cancelled'",
    lotId,
  );
const cancel = (lotId: number) => partner.post(`/competitions/${lotId}/cancel`);
const refundAll = async () => {
  while ((await rig.refundOnce()) > 0);
};
const dispute = (orderId: string, disputeId: string, state = "opened") =>
  rig.told(partner, orderId, { type: "dispute.updated", state, disputeId });

const checkout = async (lotId: number): Promise<string> => (await partner.checkout(lotId)).json.data.id;
const declined = (orderId: string) => partner.provider(orderId, { outcome: "declined" });
/** Notified payments that are not completed. */
const waitingMessages = () =>
  rig.rows(
    "select count(*)::int as waiting from rail_notification where organisation_id = $1 and processed_at is null",
    partner.organisation.id,
  );
const processAgain = async () => {
  await rig.rows("update rail_notification set lease_until = now() where processed_at is null");
  await rig.service.wiring.get(Notifications).processOnce();
};

/** A buyer with credit, whose next order is charged the rest. @returns a paid order's id and the account's */
async function paidWithCredit(
  lotId: number,
  creditCents: number,
): Promise<{ orderId: string; accountId: string }> {
  const buyer = { email: `credit-${crypto.randomUUID()}@example.com` };
  const first = (await partner.checkout(lotId, { buyer })).json.data.id;
  const [{ account_id: accountId }] = await rig.rows(
    "select account_id from ticket_order where id = $1",
    first,
  );
  await partner.grantCredit(Number(accountId), creditCents);
  return { orderId: await rig.sell(partner, lotId, { buyer }), accountId };
}

describe("the refund of one order by the operator", () => {
  it("voids its tickets, which frees neither number nor capacity, gives the credit back and sends the money", async () => {
    const { id: lotId } = await partner.lot({ maxTickets: 10 });
    const { orderId, accountId } = await paidWithCredit(lotId, 1_000);
    const answer = await giveBack(orderId);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.data).toMatchObject({
      id: orderId,
      status: "paid",
      tickets: { first: 1, last: 1, voidedAt: expect.any(String) },
      refunds: [{ amount: 1_500, currency: "USD", reason: "sorry", state: "requested" }],
      refundState: "requested",
      givenBackAt: expect.any(String),
      refundedAt: null,
    });
    expect(await lotRow(lotId)).toEqual({ sold: 1, held: 1, voided: 1 });
    expect(await rig.rows("select balance_cents from account where id = $1", accountId)).toEqual([
      { balance_cents: 1000 },
    ]);
    await refundAll();
    expect(await order(orderId)).toMatchObject({ refunds: [{ state: "succeeded" }] });
    const next = await rig.sell(partner, lotId);
    expect(await order(next)).toMatchObject({ tickets: { first: 2, last: 2, voidedAt: null } });
  });

  it("is in the session that a partner polls: it stays paid, and names the time from then on", async () => {
    const own = await rig.partner();
    const [current, unwound] = [await own.lot(), await own.lot()];
    const refunded = await rig.sell(own, current.id);
    const sold = await rig.sell(own, current.id);
    const cancelled = await rig.sell(own, unwound.id);
    const polled = (id: string) => own.session(id);
    expect(await polled(refunded)).toMatchObject({ status: "paid", givenBackAt: null });
    const { givenBackAt } = (await giveBack(refunded, own)).json.data;
    expect(await polled(refunded)).toMatchObject({ status: "paid", ticketsIssued: true, givenBackAt });
    expect(await polled(sold)).toMatchObject({ givenBackAt: null });
    await own.post(`/competitions/${unwound.id}/cancel`);
    await rig.unwindAll();
    expect(await polled(cancelled)).toMatchObject({ status: "paid", givenBackAt: expect.any(String) });
    const { data } = (await own.get(`/checkout/sessions?competitionId=${current.id}`)).json;
    expect(data).toMatchObject([
      { id: sold, givenBackAt: null },
      { id: refunded, givenBackAt },
    ]);
  });

  it("repeated, or several at once, is one refund with one audit entry", async () => {
    const own = await rig.partner();
    const { id: lotId } = await own.lot();
    const orderId = await rig.sell(own, lotId, { quantity: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => giveBack(orderId, own)));
    answers.push(await giveBack(orderId, own));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.json.data.refunds).toHaveLength(1);
    expect(await lotRow(lotId)).toEqual({ sold: 3, held: 0, voided: 3 });
    const entries = (await rig.admin(own, "GET", "/audit")).json.data.filter(
      ({ action }: { action: string }) => action === "order.refunded",
    );
    expect(entries).toMatchObject([{ subject: `order:${orderId}`, facts: { reason: "sorry" } }]);
  });

  it("after the commitment leaves the tickets in the draw, and the answer shows it", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    await commit(lotId);
    expect((await giveBack(orderId)).json.data).toMatchObject({
      tickets: { first: 1, last: 1, voidedAt: null },
      refunds: [{ state: "requested" }],
    });
    expect(await lotRow(lotId)).toMatchObject({ voided: 0 });
  });

  it("of one that only credit paid, or that was free, writes no refund", async () => {
    const { id: lotId } = await partner.lot();
    const { orderId, accountId } = await paidWithCredit(lotId, 2_500);
    expect((await giveBack(orderId)).json.data).toMatchObject({
      refunds: [],
      tickets: { voidedAt: expect.any(String) },
    });
    expect(await rig.rows("select balance_cents from account where id = $1", accountId)).toEqual([
      { balance_cents: 2500 },
    ]);
    const free = await partner.lot({ priceCents: 0 });
    const gift = await rig.sell(partner, free.id);
    expect((await giveBack(gift)).json.data).toMatchObject({ refunds: [], refundedAt: expect.any(String) });
    expect(await lotRow(free.id)).toMatchObject({ voided: 1 });
  });

  it("of one that is not paid is invalid_transition, and without a reason invalid_request", async () => {
    const { id: lotId } = await partner.lot();
    const pending = (await partner.checkout(lotId)).json.data.id;
    const answer = await giveBack(pending);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_transition"]);
    const bare = await rig.admin(partner, "POST", `/orders/${pending}/refund`, {});
    expect([bare.status, bare.json.issues[0].path]).toEqual([400, "reason"]);
  });

  it("reverses the affiliate's commission, once", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    await rig.rows(
      `with who as (
         insert into affiliate (organisation_id, code, name, commission_bps, created_at) values ($1, 'ann', 'Ann', 1000, now())
         returning id, organisation_id
       ), sale as (update ticket_order t set affiliate_id = who.id, commission_cents = 250 from who where t.id = $2)
       insert into commission_entry (organisation_id, affiliate_id, kind, amount_cents, order_id, at)
       select organisation_id, id, 'accrual', 250, $2, now() from who`,
      partner.organisation.id,
      orderId,
    );
    await giveBack(orderId);
    await dispute(orderId, "dp_commission");
    expect(
      await rig.rows(
        "select kind, amount_cents::int from commission_entry where order_id = $1 order by id",
        orderId,
      ),
    ).toEqual([
      { kind: "accrual", amount_cents: 250 },
      { kind: "reversal", amount_cents: -250 },
    ]);
  });
});

describe("at once", () => {
  it("a refund, the cancelling, its unwinding and the freeze of the lot give every order back once", async () => {
    for (let round = 0; round < 4; round++) {
      const { id: lotId } = await partner.lot();
      const orders: string[] = [];
      for (let i = 0; i < 6; i++) orders.push((await paidWithCredit(lotId, 500)).orderId);
      const held = await holdLot(rig.service.databaseUrl, lotId);
      const work = [
        ...orders.flatMap((orderId) => [giveBack(orderId), giveBack(orderId)]),
        cancel(lotId),
        ...(round % 2 === 0 ? [commit(lotId)] : []),
      ];
      await held.waitedFor(2);
      await held.release();
      await Promise.all(work);
      await Promise.all([rig.unwindAll(), rig.unwindAll(), ...orders.map((orderId) => giveBack(orderId))]);
      await rig.unwindAll();
      for (const orderId of orders)
        expect(await order(orderId)).toMatchObject({ refunds: [{ amount: 2_000 }] });
    }
    expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
  });

  it("a refund waits for the commitment that is being written, and then leaves the tickets in the draw", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    const client = await rig.service.database.pool.connect();
    await client.query("begin");
    await client.query("update lot set status = 'ended', committed_at = now() where id = $1", [lotId]);
    const refund = giveBack(orderId);
    await new Promise((resolve) => void setTimeout(resolve, 100));
    await client.query("commit");
    client.release();
    expect((await refund).json.data).toMatchObject({
      tickets: { voidedAt: null },
      refunds: [{ state: "requested" }],
    });
    expect(await lotRow(lotId)).toMatchObject({ voided: 0 });
  });
});

describe("a chargeback", () => {
  it("before the commitment voids the tickets, at any later stage; nothing is sent back; the operator sees it", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId, { quantity: 2 });
    for (const stage of ["opened", "opened", "lost"]) {
      expect(await dispute(orderId, "dp_before", stage)).toBe(200);
    }
    expect(await order(orderId)).toMatchObject({
      status: "paid",
      tickets: { voidedAt: expect.any(String) },
      refunds: [],
      disputes: [{ providerDisputeId: "dp_before", stage: "lost", amount: 2_500, tickets: "voided" }],
      refundedAt: null,
    });
    expect(await lotRow(lotId)).toMatchObject({ sold: 2, voided: 2 });
    await refundAll();
    expect(await rig.atProvider(orderId)).toEqual([]);
  });

  it("after the commitment is recorded, and the tickets stay in the draw", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    await commit(lotId);
    await dispute(orderId, "dp_after");
    expect(await order(orderId)).toMatchObject({
      tickets: { voidedAt: null },
      disputes: [{ tickets: "kept" }],
    });
    expect(await lotRow(lotId)).toMatchObject({ voided: 0 });
  });

  it("then a refund or a cancelled lot sends no money automatically: it waits for the operator, who can let it be sent", async () => {
    const { id: lotId } = await partner.lot();
    const [one, other] = [await rig.sell(partner, lotId), await rig.sell(partner, lotId)];
    await dispute(one, "dp_one");
    await dispute(other, "dp_other");
    await giveBack(one);
    await cancel(lotId);
    await rig.unwindAll();
    await refundAll();
    for (const orderId of [one, other]) {
      expect(await rig.refundOf(orderId)).toMatchObject({ state: "manual", last_error: "disputed" });
      expect(await rig.atProvider(orderId)).toEqual([]);
    }
    const { id } = await rig.refundOf(one);
    expect((await rig.admin(partner, "POST", `/refunds/${id}/retry`)).json.data.state).toBe("requested");
    await refundAll();
    expect(await rig.refundOf(one)).toMatchObject({ state: "succeeded" });
  });

  it("stops a refund that was not sent to its rail", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    await giveBack(orderId);
    await dispute(orderId, "dp_stops");
    await refundAll();
    expect(await rig.refundOf(orderId)).toMatchObject({ state: "manual" });
    expect(await rig.atProvider(orderId)).toEqual([]);
    expect(await lotRow(lotId)).toMatchObject({ voided: 1 });
  });

  it("that comes before its payment is known waits for it, and then voids the tickets", async () => {
    const { id: lotId } = await partner.lot();
    const [paid, unpaid] = [await checkout(lotId), await checkout(lotId)];
    expect(await dispute(paid, "dp_early")).toBe(200);
    expect(await dispute(unpaid, "dp_unpaid")).toBe(200);
    expect(await order(paid)).toMatchObject({ disputes: [{ tickets: "none" }] });
    await processAgain();
    await partner.provider(paid, { outcome: "paid" });
    await declined(unpaid);
    expect(await waitingMessages()).toEqual([{ waiting: 2 }]);
    // What comes later is not undone by the first message, which is processed again after it.
    await rig.service.clock.later(60_000, () => dispute(paid, "dp_early", "lost"));
    await processAgain();
    expect(await waitingMessages()).toEqual([{ waiting: 0 }]);
    expect(await order(paid)).toMatchObject({
      status: "paid",
      tickets: { voidedAt: expect.any(String) },
      disputes: [{ providerDisputeId: "dp_early", stage: "lost", tickets: "voided" }],
    });
    expect(await order(unpaid)).toMatchObject({ status: "failed", disputes: [{ tickets: "none" }] });
    expect(await lotRow(lotId)).toEqual({ sold: 1, held: 0, voided: 1 });
  });

  it("that names an order of another organisation is recorded without it, and voids nothing", async () => {
    const { id: lotId } = await partner.lot();
    const orderId = await rig.sell(partner, lotId);
    const stranger = await rig.partner();
    await rig.told(stranger, orderId, { type: "dispute.updated", state: "opened", disputeId: "dp_foreign" });
    expect(await order(orderId)).toMatchObject({ disputes: [], tickets: { voidedAt: null } });
    expect(
      await rig.rows("select order_id, tickets from dispute where provider_dispute_id = 'dp_foreign'"),
    ).toEqual([{ order_id: null, tickets: "none" }]);
  });
});

it("the books agree", async () => {
  expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
});
