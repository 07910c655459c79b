import { describe, expect, it } from "vitest";
import { Orders } from "../../../ports/checkout/orders.ts";
import { Partner, type PartnerOptions } from "../../support/builders/partner.ts";
import { type Json, sharedService } from "../../support/service/service.ts";
import { dataOf, refusalOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

const addPrize = async (seller: Partner) =>
  dataOf(await seller.post("/prizes", { name: "Another", retailValueUSDCents: 1 }), 201).id as number;

describe("PATCH /competitions/{id} of a draft", () => {
  it("changes prize, price, number of tickets, dates and image, together or alone", async () => {
    const { id } = await partner.lot({ status: "draft" });
    const before = dataOf(await partner.get(`/competitions/${id}`));
    const changes = {
      prizeId: await addPrize(partner),
      ticketPriceUSDCents: 9_900,
      maxTickets: 7,
      startDate: "2999-01-01T00:00:00.000Z",
      endDate: "2999-02-01T00:00:00.000Z",
      imageUrl: "https://images.example/a.jpg",
    };
    const changed = dataOf(await partner.patch(`/competitions/${id}`, changes));
    expect(changed).toEqual({ ...before, ...changes, available: 7 });
    expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(changed);
    for (const [name, value] of Object.entries({
      maxTickets: 8,
      ticketPriceUSDCents: 0,
      startDate: inHours(1),
    })) {
      const { available: _, ...now } = dataOf(await partner.patch(`/competitions/${id}`, { [name]: value }));
      expect(now).toMatchObject({ ...changes, [name]: value });
      await partner.patch(`/competitions/${id}`, changes);
    }
  });

  it("null leaves what cannot be absent as it is", async () => {
    const { id } = await partner.lot({ status: "draft" });
    const before = dataOf(await partner.get(`/competitions/${id}`));
    const names = ["prizeId", "ticketPriceUSDCents", "maxTickets", "startDate", "endDate"];
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(dataOf(await partner.patch(`/competitions/${id}`, nulls))).toEqual(before);
  });

  it.each(["", null])("%j takes the image away", async (nothing) => {
    const { id } = await partner.lot({ status: "draft" });
    const imageUrl = "https://images.example/a.jpg";
    expect(dataOf(await partner.patch(`/competitions/${id}`, { imageUrl })).imageUrl).toBe(imageUrl);
    const without = await partner.patch(`/competitions/${id}`, { imageUrl: nothing });
    expect(dataOf(without).imageUrl).toBeNull();
    expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(dataOf(without));
  });

  it("changes and opens in one call", async () => {
    const { id } = await partner.lot({ status: "draft" });
    const change = { ticketPriceUSDCents: 100, status: "active", endDate: inHours(5) };
    expect(dataOf(await partner.patch(`/competitions/${id}`, change))).toMatchObject({
      state: "open",
      ticketPriceUSDCents: 100,
      endDate: change.endDate,
    });
    expect(dataOf(await partner.checkout(id), 201).amount).toBe(100);
  });

  it("moves a draft whose end has passed to a time ahead, and opens it", async () => {
    const { id } = await partner.lot({ status: "draft" });
    await service.sql("update lot set end_at = now() - interval '1 s' where id = $1", id);
    const activate = (more: object) => partner.patch(`/competitions/${id}`, { status: "active", ...more });
    expect(refusalOf(await activate({}))).toEqual([400, "invalid_transition"]);
    expect(dataOf(await activate({ endDate: inHours(1) })).state).toBe("open");
  });

  it.each<[string, object, string]>([
    ["endDate in the past", { endDate: inHours(-1) }, "endDate"],
    ["startDate behind endDate", { startDate: "2999-01-01T00:00:00Z" }, "endDate"],
    ["endDate before startDate", { startDate: inHours(3), endDate: inHours(2) }, "endDate"],
    ["a price beyond its limit", { ticketPriceUSDCents: 10_000_001 }, "ticketPriceUSDCents"],
    ["no tickets", { maxTickets: 0 }, "maxTickets"],
    ["an image that is not https", { imageUrl: "http://a.example/" }, "imageUrl"],
  ])("refuses %s", async (_, change, field) => {
    const { id } = await partner.lot({ status: "draft" });
    expect(wrongFields(await partner.patch(`/competitions/${id}`, change))).toEqual([field]);
  });

  it("answers 404 not_found for a prize that is unknown or another organisation's", async () => {
    const { id } = await partner.lot({ status: "draft" });
    for (const prizeId of [999_999_999, (await Partner.add(service)).prizeId])
      expect(refusalOf(await partner.patch(`/competitions/${id}`, { prizeId }))).toEqual([404, "not_found"]);
  });
});

describe("PATCH /competitions/{id} of one that is no draft", () => {
  const changes: readonly object[] = [
    { ticketPriceUSDCents: 1 },
    { maxTickets: 1_000 },
    { startDate: inHours(1) },
    { endDate: inHours(48) },
    { imageUrl: "https://images.example/a.jpg" },
    { imageUrl: "" },
    { title: "New", status: "draft", maxTickets: 1_000 },
  ];

  async function expectRefused(change: object): Promise<void> {
    const { id } = await partner.lot();
    const before = dataOf(await partner.get(`/competitions/${id}`));
    const answer = await partner.patch(`/competitions/${id}`, change);
    expect(refusalOf(answer)).toEqual([400, "invalid_transition"]);
    expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(before);
  }

  it.each(changes)("refuses %j with 400 invalid_transition, and changes nothing", expectRefused);

  it("refuses a prize of its organisation with 400 invalid_transition, and changes nothing", () =>
    expectRefused({ prizeId: partner.prizeId }));

  it("taken back to a draft it can be changed, and sells at its new price", async () => {
    const { id } = await partner.lot();
    for (const change of [{ status: "draft" }, { ticketPriceUSDCents: 300 }, { status: "active" }])
      dataOf(await partner.patch(`/competitions/${id}`, change));
    expect(dataOf(await partner.checkout(id), 201).amount).toBe(300);
  });
});

describe("changing and opening at once", () => {
  it("one comes first: a price that was told changed is the price that is sold, else the change is refused", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { id } = await partner.lot({ status: "draft" });
      const [opened, changed] = await Promise.all([
        partner.patch(`/competitions/${id}`, { status: "active" }),
        partner.patch(`/competitions/${id}`, { ticketPriceUSDCents: 700 }),
      ]);
      dataOf(opened);
      outcomes.add(changed.status === 200 ? "changed" : changed.json.error);
      const session = dataOf(await partner.checkout(id), 201);
      expect(session.amount).toBe(changed.status === 200 ? 700 : 2_500);
    }
    expect([...outcomes].filter((outcome) => !["changed", "invalid_transition"].includes(outcome))).toEqual(
      [],
    );
  });

  it("an order decided by the price of before is not placed: it is decided anew", async () => {
    const { id } = await partner.lot();
    const orders = service.wiring.get(Orders);
    const read = orders.checkoutContext.bind(orders);
    let reads = 0;
    orders.checkoutContext = async (...of) => {
      const context = await read(...of);
      reads += 1;
      if (reads === 1)
        for (const change of [{ status: "draft" }, { ticketPriceUSDCents: 900 }, { status: "active" }])
          dataOf(await partner.patch(`/competitions/${id}`, change));
      return context;
    };
    try {
      const session = dataOf(await partner.checkout(id, { quantity: 2 }), 201);
      expect(session.amount).toBe(1_800);
      expect(reads).toBe(2);
    } finally {
      orders.checkoutContext = read;
    }
    expect(dataOf(await partner.get(`/competitions/${id}`)).available).toBe(98);
  });
});

