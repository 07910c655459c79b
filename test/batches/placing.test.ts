import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { placementJson } from "../../adapters/persistence/checkout/order-batches.ts";
import { Orders, type Placement } from "../../ports/checkout/orders.ts";
import { NewIds } from "../../ports/ids.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);
const orders = prepared(() => service.wiring.get(Orders));

const id = () => service.wiring.get(NewIds).order();
const eventId = () => service.wiring.get(NewIds).event();

/** Returns placements as the domain makes them, for one lot. */
async function placing(partner: Partner, lotId: number) {
  const organisationId = partner.organisation.id;
  const buyer = { email: "x@example.com", wallet: null };
  const context = await orders.checkoutContext(organisationId, lotId, buyer, null);
  const now = service.clock.now();
  const until = new Date(now.getTime() + 60_000);
  return (change: Partial<Placement> = {}): Placement => ({
    id: id(),
    organisationId,
    lotId,
    buyer: { email: `b-${crypto.randomUUID()}@example.com`, wallet: null },
    apiKeyId: partner.keyId,
    idempotencyId: null,
    quantity: 1,
    terms: context!.terms,
    lotVersion: context!.lotVersion,
    creditCents: 0,
    creditUnread: false,
    charge: { amount: 2_500, currency: "USD" },
    rate: null,
    source: "fiat",
    rail: context!.rail,
    returnUrl: null,
    passHash: null,
    affiliateId: null,
    requestId: "request-0001",
    commissionCents: 0,
    maxPending: { orders: 10, tickets: 100 },
    holdUntil: until,
    railExpiresAt: until,
    now,
    ...change,
    priceCents: change.priceCents ?? 2_500 * (change.quantity ?? 1),
  });
}

const settling = (placement: Placement, now = service.clock.now()) => ({
  orderId: placement.id,
  organisationId: placement.organisationId,
  railAccountId: placement.rail?.accountId ?? null,
  received: { ...placement.charge, paymentId: `pay-${placement.id}` },
  ids: {},
  refundState: "requested" as const,
  paidEventId: eventId(),
  entryEventId: eventId(),
  notificationId: null,
  now,
});

async function row(lotId: number) {
  const rows = await service.sql("select sold, held from lot_stock where lot_id = $1", lotId);
  return rows[0];
}

it("a batch over several lots answers each item in its place, and holds exactly what it placed", async () => {
  const partner = await Partner.add(service);
  const [small, large] = [await partner.lot({ maxTickets: 3 }), await partner.lot()];
  const [toSmall, toLarge] = [await placing(partner, small.id), await placing(partner, large.id)];
  const batch = [
    toSmall({ quantity: 2 }),
    toLarge(),
    toSmall({ quantity: 2 }),
    toSmall(),
    toLarge({ lotId: 999_999 }),
  ];
  const placed = await orders.place(batch);
  expect(placed.map(({ outcome }) => outcome).toSorted()).toEqual([
    "missing",
    "placed",
    "placed",
    "placed",
    "sold_out",
  ]);
  expect(placed[1]!.outcome).toBe("placed");
  expect(placed[4]!.outcome).toBe("missing");
  expect(await row(small.id)).toEqual({ sold: 0, held: 3 });
  expect(await row(large.id)).toEqual({ sold: 0, held: 1 });
});

it("batches at once on the same lots never oversell and never deadlock for good", async () => {
  const partner = await Partner.add(service);
  const lots = [await partner.lot({ maxTickets: 40 }), await partner.lot({ maxTickets: 40 })];
  const makers = await Promise.all(lots.map((lot) => placing(partner, lot.id)));
  const batches = Array.from({ length: 20 }, (_, b) =>
    Array.from({ length: 10 }, (_, i) => makers[(b + i) % 2]!({ quantity: 1 })),
  );
  const outcomes = (await Promise.all(batches.map((batch) => orders.place(batch)))).flat();
  expect(outcomes.filter(({ outcome }) => outcome === "placed")).toHaveLength(80);
  for (const lot of lots) expect(await row(lot.id)).toEqual({ sold: 0, held: 40 });

  const placed = batches.flat().filter((_, i) => outcomes[i]!.outcome === "placed");
  const settlements = [placed.slice(0, 50), placed.slice(30), placed.toReversed()];
  const settled = await Promise.all(
    settlements.map((part) => orders.settle(part.map((order) => settling(order)))),
  );
  expect(settled.flat().filter(({ outcome }) => outcome === "settled")).toHaveLength(80);
  for (const lot of lots) expect(await row(lot.id)).toEqual({ sold: 40, held: 0 });
});

