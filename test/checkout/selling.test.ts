import { describe, expect, it } from "vitest";
import type { RailKind } from "../../ports/rail.ts";
import { EventEnvelope } from "../../src/webhooks/event.ts";
import { Partner } from "../support/builders/partner.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);

async function eventsOf(orderId: string) {
  const rows = await service.sql(
    "select payload from event where payload::jsonb -> 'data' ->> 'orderId' = $1 order by type desc",
    orderId,
  );
  return rows.map((row) => EventEnvelope.parse(JSON.parse(row.payload)));
}

it("a session that does not know its first ticket, as those settled by an earlier version, tells its numbers by their range", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  for (const first of [1, 3]) {
    const { id } = (await partner.checkout(lot.id, { quantity: 2 })).json.data;
    expect(await partner.session(id)).toMatchObject({ ticketNumbers: [] });
    await partner.provider(id, { outcome: "paid" });
    const told = await partner.session(id);
    expect(told).toMatchObject({ status: "paid", ticketNumbers: [first, first + 1] });
    const { rowCount } = await service.database.pool.query(
      "update ticket_order set first_ticket = null where id = $1 and first_ticket = $2",
      [id, first],
    );
    expect(rowCount).toBe(1);
    expect(await partner.session(id)).toEqual(told);
  }
});

describe("each rail kind sells from session to tickets", () => {
  const kinds: [RailKind, string, string, string][] = [
    ["redirect", "USD", "2500", "PAY_URL"],
    ["embed", "EUR", "2300", "EMBED_SESSION"],
    ["flow", "GBP", "1950", "FLOW_SESSION"],
    ["fields", "JPY", "3785", "FIELDS_SDK"],
    ["qr", "VND", "635000", "CODE_URL"],
  ];
  it.each(kinds)("%s in %s charges %s and renders %s", async (kind, currency, amount, type) => {
    const partner = await Partner.add(service, {
      rails: { [currency]: kind },
      fiatCurrency: currency,
      rates: { EUR: "0.92", GBP: "0.78", JPY: "151.4", VND: "25400" },
    });
    const lot = await partner.lot();
    const created = await partner.checkout(lot.id, { quantity: 1, currency });
    expect(created.status).toBe(201);
    const { id, payment, ...session } = created.json.data;
    expect(id).toMatch(/^cs_[0-9a-z]{26}$/);
    expect(session).toEqual({ status: "pending", provider: kind, amount: Number(amount), currency });
    expect(payment.type).toBe(type);

    await partner.provider(id, { outcome: "paid" });
    expect(await partner.session(id)).toEqual({
      id,
      status: "paid",
      competitionId: lot.id,
      quantity: 1,
      amount: Number(amount),
      currency,
      ticketsIssued: true,
      error: null,
      ticketNumbers: [1],
      ticketPriceUSDCents: 2_500,
      priceUSDCents: 2_500,
      creditAppliedUSDCents: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      givenBackAt: null,
    });
    const [settled, confirmed] = await eventsOf(id);
    expect(settled).toMatchObject({
      type: "payment.settled",
      data: { orderId: id, lotId: lot.id, rail: kind, amount: Number(amount), currency, quantity: 1 },
    });
    expect(confirmed).toMatchObject({
      type: "entry.confirmed",
      data: { orderId: id, txHash: null, lotId: lot.id, ticketNumbers: [1], source: "fiat" },
    });
  });
});

