import { describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, sharedService, TestService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);

const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const newBuyer = () => ({ email: `${crypto.randomUUID()}@example.com` });
const told = ({ status, json }: Answer) =>
  status === 201 ? 201 : `${status} ${json.error} ${json.available}`;

async function held(lotId: number): Promise<number> {
  const rows = await service.sql("select held from lot_stock where lot_id = $1", lotId);
  return rows[0].held;
}

describe("what one buyer may hold of a competition without paying", () => {
  it("is ten pending sessions; other buyers and other competitions are free", async () => {
    const partner = await Partner.add(service);
    const [lot, other] = [await partner.lot(), await partner.lot()];
    const buyer = newBuyer();
    for (let n = 0; n < 10; n++) expect((await partner.checkout(lot.id, { buyer })).status).toBe(201);
    expect(told(await partner.checkout(lot.id, { buyer }))).toBe("409 too_many_pending_sessions 0");
    expect((await partner.checkout(lot.id)).status).toBe(201);
    expect((await partner.checkout(other.id, { buyer })).status).toBe(201);
    expect(await held(lot.id)).toBe(11);
  });

  it("is what one purchase may hold, in all: a lot of 5,000 keeps 4,900 for the others", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 5_000 });
    const buyer = newBuyer();
    expect((await partner.checkout(lot.id, { buyer, quantity: 60 })).status).toBe(201);
    expect(told(await partner.checkout(lot.id, { buyer, quantity: 41 }))).toBe(
      "409 too_many_pending_sessions 40",
    );
    expect((await partner.checkout(lot.id, { buyer, quantity: 40 })).status).toBe(201);
    expect(told(await partner.checkout(lot.id, { buyer }))).toBe("409 too_many_pending_sessions 0");
    expect((await partner.checkout(lot.id, { quantity: 100 })).status).toBe(201);
    expect(await held(lot.id)).toBe(200);
  });

  it("tells no more than the competition itself has left", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot({ maxTickets: 70 });
    const buyer = newBuyer();
    expect((await partner.checkout(lot.id, { buyer, quantity: 60 })).status).toBe(201);
    expect(told(await partner.checkout(lot.id, { buyer, quantity: 41 }))).toBe(
      "409 too_many_pending_sessions 10",
    );
  });

  it("ends with the session: paid or failed it counts no more, and the same key sells then", async () => {
    const partner = await Partner.add(service, { maxPendingSessions: 2 });
    const lot = await partner.lot();
    const buyer = newBuyer();
    const sessions = [1, 2].map(async () => (await partner.checkout(lot.id, { buyer })).json.data.id);
    const [paid, failed] = await Promise.all(sessions);
    const third = () => partner.checkout(lot.id, { buyer }, { "Idempotency-Key": "third" });
    expect((await third()).status).toBe(409);
    await partner.provider(paid, { outcome: "paid" });
    expect((await third()).status).toBe(201);
    expect((await partner.checkout(lot.id, { buyer })).status).toBe(409);
    await partner.provider(failed, { outcome: "declined" });
    expect((await partner.checkout(lot.id, { buyer })).status).toBe(201);
  });

  it.each([
    ["email", newBuyer()],
    ["wallet", { walletAddress: WALLET }],
  ])("is never exceeded by many at once, also of a buyer who is new: by %s", async (_by, buyer) => {
    const partner = await Partner.add(service, { maxPendingSessions: 3 });
    const lot = await partner.lot();
    const answers = await Promise.all(Array.from({ length: 30 }, () => partner.checkout(lot.id, { buyer })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await held(lot.id)).toBe(3);
  });

  it("holds two processes back together", async () => {
    const second = await TestService.open({ databaseUrl: service.databaseUrl });
    const partner = await Partner.add(service, { maxPendingSessions: 5 });
    const lot = await partner.lot({ maxTickets: 1_000 });
    const body = { competitionId: lot.id, buyer: newBuyer(), quantity: 15 };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? service : second).call("POST", "/api/v1/checkout/sessions", {
          key: partner.key,
          body,
        }),
      ),
    );
    await second.stop();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await held(lot.id)).toBe(75);
  });

  it("is of one organisation: the same address elsewhere is another buyer", async () => {
    const partners = [await Partner.add(service, { maxPendingSessions: 1 }), await Partner.add(service)];
    const buyer = newBuyer();
    for (const partner of partners) {
      const lot = await partner.lot();
      expect((await partner.checkout(lot.id, { buyer })).status).toBe(201);
    }
  });

  it("leaves the pass and the credit of a refused session alone", async () => {
    const partner = await Partner.add(service, { maxPendingSessions: 1, entryQuestionRequired: true });
    const { id: questionId } = await partner.addQuestion();
    const pass = async () =>
      (await partner.post("/entry-question/verify", { questionId, answerIndex: 1 })).json.data.pass;
    const lot = await partner.lot();
    const buyer = newBuyer();
    const first = await partner.checkout(lot.id, { buyer, skillPass: await pass() });
    const skillPass = await pass();
    expect((await partner.checkout(lot.id, { buyer, skillPass })).status).toBe(409);
    await partner.provider(first.json.data.id, { outcome: "paid" });
    expect((await partner.checkout(lot.id, { buyer, skillPass })).status).toBe(201);
  });
});

