import { describe, expect, it } from "vitest";
import { ok, refused } from "../support/builders/operator-rig.ts";
import { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import type { Json } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const rig = opened(() => RefundRig.open());
const partner = prepared(() =>
  Partner.add(rig.service, {
    rails: { USD: "redirect", EUR: "qr" },
    rates: { EUR: "0.5" },
    cryptoEnabled: true,
  }),
);

const admin = (method: string, path: string, body?: unknown, of = partner) =>
  rig.admin(of, method, path, body);
const TERMS = {
  title: "Watch",
  ticketPriceUSDCents: 1_000,
  maxTickets: 100,
  startDate: "2020-01-01T00:00:00Z",
  endDate: "2999-01-01T00:00:00Z",
};
const actions = async (subject: string) =>
  ((await ok(admin("GET", "/audit"))) as Json[])
    .filter((entry) => entry.subject === subject)
    .map(({ action }) => action);

/** An open competition, created by a person. */
async function openLot(terms: object = {}): Promise<number> {
  const { id } = await ok(
    admin("POST", "/competitions", { ...TERMS, prizeId: partner.prizeId, ...terms }),
    201,
  );
  await ok(admin("PATCH", `/competitions/${id}`, { status: "active" }));
  return id;
}

describe("competitions and prizes by people", () => {
  it("are created, changed, opened and read back, and each act is in the audit", async () => {
    const prize = await ok(admin("POST", "/prizes", { name: "Diver", retailValueUSDCents: 90_000 }), 201);
    const changedPrize = await ok(admin("PATCH", `/prizes/${prize.id}`, { description: "Steel" }));
    expect(await ok(admin("GET", `/prizes/${prize.id}`))).toEqual(changedPrize);
    expect(((await ok(admin("GET", "/prizes"))) as Json[])[0]).toEqual(changedPrize);

    const draft = await ok(admin("POST", "/competitions", { ...TERMS, prizeId: prize.id }), 201);
    expect(draft).toMatchObject({
      state: "draft",
      prize: changedPrize,
      ticketsHeld: 0,
      ticketsVoided: 0,
      onChain: false,
      haltedAt: null,
      startDate: "2020-01-01T00:00:00.000Z",
    });
    const path = `/competitions/${draft.id}`;
    await ok(admin("PATCH", path, { title: "Better watch", maxTickets: 50 }));
    const open = await ok(admin("PATCH", path, { status: "active" }));
    expect(open).toMatchObject({ title: "Better watch", maxTickets: 50, state: "open" });
    expect(await ok(admin("GET", path))).toEqual(open);
    expect((await ok(admin("GET", "/competitions?state=open"))) as Json[]).toContainEqual(open);
    expect(
      ((await ok(admin("GET", "/competitions?state=draft"))) as Json[]).map(({ id }) => id),
    ).not.toContain(open.id);
    // What buyers were offered stays.
    expect(await refused(admin("PATCH", `/prizes/${prize.id}`, { description: "Gold" }))).toEqual([
      409,
      "prize_in_use",
    ]);
    expect(await refused(admin("DELETE", `/prizes/${prize.id}`))).toEqual([409, "prize_in_use"]);
    expect(await refused(admin("PATCH", path, { ticketPriceUSDCents: 1 }))).toEqual([
      400,
      "invalid_transition",
    ]);
    expect(await actions(`competition:${draft.id}`)).toEqual([
      "competition.changed",
      "competition.changed",
      "competition.created",
    ]);
    expect(await actions(`prize:${prize.id}`)).toEqual(["prize.changed", "prize.created"]);
    // A partner's program sees the same competition.
    expect((await partner.get(path)).json.data).toMatchObject({ id: open.id, title: "Better watch" });
  });

  it("say which member is wrong, and a refused change leaves no trace", async () => {
    const body = { ...TERMS, prizeId: partner.prizeId };
    const wrong = async (path: string, body: object, method = "POST") => refused(admin(method, path, body));
    expect(await wrong("/competitions", { ...body, endDate: "2019-01-01T00:00:00Z" })).toEqual([
      400,
      "invalid_request",
      "endDate",
    ]);
    expect(await wrong("/competitions", { ...body, maxTickets: 0, title: "" })).toEqual([
      400,
      "invalid_request",
      "title",
      "maxTickets",
    ]);
    expect(await wrong("/competitions", { ...body, prizeId: 900_000 })).toEqual([404, "not_found"]);
    expect(await wrong("/prizes", { retailValueUSDCents: 1 })).toEqual([400, "invalid_request", "name"]);
    const id = await openLot();
    expect(await wrong(`/competitions/${id}`, { endDate: "2998-01-01T00:00:00Z" }, "PATCH")).toEqual([
      400,
      "invalid_transition",
    ]);
    expect(await actions(`competition:${id}`)).toEqual(["competition.changed", "competition.created"]);
  });

  it("show what was sold on each day", async () => {
    const id = await openLot();
    const first = await rig.sell(partner, id, { quantity: 3 });
    await rig.sell(partner, id, { quantity: 2 });
    await rig.rows("update ticket_range set issued_at = '2026-02-03T23:59:59Z' where order_id = $1", first);
    await ok(admin("POST", `/orders/${first}/refund`, { reason: "sorry" }));
    const today = rig.service.clock.now().toISOString().slice(0, 10);
    expect((await ok(admin("GET", `/competitions/${id}/sales`))).days).toEqual([
      { day: "2026-02-03", orders: 1, ticketsSold: 3, ticketsVoided: 3, salesUSDCents: 3_000 },
      { day: today, orders: 1, ticketsSold: 2, ticketsVoided: 0, salesUSDCents: 2_000 },
    ]);
    expect(await ok(admin("GET", `/competitions/${id}`))).toMatchObject({ ticketsSold: 5, ticketsVoided: 3 });
  });
});

/** Returns the sums of a lot's refunds in the form of a preview. */
const refundsOf = (lotId: number): Promise<Json[]> =>
  rig.rows(
    `select y.rail_kind as kind, y.rail_provider as provider, f.currency, f.state = 'manual' as "byHand",
       count(*)::int as refunds, sum(f.amount)::int as amount
     from refund f join payment y on y.id = f.payment_id join ticket_order t on t.id = f.order_id
     where t.lot_id = $1 and f.reason = 'competition_cancelled' group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    lotId,
  );

describe("cancelling a competition", () => {
  it("does what its preview says, in counts and sums", async () => {
    const id = await openLot();
    await partner.addAffiliate("bringer", 2_000);
    const buyer = { email: "rich@example.com" };
    await rig.sell(partner, id, { buyer, quantity: 2 });
    const [account] = await rig.rows("select account_id from ticket_order where lot_id = $1 limit 1", id);
    await partner.grantCredit(Number(account.account_id), 1_500);
    await rig.sell(partner, id, { buyer, affiliate: "bringer" });
    await rig.sell(partner, id, { affiliate: "bringer", quantity: 5 });
    // Given back before: nothing of it happens again.
    const before = await rig.sell(partner, id, { affiliate: "bringer" });
    await ok(admin("POST", `/orders/${before}/refund`, { reason: "sorry" }));
    await ok(admin("PATCH", `/competitions/${id}`, { payment: { fiatCurrency: "EUR" } }));
    await rig.sell(partner, id, { quantity: 4 });
    await partner.checkout(id, { buyer, quantity: 3 });
    await partner.checkout(id, { quantity: 1 });

    const preview = await ok(admin("GET", `/competitions/${id}/cancel-preview`));
    expect(preview).toMatchObject({
      pendingOrders: 2,
      pendingTickets: 4,
      reservedCreditCents: 500,
      paidOrders: 4,
      paidTickets: 12,
      creditCents: 1_000,
      commissions: 2,
      commissionCents: 1_200,
      contract: null,
    });
    const [{ credit }] = await rig.rows(
      "select coalesce(sum(balance_cents), 0)::int as credit from account where organisation_id = $1",
      partner.organisation.id,
    );
    const cancelled = await ok(admin("POST", `/competitions/${id}/cancel`));
    expect(cancelled).toMatchObject({ state: "cancelled", unwoundAt: null });
    await rig.unwindAll();

    expect(preview.refunds).toEqual(await refundsOf(id));
    expect((preview.refunds as unknown as Json[]).map(({ byHand, amount }) => [byHand, amount])).toEqual([
      [true, 2_000],
      [false, 7_000],
    ]);
    const [happened] = await rig.rows(
      `select count(*) filter (where status = 'failed' and error = 'competition_cancelled')::int as "pendingOrders",
         count(*) filter (where status = 'paid' and id <> $2)::int as "paidOrders",
         (sum(quantity) filter (where status = 'paid' and id <> $2))::int as "paidTickets",
         (select sum(balance_cents)::int - $3 from account where organisation_id = $4) as "creditCents",
         (select -sum(c.amount_cents)::int from commission_entry c join ticket_order o on o.id = c.order_id
           where o.lot_id = $1 and c.kind = 'reversal' and o.id <> $2) as "commissionCents"
       from ticket_order where lot_id = $1`,
      id,
      before,
      credit,
      partner.organisation.id,
    );
    expect(preview).toMatchObject(happened as object);
    expect(await ok(admin("GET", `/competitions/${id}`))).toMatchObject({
      ticketsHeld: 0,
      unwoundAt: expect.any(String),
    });
    expect(await ok(admin("GET", `/competitions/${id}/cancel-preview`))).toMatchObject({
      pendingOrders: 0,
      paidOrders: 0,
      refunds: [],
      commissionCents: 0,
    });
  });

  it("twice, several at once and while buyers buy, is one cancellation after which no buyer holds a ticket", async () => {
    const id = await openLot();
    const cancel = () => admin("POST", `/competitions/${id}/cancel`);
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => partner.checkout(id)),
      cancel(),
      cancel(),
      ...Array.from({ length: 8 }, () => partner.checkout(id)),
    ]);
    expect(answers.slice(8, 10).map(({ status }) => status)).toEqual([200, 200]);
    expect((await cancel()).status).toBe(200);
    await rig.unwindAll();
    expect(await ok(admin("GET", `/competitions/${id}`))).toMatchObject({
      state: "cancelled",
      ticketsHeld: 0,
    });
    const events = await rig.rows(
      "select id from event where type = 'lot.cancelled' and (payload::jsonb -> 'data' ->> 'lotId')::int = $1",
      id,
    );
    expect(events).toHaveLength(1);
    const unfinished =
      "select id from ticket_order where lot_id = $1 and (status = 'pending' or unwound_at is null and paid_at is not null)";
    expect(await rig.rows(unfinished, id)).toEqual([]);
  });

  it("is refused once the winner is decided, and reveals nothing to another organisation", async () => {
    const id = await openLot();
    await rig.sell(partner, id);
    const stranger = await Partner.add(rig.service);
    for (const [method, path] of [
      ["GET", `/competitions/${id}/cancel-preview`],
      ["POST", `/competitions/${id}/cancel`],
      ["GET", `/competitions/${id}/sales`],
    ] as const)
      expect(await refused(admin(method, path, undefined, stranger))).toEqual([404, "not_found"]);
    await rig.rows("update lot set status = 'ended', drawn_at = now() where id = $1", id);
    expect(await refused(admin("GET", `/competitions/${id}/cancel-preview`))).toEqual([
      400,
      "competition_has_winner",
    ]);
    expect(await refused(admin("POST", `/competitions/${id}/cancel`))).toEqual([
      400,
      "competition_has_winner",
    ]);
    expect(await actions(`competition:${id}`)).toEqual(["competition.changed", "competition.created"]);
  });
});
