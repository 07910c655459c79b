import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BOOK_PARTS, type BookDifference, type BookPart, Books } from "../../ports/operations/books.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { BOOK_RULES } from "../../src/operations/book-rule.ts";
import { SelfCheck } from "../../src/operations/self-check.ts";
import { Settlement } from "../../src/settlement/settlement.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { creditDraws } from "../support/builders/draw-balance.ts";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { scrape } from "../support/service/scrape.ts";
import type { Json, TestService } from "../support/service/service.ts";

let rig: RefundRig;
let service: TestService;
let books: Books;
let partner: Partner;
/** One order of each kind. */
let orders: Record<"plain" | "credited" | "givenBack" | "late" | "waiting" | "disputed", string>;
let lotId: number;
let drawnLotId: number;

const ofPartner = () => `organisation_id = ${partner.organisation.id}`;
/** Any account that neither placed the order `plain` nor won. */
const stranger = () =>
  `(select min(a.id) from account a where a.id not in (select account_id from ticket_order where id = '${orders.plain}')
    and a.id not in (select account_id from winner))`;

beforeAll(async () => {
  rig = await RefundRig.open();
  service = rig.service;
  books = service.wiring.get(Books);
  service.wiring.get(SelfCheck);
  partner = await rig.partner();
  await partner.addAffiliate("jane");
  const lot = await partner.lot({ maxTickets: 1_000 });
  lotId = lot.id;
  const buyer = { email: "often@example.com" };
  const plain = await rig.sell(partner, lotId, { quantity: 3, buyer, affiliate: "jane" });
  const { account_id: accountId } = (
    await rig.rows("select account_id from ticket_order where id = $1", plain)
  )[0];
  await partner.grantCredit(Number(accountId), 1_000);
  const credited = await rig.sell(partner, lotId, { quantity: 1, buyer });
  await partner.grantCredit(Number(accountId), 700);
  const givenBack = await rig.sell(partner, lotId, { quantity: 2, buyer, affiliate: "jane" });
  await rig.admin(partner, "POST", `/orders/${givenBack}/refund`, { reason: "asked for it" });
  const late = (await partner.checkout(lotId)).json.data.id;
  const order = await service.wiring.get(Orders).byId(partner.organisation.id, late);
  await service.wiring.get(Settlement).giveUp(order!, "expired");
  await partner.provider(late, { outcome: "paid" });
  const waiting = (await partner.checkout(lotId, { buyer })).json.data.id;
  const disputed = await rig.sell(partner, lotId, { affiliate: "jane" });
  await rig.told(partner, disputed, { type: "dispute.updated", state: "opened", disputeId: "dp_1" });
  drawnLotId = await drawn();
  await creditDraws(service, partner.organisation.id, 500);
  orders = { plain, credited, givenBack, late, waiting, disputed };
});
afterAll(() => rig.close());

/** @returns a competition that was drawn */
async function drawn(): Promise<number> {
  const draws = new DrawRig(service, partner);
  const id = await draws.sold(2, 1, 3);
  await draws.close(id);
  await vi.waitFor(
    async () => {
      await draws.turn(id);
      await draws.chain.mine(FAR_BLOCKS);
      expect((await draws.document(id)).status).toBe("drawn");
    },
    { timeout: 30_000 },
  );
  return id;
}

/** Looks at all orders, lots and accounts, in one round. */
async function lookAtAll(limit = 10_000): Promise<BookDifference[]> {
  const found: BookDifference[] = [];
  for (const part of BOOK_PARTS.filter((each) => each !== "fresh")) {
    let looked: number;
    do {
      const piece = await books.check(part, { limit, now: service.clock.now() });
      ({ looked } = piece);
      found.push(...piece.differences);
    } while (looked === limit);
  }
  return found;
}

