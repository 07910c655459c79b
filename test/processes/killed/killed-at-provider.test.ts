import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RailKind } from "../../../ports/rail.ts";
import { orderCodeOf } from "../../../rails/payos/order-code.ts";
import { ACCOUNT as ADYEN, HMAC_KEY } from "../../../rails/adyen/test/harness.ts";
import { AdyenSimulator } from "../../../rails/adyen/test/simulator.ts";
import { OURS as MOLLIE } from "../../../rails/mollie/test/harness.ts";
import { MollieSimulator } from "../../../rails/mollie/test/simulator.ts";
import { OURS as PAYPAL } from "../../../rails/paypal/test/harness.ts";
import { PaypalSimulator } from "../../../rails/paypal/test/simulator.ts";
import { KEYS } from "../../../rails/payos/test/harness.ts";
import { PayosSimulator } from "../../../rails/payos/test/simulator.ts";
import { type Origins, railsAt } from "../../providers/rails-at.ts";
import { SimulatedStripeAccount } from "../../../rails/stripe/test/simulated-account.ts";
import { ACCOUNT as STRIPE } from "../../../rails/stripe/test/harness.ts";
import { StripeSimulator } from "../../../rails/stripe/test/simulator.ts";
import { accountOf } from "../../../rails/worldpay/test/harness.ts";
import { WorldpaySimulator } from "../../../rails/worldpay/test/simulator.ts";
import { ask, brokenRules } from "../../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../../support/database/database.ts";
import { Partner } from "../../support/builders/partner.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../../support/service/service.ts";
import { endLeases, expectKilled, laterService, until } from "./deaths.ts";
import { eventually } from "../../support/eventually.ts";

const MERCHANT = { username: "shop-user", password: "shop-password-0815", entity: "shop" };
const DEVICE = { userAgent: "Mozilla/5.0", acceptHeader: "text/html" };

let stripeSimulator: StripeSimulator;
let adyen: AdyenSimulator;
let worldpay: WorldpaySimulator;
let payos: PayosSimulator;
let mollie: MollieSimulator;
let paypal: PaypalSimulator;
let origins: Origins;
const stripe = new SimulatedStripeAccount(false, () => new Date());

let database: TestDatabase;
let setUp: TestService;

beforeAll(async () => {
  const now = () => new Date();
  stripeSimulator = await StripeSimulator.open();
  stripeSimulator.addAccount(STRIPE.credentials["secretKey"] ?? "", stripe);
  const merchantAccount = String(ADYEN.settings["merchantAccount"]);
  adyen = new AdyenSimulator(
    [{ apiKey: ADYEN.credentials["apiKey"] ?? "", hmacKey: HMAC_KEY, merchantAccount }],
    now,
  );
  worldpay = await WorldpaySimulator.open([MERCHANT]);
  payos = await PayosSimulator.start([KEYS], now);
  mollie = await MollieSimulator.start([MOLLIE.apiKey], now);
  paypal = await PaypalSimulator.start([PAYPAL], now);
  origins = {
    stripe: stripeSimulator.origin.origin,
    adyen: await adyen.start(),
    worldpay: worldpay.origin,
    payos: payos.url,
    mollie: mollie.origin,
    paypal: paypal.origin,
  };
  database = await createDatabase();
  setUp = await TestService.open({
    databaseUrl: database.url,
    rails: railsAt(origins, { now }),
  });
});
afterAll(async () => {
  await killProcesses();
  await setUp.stop();
  await database.drop();
  await Promise.all([stripeSimulator.close(), adyen.stop(), worldpay.close(), payos.stop()]);
  await Promise.all([mollie.stop(), paypal.stop()]);
});

const environment = (given: Readonly<Record<string, string>>) => ({
  RAILS_AT: JSON.stringify(origins),
  ...given,
});
const start = (given: Readonly<Record<string, string>>) =>
  ServiceProcess.start(database.url, { program: "killed-service", environment: environment(given) });