describe("what charges nothing is never pending", () => {
  const ENTRIES = 25;
  /** A buyer who may have one pending session, and credit for all entries. */
  async function richBuyer(partner: Partner, lotId: number) {
    const buyer = newBuyer();
    const { id } = (await partner.checkout(lotId, { buyer })).json.data;
    await partner.provider(id, { outcome: "declined" });
    const rows = await service.sql("select account_id from ticket_order where id = $1", id);
    await partner.grantCredit(Number(rows[0].account_id), ENTRIES * 2_500);
    return buyer;
  }

  it("25 free entries of one buyer at once are all entered, also by two processes", async () => {
    const second = await TestService.open({ databaseUrl: service.databaseUrl });
    const partner = await Partner.add(service, { maxPendingSessions: 1, maxPendingTickets: 100 });
    const lot = await partner.lot({ priceCents: 0, maxTickets: 1_000 });
    const buyer = newBuyer();
    const answers = await Promise.all(
      Array.from({ length: ENTRIES }, (_, n) =>
        (n % 2 === 0 ? partner : partner.at(second)).checkout(lot.id, { buyer, quantity: 10 }),
      ),
    );
    await second.stop();
    expect(new Set(answers.map(told))).toEqual(new Set([201]));
    expect(answers.every(({ json }) => json.data.status === "paid")).toBe(true);
    expect(await held(lot.id)).toBe(0);
  });

  it("25 entries at once that credit covers are all entered", async () => {
    const partner = await Partner.add(service, { maxPendingSessions: 1 });
    const lot = await partner.lot();
    const buyer = await richBuyer(partner, lot.id);
    const answers = await Promise.all(
      Array.from({ length: ENTRIES }, () => partner.checkout(lot.id, { buyer })),
    );
    expect(new Set(answers.map(told))).toEqual(new Set([201]));
    expect(answers.every(({ json }) => json.data.amount === 0)).toBe(true);
  });

  it("an entry that credit covers is entered although the buyer's pending sessions are at the limit", async () => {
    const partner = await Partner.add(service, { maxPendingSessions: 1 });
    const lot = await partner.lot();
    const buyer = await richBuyer(partner, lot.id);
    expect((await partner.checkout(lot.id, { buyer, applyCredit: false })).status).toBe(201);
    expect(told(await partner.checkout(lot.id, { buyer, applyCredit: false }))).toBe(
      "409 too_many_pending_sessions 0",
    );
    expect((await partner.checkout(lot.id, { buyer })).json.data).toMatchObject({
      status: "paid",
      amount: 0,
    });
  });
});
