import { beforeAll, describe, expect, it } from "vitest";
import { orderCodeOf } from "../order-code.ts";
import { PayosRail } from "../rail.ts";
import { Reconciliation } from "../../../src/settlement/reconciliation.ts";
import { leaksOf } from "../../../test/support/service/leaks.ts";
import { Partner } from "../../../test/support/builders/partner.ts";
import { TestService } from "../../../test/support/service/service.ts";
import { KEYS, transferOf } from "./harness.ts";
import { notificationOf, PayosSimulator } from "./simulator.ts";
import { opened, prepared } from "../../../test/support/opened.ts";

const ACCOUNT = {
  kind: "qr",
  provider: "payos",
  currencies: ["VND"],
  credentials: { ...KEYS },
  settings: {},
  enabled: true,
} as const;

const simulator: PayosSimulator = opened(() => PayosSimulator.start([KEYS], () => service.clock.now()));
const service = opened(() =>
  TestService.open({
    rails: (clock) => [new PayosRail({ clock, baseUrl: simulator.url, pagesUrl: `${simulator.url}/web/` })],
  }),
);
const partner = prepared(() =>
  Partner.add(service, { rails: {}, fiatCurrency: "VND", rates: { VND: "25400" } }),
);
beforeAll(async () => {
  await partner.putRail(ACCOUNT);
});

async function sold() {
  const lot = await partner.lot();
  const { status, json } = await partner.checkout(lot.id);
  expect([status, json]).toMatchObject([201, { data: { provider: "qr", payment: { type: "CODE_URL" } } }]);
  const { id } = json.data;
  const rows = await service.sql("select number::int from ticket_order where id = $1", id);
  return { id: id as string, orderCode: orderCodeOf({ id, number: rows[0].number })!, lotId: lot.id };
}

/** Sends payOS's notification of a transfer. */
async function notify(orderCode: number, changed: object = {}) {
  const link = simulator.link(KEYS, orderCode);
  const [last] = link?.transactions.slice(-1) ?? [];
  const data = {
    ...transferOf({ about: "something_new" }, orderCode),
    orderCode,
    paymentLinkId: link?.id ?? "none",
    ...last,
    ...changed,
  };
  const response = await fetch(
    `${service.baseUrl}/rails/qr/payos/${partner.organisation.slug}/notifications`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Uint8Array(notificationOf(data, KEYS)),
    },
  );
  await service.idle();
  return { status: response.status, text: await response.text() };
}

const refunds = async (orderId: string) => {
  const query = "select amount::int, currency, reason, state from refund where order_id = $1 order by id";
  return await service.sql(query, orderId);
};

describe("an order that payOS charges", () => {
  it("is settled by the notification that names it by number, once", async () => {
    const { id, orderCode } = await sold();
    simulator.transfer(KEYS, orderCode, 635_000);
    for (let times = 0; times < 2; times += 1)
      expect(await notify(orderCode)).toEqual({ status: 200, text: '{"success":true}' });
    expect(await partner.session(id)).toMatchObject({ status: "paid" });
    expect(await refunds(id)).toEqual([]);
    // Looking up the same money is not a second payment.
    await service.call("GET", `/rails/qr/${id}/return`);
    expect(await refunds(id)).toEqual([]);
  });

  it("is not settled by a transfer of another payment link, nor by one of an unknown number", async () => {
    const { id, orderCode } = await sold();
    for (const [code, changed] of [
      [orderCode, { paymentLinkId: "another", amount: 635_000 }],
      [orderCode + 1_000, { amount: 635_000 }],
      [123, { amount: 635_000 }],
    ] as const)
      expect(await notify(code, changed)).toMatchObject({ status: 200 });
    expect(await partner.session(id)).toMatchObject({ status: "pending" });
  });

  it("that was paid too little fails, and what came is to be refunded by hand", async () => {
    const { id, orderCode } = await sold();
    simulator.transfer(KEYS, orderCode, 600_000);
    await notify(orderCode);
    expect(await partner.session(id)).toMatchObject({ status: "failed", error: "amount_mismatch" });
    expect(await refunds(id)).toEqual([
      { amount: 600_000, currency: "VND", reason: "amount_mismatch", state: "manual" },
    ]);
  });

  it("that is paid twice keeps its tickets, and the second transfer is to be refunded by hand", async () => {
    const { id, orderCode } = await sold();
    for (let times = 0; times < 2; times += 1) {
      simulator.transfer(KEYS, orderCode, 635_000);
      await notify(orderCode);
    }
    expect(await partner.session(id)).toMatchObject({ status: "paid" });
    expect(await refunds(id)).toMatchObject([{ amount: 635_000, reason: "paid_twice", state: "manual" }]);
  });

  it("whose creation was never answered is found by reconciliation within a minute when it is paid", async () => {
    const lot = await partner.lot();
    simulator.nextFault = "lose";
    const { status } = await partner.checkout(lot.id);
    expect(status).toBe(502);
    const rows = await service.sql("select id, number::int from ticket_order where lot_id = $1", lot.id);
    simulator.transfer(KEYS, orderCodeOf(rows[0])!, 635_000);
    service.clock.advance(60_000);
    await service.wiring.get(Reconciliation).reconcileOnce();
    expect(await partner.session(rows[0].id)).toMatchObject({ status: "paid" });
  });

  it("54. reveals no key, nor from which account the money came", async () => {
    const { id, orderCode, lotId } = await sold();
    simulator.transfer(KEYS, orderCode, 635_000);
    const payer = { counterAccountName: "NGUYEN VAN CANARY", counterAccountNumber: "97040012345678" };
    expect((await notify(orderCode, payer)).status).toBe(200);
    expect(await partner.session(id)).toMatchObject({ status: "paid" });
    await notify(123, payer);
    simulator.nextFault = "lose";
    expect((await partner.checkout(lotId)).status).toBe(502);
    const secrets = [KEYS.apiKey, KEYS.checksumKey, ...Object.values(payer)];
    expect(await leaksOf(service, partner, ACCOUNT, secrets)).toEqual([]);
  });
});
