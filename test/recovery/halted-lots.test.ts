import { describe, expect, it } from "vitest";
import { checkLotDraw } from "../../src/lot-draws/lot-draw-check.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { Notifications } from "../../src/settlement/notifications.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { LotUnwinder } from "../../src/lots/lot-unwinder.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { opened } from "../support/opened.ts";

const rig = opened(() => DrawRig.open());

const halt = (lotId: number) => rig.rows("update lot set halted_at = now() where id = $1", lotId);
const resume = (lotId: number, highestTicketTold: number) =>
  rig.operator("POST", `/competitions/${lotId}/resume`, { highestTicketTold });
const cancel = (lotId: number) => rig.operator("POST", `/competitions/${lotId}/cancel`);
const halted = async () =>
  (await rig.operator("GET", "/halted-competitions")).json.data.map(({ id }: { id: number }) => id);
const pending = async (lotId: number, quantity: number): Promise<string> =>
  (await rig.partner.checkout(lotId, { quantity })).json.data.id;
const pay = (id: string) => rig.partner.provider(id, { outcome: "paid" });
const ranges = (lotId: number) =>
  rig.rows(
    `select first, last, order_id is null as nobodys, voided_at is not null as void from ticket_range
     where lot_id = $1 order by first`,
    lotId,
  );
const processAll = async () => {
  await rig.rows("update rail_notification set lease_until = now() where processed_at is null");
  await rig.service.wiring.get(Notifications).processOnce();
};

describe("a halted competition", () => {
  it("takes no entries", async () => {
    const lotId = await rig.sold(2);
    await halt(lotId);
    const answer = await rig.partner.checkout(lotId);
    expect([answer.status, answer.json.error]).toEqual([400, "entries_closed"]);
    expect(await halted()).toContain(lotId);
  });

  it("is neither closed nor drawn, not even when the operator asks for its draw", async () => {
    const lotId = await rig.sold(2, 3);
    await halt(lotId);
    await rig.close(lotId);
    expect(await rig.rows("select status from lot where id = $1", lotId)).toEqual([{ status: "active" }]);
    const ended = await rig.sold(1);
    await rig.close(ended);
    await halt(ended);
    await rig.turn(ended);
    await rig.operator("POST", `/competitions/${ended}/draw`);
    expect(await rig.rows("select committed_at from lot where id = $1", ended)).toEqual([
      { committed_at: null },
    ]);
  });

  it("issues no ticket for money that comes meanwhile, and does when it is resumed", async () => {
    const lotId = await rig.sold(2);
    const [notified, polled] = [await pending(lotId, 1), await pending(lotId, 4)];
    await halt(lotId);
    await pay(notified);
    await pay(polled);
    await processAll();
    await rig.rows("update ticket_order set hold_until = now() where id = any($1)", [notified, polled]);
    await rig.rows("update pending_order set check_at = now() where order_id = any($1)", [notified, polled]);
    await rig.service.wiring.get(Reconciliation).reconcileOnce();
    expect((await rig.partner.session(polled)).status).toBe("pending");
    expect(await ranges(lotId)).toHaveLength(1);

    expect((await resume(lotId, 2)).json.data).toMatchObject({ id: lotId, haltedAt: null });
    await processAll();
    expect((await rig.partner.session(notified)).ticketsIssued).toBe(true);
    expect((await rig.partner.session(polled)).ticketsIssued).toBe(true);
    expect(await rig.rows("select 1 from refund where order_id = any($1)", [notified, polled])).toEqual([]);
  });

  it("keeps an order that was paid for longer than any other hold", async () => {
    const lotId = await rig.sold(1);
    const id = await pending(lotId, 1);
    await halt(lotId);
    await pay(id);
    await rig.rows(
      `update ticket_order set created_at = now() - interval '9 days',
         hold_until = now() - interval '8 days' where id = $1`,
      id,
    );
    await rig.rows("update pending_order set check_at = now() where order_id = $1", id);
    await rig.service.wiring.get(Reconciliation).reconcileOnce();
    await resume(lotId, 0);
    await processAll();
    expect((await rig.partner.session(id)).ticketsIssued).toBe(true);
  });
});

