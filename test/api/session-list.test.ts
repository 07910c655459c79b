import { beforeAll, describe, expect, it } from "vitest";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, type Json, TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

const DAY_MS = 86_400_000;
/** More than what is allowed for times that are out of the order of numbers. */
const STEP_MS = 15 * 60_000;
const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const ANN = "ann@example.com";
const BOB = "bob@example.com";

const service = opened(() => TestService.open());

type Query = Readonly<Record<string, string | number>>;

function ask(partner: Partner, query: Query = {}): Promise<Answer> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return partner.get(`/checkout/sessions?${search}`);
}

async function listed(partner: Partner, query: Query = {}): Promise<Json[]> {
  const { status, text, json } = await ask(partner, query);
  expect(status, text).toBe(200);
  return json.data;
}

const ids = (sessions: readonly Json[]): string[] => sessions.map(({ id }) => id);

function nextOf({ headers }: Answer): string | undefined {
  return /^<\/api\/v1([^>]+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1];
}

/** The pages of a list, to its end. */
async function pages(partner: Partner, query: Query, between = async () => {}): Promise<string[][]> {
  const found: string[][] = [];
  let answer = await ask(partner, query);
  for (;;) {
    expect(answer.status, answer.text).toBe(200);
    found.push(ids(answer.json.data));
    const next = nextOf(answer);
    if (next === undefined) return found;
    await between();
    answer = await partner.get(next);
  }
}

/** A session of a buyer, some time after the one before, and what became of it. */
async function sell(
  partner: Partner,
  lotId: number,
  buyer: object,
  outcome: "pending" | "paid" | "declined" = "pending",
): Promise<Json> {
  service.clock.advance(STEP_MS);
  const created = await partner.checkout(lotId, { buyer, quantity: 2 });
  expect(created.status, created.text).toBe(201);
  const { id } = created.json.data;
  if (outcome !== "pending") await partner.provider(id, { outcome });
  return partner.session(id);
}

