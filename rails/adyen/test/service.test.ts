import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adyenRails } from "../rails.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { RefundRunner } from "../../../src/refunds/refund-runner.ts";
import type { WantedRailAccount } from "../../../src/rail-accounts/rail-administration.ts";
import { LotUnwinder } from "../../../src/lots/lot-unwinder.ts";
import { LotCatalogue } from "../../../src/lots/lot-catalogue.ts";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { ACCOUNT, HMAC_KEY } from "./harness.ts";
import { AdyenSimulator } from "./simulator.ts";
import type { SimulatedItem } from "./simulated-payment.ts";

const CURRENCY = { flow: "USD", redirect: "USD", qr: "SGD" } as const;
type Kind = keyof typeof CURRENCY;

let service: TestService;
let simulator: AdyenSimulator;
beforeAll(async () => {
  const { credentials, settings } = ACCOUNT;
  const account = {
    apiKey: credentials.apiKey ?? "",
    hmacKey: HMAC_KEY,
    merchantAccount: String(settings.merchantAccount),
  };
  const clock = { now: () => service.clock.now() };
  simulator = new AdyenSimulator([account], clock.now);
  const address = await simulator.start();
  const rails = adyenRails({ baseUrl: "http://127.0.0.1", clock, origin: () => address });
  service = await TestService.open({ rails });
});
afterAll(async () => {
  await service.stop();
  await simulator.stop();
  expect(simulator.objections).toEqual([]);
});

async function partnerWith(kind: Kind): Promise<Partner> {
  const currency = CURRENCY[kind];
  const rates = { SGD: "1.34" };
  const partner = await Partner.add(service, {
    rails: {},
    fiatCurrency: currency,
    rates,
    returnHosts: ["shop.example"],
  });
  await partner.putRail(accountAt(kind));
  return partner;
}
function accountAt(kind: Kind): WantedRailAccount {
  const { clientKey, ...settings } = ACCOUNT.settings;
  return {
    kind,
    provider: "adyen",
    currencies: [CURRENCY[kind]],
    credentials: ACCOUNT.credentials,
    settings: kind === "flow" ? { ...settings, clientKey } : settings,
    enabled: true,
  };
}
const sessionOf = async (partner: Partner, lotId: number) => {
  const answer = await partner.checkout(lotId, { returnUrl: "https://shop.example/thanks" });
  return answer.json.data;
};
const statusOf = async (partner: Partner, id: string) =>
  (await partner.get(`/checkout/sessions/${id}`)).json.data;