describe("a competition that nobody could buy is not opened", () => {
  const CRYPTO: PartnerOptions = { cryptoEnabled: true, rails: { USD: "redirect", EUR: "embed" } };

  it.each<[string, PartnerOptions, object, string, string]>([
    ["fiat off for it: crypto alone", CRYPTO, { fiat: false }, "no_usable_rail", "fiat_off"],
    ["fiat off for the organisation", { ...CRYPTO, fiatEnabled: false }, {}, "no_usable_rail", "fiat_off"],
    [
      "no rail account for its currency",
      CRYPTO,
      { fiatCurrency: "VND" },
      "no_usable_rail",
      "no_rail_account",
    ],
    ["no rate for its currency", CRYPTO, { fiatCurrency: "EUR" }, "no_usable_rail", "no_exchange_rate"],
    [
      "an entry question is required, and there is none",
      { entryQuestionRequired: true },
      {},
      "invalid_transition",
      "no_entry_question",
    ],
  ])("%s", async (_, settings, payment, code, reason) => {
    const seller = await Partner.add(service, settings);
    const { id } = await seller.lot({ status: "draft", payment });
    const answer = await seller.patch(`/competitions/${id}`, { status: "active", title: "Never" });
    expect(refusalOf(answer)).toEqual([400, code]);
    expect(answer.json.reason).toBe(reason);
    expect(answer.json.message).toMatch(/^No buyer could (pay|enter): /);
    expect(dataOf(await seller.get(`/competitions/${id}`))).toMatchObject({
      status: "draft",
      title: "A watch",
    });
  });

  it("it opens once what was missing is there", async () => {
    const seller = await Partner.add(service, { entryQuestionRequired: true });
    const { id } = await seller.lot({ status: "draft" });
    const open = () => seller.patch(`/competitions/${id}`, { status: "active" });
    expect((await open()).json.reason).toBe("no_entry_question");
    await seller.addQuestion();
    expect(dataOf(await open()).state).toBe("open");
  });

  it("a free one needs no rail", async () => {
    const seller = await Partner.add(service, { cryptoEnabled: true, rails: {} });
    const { id } = await seller.lot({ status: "draft", priceCents: 0 });
    expect(dataOf(await seller.patch(`/competitions/${id}`, { status: "active" })).state).toBe("open");
    expect(dataOf(await seller.checkout(id), 201).status).toBe("paid");
  });

  it("nor is the payment of an open one changed to it; what it already is can be repeated", async () => {
    const seller = await Partner.add(service, CRYPTO);
    const { id } = await seller.lot();
    const before = dataOf(await seller.get(`/competitions/${id}`));
    const answer = await seller.patch(`/competitions/${id}`, { payment: { fiat: false } });
    expect([...refusalOf(answer), answer.json.reason]).toEqual([400, "no_usable_rail", "fiat_off"]);
    expect(dataOf(await seller.get(`/competitions/${id}`))).toEqual(before);
    await seller.removeRail("redirect");
    const again = dataOf(await seller.patch(`/competitions/${id}`, { status: "active", title: "Still" }));
    expect(again).toMatchObject({ state: "open", payment: { fiat: false } } satisfies Json);
  });
});
