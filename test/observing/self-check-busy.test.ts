import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { BOOK_PARTS, type BookDifference, Books } from "../../ports/operations/books.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { brokenRules } from "../support/builders/books.ts";
import type { Partner } from "../support/builders/partner.ts";
import { RefundRig } from "../support/builders/refund-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const TURNS = 45;

const rig = opened(() => RefundRig.open());
const books = prepared(() => rig.service.wiring.get(Books));

/** Buys, pays, lets expire, gives back, disputes, grants and cancels, in turn. */
async function trade(partner: Partner): Promise<void> {
  let lot = await partner.lot({ maxTickets: 10_000 });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const buyer = { email: `buyer-${turn % 5}-${lot.id}@example.com` };
    const body = { quantity: 1 + (turn % 4), buyer, affiliate: "jane" };
    const { data } = (await partner.checkout(lot.id, body)).json;
    if (!data) continue;
    const outcomes = ["paid", "paid", "paid", "declined", "expired", "paid"];
    if (data.status === "pending") await partner.provider(data.id, { outcome: outcomes[turn % 6] });
    if (turn % 5 === 1) await rig.admin(partner, "POST", `/orders/${data.id}/refund`, { reason: "asked" });
    if (turn % 7 === 2) {
      const order = (await rig.admin(partner, "GET", `/orders/${data.id}`)).json.data;
      await partner.grantCredit(order.accountId, 4_000);
    }
    if (turn % 11 === 3)
      await rig.told(partner, data.id, {
        type: "dispute.updated",
        state: "opened",
        disputeId: `dp-${data.id}`,
      });
    if (turn % 20 === 19) {
      await partner.post(`/competitions/${lot.id}/cancel`);
      await rig.unwindAll();
      lot = await partner.lot({ maxTickets: 10_000 });
    }
  }
}

it("finds nothing while orders are sold, paid, given back, disputed and cancelled, whenever it looks", async () => {
  const partners = await Promise.all([rig.partner(), rig.partner("embed")]);
  for (const partner of partners) await partner.addAffiliate("jane");
  const trading = new AbortController();
  const found: BookDifference[] = [];
  const looked = { fresh: 0, orders: 0, lots: 0, accounts: 0, draw_accounts: 0 };
  const look = async () => {
    for (let turn = 0; !trading.signal.aborted; turn += 1) {
      const part = BOOK_PARTS[turn % BOOK_PARTS.length]!;
      // Orders count as old enough at once, so that pending ones are checked, too.
      const now = new Date(rig.service.clock.now().getTime() + 3_600_000);
      const piece = await books.check(part, { limit: 40, now });
      looked[part] += piece.looked;
      found.push(...piece.differences);
      await pause(5);
    }
  };
  const traders = partners.flatMap((partner) => [1, 2, 3].map(() => trade(partner)));
  const looking = [look(), look()];
  await Promise.all(traders).finally(() => trading.abort());
  await Promise.all(looking);
  expect(found).toEqual([]);
  const { draw_accounts: none, ...many } = looked;
  expect(none).toBe(0);
  for (const [part, rows] of Object.entries(many)) expect(rows, part).toBeGreaterThan(20);
  const [counts] = await rig.rows(
    `select count(*) filter (where status = 'paid')::int as paid, count(*) filter (where unwound_at is not null)::int as given_back,
       count(*) filter (where credit_cents > 0)::int as credited, (select count(*)::int from dispute) as disputed,
       (select count(*)::int from lot where status = 'cancelled') as cancelled
     from ticket_order`,
  );
  for (const [what, rows] of Object.entries(counts)) expect(rows, what).toBeGreaterThan(0);
  // Judged by others that know more rules.
  await rig.unwindAll();
  const broken = await brokenRules(rig.service.databaseUrl, { givenBack: true });
  expect(broken.filter((rule) => !rule.startsWith("the simulated provider"))).toEqual([]);
});

it("a piece reads its own rows by key, however many there are", async () => {
  const PIECE = 20;
  const partner = await rig.partner();
  const lot = await partner.lot({ maxTickets: 100_000 });
  const { id } = (await partner.checkout(lot.id)).json.data;
  await addManyOrders(rig.service.database.pool, id, { paid: 4_000, pending: 0, accounts: 2_000 });
  const { database } = rig.service;
  for (const part of ["orders", "lots", "accounts"] as const) {
    const read = await database.run(async () => {
      const ask = (text: string) => database.query({ name: "", text });
      await ask(`update book_check set at_organisation = ${partner.organisation.id}, position = 0`);
      const soFar = async () => {
        const rows = (await ask(
          `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`,
        )) as { relname: string; read: number }[];
        return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
      };
      const before = await soFar();
      await books.check(part, { limit: PIECE, now: rig.service.clock.now() });
      const after = await soFar();
      return Object.entries(after).map(([table, rows]): [string, number] => [
        table,
        rows - (before[table] ?? 0),
      ]);
    });
    for (const [table, rows] of read) expect(rows, `${part} reads ${table}`).toBeLessThan(10 * PIECE);
  }
});