async function partnerAt(
  kind: RailKind,
  provider: string,
  { credentials, settings }: Pick<typeof STRIPE, "credentials" | "settings">,
  currency = "USD",
): Promise<Partner> {
  const rates = { VND: "25400", EUR: "0.9" };
  const partner = await Partner.add(setUp, { rails: {}, fiatCurrency: currency, rates });
  await partner.putRail({ kind, provider, currencies: [currency], credentials, settings, enabled: true });
  return partner;
}

/** Starts an api process that dies during its request. */
async function dies(at: string, act: (service: ServiceProcess) => Promise<unknown>): Promise<void> {
  const service = await start({ ROLE: "api", DIE_AT: at });
  const acted = act(service).catch((error: unknown) => error);
  await expectKilled(service);
  await acted;
  await endLeases(database.url);
}

/** Opens a worker whose business time is ahead. */
const laterWorker = (aheadSec: number) =>
  laterService(database.url, {
    aheadSec,
    environment: { ROLE: "worker" },
    rails: (clock) => railsAt(origins, clock),
  });

/** Lets a worker that comes later end what is left. */
async function later(seconds: number): Promise<void> {
  const worker = await laterWorker(seconds);
  await until(
    database.url,
    "select from ticket_order where status = 'pending' union all select from ticket_order where rail_cancel_at is not null",
  ).finally(() => worker.stop());
}

const creation = (partner: Partner, lotId: number) => ({
  key: partner.key,
  headers: { "Idempotency-Key": "killed" },
  body: { competitionId: lotId, buyer: { email: "buyer@example.com" } },
});

