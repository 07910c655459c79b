import { describe, expect, it } from "vitest";
import { Partner } from "../support/builders/partner.ts";
import { sharedService, TestService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const HOUR_MS = 3_600_000;
const GOOD_WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const service = prepared(sharedService);

describe("refusals of a checkout session, in their order", () => {
  it("entries_closed outside the entry window, before anything else", async () => {
    const partner = await Partner.add(service);
    const now = Date.now();
    const lots = [
      await partner.lot({ status: "draft" }),
      await partner.lot({ startAt: new Date(now + HOUR_MS), endAt: new Date(now + 2 * HOUR_MS) }),
    ];
    const cancelled = await partner.lot();
    await partner.post(`/competitions/${cancelled.id}/cancel`);
    await partner.change({ fiatEnabled: false });
    for (const lot of [...lots, cancelled]) {
      const { status, json } = await partner.checkout(lot.id, { currency: "XXX" });
      expect([status, json.error]).toEqual([400, "entries_closed"]);
    }
  });

  it("fiat_disabled when something must be charged and fiat is off for the competition", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const refused = async () => {
      const { status, json } = await partner.checkout(lot.id, { currency: "XXX" });
      expect([status, json.error]).toEqual([403, "fiat_disabled"]);
    };
    const ofLot = (fiat: boolean | null) =>
      service.database.pool.query("update lot set payment_fiat = $2 where id = $1", [lot.id, fiat]);
    await ofLot(false);
    await refused();
    await ofLot(null);
    await partner.change({ fiatEnabled: false });
    await refused();
  });

  it("fiat_not_configured without a rail account, or without a rate, for the charge currency", async () => {
    const rails = { USD: "redirect", EUR: "embed" } as const;
    const partner = await Partner.add(service, { rails, rates: { EUR: "0.9" } });
    const lots = [await partner.lot(), await partner.lot({ payment: { fiatCurrency: "EUR" } })];
    await partner.removeRail("redirect");
    await partner.change({ rates: {} });
    for (const { id } of lots) {
      const { status, json } = await partner.checkout(id, { currency: "XXX" });
      expect([status, json.error]).toEqual([412, "fiat_not_configured"]);
      expect((await partner.get(`/competitions/${id}`)).json.data.payment).toEqual({
        acceptedTokens: [],
        fiat: false,
      });
    }
  });

  it("currency_mismatch before return_url_not_allowed before entry_condition_not_met before sold_out", async () => {
    const partner = await Partner.add(service, {
      returnHosts: ["shop.example"],
      entryQuestionRequired: true,
    });
    await partner.addQuestion();
    const lot = await partner.lot({ maxTickets: 1 });
    const bad = { currency: "EUR", returnUrl: "https://evil.example/", quantity: 2 };
    const expectRefusal = async (body: object, error: string) => {
      const answer = await partner.checkout(lot.id, body);
      expect([answer.status, answer.json.error]).toEqual([400, error]);
    };
    await expectRefusal(bad, "currency_mismatch");
    await expectRefusal({ ...bad, currency: "USD" }, "return_url_not_allowed");
    await expectRefusal(
      { ...bad, currency: "USD", returnUrl: "https://shop.example/x" },
      "entry_condition_not_met",
    );
    const skillPass = await passOf(partner);
    await expectRefusal({ quantity: 2, skillPass }, "sold_out");
    expect((await partner.checkout(lot.id, { skillPass })).status).toBe(201);
  });

  it("amount_too_small below the rail's minimum charge", async () => {
    const partner = await Partner.add(service, { rails: { USD: "embed" } });
    const lot = await partner.lot({ priceCents: 49 });
    const { status, json } = await partner.checkout(lot.id);
    expect([status, json.error]).toEqual([400, "amount_too_small"]);
  });

  it("not_found for a competition that is unknown or another organisation's", async () => {
    const [partner, other] = [await Partner.add(service), await Partner.add(service)];
    const lot = await other.lot();
    const foreign = await partner.checkout(lot.id);
    const unknown = await partner.checkout(999_999);
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });

  it.each<[string, object, string]>([
    ["quantity 0", { quantity: 0 }, "quantity"],
    ["quantity 101", { quantity: 101 }, "quantity"],
    ["quantity 1.5", { quantity: 1.5 }, "quantity"],
    ["quantity as text", { quantity: "1" }, "quantity"],
    ["no buyer", { buyer: undefined }, "buyer"],
    ["an empty buyer", { buyer: {} }, "buyer"],
    ["a buyer with both", { buyer: { email: "a@example.com", walletAddress: GOOD_WALLET } }, "buyer"],
    ["a bad email", { buyer: { email: "a@" } }, "buyer.email"],
    [
      "a wrong checksum",
      { buyer: { walletAddress: GOOD_WALLET.replace("5a", "5A") } },
      "buyer.walletAddress",
    ],
    [
      "the zero address, which is nobody's",
      { buyer: { walletAddress: `0x${"0".repeat(40)}` } },
      "buyer.walletAddress",
    ],
    ["an unknown field", { nonce: "1" }, "nonce"],
    ["an unknown field of the buyer", { buyer: { email: "a@example.com", name: "A" } }, "buyer.name"],
    ["a NUL in a pass", { skillPass: "a\u0000" }, "skillPass"],
  ])("invalid_request names the field: %s", async (_, body, path) => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const { status, json } = await partner.checkout(lot.id, body);
    expect([status, json.error]).toEqual([400, "invalid_request"]);
    expect(json.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });
});

