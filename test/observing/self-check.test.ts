import { beforeAll, describe, expect, it, vi } from "vitest";
import { BOOK_PARTS, type BookDifference, type BookPart, Books } from "../../ports/operations/books.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { BOOK_RULES } from "../../src/operations/book-rule.ts";
import { SelfCheck } from "../../src/operations/self-check.ts";
import { Settlement } from "../../src/settlement/settlement.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { creditDraws } from "../support/builders/draw-balance.ts";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { BREACHES } from "./book-breaches.ts";
import { scrape } from "../support/service/scrape.ts";
import type { Json } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

let partner: Partner;
/** One order of each kind. */
let orders: Record<"plain" | "credited" | "givenBack" | "late" | "waiting" | "disputed", string>;
let lotId: number;
let drawnLotId: number;

const rig = opened(() => RefundRig.open());
const service = prepared(() => rig.service);
const books = prepared(() => service.wiring.get(Books));
beforeAll(async () => {
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
    { timeout: 60_000 },
  );
  return id;
}

/** Checks all orders, lots and accounts in one round. */
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

/** Returns the findings after a change of the books that skips constraint triggers; then rolls it back. */
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

describe("the self-check", () => {
  it("finds nothing in books that agree", async () => {
    const rows = await service.sql("select distinct status from ticket_order order by 1");
    expect(rows.map(({ status }) => status)).toEqual(["failed", "paid", "pending"]);
    expect(await lookAtAll()).toEqual([]);
    expect(await lookAtAll(2)).toEqual([]);
  });

  it.each(BREACHES)("finds by %s: %s", async (rule, _, sql) => {
    const stranger = `(select min(a.id) from account a
      where a.id not in (select account_id from ticket_order where id = '${orders.plain}')
        and a.id not in (select account_id from winner))`;
    const ofPartner = `organisation_id = ${partner.organisation.id}`;
    const scene = { orders, lotId, drawnLotId, stranger, ofPartner };
    const found = await foundAfter(sql(scene), () => lookAtAll());
    expect(found.map((difference) => difference.rule)).toContain(rule);
    for (const { organisation } of found) expect(organisation).toBe(partner.organisation.slug);
  });

  it("has a breach for each of its rules", () => {
    const tried = new Set(BREACHES.map(([rule]) => rule));
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
