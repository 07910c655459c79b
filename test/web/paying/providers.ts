import { adyenRails } from "../../../rails/adyen/rails.ts";
import { ACCOUNT as ADYEN, HMAC_KEY } from "../../../rails/adyen/test/harness.ts";
import { AdyenSimulator } from "../../../rails/adyen/test/simulator.ts";
import { MollieRail } from "../../../rails/mollie/rail.ts";
import { OURS as MOLLIE } from "../../../rails/mollie/test/harness.ts";
import { MollieSimulator } from "../../../rails/mollie/test/simulator.ts";
import { orderCodeOf } from "../../../rails/payos/order-code.ts";
import { PayosRail } from "../../../rails/payos/rail.ts";
import { KEYS as PAYOS } from "../../../rails/payos/test/harness.ts";
import { notificationOf, PayosSimulator } from "../../../rails/payos/test/simulator.ts";
import { PaypalRail } from "../../../rails/paypal/rail.ts";
import { OURS as PAYPAL } from "../../../rails/paypal/test/harness.ts";
import { PaypalSimulator } from "../../../rails/paypal/test/simulator.ts";
import type { RailKind } from "../../../ports/rail.ts";
import { Partner } from "../../support/builders/partner.ts";
import { TestService } from "../../support/service/service.ts";

/** An order, as providers know it. */
export interface Charged {
  readonly id: string;
  readonly number: number;
}

/** What a buyer does at a provider, and what it then tells the service. */
export interface Provider {
  readonly partner: Partner;
  /** Whether the address is one of the provider's pages. */
  isPage(url: URL): boolean;
  /** The buyer pays, or approves, on the provider's page. @param late after it was over there, too */
  pay(order: Charged, late?: boolean): boolean;
  /** Where the provider's page leads the buyer then. */
  back(order: Charged): string;
  /** The provider tells of what has happened. */
  notify(order: Charged): Promise<void>;
}

interface Providers {
  readonly service: TestService;
  readonly redirect: Readonly<Record<"mollie" | "paypal" | "adyen", Provider>>;
  readonly qr: Readonly<Record<"payos" | "adyen", Provider>>;
  /** What the published documents of Adyen object to. */
  objections(): readonly string[];
  stop(): Promise<void>;
}

/** A service that sells through the simulators of four providers; each has a partner of its own. */
export async function openProviders(): Promise<Providers> {
  let opened: TestService | null = null;
  const now = () => opened!.clock.now();
  const mollie = await MollieSimulator.start([MOLLIE.apiKey], now);
  const paypal = await PaypalSimulator.start([PAYPAL], now);
  const payos = await PayosSimulator.start([PAYOS], now);
  const { apiKey = "" } = ADYEN.credentials;
  const merchantAccount = String(ADYEN.settings.merchantAccount);
  const adyen = new AdyenSimulator([{ apiKey, hmacKey: HMAC_KEY, merchantAccount }], now);
  const adyenAddress = await adyen.start();
  const origins = { sandbox: paypal.origin, live: paypal.origin };
  const service = await TestService.open({
    environment: { HOSTED_ORDERS_PER_10_MIN: "100" },
    rails: (clock) => [
      new MollieRail({ clock, origin: mollie.origin }),
      new PaypalRail({ clock, origins, pagesOrigin: paypal.origin }),
      new PayosRail({ clock, baseUrl: payos.url, pagesUrl: `${payos.url}/web/` }),
      ...adyenRails({ baseUrl: "http://127.0.0.1", clock, origin: () => adyenAddress }),
    ],
  });
  opened = service;
  return {
    service,
    redirect: {
      mollie: await mollieAt(service, mollie),
      paypal: await paypalAt(service, paypal),
      adyen: await adyenAt(service, adyen, "redirect", "USD"),
    },
    qr: {
      payos: await payosAt(service, payos),
      adyen: await adyenAt(service, adyen, "qr", "SGD"),
    },
    objections: () => adyen.objections,
    stop: async () => {
      await service.stop();
      await Promise.all([mollie.stop(), paypal.stop(), payos.stop(), adyen.stop()]);
    },
  };
}