/** Adyen posts what is due, as it would, and forgets it. */
async function deliver(
  partner: Partner,
  kind: Kind,
  items: readonly SimulatedItem[] = simulator.due.splice(0),
) {
  const { basicUser, basicPassword } = ACCOUNT.credentials;
  const password = Buffer.from(`${basicUser}:${basicPassword}`).toString("base64");
  const path = `/rails/${kind}/adyen/${partner.organisation.slug}/notifications`;
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Basic ${password}` },
    body: JSON.stringify(simulator.notification(items, HMAC_KEY)),
  });
  const text = await answer.text();
  await service.idle();
  return [answer.status, text];
}

describe("a purchase through Adyen", () => {
  it("in the partner's page is settled by the notification, once, however often it comes", async () => {
    const partner = await partnerWith("flow");
    const lot = await partner.lot();
    const { id, payment } = await sessionOf(partner, lot.id);
    expect([payment.type, payment.redirectUrl]).toEqual(["FLOW_SESSION", null]);
    expect(simulator.act(id, "decline")).toBe(true);
    const declined = simulator.due.splice(0);
    expect(await deliver(partner, "flow", declined)).toEqual([200, "[accepted]"]);
    expect(await statusOf(partner, id)).toMatchObject({ status: "pending" });

    simulator.act(id, "payLate");
    const paid = simulator.due.splice(0);
    for (const items of [paid, declined, paid, [...paid, ...declined]]) await deliver(partner, "flow", items);
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("in the partner's page is settled when the buyer comes back with the session's result", async () => {
    const partner = await partnerWith("flow");
    const { id } = await sessionOf(partner, (await partner.lot()).id);
    const other = await sessionOf(partner, (await partner.lot()).id);
    simulator.act(id, "pay");
    const late = simulator.due.splice(0);
    const result = new URLSearchParams(simulator.sessionResult(id)).toString();
    const wrong = await service.call("GET", `/rails/flow/${other.id}/return?${result}`);
    expect(wrong.status).toBe(200);
    const back = await service.call("GET", `/rails/flow/${id}/return?${result}`);
    expect(back.headers.get("location")).toBe(`https://shop.example/thanks?ref=${id}&status=success`);
    await deliver(partner, "flow", late);
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(await statusOf(partner, other.id)).toMatchObject({ status: "pending" });
    const rows = await service.sql("select state from payment where order_id = $1", id);
    expect(rows).toEqual([{ state: "settled" }]);
  });

  it("in the partner's page has its tickets within a minute of the buyer's return, though the look's answer was lost", async () => {
    const partner = await partnerWith("flow");
    const { id } = await sessionOf(partner, (await partner.lot()).id);
    const other = await sessionOf(partner, (await partner.lot()).id);
    simulator.act(id, "pay");
    simulator.due.splice(0);
    const result = new URLSearchParams(simulator.sessionResult(id)).toString();
    for (const session of [id, other.id]) {
      simulator.nextFault = "lose";
      await service.call("GET", `/rails/flow/${session}/return?${result}`);
    }
    expect(await statusOf(partner, id)).toMatchObject({ status: "pending" });
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
    // Kept with another order it proves nothing.
    expect(await statusOf(partner, other.id)).toMatchObject({ status: "pending" });
  });

  it("in the partner's page drops a wrong result once the buyer brings a result", async () => {
    const partner = await partnerWith("flow");
    const { id } = await sessionOf(partner, (await partner.lot()).id);
    simulator.act(id, "pay");
    simulator.due.splice(0);
    const genuine = new URLSearchParams(simulator.sessionResult(id)).toString();
    for (const result of ["sessionId=CS1&sessionResult=%00", `sessionResult=${"x".repeat(5_000)}`, genuine]) {
      simulator.nextFault = "lose";
      const { status } = await service.call("GET", `/rails/flow/${id}/return?${result}`);
      expect(status).toBe(200);
    }
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("by a link is settled without its notification, and given back with what that says later", async () => {
    const partner = await partnerWith("redirect");
    const lot = await partner.lot();
    const { id, payment } = await sessionOf(partner, lot.id);
    expect(payment.redirectUrl).toMatch(/^https:\/\/test\.adyen\.link\//);
    simulator.act(id, "pay");
    const late = simulator.due.splice(0);
    await service.call("GET", `/rails/redirect/${id}/return`);
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
    await deliver(partner, "redirect", late);

    await service.wiring.get(LotCatalogue).cancel(partner.organisation.id, lot.id);
    await service.wiring.get(LotUnwinder).unwindOnce();
    await service.wiring.get(RefundRunner).refundOnce();
    const taken = simulator.find(id);
    expect(taken && simulator.refunded(taken)).toBe(2500);
    const refunds = "select state, provider_refund_id from refund where order_id = $1";
    const refundRows = await service.sql(refunds, id);
    expect(refundRows).toMatchObject([{ state: "requested", provider_refund_id: expect.any(String) }]);
    await deliver(partner, "redirect");
    expect(await service.sql(refunds, id)).toMatchObject([{ state: "succeeded" }]);
  });

  it("by a link has its tickets within a minute of the buyer's return, though the look's answer was lost", async () => {
    const partner = await partnerWith("redirect");
    const { id } = await sessionOf(partner, (await partner.lot()).id);
    simulator.act(id, "pay");
    simulator.due.splice(0);
    simulator.nextFault = "lose";
    await service.call("GET", `/rails/redirect/${id}/return`);
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
    const rows = await service.sql("select state from payment where order_id = $1", id);
    expect(rows).toEqual([{ state: "settled" }]);
  });

  it("by a link that is paid after the order has failed is given back", async () => {
    const partner = await partnerWith("redirect");
    const lot = await partner.lot();
    const { id } = await sessionOf(partner, lot.id);
    await service.wiring.get(LotCatalogue).cancel(partner.organisation.id, lot.id);
    await service.wiring.get(LotUnwinder).unwindOnce();
    await service.wiring.get(Reconciliation).cancelAtRailsOnce();
    expect(simulator.find(id)?.state).toBe("expired");
    simulator.act(id, "payLate");
    const late = simulator.due.splice(0);
    for (let times = 0; times < 3; times += 1) await deliver(partner, "redirect", late);
    expect(await statusOf(partner, id)).toMatchObject({ status: "failed", ticketsIssued: false });
    await service.wiring.get(RefundRunner).refundOnce();
    expect(simulator.find(id)?.refunds.map(({ amount }) => amount.value)).toEqual([2500]);
    simulator.due.splice(0);
  });

  it("by a link whose creation was not answered leaves no link open, and the tickets are free again", async () => {
    const partner = await partnerWith("redirect");
    const lot = await partner.lot({ maxTickets: 1 });
    simulator.nextFault = "lose";
    expect((await partner.checkout(lot.id)).status).toBe(502);
    const [link] = simulator.payments.slice(-1);
    expect(link?.state).toBe("open");
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    service.clock.advance(-60_000);
    expect(link?.state).toBe("expired");
    expect((await partner.checkout(lot.id)).status).toBe(201);
  });

  it("by a code is shown on our page until its notification has come", async () => {
    const partner = await partnerWith("qr");
    const { id, payment, amount } = await sessionOf(partner, (await partner.lot()).id);
    expect(payment).toMatchObject({ type: "CODE_URL", data: expect.stringMatching(/^0002/) });
    expect(new URL(payment.redirectUrl).pathname).toBe(`/rails/qr/${id}/pay`);
    expect(amount).toBe(3350);
    const page = await service.call("GET", `/rails/qr/${id}/pay`);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page.text).toContain("SGD\u00a033.50");
    expect(page.text).toContain("<svg");
    expect(page.text).toContain('http-equiv="refresh"');
    simulator.act(id, "pay");
    await deliver(partner, "qr");
    const decided = await service.call("GET", `/rails/qr/${id}/pay`);
    expect([decided.status, decided.headers.get("location")]).toEqual([303, "return"]);
    expect(await statusOf(partner, id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect((await service.call("GET", `/rails/qr/cs_${"0".repeat(26)}/pay`)).status).toBe(404);
    expect((await service.call("GET", "/rails/qr/x/pay")).status).toBe(404);
  });

  it("54. reveals no key, no password, no session data and no result of the browser", async () => {
    for (const kind of ["flow", "redirect", "qr"] as const) {
      const partner = await partnerWith(kind);
      const lot = await partner.lot();
      const { id, payment } = await sessionOf(partner, lot.id);
      simulator.act(id, "pay");
      const { sessionResult } = simulator.sessionResult(id);
      await service.call("GET", `/rails/${kind}/${id}/return?${new URLSearchParams({ sessionResult })}`);
      await deliver(partner, kind);
      simulator.chargeBack(id);
      await deliver(partner, kind);
      expect(await statusOf(partner, id)).toMatchObject({ status: "paid" });
      simulator.nextFault = "lose";
      expect((await partner.checkout(lot.id)).status).toBe(502);
      const { apiKey, hmacKey, previousHmacKey, basicPassword } = ACCOUNT.credentials;
      const secrets = [apiKey, hmacKey, previousHmacKey, basicPassword].filter((text) => text !== undefined);
      if (kind === "flow") secrets.push(sessionResult, JSON.parse(payment.data).sessionData);
      expect(await leaksOf(service, partner, accountAt(kind), secrets)).toEqual([]);
    }
  });
});