describe("resuming a halted competition", () => {
  it("skips the numbers that buyers may know: they are void and without an order, and the next buyer gets those after them", async () => {
    const lotId = await rig.sold(3);
    await halt(lotId);
    expect((await resume(lotId, 40)).json.data).toMatchObject({ ticketsSold: 40, haltedAt: null });
    const next = await rig.sell(lotId, 2);
    expect(await ranges(lotId)).toEqual([
      { first: 1, last: 3, nobodys: false, void: false },
      { first: 4, last: 40, nobodys: true, void: true },
      { first: 41, last: 42, nobodys: false, void: false },
    ]);
    expect(await rig.rows("select sold, voided from lot_stock where lot_id = $1", lotId)).toEqual([
      { sold: 42, voided: 37 },
    ]);
    expect((await rig.operator("GET", `/orders/${next}`)).json.data.tickets).toMatchObject({ first: 41 });
  });

  it("draws among the tickets of orders, and the draw can be verified", async () => {
    const lotId = await rig.sold(3);
    await halt(lotId);
    await resume(lotId, 40);
    await rig.sell(lotId, 2);
    await rig.close(lotId);
    await rig.turn(lotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(lotId);
    const document = await rig.document(lotId);
    expect(document.commitment).toMatchObject({ totalTickets: 5, ranges: 2 });
    const entries = (await rig.partner.get(`/competitions/${lotId}/draw/entries`)).json.data;
    const { hash } = (await rig.chain.block(document.commitment!.blockNumber))!;
    const checks = await checkLotDraw(document, entries, { chainId: 31_337, hash });
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it("changes nothing when repeated, and is written down once", async () => {
    const lotId = await rig.sold(1);
    await halt(lotId);
    for (const answer of await Promise.all([resume(lotId, 5), resume(lotId, 5), resume(lotId, 5)]))
      expect(answer.json.data).toMatchObject({ ticketsSold: 5, haltedAt: null });
    expect((await resume(lotId, 9)).json.data).toMatchObject({ ticketsSold: 5 });
    const written = (await rig.operator("GET", "/audit")).json.data.filter(
      ({ subject }: { subject: string }) => subject === `competition:${lotId}`,
    );
    expect(written).toMatchObject([{ action: "competition.resumed", facts: { highestTold: 5 } }]);
  });

  it("is refused where fewer tickets are left than have to be skipped", async () => {
    const lotId = await rig.sold(1);
    await pending(lotId, 10);
    await halt(lotId);
    const answer = await resume(lotId, 995);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_transition"]);
    expect(await halted()).toContain(lotId);
    expect((await resume(lotId, 990)).status).toBe(200);
  });

  it("needs the number, and is limited to its own organisation", async () => {
    const lotId = await rig.sold(1);
    await halt(lotId);
    expect((await rig.operator("POST", `/competitions/${lotId}/resume`, {})).status).toBe(400);
    const stranger = new DrawRig(rig.service, await Partner.add(rig.service));
    for (const answer of [
      await stranger.operator("POST", `/competitions/${lotId}/resume`, { highestTicketTold: 0 }),
      await stranger.operator("POST", `/competitions/${lotId}/cancel`),
    ])
      expect(answer.status).toBe(404);
    expect((await stranger.operator("GET", "/halted-competitions")).json.data).toEqual([]);
  });
});

describe("cancelling a halted competition", () => {
  it("gives every buyer the money back, also those who paid while it was halted", async () => {
    const lotId = await rig.sold(2);
    const late = await pending(lotId, 1);
    await halt(lotId);
    await pay(late);
    expect((await cancel(lotId)).json.data).toMatchObject({ status: "cancelled", haltedAt: null });
    expect((await cancel(lotId)).status).toBe(200);
    await processAll();
    const { wiring } = rig.service;
    while ((await wiring.get(LotUnwinder).unwindOnce()) > 0);
    while ((await wiring.get(RefundRunner).refundOnce()) > 0);
    expect(
      await rig.rows(
        `select r.state, r.amount::int from refund r join ticket_order t on t.id = r.order_id where t.lot_id = $1
         order by amount`,
        lotId,
      ),
    ).toEqual([
      { state: "succeeded", amount: 2_500 },
      { state: "succeeded", amount: 5_000 },
    ]);
  });
});

it("the books agree with numbers that were skipped", async () => {
  await rig.rows("update lot set halted_at = null");
  await processAll();
  expect(await brokenRules(rig.service.databaseUrl, { givenBack: true })).toEqual([]);
});
