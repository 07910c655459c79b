import { describe, expect, it } from "vitest";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { Partner } from "../../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../../support/service/service.ts";
import { dataOf, refusalOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const service = prepared(sharedService);

const partner = prepared(() => Partner.add(service));

const cancel = (id: number, of = partner) => of.post(`/competitions/${id}/cancel`);

async function rows(text: string, ...values: unknown[]): Promise<Json[]> {
  return await service.sql(text, ...values);
}

async function unwindAll(): Promise<void> {
  while ((await service.wiring.get(LotUnwinder).unwindOnce()) > 0);
}

/** A session of this competition that is paid. */
async function paidSession(lotId: number, body: object = {}): Promise<string> {
  const { id } = dataOf(await partner.checkout(lotId, body), 201);
  await partner.provider(id, { outcome: "paid" });
  expect((await partner.session(id)).status).toBe("paid");
  return id;
}

describe("POST /competitions/{id}/cancel", () => {
  it("answers 200 with status and state cancelled, and so it reads from then on", async () => {
    const { id } = await partner.lot();
    const answer = await cancel(id);
    expect(dataOf(answer)).toMatchObject({ id, status: "cancelled", state: "cancelled" });
    expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(answer.json.data);
  });

  it("repeated, or ten times at once, answers 200 each time and writes one event lot.cancelled", async () => {
    const { id } = await partner.lot();
    await paidSession(id, { quantity: 3 });
    const before = Date.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)));
    answers.push(await cancel(id));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const events = await rows(
      "select id, payload from event where type = 'lot.cancelled' and organisation_id = $1 and payload::json #>> '{data,lotId}' = $2",
      partner.organisation.id,
      String(id),
    );
    expect(events).toHaveLength(1);
    const envelope = JSON.parse(events[0].payload);
    expect(envelope).toEqual({
      id: events[0].id,
      type: "lot.cancelled",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { lotId: id, cancelledAt: envelope.createdAt, ticketsSold: 3 },
    });
    expect(Date.parse(envelope.createdAt)).toBeGreaterThanOrEqual(before);
  });

  it("takes any state without a winner: draft, scheduled, sold out, ended", async () => {
    const hour = 3_600_000;
    const draft = await partner.lot({ status: "draft" });
    const scheduled = await partner.lot({
      startAt: new Date(Date.now() + hour),
      endAt: new Date(Date.now() + 2 * hour),
    });
    const soldOut = await partner.lot({ maxTickets: 1 });
    await paidSession(soldOut.id);
    const ended = await partner.lot();
    await rows("update lot set status = 'ended', closed_at = now() where id = $1", ended.id);
    for (const { id } of [draft, scheduled, soldOut, ended])
      expect(dataOf(await cancel(id))).toMatchObject({ status: "cancelled", state: "cancelled" });
  });

  it("of a competition that has a winner is 400 competition_has_winner, and changes nothing", async () => {
    const { id } = await partner.lot();
    await rows("update lot set status = 'ended', closed_at = now(), drawn_at = now() where id = $1", id);
    const before = await partner.get(`/competitions/${id}`);
    expect(refusalOf(await cancel(id))).toEqual([400, "competition_has_winner"]);
    expect((await partner.get(`/competitions/${id}`)).text).toBe(before.text);
    expect(await rows("select 1 from event where payload::json #>> '{data,lotId}' = $1", String(id))).toEqual(
      [],
    );
  });

  it("has no body: an empty one passes, a field is refused by name", async () => {
    const { id } = await partner.lot();
    expect(wrongFields(await partner.post(`/competitions/${id}/cancel`, { reason: "rain" }))).toEqual([
      "reason",
    ]);
    expect((await partner.post(`/competitions/${id}/cancel`, {})).status).toBe(200);
  });

  it("answers 404 not_found for an unknown competition", async () => {
    expect(refusalOf(await cancel(999_999_999))).toEqual([404, "not_found"]);
  });
});