it("one bad item of a batch spoils no other", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot({ maxTickets: 500 });
  const place = await placing(partner, lot.id);
  const good = [place(), place()];
  const bad = place({ quantity: 101, maxPending: { orders: 10, tickets: 1_000 } });
  await expect(orders.place([good[0]!, bad, good[1]!])).rejects.toThrow("quantity");
  expect(await row(lot.id)).toEqual({ sold: 0, held: 2 });
});

it("a rail account that was removed meanwhile is a named outcome", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const placement = place();
  const removedRail = { ...placement, rail: { ...placement.rail!, accountId: 999_999 } };
  expect(await orders.place([removedRail])).toEqual([{ outcome: "rail_account_gone" }]);
});

it("the same idempotent request places one order, in any batch", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const first = place({ idempotencyId: "4711" });
  expect(await orders.place([first])).toMatchObject([{ outcome: "placed" }]);
  expect(await orders.place([place({ idempotencyId: "4711" })])).toEqual([
    { outcome: "existing", orderId: first.id },
  ]);
});

it("the same idempotent request twice in one batch places one order", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const twins = [place({ idempotencyId: "4712" }), place({ idempotencyId: "4712" })];
  const outcomes = (await orders.place(twins)).map(({ outcome }) => outcome).toSorted();
  expect(outcomes).toEqual(["existing", "placed"]);
  expect(await row(lot.id)).toEqual({ sold: 0, held: 1 });
});

it("several payments for one order in one batch: one settles, its repeat does nothing, the other is surplus", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const [placement, other] = [place({ quantity: 3 }), place()];
  await orders.place([placement, other]);
  const again = settling(placement);
  const second = {
    ...settling(placement),
    received: { ...placement.charge, paymentId: `second-${placement.id}` },
  };
  const outcomes = await orders.settle([again, settling(other), settling(placement), second]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    "settled",
    "settled",
    "already_settled",
    "surplus",
  ]);
  expect(await row(lot.id)).toEqual({ sold: 4, held: 0 });
});

it("one payment that names two orders settles one of them", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const [one, two] = [place(), place()];
  await orders.place([one, two]);
  const received = settling(one).received;
  const outcomes = await orders.settle([settling(one), { ...settling(two), received }]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["recorded", "settled"]);
  expect(await row(lot.id)).toEqual({ sold: 1, held: 1 });
});

it("a locked lot delays its own buyers alone", async () => {
  const partner = await Partner.add(service);
  const [held, free] = [await partner.lot(), await partner.lot()];
  const [toHeld, toFree] = [await placing(partner, held.id), await placing(partner, free.id)];
  const holder = await holdLot(service.databaseUrl, held.id);
  let waiting = 0;
  const delayed = Array.from({ length: 8 }, async () => {
    waiting++;
    const [placed] = await orders.place([toHeld()]);
    waiting--;
    return placed!.outcome;
  });
  for (let i = 0; i < 4; i++) {
    const placed = await Promise.all([toFree(), toFree()].map((placement) => orders.place([placement])));
    expect(placed.flat().map(({ outcome }) => outcome)).toEqual(["placed", "placed"]);
  }
  expect(waiting).toBe(8);
  await holder.release();
  expect(new Set(await Promise.all(delayed))).toEqual(new Set(["placed"]));
});

it("the database itself refuses to oversell, to overdraw, to settle twice and to leave a gap in the numbers", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot({ maxTickets: 10 });
  const placement = (await placing(partner, lot.id))();
  await orders.place([placement]);
  await orders.settle([settling(placement)]);
  const { pool } = service.database;
  await expect(pool.query("update lot_stock set held = 11 where lot_id = $1", [lot.id])).rejects.toThrow(
    "lot_never_oversold",
  );
  await expect(
    pool.query("update account set reserved_cents = 1 where organisation_id = $1", [partner.organisation.id]),
  ).rejects.toThrow("account_never_overdrawn");
  await expect(
    pool.query(
      `insert into payment (organisation_id, order_id, rail_kind, rail_provider, provider_payment_id, amount, currency,
         state, received_at)
       select organisation_id, order_id, rail_kind, rail_provider, 'other', amount, currency, state, received_at
       from payment where order_id = $1`,
      [placement.id],
    ),
  ).rejects.toThrow("payment_settled_once");
  const range = (first: number, follows: number) =>
    pool.query(
      `insert into ticket_range (lot_id, first, last, follows, organisation_id, order_id, account_id, issued_at)
       select lot_id, $2::int, $2::int, $3, organisation_id, 'cs_' || repeat('0', 26), account_id, issued_at
       from ticket_range where lot_id = $1`,
      [lot.id, first, follows],
    );
  await expect(range(3, 2)).rejects.toThrow("foreign key");
  await expect(range(3, 1)).rejects.toThrow("ticket_range_contiguous");
});