interface Account {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currency: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const RATES = { EUR: "0.9", VND: "25400", SGD: "1.34" };

async function partnerOf(service: TestService, account: Account): Promise<Partner> {
  const { currency, settings = {}, ...rest } = account;
  const partner = await Partner.add(service, { rails: {}, fiatCurrency: currency, rates: RATES });
  await partner.putRail({ ...rest, settings, currencies: [currency], enabled: true } as Parameters<
    Partner["putRail"]
  >[0]);
  return partner;
}

/** As the provider posts it; what it says is processed when this resolves. */
async function post(
  { service, organisation }: Partner,
  rail: `${RailKind}/${string}`,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const path = `/rails/${rail}/${organisation.slug}/notifications`;
  const { status, text } = await service.call("POST", path, { raw: body, headers: { ...headers } });
  if (status >= 300) throw new Error(`${rail} was answered ${status} ${text}`);
  await service.idle();
}

async function mollieAt(service: TestService, simulator: MollieSimulator): Promise<Provider> {
  const account = { kind: "redirect", provider: "mollie", currency: "EUR", credentials: MOLLIE } as const;
  const partner = await partnerOf(service, account);
  return {
    partner,
    isPage: ({ origin, pathname }) => origin === simulator.origin && pathname.startsWith("/checkout/"),
    pay: ({ id }, late = false) =>
      late ? simulator.pay(id, undefined, ["open", "canceled", "expired"]) : simulator.pay(id),
    back: ({ id }) => simulator.of(id)!.redirectUrl,
    notify: ({ id }) =>
      post(partner, "redirect/mollie", `id=${simulator.of(id)!.id}`, {
        "Content-Type": "application/x-www-form-urlencoded",
      }),
  };
}

/** PayPal charges when the buyer returns, and only then. */
async function paypalAt(service: TestService, simulator: PaypalSimulator): Promise<Provider> {
  const credentials = { kind: "redirect", provider: "paypal", currency: "EUR", credentials: PAYPAL } as const;
  const partner = await partnerOf(service, { ...credentials, settings: { environment: "sandbox" } });
  return {
    partner,
    isPage: ({ origin, pathname }) => origin === simulator.origin && pathname === "/checkoutnow",
    pay: ({ id }) => simulator.approve(id),
    back: ({ id }) => {
      const { id: token, returnUrl } = simulator.of(id)!;
      return `${returnUrl}?token=${token}&PayerID=QYR5Z8XDVJNXQ`;
    },
    notify: async () => undefined,
  };
}

async function adyenAt(
  service: TestService,
  simulator: AdyenSimulator,
  kind: "redirect" | "qr",
  currency: string,
): Promise<Provider> {
  const { clientKey: _ofDropIn, ...settings } = ADYEN.settings;
  const { credentials } = ADYEN;
  const partner = await partnerOf(service, { kind, provider: "adyen", currency, credentials, settings });
  const { basicUser, basicPassword } = credentials;
  const Authorization = `Basic ${Buffer.from(`${basicUser}:${basicPassword}`).toString("base64")}`;
  return {
    partner,
    isPage: ({ hostname }) => hostname === "test.adyen.link",
    pay: ({ id }, late = false) => simulator.act(id, late ? "payLate" : "pay"),
    back: ({ id }) => simulator.find(id)!.returnUrl,
    notify: () =>
      post(
        partner,
        `${kind}/adyen`,
        JSON.stringify(simulator.notification(simulator.due.splice(0), HMAC_KEY)),
        {
          "Content-Type": "application/json",
          Authorization,
        },
      ),
  };
}

async function payosAt(service: TestService, simulator: PayosSimulator): Promise<Provider> {
  const account = { kind: "qr", provider: "payos", currency: "VND", credentials: { ...PAYOS } } as const;
  const partner = await partnerOf(service, account);
  const linkOf = (order: Charged) => simulator.link(PAYOS, orderCodeOf(order)!)!;
  return {
    partner,
    isPage: ({ origin, pathname }) => origin === simulator.url && pathname.startsWith("/web/"),
    pay: (order, late = false) => {
      const { orderCode, amount } = linkOf(order);
      return simulator.transfer(PAYOS, orderCode, amount, late) !== null;
    },
    back: (order) => linkOf(order).returnUrl,
    notify: async (order) => {
      const { id: paymentLinkId, orderCode, transactions } = linkOf(order);
      const told = { currency: "VND", code: "00", desc: "Thành công", ...transactions.at(-1) };
      const data = { accountNumber: "12345678", description: "R1", orderCode, paymentLinkId, ...told };
      const body = new Uint8Array(notificationOf(data, PAYOS));
      await post(partner, "qr/payos", body, { "Content-Type": "application/json" });
    },
  };
}