describe("the buyers of a cancelled competition", () => {
  it("pending sessions read failed with competition_cancelled at once, to partner and operator", async () => {
    const { id } = await partner.lot();
    const session = dataOf(await partner.checkout(id, { quantity: 4 }), 201);
    await cancel(id);
    expect(await partner.session(session.id)).toMatchObject({
      status: "failed",
      error: "competition_cancelled",
      ticketsIssued: false,
    });
    const path = `/admin/api/v1/organisations/${partner.organisation.slug}/orders/${session.id}`;
    const order = dataOf(await service.call("GET", path, { key: ADMIN_TOKEN }));
    expect(order).toMatchObject({ status: "failed", error: "competition_cancelled" });
    expect(refusalOf(await partner.checkout(id))).toEqual([400, "entries_closed"]);
  });

  it("then holds are released, and paid orders get a refund each over what the rail charged; once", async () => {
    const { id } = await partner.lot();
    const paid = [await paidSession(id, { quantity: 2 }), await paidSession(id)];
    const pending = dataOf(await partner.checkout(id, { quantity: 5 }), 201);
    expect(await rows("select sold, held from lot_stock where lot_id = $1", id)).toEqual([
      { sold: 3, held: 5 },
    ]);
    await cancel(id);
    await unwindAll();
    await unwindAll();
    expect(await rows("select sold, held from lot_stock where lot_id = $1", id)).toEqual([
      { sold: 3, held: 0 },
    ]);
    const refunds = dataOf(
      await service.call("GET", `/admin/api/v1/organisations/${partner.organisation.slug}/refunds`, {
        key: ADMIN_TOKEN,
      }),
    ).filter(({ orderId }: Json) => [...paid, pending.id].includes(orderId));
    expect(
      refunds.map(({ orderId, amount, currency, reason, state }: Json) => ({
        orderId,
        amount,
        currency,
        reason,
        state,
      })),
    ).toEqual(
      expect.arrayContaining([
        {
          orderId: paid[0],
          amount: 5_000,
          currency: "USD",
          reason: "competition_cancelled",
          state: "requested",
        },
        {
          orderId: paid[1],
          amount: 2_500,
          currency: "USD",
          reason: "competition_cancelled",
          state: "requested",
        },
      ]),
    );
    expect(refunds).toHaveLength(2);
    expect(await partner.session(pending.id)).toMatchObject({
      status: "failed",
      error: "competition_cancelled",
    });
    expect(await partner.session(paid[0]!)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("get their credit back, spent or only reserved, and no refund for what credit paid", async () => {
    const { id } = await partner.lot();
    const buyer = { email: "credit@example.com" };
    await partner.checkout(id, { buyer });
    const [{ id: accountId }] = await rows(
      "select account_id as id from account_identity where organisation_id = $1 and value = $2",
      partner.organisation.id,
      buyer.email,
    );
    await partner.grantCredit(Number(accountId), 4_000);
    const covered = dataOf(await partner.checkout(id, { buyer }), 201);
    expect(covered).toMatchObject({ status: "paid", amount: 0 });
    const partly = dataOf(await partner.checkout(id, { buyer }), 201);
    expect(partly).toMatchObject({ status: "pending", amount: 1_000 });
    const credit = () => rows("select balance_cents, reserved_cents from account where id = $1", accountId);
    expect(await credit()).toEqual([{ balance_cents: 1500, reserved_cents: 1500 }]);
    await cancel(id);
    await unwindAll();
    expect(await credit()).toEqual([{ balance_cents: 4000, reserved_cents: 0 }]);
    expect(await rows("select 1 from refund where order_id in ($1, $2)", covered.id, partly.id)).toEqual([]);
  });

  it("who pays after the cancelling gets no ticket: the payment is recorded and a refund requested", async () => {
    const { id } = await partner.lot();
    const session = dataOf(await partner.checkout(id), 201);
    await cancel(id);
    await partner.provider(session.id, { outcome: "paid" });
    expect(await partner.session(session.id)).toMatchObject({
      status: "failed",
      error: "competition_cancelled",
      ticketsIssued: false,
    });
    const late = await rows(
      "select p.state as payment, r.state as refund, r.amount from payment p left join refund r on r.payment_id = p.id where p.order_id = $1",
      session.id,
    );
    expect(late).toEqual([{ payment: "late", refund: "requested", amount: 2500 }]);
    await unwindAll();
    expect(await rows("select sold, held from lot_stock where lot_id = $1", id)).toEqual([
      { sold: 0, held: 0 },
    ]);
    expect(await rows("select 1 from refund where order_id = $1", session.id)).toHaveLength(1);
  });

  it("of another competition of the organisation notice nothing", async () => {
    const [one, other] = [await partner.lot(), await partner.lot()];
    const session = dataOf(await partner.checkout(other.id), 201);
    await cancel(one.id);
    await unwindAll();
    expect(await partner.session(session.id)).toMatchObject({ status: "pending", error: null });
    expect(await rows("select held from lot_stock where lot_id = $1", other.id)).toEqual([{ held: 1 }]);
  });
});