it("rows cannot point across organisations", async () => {
  const [partner, other] = [await Partner.add(service), await Partner.add(service)];
  const lot = await other.lot();
  const place = await placing(partner, (await partner.lot()).id);
  expect(await orders.place([place({ lotId: lot.id })])).toEqual([{ outcome: "missing" }]);
  await expect(
    service.database.pool.query(
      `insert into lot (organisation_id, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at)
       select $1, prize_id, title, price_cents, payment_token, status, start_at, end_at, created_at
       from lot where id = $2`,
      [partner.organisation.id, lot.id],
    ),
  ).rejects.toThrow("foreign key");
});

it("a form of the service's own pages makes one order, in one batch and later, and keys have the others", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const place = await placing(partner, lot.id);
  const buyer = { email: `b-${crypto.randomUUID()}@example.com`, wallet: null };
  // A signed-in buyer has an account.
  await orders.place([place({ buyer })]);
  const hosted = {
    formKey: randomBytes(32),
    visitHash: randomBytes(32),
    locale: "de",
    passHash: null,
    agreed: null,
  } as const;
  const form = () => place({ buyer, apiKeyId: null, hosted, maxPending: { orders: 2, tickets: 100 } });
  const [first, second] = [form(), form()];
  const placed = await orders.place([first, second]);
  expect(placed.map(({ outcome }) => outcome).toSorted()).toEqual(["placed", "too_many_pending"]);
  const winner = placed[0]!.outcome === "placed" ? first : second;
  expect(await orders.place([form()])).toEqual([{ outcome: "existing", orderId: winner.id }]);
  expect(await row(lot.id)).toMatchObject({ held: 2 });
  expect(await orders.byId(partner.organisation.id, winner.id)).toMatchObject({ channel: "hosted" });
  const { pool } = service.database;
  for (const change of [
    "api_key_id = 1",
    "form_key = null",
    "locale = null",
    "channel = 'api'",
    "channel = 'x'",
  ])
    await expect(pool.query(`update ticket_order set ${change} where id = $1`, [winner.id])).rejects.toThrow(
      "ticket_order_channel",
    );
});

it("an order that charges nothing does not count as pending, in one batch and later", async () => {
  const partner = await Partner.add(service);
  const free = await placing(partner, (await partner.lot({ priceCents: 0 })).id);
  const buyer = { email: `b-${crypto.randomUUID()}@example.com`, wallet: null };
  const limit = { buyer, priceCents: 0, maxPending: { orders: 1, tickets: 1 } };
  const entry = () => free({ ...limit, quantity: 5, charge: { amount: 0, currency: "USD" }, rail: null });
  const outcomes = async (...placements: Placement[]) =>
    (await orders.place(placements)).map(({ outcome }) => outcome);
  expect(await outcomes(entry(), entry())).toEqual(["placed", "placed"]);
  expect(await outcomes(entry())).toEqual(["placed"]);
  expect((await outcomes(free(limit), free(limit))).toSorted()).toEqual(["placed", "too_many_pending"]);
  expect(await outcomes(entry(), free(limit))).toEqual(["placed", "too_many_pending"]);
});

it("an order of a process of the version before, which names no number of its competition, is placed", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const placement = (await placing(partner, lot.id))();
  const outcomes = async (change: object) => {
    const items = [{ ...placementJson(placement), ...change }];
    const rows = await service.sql("select outcome from place($1, true)", JSON.stringify(items));
    return rows;
  };
  expect(await outcomes({ lot_version: placement.lotVersion - 1 })).toEqual([{ outcome: "terms_changed" }]);
  expect(await outcomes({ lot_version: undefined })).toEqual([{ outcome: "placed" }]);
});