describe("oversell is impossible", () => {
  it("500 buyers at once for 25 tickets: 25 sessions, 475 sold_out; settled five times each: 25 tickets from 1", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 25 });
    const answers = await Promise.all(Array.from({ length: 500 }, () => partner.checkout(lot.id)));
    const sessions = answers.filter(({ status }) => status === 201).map(({ json }) => json.data.id as string);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(sessions).toHaveLength(25);
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.error}`))).toEqual(
      new Set(["400 sold_out"]),
    );
    expect(refused).toHaveLength(475);
    expect(refused.every(({ json }) => json.available === 0)).toBe(true);

    await Promise.all(
      sessions.flatMap((id) => [
        service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }),
        service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } }),
        service.call("GET", `/rails/redirect/${id}/return`),
        service.call("GET", `/rails/redirect/${id}/return`),
        partner.get(`/checkout/sessions/${id}`),
      ]),
    );
    await service.idle();
    const ranges = await service.sql(
      "select first, last from ticket_range where lot_id = $1 order by first",
      lot.id,
    );
    expect(ranges).toEqual(Array.from({ length: 25 }, (_, i) => ({ first: i + 1, last: i + 1 })));
    for (const id of sessions) {
      expect((await eventsOf(id)).map(({ type }) => type).sort()).toEqual([
        "entry.confirmed",
        "payment.settled",
      ]);
    }
    const competition = (await partner.get(`/competitions/${lot.id}`)).json.data;
    expect(competition).toMatchObject({ ticketsSold: 25, state: "open" });
  });

  it("a sold-out answer names what could still be had", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 5 });
    await partner.checkout(lot.id, { quantity: 3 });
    const refused = await partner.checkout(lot.id, { quantity: 3 });
    expect([refused.status, refused.json.error, refused.json.available]).toEqual([400, "sold_out", 2]);
    expect((await partner.checkout(lot.id, { quantity: 2 })).status).toBe(201);
  });

  it("ranges of several entries are contiguous in the order of settlement", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const ids = [];
    for (const quantity of [3, 1, 5]) ids.push((await partner.checkout(lot.id, { quantity })).json.data.id);
    for (const id of ids.toReversed()) await partner.provider(id, { outcome: "paid" });
    const numbers = [];
    for (const id of ids.toReversed()) {
      const confirmed = (await eventsOf(id)).find(({ type }) => type === "entry.confirmed");
      numbers.push(...(confirmed!.data as { ticketNumbers: number[] }).ticketNumbers);
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe("entries that charge nothing", () => {
  it("a free lot is paid at once: provider and payment null, source free, no payment.settled", async () => {
    const partner = await Partner.add(service, { fiatEnabled: false, cryptoEnabled: true });
    const lot = await partner.lot({ priceCents: 0 });
    const { status, json } = await partner.checkout(lot.id, { quantity: 2 });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ status: "paid", provider: null, payment: null, amount: 0 });
    const events = await eventsOf(json.data.id);
    expect(events).toMatchObject([
      { type: "entry.confirmed", data: { source: "free", ticketNumbers: [1, 2] } },
    ]);
  });

  it("an order that credit covers is paid at once, with source fiat", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const { buyer, accountId } = await buyerWithCredit(partner, lot.id, 5_000);
    const { json } = await partner.checkout(lot.id, { buyer, quantity: 2 });
    expect(json.data).toMatchObject({
      status: "paid",
      provider: null,
      payment: null,
      amount: 0,
      currency: "USD",
    });
    expect(await eventsOf(json.data.id)).toMatchObject([
      { type: "entry.confirmed", data: { source: "fiat" } },
    ]);
    expect(await balance(accountId)).toEqual({ balance: 0, reserved: 0 });
  });
});

describe("credit is reserved, then posted or given back", () => {
  it("takes off what there is, and posts it at settlement", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const { buyer, accountId } = await buyerWithCredit(partner, lot.id, 1_000);
    const { json } = await partner.checkout(lot.id, { buyer });
    expect(json.data.amount).toBe(1_500);
    expect(await balance(accountId)).toEqual({ balance: 1_000, reserved: 1_000 });
    await partner.provider(json.data.id, { outcome: "paid" });
    expect(await balance(accountId)).toEqual({ balance: 0, reserved: 0 });
  });

  it("gives it back when the payment fails", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const { buyer, accountId } = await buyerWithCredit(partner, lot.id, 1_000);
    const { json } = await partner.checkout(lot.id, { buyer });
    await partner.provider(json.data.id, { outcome: "declined" });
    expect(await partner.session(json.data.id)).toMatchObject({ status: "failed", ticketsIssued: false });
    expect(await balance(accountId)).toEqual({ balance: 1_000, reserved: 0 });
  });

  it("keeps it when applyCredit is false", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const { buyer } = await buyerWithCredit(partner, lot.id, 1_000);
    expect((await partner.checkout(lot.id, { buyer, applyCredit: false })).json.data.amount).toBe(2_500);
  });

  it("is never spent twice by orders at once", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ priceCents: 1_000 });
    const { buyer, accountId } = await buyerWithCredit(partner, lot.id, 3_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.checkout(lot.id, { buyer })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const amounts = answers.map(({ json }) => json.data.amount as number).sort((a, b) => a - b);
    expect(amounts).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000]);
    expect(await balance(accountId)).toEqual({ balance: 0, reserved: 0 });
  });

  it("is applied less when the rest is under the rail's minimum", async () => {
    const partner = await Partner.add(service, { rails: { USD: "embed" } });
    const lot = await partner.lot();
    const { buyer } = await buyerWithCredit(partner, lot.id, 2_480);
    expect((await partner.checkout(lot.id, { buyer })).json.data.amount).toBe(50);
  });
});

/** A buyer who has an account, because they ordered before. */
async function buyerWithCredit(partner: Partner, lotId: number, amountCents: number) {
  const buyer = { email: `rich-${crypto.randomUUID()}@example.com` };
  const first = await partner.checkout(lotId, { buyer });
  await partner.provider(first.json.data.id, { outcome: "declined" });
  const rows = await service.sql(
    "select account_id as id from account_identity where value = $1",
    buyer.email,
  );
  const accountId = Number(rows[0].id);
  await partner.grantCredit(accountId, amountCents);
  return { buyer, accountId };
}

async function balance(accountId: number) {
  const rows = await service.sql(
    "select balance_cents, reserved_cents from account where id = $1",
    accountId,
  );
  return { balance: Number(rows[0].balance_cents), reserved: Number(rows[0].reserved_cents) };
}