/** What is found once this was done to the books, past constraints' triggers; it is undone. */
async function foundAfter<T>(text: string, look: () => Promise<T>): Promise<T> {
  const { database } = service;
  let found: { readonly it: T } | undefined;
  const undone = database.run(async () => {
    await database.query({ name: "", text: "set local session_replication_role = replica" });
    await database.query({ name: "", text });
    found = { it: await look() };
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  return found!.it;
}

const breaches: [rule: string, what: string, sql: () => string][] = [
  [
    "order_payment",
    "a payment of less",
    () => `update payment set amount = amount - 1 where order_id = '${orders.plain}'`,
  ],
  [
    "order_payment",
    "a payment in another currency",
    () => `update payment set currency = 'EUR' where order_id = '${orders.plain}'`,
  ],
  ["order_payment", "a payment that is gone", () => `delete from payment where order_id = '${orders.plain}'`],
  [
    "order_payment",
    "a payment of an order that is not paid",
    () => `update payment set state = 'settled' where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "money that is kept and should not be",
    () => `delete from refund where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "an order given back without its money",
    () => `delete from refund where order_id = '${orders.givenBack}'`,
  ],
  [
    "payment_refund",
    "a refund of more",
    () => `update refund set amount = amount + 1 where order_id = '${orders.givenBack}'`,
  ],
  [
    "payment_refund",
    "a refund in another currency",
    () => `update refund set currency = 'EUR' where order_id = '${orders.late}'`,
  ],
  [
    "payment_refund",
    "a refund of money that bought tickets",
    () =>
      `insert into refund (organisation_id, order_id, payment_id, key, amount, currency, reason, state, created_at, updated_at, rail_account_id)
       select y.organisation_id, y.order_id, y.id, 'x', y.amount, y.currency, 'x', 'manual', now(), now(), t.rail_account_id
       from payment y join ticket_order t on t.id = y.order_id where t.id = '${orders.plain}'`,
  ],
  [
    "order_pending",
    "a pending order that nobody looks after",
    () => `delete from pending_order where order_id = '${orders.waiting}'`,
  ],
  [
    "order_pending",
    "an order that has ended and is kept as pending",
    () =>
      `insert into pending_order (organisation_id, lot_id, number, account_id, order_id, quantity, check_at)
       select organisation_id, lot_id, number, account_id, id, quantity, now() from ticket_order where id = '${orders.plain}'`,
  ],
  [
    "order_tickets",
    "tickets that are gone",
    () => `delete from ticket_range where order_id = '${orders.plain}'`,
  ],
  [
    "order_tickets",
    "a ticket too many",
    () =>
      `update ticket_range set first = first - 1, follows = first - 2 where order_id = '${orders.credited}'`,
  ],
  [
    "order_tickets",
    "tickets of an order that is not paid",
    () => `update ticket_range set order_id = '${orders.waiting}' where order_id = '${orders.disputed}'`,
  ],
  [
    "order_numbers",
    "another number than the buyer was told",
    () => `update ticket_order set first_ticket = first_ticket + 1 where id = '${orders.plain}'`,
  ],
  [
    "order_lot",
    "tickets in another competition",
    () => `update ticket_range set lot_id = ${drawnLotId} where order_id = '${orders.disputed}'`,
  ],
  [
    "order_buyer",
    "tickets of somebody else",
    () => `update ticket_range set account_id = ${stranger()} where order_id = '${orders.plain}'`,
  ],
  [
    "order_void",
    "void tickets of an order that stands",
    () => `update ticket_range set voided_at = now() where order_id = '${orders.plain}'`,
  ],
  [
    "order_credit",
    "credit that was not spent",
    () => `delete from credit_entry where order_id = '${orders.credited}' and kind = 'spend'`,
  ],
  [
    "order_credit",
    "credit that somebody else spent",
    () => `update credit_entry set account_id = ${stranger()} where order_id = '${orders.credited}'`,
  ],
  [
    "order_credit_returned",
    "credit that was not returned",
    () => `delete from credit_entry where order_id = '${orders.givenBack}' and kind = 'refund'`,
  ],
  [
    "order_commission",
    "a commission that was not earned",
    () => `delete from commission_entry where order_id = '${orders.plain}'`,
  ],
  [
    "order_commission",
    "a commission that another affiliate has",
    () => `update commission_entry set affiliate_id = affiliate_id + 1 where order_id = '${orders.plain}'`,
  ],
  [
    "order_commission_reversed",
    "a commission that was not taken back",
    () => `delete from commission_entry where order_id = '${orders.givenBack}' and kind = 'reversal'`,
  ],
  [
    "lot_sold",
    "a ticket counted that was not issued",
    () => `update lot_stock set sold = sold + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_sold",
    "a ticket issued that is not counted",
    () => `update lot_stock set sold = sold - 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_held",
    "a place held for nobody",
    () => `update lot_stock set held = held + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_held",
    "an order whose place is not held",
    () => `update pending_order set quantity = quantity + 1 where order_id = '${orders.waiting}'`,
  ],
  [
    "lot_voided",
    "a void ticket too many",
    () => `update lot_stock set voided = voided + 1 where lot_id = ${lotId}`,
  ],
  [
    "lot_committed",
    "a ticket less than the draw was committed to",
    () => `update lot_stock set voided = voided + 1 where lot_id = ${drawnLotId}`,
  ],
  ["lot_drawn", "a winner that is gone", () => `delete from winner where lot_id = ${drawnLotId}`],
  [
    "lot_drawn",
    "a winner of a competition that is not drawn",
    () =>
      `insert into winner (organisation_id, lot_id, ticket_number, account_id, won_at)
       select organisation_id, lot_id, first, account_id, now() from ticket_range where order_id = '${orders.plain}'`,
  ],
  [
    "lot_winner",
    "somebody who has another ticket",
    () => `update winner set account_id = ${stranger()} where lot_id = ${drawnLotId}`,
  ],
  [
    "lot_winner",
    "a ticket that is nobody's",
    () => `update winner set ticket_number = 999 where lot_id = ${drawnLotId}`,
  ],
  [
    "account_balance",
    "credit from nowhere",
    () =>
      `update account set balance_cents = balance_cents + 1 where id = (select account_id from ticket_order where id = '${orders.plain}')`,
  ],
  [
    "account_reserved",
    "credit reserved for nobody",
    () =>
      `update account set balance_cents = balance_cents + 5, reserved_cents = reserved_cents + 5 where id = (select account_id from ticket_order where id = '${orders.plain}')`,
  ],
  [
    "draw_balance",
    "money for fair draws from nowhere",
    () => `update draw_account set balance_cents = balance_cents + 1 where ${ofPartner()}`,
  ],
  [
    "draw_balance",
    "a deposit that is not in the balance",
    () => `update deposit set amount_cents = amount_cents + 1 where ${ofPartner()}`,
  ],
  [
    "draw_balance",
    "a cost that nobody paid",
    () => `update draw_account set cost_cents = 1 where ${ofPartner()}`,
  ],
];

describe("the self-check", () => {
  it("finds nothing in books that agree", async () => {
    const { rows } = await service.database.pool.query("select distinct status from ticket_order order by 1");
    expect(rows.map(({ status }) => status)).toEqual(["failed", "paid", "pending"]);
    expect(await lookAtAll()).toEqual([]);
    expect(await lookAtAll(2)).toEqual([]);
  });

  it.each(breaches)("finds by %s: %s", async (rule, _, sql) => {
    const found = await foundAfter(sql(), () => lookAtAll());
    expect(found.map((difference) => difference.rule)).toContain(rule);
    for (const { organisation } of found) expect(organisation).toBe(partner.organisation.slug);
  });

  it("has a breach for each of its rules", () => {
    const tried = new Set(breaches.map(([rule]) => rule));
    expect([...tried].toSorted()).toEqual(Object.keys(BOOK_RULES).toSorted());
  });

  it("says whose books, what was expected and what was found, calls the operator, and counts", async () => {
    const before = await scrape(service);
    const lines = service.logLines.length;
    await foundAfter(`update payment set amount = amount - 100 where order_id = '${orders.plain}'`, () =>
      service.wiring.get(SelfCheck).check("orders"),
    );
    const line = service.logLines
      .slice(lines)
      .map((text) => JSON.parse(text))
      .filter(({ level }: Json) => level === "error");
    expect(line).toMatchObject([
      {
        msg: "the books do not agree",
        alert: true,
        part: "orders",
        rule: "order_payment",
        organisation: partner.organisation.slug,
        orderId: orders.plain,
        lotId,
        expected: 7_500,
        found: 7_400,
      },
    ]);
    const after = await scrape(service);
    const grown = (series: string) => after.get(series)! - before.get(series)!;
    expect(grown('book_differences_total{rule="order_payment"}')).toBe(1);
    expect(grown('book_differences_total{rule="lot_sold"}')).toBe(0);
    expect(grown("alerts_total")).toBe(1);
  });

  it("writes no more than some lines for a piece, however much is wrong", async () => {
    const lines = service.logLines.length;
    const many = await partner.lot({ maxTickets: 1_000 });
    for (let n = 0; n < 25; n += 1) await rig.sell(partner, many.id, {});
    await foundAfter(`update payment set amount = amount - 1 where state = 'settled'`, () =>
      service.wiring.get(SelfCheck).check("orders"),
    );
    const said = service.logLines.slice(lines).filter((line) => line.includes("the books do not agree"));
    expect(said).toHaveLength(21);
    expect(JSON.parse(said.at(-1)!)).toMatchObject({
      msg: "the books do not agree in many places",
      alert: true,
    });
  });
});

describe("a piece of the self-check", () => {
  const freshOnce = () => books.check("fresh", { limit: 10_000, now: service.clock.now() });

  it("looks at each order ten minutes after it was placed, with its lot and buyer, once", async () => {
    rig.pass(20);
    await freshOnce();
    const sold = await rig.sell(partner, lotId, { quantity: 2 });
    rig.pass(5);
    expect(await freshOnce()).toEqual({ looked: 0, differences: [] });
    rig.pass(6);
    const spoilt = `update payment set amount = 1 where order_id = '${sold}'`;
    const order = await foundAfter(spoilt, freshOnce);
    const lot = await foundAfter(`update lot_stock set held = held + 1 where lot_id = ${lotId}`, freshOnce);
    expect(order.differences.map(({ rule, orderId }) => [rule, orderId])).toEqual([["order_payment", sold]]);
    expect(lot.differences.map(({ rule, lotId: of }) => [rule, of])).toEqual([["lot_held", lotId]]);
    expect((await freshOnce()).looked).toBe(1);
    expect((await freshOnce()).looked).toBe(0);
  });

  it.each<[BookPart, string]>([
    ["orders", "ticket_order"],
    ["lots", "lot"],
    ["accounts", "account"],
    ["draw_accounts", "draw_account"],
  ])(
    "goes on where the one before ended, through all organisations, and then begins anew: %s",
    async (part, table) => {
      const other = await rig.partner();
      await rig.sell(other, (await other.lot()).id);
      await creditDraws(service, other.organisation.id, 100);
      const [{ count }] = await rig.rows(`select count(*)::int from ${table}`);
      for (let round = 0; round < 2; round += 1) {
        let total = 0;
        for (let looked = 3; looked === 3; total += looked)
          ({ looked } = await books.check(part, { limit: 3, now: service.clock.now() }));
        expect(total).toBe(count);
      }
      const shown = (await scrape(service)).get(`book_check_age_seconds{part="${part}"}`)!;
      expect(shown).toBeLessThan(5);
      rig.pass(60);
      expect(Math.floor((await scrape(service)).get(`book_check_age_seconds{part="${part}"}`)! / 60)).toBe(
        60,
      );
    },
  );

  it("is looked at by one process at a time: another gets nothing, and does not wait", async () => {
    const client = await service.database.pool.connect();
    try {
      await client.query("begin");
      await client.query("select from book_check for update");
      for (const part of BOOK_PARTS)
        expect((await books.check(part, { limit: 10, now: service.clock.now() })).looked).toBe(0);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
