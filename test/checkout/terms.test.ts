import { beforeEach, describe, expect, it } from "vitest";
import { operatorPrincipal } from "../../ports/principal.ts";
import { Orders } from "../../ports/checkout/orders.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import { AffiliateAdministration } from "../../src/organisations/affiliate-administration.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

// A process decides on a copy, up to ten seconds old, of an organisation's terms and of a competition. A change that
// was answered before a session is requested still applies to that session.

const ACT = { actor: operatorPrincipal("test"), requestId: "test-terms" };
let partner: Partner;
let competitionId: number;
const service = opened(() => TestService.open());

beforeEach(async () => {
  partner = await Partner.add(service, {
    rails: { USD: "redirect", VND: "redirect", EUR: "redirect" },
    rates: { VND: "25000", EUR: "0.9" },
  });
  await partner.addAffiliate("friend");
  competitionId = (await partner.lot({ maxTickets: 10_000 })).id;
  await copied();
});

/** Fills the process's copies, which stay fresh for the rest of the test. */
async function copied(): Promise<void> {
  await service.clock.later(3_600_000, async () => {
    for (const affiliate of [undefined, "friend"])
      expect((await partner.checkout(competitionId, { affiliate })).status).toBe(201);
  });
}

async function created(body: object = {}) {
  const answer = await partner.checkout(competitionId, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
}

async function refused(body: object = {}): Promise<string> {
  const answer = await partner.checkout(competitionId, body);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  return answer.json.error;
}

describe("a session that is asked for after a change was answered goes by it", () => {
  it("currency and rate", async () => {
    await partner.change({ fiatCurrency: "VND" });
    expect(await created()).toMatchObject({ currency: "VND", amount: 625_000 });
    await copied();
    await partner.change({ rates: { VND: "26000" } });
    expect(await created()).toMatchObject({ currency: "VND", amount: 650_000 });
  });

  it("what a competition charges in, also where it was a refusal", async () => {
    const charges = (column: string, value: unknown) =>
      service.database.pool.query(`update lot set ${column} = $2 where id = $1`, [competitionId, value]);
    for (const currency of ["EUR", "VND"]) {
      await charges("payment_currency", currency);
      expect(await created()).toMatchObject({ currency });
      await copied();
    }
    await charges("payment_fiat", false);
    expect(await refused()).toBe("fiat_disabled");
    await charges("payment_fiat", true);
    expect(await created()).toMatchObject({ currency: "VND" });
  });

  it("an account that charges no longer, and charges again", async () => {
    await partner.removeRail("redirect");
    expect(await refused()).toBe("fiat_not_configured");
    const again = {
      kind: "embed",
      provider: "sandbox",
      currencies: ["USD"],
      credentials: {},
      settings: {},
    } as const;
    await partner.putRail({ ...again, enabled: true });
    expect(await created()).toMatchObject({ provider: "embed" });
  });

  it("entry questions, where sessions may lead back to, and a commission", async () => {
    await partner.change({ returnHosts: ["shop.example"] });
    expect(await created({ returnUrl: "https://shop.example/thanks" })).toMatchObject({ status: "pending" });
    await copied();
    await service.wiring
      .get(AffiliateAdministration)
      .change(ACT, partner.organisation.id, "friend", { commissionBps: 2_000 });
    const { id } = await created({ affiliate: "friend" });
    const rows = await service.sql("select commission_cents from ticket_order where id = $1", id);
    expect(rows).toEqual([{ commission_cents: 500 }]);
    await copied();
    await partner.change({ entryQuestionRequired: true });
    expect(await refused()).toBe("entry_condition_not_met");
  });

  it("a competition's title, which the provider shows", async () => {
    const title = "The other car";
    await service.sql("update lot set title = $2 where id = $1", competitionId, title);
    const { id } = await created({ quantity: 2 });
    const payment = await service.wiring.get(SandboxPayments).byId(id);
    expect(payment).toMatchObject({ description: `2 × ${title}` });
  });

  it("a competition, and not what a unit of work had made of it that was rolled back", async () => {
    const titled = (title: string) =>
      service.database.query({ name: "title-lot", text: "update lot set title = $2 where id = $1" }, [
        competitionId,
        title,
      ]);
    const [orders, nobody] = [service.wiring.get(Orders), { email: null, wallet: null }];
    const rolledBack = service.database.run(async () => {
      await titled("Never");
      await orders.checkoutContext(partner.organisation.id, competitionId, nobody, null);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    // It gives the number that was given before.
    await titled("Now");
    const { id } = await created();
    expect(await service.wiring.get(SandboxPayments).byId(id)).toMatchObject({ description: "1 × Now" });
  });

  it("a competition that was taken back, and opened", async () => {
    const draft = await partner.lot({ status: "draft" });
    const open = { competitionId: draft.id };
    await service.clock.later(3_600_000, () => partner.checkout(draft.id));
    expect((await partner.patch(`/competitions/${draft.id}`, { status: "active" })).status).toBe(200);
    expect((await partner.checkout(draft.id, open)).status).toBe(201);
  });
});

it("a competition that was read just now shows what changed since: settings, rates, its own currency, accounts, sales", async () => {
  const shown = async () => (await partner.get(`/competitions/${competitionId}`)).json.data;
  const charges = (currency: string | null) =>
    service.database.pool.query("update lot set payment_currency = $2 where id = $1", [
      competitionId,
      currency,
    ]);
  const { ticketsSold, available } = await shown();
  expect(await shown()).toMatchObject({ payment: { fiat: true, fiatCurrency: "USD" } });
  await partner.change({ fiatCurrency: "VND" });
  expect(await shown()).toMatchObject({ payment: { fiat: true, fiatCurrency: "VND" } });
  await partner.change({ rates: { EUR: "0.9" } });
  expect((await shown()).payment).toEqual({ acceptedTokens: [], fiat: false });
  await charges("EUR");
  expect(await shown()).toMatchObject({ payment: { fiat: true, fiatCurrency: "EUR" } });
  await created();
  expect(await shown()).toMatchObject({ ticketsSold, available: available - 1 });
  await charges(null);
  await partner.change({ rates: { VND: "25000" } });
  expect(await shown()).toMatchObject({ payment: { fiat: true, fiatCurrency: "VND" } });
  await partner.removeRail("redirect");
  expect((await shown()).payment).toEqual({ acceptedTokens: [], fiat: false });
});

it("credit that a buyer was given since is taken", async () => {
  const buyer = { email: "credited@example.com" };
  const { id } = await created({ buyer });
  const rows = await service.sql("select account_id from ticket_order where id = $1", id);
  expect(await created({ buyer })).toMatchObject({ amount: 2_500 });
  await partner.grantCredit(Number(rows[0].account_id), 700);
  expect(await created({ buyer, applyCredit: false })).toMatchObject({ amount: 2_500 });
  expect(await created({ buyer })).toMatchObject({ amount: 1_800 });
  expect(await created({ buyer })).toMatchObject({ amount: 2_500 });
});

it("a change at the very moment of placing, while the order waits for its competition, is what it is decided by", async () => {
  const lot = await holdLot(service.databaseUrl, competitionId);
  const session = created();
  await lot.waitedFor();
  await partner.change({ fiatCurrency: "VND" });
  await lot.release();
  expect(await session).toMatchObject({ currency: "VND", amount: 625_000 });
});

it("while terms change and many buy, each session has the terms of before or after, and none older than what was answered", async () => {
  for (let round = 1; round <= 10; round++) {
    await copied();
    const [before, after] = [24_999 + round, 25_000 + round].map((rate) => rate * 25);
    const during = Array.from({ length: 8 }, () => created({ currency: "VND" }).catch(() => null));
    await partner.change({ fiatCurrency: "VND", rates: { VND: String(25_000 + round) } });
    const later = await Promise.all(Array.from({ length: 4 }, () => created()));
    for (const session of later) expect(session).toMatchObject({ currency: "VND", amount: after });
    for (const session of await Promise.all(during))
      if (session !== null) expect([before, after]).toContain(session.amount);
  }
});