describe("the list of checkout sessions", () => {
  let partner: Partner;
  let lots: readonly [number, number];
  /** Newest first, named by buyer, competition and what became of them. */
  let sold: Readonly<
    Record<"wallet1Pending" | "bob2Failed" | "ann2Pending" | "ann1Paid" | "ann1Failed", Json>
  >;

  beforeAll(async () => {
    partner = await Partner.add(service, { holdMinutes: 60 });
    const endAt = new Date(service.clock.now().getTime() + DAY_MS);
    lots = [(await partner.lot({ endAt })).id, (await partner.lot({ endAt })).id];
    const ann1Failed = await sell(partner, lots[0], { email: ANN }, "declined");
    const ann1Paid = await sell(partner, lots[0], { email: ANN }, "paid");
    const ann2Pending = await sell(partner, lots[1], { email: ANN });
    const bob2Failed = await sell(partner, lots[1], { email: BOB }, "declined");
    const wallet1Pending = await sell(partner, lots[0], { walletAddress: WALLET });
    sold = { wallet1Pending, bob2Failed, ann2Pending, ann1Paid, ann1Failed };
  });

  it("has the organisation's sessions, newest first, each as polling answers it", async () => {
    const all = await listed(partner);
    expect(all).toEqual(Object.values(sold));
    expect(sold.ann1Paid).toMatchObject({ status: "paid", ticketsIssued: true, ticketNumbers: [1, 2] });
  });

  it.each([
    ["a buyer by email", { email: ANN }, ["ann2Pending", "ann1Paid", "ann1Failed"]],
    [
      "a buyer by email, however it is written",
      { email: " ANN@Example.com " },
      ["ann2Pending", "ann1Paid", "ann1Failed"],
    ],
    ["a buyer by wallet, however it is written", { walletAddress: WALLET.toLowerCase() }, ["wallet1Pending"]],
    ["an unknown buyer", { email: "nobody@example.com" }, []],
    ["an unknown wallet", { walletAddress: `0x${"1".repeat(40)}` }, []],
    ["a wallet that nobody has", { walletAddress: `0x${"0".repeat(40)}` }, []],
    ["status pending", { status: "pending" }, ["wallet1Pending", "ann2Pending"]],
    ["status paid", { status: "paid" }, ["ann1Paid"]],
    ["status failed", { status: "failed" }, ["bob2Failed", "ann1Failed"]],
    ["a buyer and a status", { email: ANN, status: "failed" }, ["ann1Failed"]],
  ] as const)("by %s", async (_, query, names) => {
    expect(await listed(partner, query)).toEqual(names.map((name) => sold[name]));
  });

  it("by competition, alone and with buyer and status", async () => {
    const [one, two] = lots;
    expect(await listed(partner, { competitionId: one })).toEqual([
      sold.wallet1Pending,
      sold.ann1Paid,
      sold.ann1Failed,
    ]);
    expect(await listed(partner, { competitionId: two })).toEqual([sold.bob2Failed, sold.ann2Pending]);
    expect(await listed(partner, { competitionId: two, email: ANN })).toEqual([sold.ann2Pending]);
    expect(await listed(partner, { competitionId: one, status: "paid" })).toEqual([sold.ann1Paid]);
    expect(await listed(partner, { competitionId: one, status: "failed", email: BOB })).toEqual([]);
    expect(await listed(partner, { competitionId: (await partner.lot()).id })).toEqual([]);
  });

  it("by time: from createdAfter on, and before createdBefore", async () => {
    const { ann1Paid, ann2Pending, bob2Failed, wallet1Pending, ann1Failed } = sold;
    const from = ann2Pending.createdAt;
    expect(await listed(partner, { createdAfter: from })).toEqual([wallet1Pending, bob2Failed, ann2Pending]);
    expect(await listed(partner, { createdBefore: from })).toEqual([ann1Paid, ann1Failed]);
    const range = { createdAfter: ann1Paid.createdAt, createdBefore: bob2Failed.createdAt };
    expect(await listed(partner, range)).toEqual([ann2Pending, ann1Paid]);
    expect(await listed(partner, { ...range, email: ANN, status: "paid" })).toEqual([ann1Paid]);
    expect(await listed(partner, { ...range, competitionId: lots[1] })).toEqual([ann2Pending]);
    const inAnotherZone = from.replace("Z", "+00:00");
    expect(await listed(partner, { createdBefore: inAnotherZone })).toEqual([ann1Paid, ann1Failed]);
    expect(await listed(partner, { createdBefore: from.toLowerCase() })).toEqual([ann1Paid, ann1Failed]);
    expect(await listed(partner, { createdAfter: "9999-12-31T23:59:59Z" })).toEqual([]);
    expect(await listed(partner, { createdBefore: "0001-01-01T00:00:00Z" })).toEqual([]);
    expect(await listed(partner, { createdAfter: from, createdBefore: from })).toEqual([]);
  });

  it("in pages, whatever the conditions, and Link keeps them", async () => {
    const first = await ask(partner, { email: ANN, limit: 2 });
    expect(nextOf(first)).toBe(
      `/checkout/sessions?email=ann%40example.com&limit=2&after=${sold.ann1Paid.id}`,
    );
    const queries: Query[] = [
      {},
      { email: ANN },
      { status: "failed" },
      { competitionId: lots[0] },
      { createdBefore: sold.wallet1Pending.createdAt },
      { createdAfter: sold.ann1Paid.createdAt, status: "pending" },
    ];
    for (const query of queries) {
      const all = ids(await listed(partner, query));
      expect(await pages(partner, { ...query, limit: 1 })).toEqual(all.map((id) => [id]));
    }
  });

  it("behind an unknown session is empty, and so it is behind another organisation's", async () => {
    const other = await Partner.add(service);
    const foreign = (await other.checkout((await other.lot()).id)).json.data.id;
    const unknown = await ask(partner, { after: `cs_${"0".repeat(26)}` });
    expect([unknown.status, unknown.json]).toEqual([200, { data: [] }]);
    expect((await ask(partner, { after: foreign })).text).toBe(unknown.text);
    expect(await listed(partner, { after: sold.ann1Failed.id })).toEqual([]);
  });

  it("has no session of another organisation, also not by its buyer, competition or time", async () => {
    const other = await Partner.add(service);
    expect(await listed(other)).toEqual([]);
    const mine = (await other.checkout((await other.lot()).id, { buyer: { email: ANN } })).json.data.id;
    const queries: Query[] = [
      {},
      { email: ANN },
      { status: "pending" },
      { createdAfter: "2000-01-01T00:00:00Z" },
    ];
    for (const query of queries) expect(ids(await listed(other, query))).toEqual([mine]);
    const refused = await ask(other, { competitionId: lots[0] });
    expect([refused.status, refused.json.error]).toEqual([404, "not_found"]);
    expect((await ask(other, { competitionId: lots[0], email: BOB })).status).toBe(404);
    expect((await ask(other, { competitionId: 900_000_000_001 })).text).toBe(refused.text);
  });

  it.each([
    ["walletAddress", `email=${ANN}&walletAddress=${WALLET}`],
    ["email", "email=ann"],
    ["walletAddress", "walletAddress=0x1"],
    ["competitionId", "competitionId=one"],
    ["competitionId", "competitionId=0"],
    ["status", "status=open"],
    ["createdAfter", "createdAfter=2026-01-01"],
    ["createdBefore", "createdBefore=yesterday"],
    ["limit", "limit=0"],
    ["limit", "limit=101"],
    ["after", "after=7"],
    ["buyer", "buyer=1"],
  ])("refuses a wrong query and names %s: %s", async (name, query) => {
    const { status, json } = await partner.get(`/checkout/sessions?${query}`);
    expect([status, json.error]).toEqual([400, "invalid_request"]);
    expect(json.issues.map(({ path }: Json) => path)).toEqual([name]);
  });

  it("needs entries:create", async () => {
    const { key } = await partner.addKey(["competitions:read", "winners:read"]);
    const refused = await service.call("GET", "/api/v1/checkout/sessions", { key });
    expect([refused.status, refused.json.error]).toEqual([403, "insufficient_scope"]);
    const own = await partner.addKey(["entries:create"]);
    expect((await service.call("GET", "/api/v1/checkout/sessions", { key: own.key })).status).toBe(200);
  });
});

