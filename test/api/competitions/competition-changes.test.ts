import { describe, expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { sharedService, TestService } from "../../support/service/service.ts";
import { dataOf, refusalOf, wrongFields } from "../support/reading.ts";
import { prepared } from "../../support/opened.ts";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

describe("PATCH /competitions/{id}", () => {
  it("with status active opens a draft", async () => {
    const { id } = await partner.lot({ status: "draft" });
    const answer = await partner.patch(`/competitions/${id}`, { status: "active" });
    expect(dataOf(answer)).toMatchObject({ id, status: "active", state: "open" });
    expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(answer.json.data);
  });

  it("with status active before startDate schedules it", async () => {
    const { id } = await partner.lot({
      status: "draft",
      startAt: new Date(inHours(1)),
      endAt: new Date(inHours(2)),
    });
    expect(dataOf(await partner.patch(`/competitions/${id}`, { status: "active" })).state).toBe("scheduled");
  });

  it("with status active after endDate is 400 invalid_transition", async () => {
    const { id } = await partner.lot({ status: "draft" });
    await service.sql("update lot set end_at = now() - interval '1 s' where id = $1", id);
    expect(refusalOf(await partner.patch(`/competitions/${id}`, { status: "active" }))).toEqual([
      400,
      "invalid_transition",
    ]);
  });

  it("with the status that it has changes nothing", async () => {
    for (const status of ["draft", "active"] as const) {
      const { id } = await partner.lot({ status });
      expect(dataOf(await partner.patch(`/competitions/${id}`, { status })).status).toBe(status);
    }
  });

  it("with status draft takes an active competition back while no ticket is issued or held", async () => {
    const { id } = await partner.lot();
    expect(dataOf(await partner.patch(`/competitions/${id}`, { status: "draft" }))).toMatchObject({
      status: "draft",
      state: "draft",
    });
    await partner.patch(`/competitions/${id}`, { status: "active" });
    const session = dataOf(await partner.checkout(id), 201);
    const back = () => partner.patch(`/competitions/${id}`, { status: "draft" });
    expect(refusalOf(await back())).toEqual([400, "invalid_transition"]);
    await partner.provider(session.id, { outcome: "paid" });
    expect(refusalOf(await back())).toEqual([400, "invalid_transition"]);
    expect(dataOf(await partner.get(`/competitions/${id}`))).toMatchObject({
      status: "active",
      ticketsSold: 1,
    });
  });

  it.each(["ended", "cancelled", "open", ""])(
    "refuses status %s: only draft and active are accepted",
    async (status) => {
      const { id } = await partner.lot();
      expect(wrongFields(await partner.patch(`/competitions/${id}`, { status }))).toEqual(["status"]);
    },
  );

  it("changes title and description, together or alone; what is left out stays", async () => {
    const { id } = await partner.lot();
    const first = dataOf(await partner.patch(`/competitions/${id}`, { title: "New", description: "Text" }));
    expect(first).toMatchObject({
      title: "New",
      description: "Text",
      status: "active",
      ticketPriceUSDCents: 2_500,
    });
    const nothing = { title: null, status: null, payment: null };
    for (const change of [{}, nothing])
      expect(dataOf(await partner.patch(`/competitions/${id}`, change))).toEqual(first);
    for (const description of ["", null]) {
      expect(dataOf(await partner.patch(`/competitions/${id}`, { description }))).toEqual({
        ...first,
        description: null,
      });
      expect(dataOf(await partner.patch(`/competitions/${id}`, { description: "Text" }))).toEqual(first);
    }
  });

  it.each([
    { title: "" },
    { title: " " },
    { title: "A watch\nBcc: x@evil.example" },
    { title: "\u202egnp.exe" },
    { paymentToken: "USDT" },
    { createOnChain: false },
    { ticketsSold: 0 },
  ])("refuses %j", async (change) => {
    const { id } = await partner.lot();
    expect(wrongFields(await partner.patch(`/competitions/${id}`, change))).toEqual(Object.keys(change));
  });

  it("payment replaces the whole override: members that are left out inherit again", async () => {
    const seller = await Partner.add(service, {
      cryptoEnabled: true,
      rails: { USD: "redirect", EUR: "embed" },
      rates: { EUR: "0.92" },
    });
    const { id } = await seller.lot({ payment: { crypto: false, fiatCurrency: "EUR" } });
    const change = async (payment: object) =>
      dataOf(await seller.patch(`/competitions/${id}`, { payment })).payment;
    expect(await change({ fiatCurrency: "EUR" })).toEqual({
      acceptedTokens: ["USDC", "USDT"],
      fiat: true,
      fiatCurrency: "EUR",
    });
    expect(await change({ crypto: false })).toEqual({ acceptedTokens: [], fiat: true, fiatCurrency: "USD" });
    expect(await change({})).toEqual({ acceptedTokens: ["USDC", "USDT"], fiat: true, fiatCurrency: "USD" });
  });

  it("one refused change leaves all others undone", async () => {
    const { id } = await partner.lot();
    const answer = await partner.patch(`/competitions/${id}`, { title: "New", payment: { fiat: false } });
    expect(refusalOf(answer)).toEqual([400, "no_usable_rail"]);
    expect(dataOf(await partner.get(`/competitions/${id}`)).title).toBe("A watch");
  });

  it("changes nothing any more once endDate has passed, the competition has ended or is cancelled", async () => {
    const past = await partner.lot();
    await service.sql("update lot set end_at = now() - interval '1 s' where id = $1", past.id);
    const ended = await partner.lot();
    await service.sql("update lot set status = 'ended', closed_at = now() where id = $1", ended.id);
    const cancelled = await partner.lot();
    await partner.post(`/competitions/${cancelled.id}/cancel`);
    for (const { id } of [past, ended, cancelled])
      for (const change of [{ title: "New" }, { status: "draft" }, { status: "active" }, { payment: {} }])
        expect(refusalOf(await partner.patch(`/competitions/${id}`, change)), JSON.stringify(change)).toEqual(
          [400, "invalid_transition"],
        );
  });

  it("answers 404 not_found for an unknown competition, after the body was found valid", async () => {
    expect(refusalOf(await partner.patch("/competitions/999999999", { title: "New" }))).toEqual([
      404,
      "not_found",
    ]);
    expect(wrongFields(await partner.patch("/competitions/999999999", { title: "" }))).toEqual(["title"]);
  });
});

describe("state is derived from the row and the clock", () => {
  it("draft → scheduled → open → closing while tickets or holds are there → retired without any", async () => {
    const clocked = await TestService.open({ databaseUrl: service.databaseUrl });
    try {
      const seller = await Partner.add(clocked);
      const times = { startAt: new Date(inHours(1)), endAt: new Date(inHours(2)) };
      const [draft, empty, held, sold] = [
        await seller.lot({ ...times, status: "draft" }),
        await seller.lot(times),
        await seller.lot(times),
        await seller.lot(times),
      ];
      const states = async () => {
        const all = [draft, empty, held, sold].map(({ id }) => seller.get(`/competitions/${id}`));
        return (await Promise.all(all)).map(({ json }) => json.data.state);
      };
      expect(await states()).toEqual(["draft", "scheduled", "scheduled", "scheduled"]);
      clocked.clock.advance(HOUR_MS);
      expect(await states()).toEqual(["draft", "open", "open", "open"]);
      await seller.checkout(held.id);
      const session = dataOf(await seller.checkout(sold.id), 201);
      await seller.provider(session.id, { outcome: "paid" });
      clocked.clock.advance(HOUR_MS);
      expect(await states()).toEqual(["draft", "retired", "closing", "closing"]);
      expect(dataOf(await seller.get("/competitions"))).toEqual([]);
    } finally {
      await clocked.stop();
    }
  });

  it("drawn once it has a winner, retired once it is archived after that", async () => {
    const { id } = await partner.lot();
    const state = async () => dataOf(await partner.get(`/competitions/${id}`)).state;
    const set = (change: string) =>
      service.database.pool.query(`update lot set ${change} where id = $1`, [id]);
    await set("status = 'ended', closed_at = now(), drawn_at = now()");
    expect(await state()).toBe("drawn");
    await set("archived_at = now()");
    expect(await state()).toBe("retired");
  });

  it("a sold-out competition stays open", async () => {
    const { id } = await partner.lot({ maxTickets: 1 });
    const session = dataOf(await partner.checkout(id), 201);
    await partner.provider(session.id, { outcome: "paid" });
    expect(dataOf(await partner.get(`/competitions/${id}`))).toMatchObject({
      state: "open",
      ticketsSold: 1,
      maxTickets: 1,
    });
  });
});

it("a competition that was read just now is answered with what was changed since, by whomever", async () => {
  const { id } = await partner.lot({ maxTickets: 10 });
  const before = dataOf(await partner.get(`/competitions/${id}`));
  const after = async (change: string) => {
    await service.sql(`update ${change}`, id);
    return dataOf(await partner.get(`/competitions/${id}`));
  };
  const renamed = { ...before, title: "Another", ticketPriceUSDCents: 3, imageUrl: "https://img.example/1" };
  expect(
    await after(
      "lot set title = 'Another', price_cents = 3, image_url = 'https://img.example/1' where id = $1",
    ),
  ).toEqual(renamed);
  const stocked = { ...renamed, maxTickets: 20, ticketsSold: 1, available: 16 };
  expect(await after("lot_stock set max_tickets = 20, held = 3, sold = 1 where lot_id = $1")).toEqual(
    stocked,
  );
  expect(
    await after("lot set end_at = end_at + interval '1 hour', status = 'draft' where id = $1"),
  ).toMatchObject({
    status: "draft",
    state: "draft",
    endDate: new Date(Date.parse(before.endDate) + HOUR_MS).toISOString(),
  });
  const whole = dataOf(await partner.patch(`/competitions/${id}`, { maxTickets: 30, title: "Once more" }));
  expect(whole).toMatchObject({ maxTickets: 30, title: "Once more" });
  expect(dataOf(await partner.get(`/competitions/${id}`))).toEqual(whole);
});