describe("kill -9 between the provider's answer and our commit", () => {
  it("Stripe has made the session: the same request gets it, and there is no second one", async () => {
    const partner = await partnerAt("embed", "stripe", STRIPE);
    const request = creation(partner, (await partner.lot()).id);
    await dies("rail.createPayment:after", (at) => at.call("POST", "/api/v1/checkout/sessions", request));
    expect(stripe.sessions.map(({ status }) => status)).toEqual(["open"]);
    const again = await setUp.call("POST", "/api/v1/checkout/sessions", request);
    expect(again.status).toBe(201);
    expect(JSON.parse(again.json.data.payment.data).clientSecret).toBe(stripe.sessions[0]?.client_secret);
    expect(stripe.sessions).toHaveLength(1);
    stripe.pay(stripe.sessions[0]!);
    await later(61);
    expect(await partner.session(again.json.data.id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("payOS has made the payment and nobody comes back: it is cancelled there, and the tickets are free", async () => {
    const partner = await partnerAt("qr", "payos", { credentials: { ...KEYS }, settings: {} }, "VND");
    const lot = await partner.lot();
    const request = creation(partner, lot.id);
    await dies("rail.createPayment:after", (at) => at.call("POST", "/api/v1/checkout/sessions", request));
    const [order] = await ask<{ id: string; number: number }>(
      database.url,
      "select id, number::int from ticket_order where lot_id = $1",
      [lot.id],
    );
    const link = payos.link(KEYS, orderCodeOf(order!)!);
    expect(link?.status).toBe("PENDING");
    await later(3 * 60);
    expect(payos.link(KEYS, orderCodeOf(order!)!)?.status).toBe("CANCELLED");
    expect(await ask(database.url, "select sold, held from lot_stock where lot_id = $1", [lot.id])).toEqual([
      { sold: 0, held: 0 },
    ]);
  });

  it("Mollie has made the payment: the same request gets it, and there is no second one", async () => {
    const partner = await partnerAt("redirect", "mollie", { credentials: MOLLIE, settings: {} }, "EUR");
    const request = creation(partner, (await partner.lot()).id);
    await dies("rail.createPayment:after", (at) => at.call("POST", "/api/v1/checkout/sessions", request));
    expect(mollie.payments.map(({ status }) => status)).toEqual(["open"]);
    const again = await setUp.call("POST", "/api/v1/checkout/sessions", request);
    expect(again.status).toBe(201);
    const { id, payment } = again.json.data;
    expect(payment.redirectUrl).toContain(mollie.payments[0]?.id);
    expect(mollie.payments).toHaveLength(1);
    expect(mollie.pay(id)).toBe(true);
    // Nothing has notified us: the buyer who comes back is looked up.
    expect((await setUp.call("GET", `/rails/redirect/${id}/return`)).status).toBe(200);
    await setUp.idle();
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
  });

  it("PayPal has captured when the buyer returned: one capture, and tickets within minutes", async () => {
    const account = { credentials: PAYPAL, settings: { environment: "sandbox" } };
    const partner = await partnerAt("redirect", "paypal", account, "EUR");
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    expect(paypal.approve(id)).toBe(true);
    const back = `/rails/redirect/${id}/return?token=${paypal.of(id)?.id}&PayerID=QYR5Z8XDVJNXQ`;
    await dies("rail.confirm:after", (at) => at.call("GET", back));
    const [left] = await ask<{ status: string }>(
      database.url,
      "select status from ticket_order where id = $1",
      [id],
    );
    expect([paypal.of(id)?.captures.length, left?.status]).toEqual([1, "pending"]);
    await later(3 * 60);
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(paypal.of(id)?.captures).toHaveLength(1);
  });

  it("Worldpay has charged the card: one charge, and tickets within a minute", async () => {
    const account = accountOf(MERCHANT, "shop", "key-1:secret-of-events");
    const partner = await partnerAt("fields", "worldpay", account);
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    const body = { sessionHref: worldpay.session("approve"), device: DEVICE };
    await dies("rail.confirm:after", (at) =>
      at.call("POST", `/api/v1/checkout/sessions/${id}/confirm`, { key: partner.key, body }),
    );
    const charges = () =>
      worldpay.payments.filter(({ reference, charged }) => reference === id && charged !== null).length;
    const [left] = await ask<{ status: string }>(
      database.url,
      "select status from ticket_order where id = $1",
      [id],
    );
    expect([charges(), left?.status]).toEqual([1, "pending"]);
    await later(61);
    expect(await partner.session(id)).toMatchObject({ status: "paid", ticketsIssued: true });
    expect(charges()).toBe(1);
  });

  it("Adyen has taken the refund on: the next worker asks with the same key, and there is one refund", async () => {
    const { clientKey: _ofFlow, ...settings } = ADYEN.settings;
    const partner = await partnerAt("redirect", "adyen", { credentials: ADYEN.credentials, settings });
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    adyen.act(id, "pay");
    const { basicUser, basicPassword } = ADYEN.credentials;
    const password = Buffer.from(`${basicUser}:${basicPassword}`).toString("base64");
    const told = await setUp.call(
      "POST",
      `/rails/redirect/adyen/${partner.organisation.slug}/notifications`,
      {
        headers: { authorization: `Basic ${password}` },
        body: adyen.notification(adyen.due.splice(0), HMAC_KEY),
      },
    );
    expect(told.text).toBe("[accepted]");
    await setUp.idle();
    const path = `/admin/api/v1/organisations/${partner.organisation.slug}/orders/${id}/refund`;
    const asked = await setUp.call("POST", path, { key: ADMIN_TOKEN, body: { reason: "asked for" } });
    expect(asked.status).toBe(200);

    const dying = { ROLE: "worker", DIE_AT: "rail.refund:after" };
    await expectKilled(
      new ServiceProcess({
        program: "killed-service",
        environment: onDatabase(database.url, environment(dying)),
      }),
    );
    expect(adyen.find(id)?.refunds).toHaveLength(1);
    await ask(
      database.url,
      "update refund set lease_until = clock_timestamp() where lease_until is not null",
    );
    const next = await laterWorker(61);
    const state = async () =>
      (
        await ask<{ state: string; known: boolean }>(
          database.url,
          "select state, provider_refund_id is not null as known from refund where order_id = $1",
          [id],
        )
      )[0];
    await eventually(async () => (await state())?.known === true);
    await next.stop();
    expect(await state()).toEqual({ state: "requested", known: true });
    expect(adyen.find(id)?.refunds).toHaveLength(1);
  });

  it("and the books are right", async () => {
    const broken = await brokenRules(database.url, { givenBack: true });
    // Some rules compare with the sandbox's payments, which has nothing of these providers.
    expect(broken.filter((rule) => !rule.includes("the simulated provider"))).toEqual([]);
    expect([stripeSimulator.violations, adyen.objections, worldpay.violations]).toEqual([[], [], []]);
  });
});