describe("sessions of a cancelled competition", () => {
  it("have failed at once, and those that were given back are still listed as paid", async () => {
    const partner = await Partner.add(service);
    const { id } = await partner.lot({ endAt: new Date(service.clock.now().getTime() + DAY_MS) });
    const buyer = { email: ANN };
    const kept = await sell(partner, id, buyer, "paid");
    const given = await sell(partner, id, buyer, "paid");
    const open = await sell(partner, id, buyer);
    await partner.post(`/competitions/${id}/cancel`);
    const expected = { pending: [], paid: [given.id, kept.id], failed: [open.id] };
    const check = async () => {
      const conditions: Query[] = [{}, { email: ANN }, { competitionId: id }];
      for (const where of conditions) {
        for (const [status, wanted] of Object.entries(expected)) {
          const found = await listed(partner, { ...where, status });
          expect(ids(found), JSON.stringify({ ...where, status })).toEqual(wanted);
          for (const session of found) expect(session.status).toBe(status);
        }
        expect(ids(await listed(partner, where))).toEqual([open.id, given.id, kept.id]);
      }
    };
    await check();
    const unwind = (batch: number) => `select unwind_lot($1, 'paid', null, ${batch}, '{}', now())`;
    await service.sql(unwind(1), id);
    await check();
    await service.sql(unwind(100), id);
    await service.sql("select unwind_lot($1, 'pending', null, 100, '{}', now())", id);
    await check();
  });
});

describe("a long list of sessions", () => {
  let partner: Partner;
  let lotId: number;
  let orders: string[];
  beforeAll(async () => {
    partner = await Partner.add(service);
    lotId = (await partner.lot({ maxTickets: 100_000 })).id;
    const { id } = (await partner.checkout(lotId)).json.data;
    await addManyOrders(service.database.pool, id, { paid: 0, pending: 2_499 });
    // By the clock of the service, which is ahead.
    await service.sql(
      "update ticket_order set created_at = $2 where organisation_id = $1",
      partner.organisation.id,
      service.clock.now(),
    );
    const rows = await service.sql(
      "select id from ticket_order where organisation_id = $1 order by number desc",
      partner.organisation.id,
    );
    orders = rows.map((row) => row.id);
  });

  it("ends a page at 100 without limit, and has each session once", async () => {
    const found = await pages(partner, {});
    expect(found).toHaveLength(25);
    expect(found[0]).toHaveLength(100);
    expect(found.flat()).toEqual(orders);
  });

  it("has no gap and no double while new sessions come", async () => {
    const more = async () => {
      expect((await partner.checkout(lotId)).status).toBe(201);
    };
    const queries: Query[] = [{}, { competitionId: lotId }, { status: "pending" }];
    for (const query of queries) {
      const before = ids(await listed(partner, { limit: 1 }))[0]!;
      const found = (await pages(partner, query, more)).flat();
      expect(found[0]).toBe(before);
      expect(found.filter((id) => orders.includes(id))).toEqual(orders);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it("looks at 1,000 a page where few fit: pages are short or empty, and Link goes on to the end", async () => {
    const oldest = orders.at(-1)!;
    await partner.provider(oldest, { outcome: "paid" });
    const found = await pages(partner, { status: "paid" });
    expect(found.slice(0, 2)).toEqual([[], []]);
    expect(found.flat()).toEqual([oldest]);
    const ofLot = await pages(partner, { status: "paid", competitionId: lotId });
    expect(ofLot.flat()).toEqual([oldest]);
    // What is pending is found at once: no page is short but the last.
    const pending = await pages(partner, { status: "pending", competitionId: lotId, limit: 100 });
    expect(pending.slice(0, -1).every((page) => page.length === 100)).toBe(true);
  });

  it("finds a buyer's below those of others, and looks for none from before the buyer's first", async () => {
    const old = await partner.session(orders.at(-1)!);
    const rows = await service.sql(
      "select i.value as email from account_identity i join ticket_order t using (account_id) where t.id = $1",
      old.id,
    );
    const found = await pages(partner, { email: rows[0].email });
    expect(found.length).toBeGreaterThan(2);
    expect(found.flat()).toEqual([old.id]);
    service.clock.advance(STEP_MS);
    const newcomer = { email: "newcomer@example.com" };
    const first = (await partner.checkout(lotId, { buyer: newcomer })).json.data.id;
    expect(await pages(partner, newcomer)).toEqual([[first]]);
    expect(await pages(partner, { ...newcomer, competitionId: lotId, status: "pending" })).toEqual([[first]]);
  });
});