describe("a buyer maps to one account of the organisation", () => {
  it("email by its trimmed lower case, wallet by its EIP-55 spelling", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const email = `Mixed.${crypto.randomUUID()}@Example.com`;
    const buyers = [
      { email },
      { email: ` ${email.toLowerCase()} ` },
      { walletAddress: GOOD_WALLET },
      { walletAddress: GOOD_WALLET.toLowerCase() },
    ];
    for (const buyer of buyers) expect((await partner.checkout(lot.id, { buyer })).status).toBe(201);
    const rows = await service.sql(
      "select kind, value from account_identity where organisation_id = $1 order by account_id",
      partner.organisation.id,
    );
    expect(rows).toEqual([
      { kind: "email", value: email.toLowerCase() },
      { kind: "wallet", value: GOOD_WALLET },
    ]);
  });

  it("at once, too: ten first orders of one buyer make one account", async () => {
    const partner = await Partner.add(service);
    const lot = await partner.lot();
    const buyer = { email: "same@example.com" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => partner.checkout(lot.id, { buyer })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const rows = await service.sql(
      "select 1 from account where organisation_id = $1",
      partner.organisation.id,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("the entry question", () => {
  it("is drawn from the category of the competition's prize, else from all", async () => {
    const partner = await Partner.add(service, { entryQuestionRequired: true });
    const car = await partner.addQuestion("car");
    const watch = await partner.addQuestion("watch");
    const lot = await partner.lot();
    const ask = async (query: string) => (await partner.get(`/entry-question${query}`)).json.data;
    expect((await ask(`?competitionId=${lot.id}`)).question.id).toBe(watch.id);
    expect(await ask("?category=car")).toEqual({
      required: true,
      question: { id: car.id, question: "Two and two?", options: ["3", "4", "5"], category: "car" },
    });
    expect([car.id, watch.id]).toContain((await ask("?category=boat")).question.id);
    expect((await partner.get("/entry-question?competitionId=999999")).status).toBe(404);
  });

  it("is null when it is not required", async () => {
    const partner = await Partner.add(service);
    await partner.addQuestion();
    expect((await partner.get("/entry-question")).json.data).toEqual({ required: false, question: null });
  });

  it("a wrong answer is 200 with correct false and no pass; an unknown question is 404", async () => {
    const partner = await Partner.add(service, { entryQuestionRequired: true });
    const { id } = await partner.addQuestion();
    const wrong = await partner.post("/entry-question/verify", { questionId: id, answerIndex: 0 });
    expect([wrong.status, wrong.json.data]).toEqual([200, { correct: false, pass: null }]);
    const outside = await partner.post("/entry-question/verify", { questionId: id, answerIndex: 3 });
    expect([outside.status, outside.json.error]).toEqual([400, "invalid_request"]);
    const other = await Partner.add(service, { entryQuestionRequired: true });
    expect((await other.post("/entry-question/verify", { questionId: id, answerIndex: 1 })).status).toBe(404);
  });

  it("a pass works once, even for ten sessions at once", async () => {
    const partner = await Partner.add(service, { entryQuestionRequired: true });
    await partner.addQuestion();
    const lot = await partner.lot();
    const skillPass = await passOf(partner);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => partner.checkout(lot.id, { skillPass })),
    );
    const outcomes = answers.map(({ status, json }) => (status === 201 ? "created" : json.error)).sort();
    expect(outcomes).toEqual(["created", ...Array(9).fill("entry_condition_not_met")]);
  });

  it("a pass works for 15 minutes", async () => {
    const own = await TestService.open({ databaseUrl: service.databaseUrl });
    try {
      const partner = await Partner.add(own, { entryQuestionRequired: true });
      await partner.addQuestion();
      const lot = await partner.lot();
      const [young, old] = [await passOf(partner), await passOf(partner)];
      own.clock.advance(15 * 60_000 - 5_000);
      expect((await partner.checkout(lot.id, { skillPass: young })).status).toBe(201);
      own.clock.advance(6_000);
      expect((await partner.checkout(lot.id, { skillPass: old })).json.error).toBe("entry_condition_not_met");
    } finally {
      await own.stop();
    }
  });

  it("a pass is the organisation's own", async () => {
    const [partner, other] = [
      await Partner.add(service, { entryQuestionRequired: true }),
      await Partner.add(service, { entryQuestionRequired: true }),
    ];
    await partner.addQuestion();
    const lot = await partner.lot();
    const { status, json } = await partner.checkout(lot.id, { skillPass: await passOf(other) });
    expect([status, json.error]).toEqual([400, "entry_condition_not_met"]);
  });
});

async function passOf(partner: Partner): Promise<string> {
  const { id } = await partner.addQuestion();
  const { json } = await partner.post("/entry-question/verify", { questionId: id, answerIndex: 1 });
  expect(json.data.correct).toBe(true);
  return json.data.pass;
}
