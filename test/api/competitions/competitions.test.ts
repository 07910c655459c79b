import { describe, expect, it } from "vitest";
import { Partner, type PartnerOptions } from "../../support/builders/partner.ts";
import { sharedService } from "../../support/service/service.ts";
import { dataOf, pagesOf, refusalOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

function body(changes: object = {}, prizeId = partner.prizeId) {
  return {
    prizeId,
    title: "Win a watch",
    ticketPriceUSDCents: 2_500,
    maxTickets: 500,
    startDate: inHours(-1),
    endDate: inHours(24),
    ...changes,
  };
}

const create = (changes: object = {}) => partner.post("/competitions", body(changes));

describe("POST /competitions", () => {
  it("answers 201 with a draft under data: every field, money in integer cents, dates in UTC", async () => {
    const answer = await create({
      title: "Win a car",
      description: "# It is **red**",
      ticketPriceUSDCents: 999,
      maxTickets: 12,
      endDate: "2999-06-01T14:00:00+02:00",
      paymentToken: "USDT",
      imageUrl: "https://images.example/car.jpg",
    });
    const { id, startDate, createdAt, ...created } = dataOf(answer, 201);
    expect(id).toBeGreaterThan(0);
    expect(Date.parse(startDate)).toBeLessThan(Date.parse(createdAt));
    expect(created).toEqual({
      title: "Win a car",
      description: "# It is **red**",
      ticketPriceUSDCents: 999,
      paymentToken: "USDT",
      maxTickets: 12,
      ticketsSold: 0,
      status: "draft",
      state: "draft",
      endDate: "2999-06-01T12:00:00.000Z",
      imageUrl: "https://images.example/car.jpg",
      payment: { acceptedTokens: [], fiat: true, fiatCurrency: "USD" },
      available: 12,
      prizeId: partner.prizeId,
      paymentOverride: { crypto: null, fiat: null, fiatCurrency: null },
    });
  });

  it("prices in USDC by default; description and imageUrl that were left out, or null, are null", async () => {
    const optional = {
      description: null,
      paymentToken: null,
      imageUrl: null,
      createOnChain: null,
      payment: null,
    };
    for (const answer of [await create(), await create(optional)])
      expect(dataOf(answer, 201)).toMatchObject({ paymentToken: "USDC", description: null, imageUrl: null });
  });

  it.each(["prizeId", "title", "ticketPriceUSDCents", "maxTickets", "startDate", "endDate"])(
    "needs %s",
    async (field) => {
      const answer = await create({ [field]: undefined });
      expect(wrongFields(answer)).toEqual([field]);
      expect(answer.json.issues[0].code).toBe("required");
    },
  );

  it.each<[string, unknown[], unknown[]]>([
    ["ticketPriceUSDCents", [0, 10_000_000], [-1, 10_000_001, 1.5, "100", null]],
    ["maxTickets", [1, 100_000_000], [0, 100_000_001, 1.5, "1"]],
    ["title", ["x", "🎟".repeat(200)], ["", " ", "x".repeat(201), 1]],
    ["description", ["", "é".repeat(20_000), null], ["x".repeat(20_001), 1]],
    ["paymentToken", ["USDC", "USDT", null], ["DAI", "usdc"]],
    [
      "imageUrl",
      ["https://images.example/a", null],
      ["http://images.example/a", "a.jpg", "javascript:alert(1)"],
    ],
    [
      "startDate",
      ["2000-01-01T00:00:00Z", "2000-01-01t00:00:00z", "2000-01-01t00:00:00.123456+05:30"],
      ["2000-01-01", "2000-01-01T00:00:00", "yesterday", 0, "2999-02-30T00:00:00Z", "2016-12-31T23:59:60Z"],
    ],
    [
      "endDate",
      ["2999-01-01T00:00:00.5Z", "2999-01-01t00:00:00z"],
      ["2998-12-31T23:59:60Z", "2999-01-01", "9999-12-31T23:59:59-01:00", null],
    ],
    ["createOnChain", [false, null], ["true", 1]],
    ["payment", [null, {}, { crypto: null }], ["card", [], 1]],
  ])("takes %s within its limits and refuses what is outside, naming it", async (field, inside, outside) => {
    for (const value of inside) expect((await create({ [field]: value })).status, String(value)).toBe(201);
    for (const value of outside) expect(wrongFields(await create({ [field]: value }))).toEqual([field]);
  });

  it("refuses an endDate that is not after startDate, or not in the future; startDate may lie in the past", async () => {
    const start = inHours(2);
    for (const wrong of [
      { startDate: start, endDate: start },
      { startDate: inHours(3), endDate: inHours(2) },
      { startDate: inHours(-2), endDate: inHours(-1) },
    ])
      expect(wrongFields(await create(wrong))).toEqual(["endDate"]);
    expect((await create({ startDate: "1999-01-01T00:00:00Z" })).status).toBe(201);
  });

  it("refuses an unknown field by name, also inside payment", async () => {
    expect(wrongFields(await create({ ticketPrice: 1 }))).toEqual(["ticketPrice"]);
    expect(wrongFields(await create({ payment: { card: true } }))).toEqual(["payment.card"]);
  });

  it("answers 404 not_found for a prize that does not exist", async () => {
    expect(refusalOf(await create({ prizeId: 999_999_999 }))).toEqual([404, "not_found"]);
  });

  it("with createOnChain answers 502 onchain_creation_failed, and nothing was created", async () => {
    const before = await service.database.pool.query("select count(*) from lot");
    expect(refusalOf(await create({ createOnChain: true }))).toEqual([502, "onchain_creation_failed"]);
    expect(await service.sql("select count(*) from lot")).toEqual(before.rows);
  });
});

describe("payment is the organisation's rails intersected with the competition's override", () => {
  const ALL: PartnerOptions = {
    cryptoEnabled: true,
    acceptedTokens: ["USDC", "USDT"],
    rails: { USD: "redirect", EUR: "embed" },
    rates: { EUR: "0.92" },
  };
  const tokens = ["USDC", "USDT"];

  it.each<[string, PartnerOptions, object | undefined, object]>([
    ["everything is inherited", ALL, undefined, { acceptedTokens: tokens, fiat: true, fiatCurrency: "USD" }],
    [
      "null inherits",
      ALL,
      { crypto: null, fiat: null, fiatCurrency: null },
      { acceptedTokens: tokens, fiat: true, fiatCurrency: "USD" },
    ],
    [
      "crypto off for the competition",
      ALL,
      { crypto: false },
      { acceptedTokens: [], fiat: true, fiatCurrency: "USD" },
    ],
    [
      "fiat off for the competition: no currency is shown",
      ALL,
      { fiat: false },
      { acceptedTokens: tokens, fiat: false },
    ],
    [
      "another currency",
      ALL,
      { fiatCurrency: "EUR" },
      { acceptedTokens: tokens, fiat: true, fiatCurrency: "EUR" },
    ],
    [
      "an override cannot turn on what the organisation has off: crypto",
      { ...ALL, cryptoEnabled: false },
      { crypto: true },
      { acceptedTokens: [], fiat: true, fiatCurrency: "USD" },
    ],
    [
      "an override cannot turn on what the organisation has off: fiat",
      { ...ALL, fiatEnabled: false },
      { fiat: true, fiatCurrency: "EUR" },
      { acceptedTokens: tokens, fiat: false },
    ],
    [
      "the organisation's tokens and currency",
      { ...ALL, acceptedTokens: ["USDT"], fiatCurrency: "EUR" },
      {},
      { acceptedTokens: ["USDT"], fiat: true, fiatCurrency: "EUR" },
    ],
    [
      "fiat is false where no rail account serves the currency: checkout would answer 412",
      { ...ALL, rails: {} },
      {},
      { acceptedTokens: tokens, fiat: false },
    ],
    [
      "fiat is false where there is no rate for the currency: checkout would answer 412",
      { ...ALL, rates: {} },
      { fiatCurrency: "EUR" },
      { acceptedTokens: tokens, fiat: false },
    ],
  ])("%s", async (_, settings, payment, expected) => {
    const seller = await Partner.add(service, settings);
    const created = dataOf(await seller.post("/competitions", body({ payment }, seller.prizeId)), 201);
    expect(created.payment).toEqual(expected);
    expect(dataOf(await seller.get(`/competitions/${created.id}`)).payment).toEqual(expected);
  });

  it.each<[string, PartnerOptions, object | undefined]>([
    ["no crypto, and fiat off for the competition", {}, { fiat: false }],
    ["no crypto, and no rail account for the currency", {}, { fiatCurrency: "EUR" }],
    ["no crypto and no rail account at all", { rails: {} }, undefined],
    ["both off for the competition", ALL, { crypto: false, fiat: false }],
    ["crypto on, but no token accepted", { ...ALL, acceptedTokens: [], fiatEnabled: false }, undefined],
  ])("400 no_usable_rail, at creation and at PATCH: %s", async (_, settings, payment) => {
    const seller = await Partner.add(service, settings);
    const answer = await seller.post("/competitions", body({ payment }, seller.prizeId));
    expect(refusalOf(answer)).toEqual([400, "no_usable_rail"]);
    if (payment === undefined) return;
    const usable = await seller.post("/competitions", body({}, seller.prizeId));
    const { id } = dataOf(usable, 201);
    expect(refusalOf(await seller.patch(`/competitions/${id}`, { payment }))).toEqual([
      400,
      "no_usable_rail",
    ]);
    expect(dataOf(await seller.get(`/competitions/${id}`)).payment).toEqual(usable.json.data.payment);
  });

  it("a currency that is none is an invalid request", async () => {
    for (const fiatCurrency of ["ZZZ", "usd", "EURO", ""])
      expect(wrongFields(await create({ payment: { fiatCurrency } }))).toEqual(["payment.fiatCurrency"]);
  });

  it("follows the organisation: what it turns off later is off everywhere", async () => {
    const seller = await Partner.add(service, ALL);
    const { id } = await seller.lot();
    const shown = async () => {
      const [listed] = dataOf(await seller.get("/competitions"));
      expect(dataOf(await seller.get(`/competitions/${id}`))).toEqual(listed);
      return listed.payment;
    };
    const off = { acceptedTokens: tokens, fiat: false };
    expect(await shown()).toEqual({ acceptedTokens: tokens, fiat: true, fiatCurrency: "USD" });
    await seller.change({ fiatEnabled: false });
    expect(await shown()).toEqual(off);
    await seller.change({ fiatEnabled: true, fiatCurrency: "EUR" });
    expect(await shown()).toEqual({ acceptedTokens: tokens, fiat: true, fiatCurrency: "EUR" });
    await seller.change({ rates: {} });
    expect(await shown()).toEqual(off);
    await seller.change({ fiatCurrency: "USD" });
    await seller.removeRail("redirect");
    expect(await shown()).toEqual(off);
  });
});

describe("GET /competitions", () => {
  it("lists active competitions whose endDate is ahead, newest first: not drafts, ended or cancelled ones", async () => {
    const seller = await Partner.add(service);
    const open = await seller.lot();
    await seller.lot({ status: "draft" });
    const scheduled = await seller.lot({ startAt: new Date(inHours(1)), endAt: new Date(inHours(2)) });
    const ended = await seller.lot();
    await service.sql("update lot set end_at = now() - interval '1 s' where id = $1", ended.id);
    const cancelled = await seller.lot();
    await seller.post(`/competitions/${cancelled.id}/cancel`);
    const last = await seller.lot();
    const list = dataOf(await seller.get("/competitions"));
    expect(list.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
      [last.id, "open"],
      [scheduled.id, "scheduled"],
      [open.id, "open"],
    ]);
    expect(list[0]).toEqual(dataOf(await seller.get(`/competitions/${last.id}`)));
  });

  it("is paged by limit and after, with Link, in a stable order", async () => {
    const seller = await Partner.add(service);
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await seller.lot()).id);
    expect(dataOf(await seller.get("/competitions"))).toHaveLength(5);
    expect(await pagesOf(seller, "/competitions?limit=2")).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
  });
});

describe("GET /competitions/{id}", () => {
  it.each(["999999999", "0", "01", "1.0", "-1", "abc", "9007199254740993"])(
    "answers 404 not_found for %s",
    async (id) => {
      expect(refusalOf(await partner.get(`/competitions/${id}`))).toEqual([404, "not_found"]);
    },
  );

  it("shows drafts and cancelled competitions too", async () => {
    const { id } = await partner.lot({ status: "draft" });
    expect(dataOf(await partner.get(`/competitions/${id}`)).status).toBe("draft");
  });
});
