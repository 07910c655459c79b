import { beforeAll, expect, it } from "vitest";
import { LOT_STATES } from "../../../src/lots/lot.ts";
import { Partner } from "../../support/builders/partner.ts";
import { type Json, sharedService } from "../../support/service/service.ts";
import { dataOf, pagesOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let seller: Partner;
let other: Partner;
/** By what is special about each. */
const ids: Record<string, number> = {};

const service = prepared(sharedService);
beforeAll(async () => {
  [seller, other] = [await Partner.add(service), await Partner.add(service)];
  const set = async (name: string, change: string, stock = "sold = 0") => {
    ids[name] = (await seller.lot()).id;
    const { pool } = service.database;
    await pool.query(`update lot set ${change} where id = $1`, [ids[name]]);
    await pool.query(`update lot_stock set ${stock} where lot_id = $1`, [ids[name]]);
  };
  ids.draft = (await seller.lot({ status: "draft" })).id;
  await set("draftOfThePast", "status = 'draft', end_at = now() - interval '1 s'");
  ids.scheduled = (await seller.lot({ startAt: inHours(1), endAt: inHours(2) })).id;
  ids.open = (await seller.lot()).id;
  await set("past, not closed yet", "end_at = now() - interval '1 s'", "sold = 1");
  await set("past without tickets", "end_at = now() - interval '1 s'");
  await set("ended with a hold", "status = 'ended', closed_at = now()", "held = 1");
  await set("ended, all voided", "status = 'ended', closed_at = now()", "sold = 2, voided = 2");
  await set("drawn", "status = 'ended', closed_at = now(), drawn_at = now()", "sold = 2");
  await set(
    "archived",
    "status = 'ended', closed_at = now(), drawn_at = now(), archived_at = now()",
    "sold = 2",
  );
  await set("cancelled", "status = 'cancelled', cancelled_at = now()");
  await set("cancelled, sold", "status = 'cancelled', cancelled_at = now()", "sold = 2");
  ids.another = (await seller.lot()).id;
  ids.foreign = (await other.lot()).id;
});

const listed = async (query: string): Promise<number[]> =>
  dataOf(await seller.get(`/competitions?${query}`)).map(({ id }: Json) => id);

it("?state= lists the competitions that show this state, newest first, and none is in two lists", async () => {
  const own = Object.entries(ids).flatMap(([name, id]) => (name === "foreign" ? [] : [id]));
  const states = new Map<string, number[]>();
  for (const id of own.toSorted((a, b) => b - a)) {
    const { state } = dataOf(await seller.get(`/competitions/${id}`));
    states.set(state, [...(states.get(state) ?? []), id]);
  }
  expect([...states.keys()].toSorted()).toEqual(LOT_STATES.toSorted());
  for (const state of LOT_STATES) expect(await listed(`state=${state}`), state).toEqual(states.get(state));
});

it("without parameters it stays what the specification says: active, with the end ahead", async () => {
  expect(dataOf(await seller.get("/competitions")).map(({ id }: Json) => id)).toEqual([
    ids.another,
    ids.open,
    ids.scheduled,
  ]);
});

it("?ids= lists these, whatever their state, newest first; unknown and foreign ones are left out", async () => {
  const wanted = [ids.draft, ids.cancelled, ids.foreign, 999_999_999, ids.open, ids.open];
  expect(await listed(`ids=${wanted.join(",")}`)).toEqual([ids.cancelled, ids.open, ids.draft]);
  expect(await listed(`ids=${wanted.join(",")}&state=open`)).toEqual([ids.open]);
  expect(await listed(`ids=${ids.foreign}`)).toEqual([]);
});

it("both are paged by limit and after, and Link keeps them", async () => {
  const four = [ids.another, ids.cancelled, ids.open, ids.draft];
  expect(await pagesOf(seller, `/competitions?limit=3&ids=${four.join(",")}`)).toEqual([
    four.slice(0, 3),
    four.slice(3),
  ]);
  expect(await pagesOf(seller, "/competitions?limit=1&state=draft")).toEqual([
    [ids.draftOfThePast],
    [ids.draft],
  ]);
});

it.each([
  ["state=ended", "state"],
  ["state=", "state"],
  ["state=open,draft", "state"],
  ["ids=", "ids.0"],
  ["ids=1,", "ids.1"],
  ["ids=1,x", "ids.1"],
  ["ids=0", "ids.0"],
  [`ids=${Array(101).fill(1).join(",")}`, "ids"],
  ["ids=1&ids=2", "ids"],
])("refuses ?%s, naming it", async (query, field) => {
  expect(wrongFields(await seller.get(`/competitions?${query}`))).toEqual([field]);
});

it("shows what a partner needs to run it: tickets left after holds, dates, prize, its own override", async () => {
  const partner = await Partner.add(service, { cryptoEnabled: true });
  const payment = { crypto: false, fiatCurrency: "USD" };
  const lot = await partner.lot({ maxTickets: 10, payment });
  const session = dataOf(await partner.checkout(lot.id, { quantity: 3 }), 201);
  dataOf(await partner.checkout(lot.id, { quantity: 2 }), 201);
  const shown = async () => dataOf(await partner.get(`/competitions/${lot.id}`));
  expect(await shown()).toMatchObject({
    available: 5,
    ticketsSold: 0,
    maxTickets: 10,
    prizeId: partner.prizeId,
    startDate: lot.startAt.toISOString(),
    createdAt: lot.createdAt.toISOString(),
    paymentOverride: { crypto: false, fiat: null, fiatCurrency: "USD" },
  });
  await partner.provider(session.id, { outcome: "paid" });
  expect(await shown()).toMatchObject({ available: 5, ticketsSold: 3 });
});
