import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { adyenRails } from "../../rails/adyen/rails.ts";
import { ACCOUNT, HMAC_KEY } from "../../rails/adyen/test/harness.ts";
import { AdyenSimulator } from "../../rails/adyen/test/simulator.ts";
import { StripeRail } from "../../rails/stripe/rail.ts";
import { SimulatedStripeAccount } from "../../rails/stripe/test/simulated-account.ts";
import { StripeSimulator } from "../../rails/stripe/test/simulator.ts";
import { WorldpayRail } from "../../rails/worldpay/rail.ts";
import { accountOf as worldpayAccount } from "../../rails/worldpay/test/harness.ts";
import { WorldpaySimulator } from "../../rails/worldpay/test/simulator.ts";
import { press } from "../support/browser/browser.ts";
import { Partner } from "../support/builders/partner.ts";
import { TestService } from "../support/service/service.ts";
import { it, openBrowser } from "../support/browser/in-browser.ts";

const MERCHANT = { username: "shop-user", password: "shop-password-0815", entity: "shop" };
const STRIPE_KEY = "sk_test_51Browser0000000001";
/** Like Stripe's own script: an embedded page with one button, behind which a card is charged. */
const STRIPE_SCRIPT = `window.Stripe = Object.assign((key) => ({
  async createEmbeddedCheckoutPage({ fetchClientSecret, onComplete }) {
    const secret = await fetchClientSecret();
    const button = Object.assign(document.createElement("button"), { textContent: "Pay at Stripe" });
    button.onclick = () => fetch("https://api.stripe.com/pay", { method: "POST", body: key + " " + secret }).then(onComplete);
    return { mount: (place) => place.append(button), destroy: () => button.remove() };
  },
}), { version: "endive" });`;

let service: TestService;
let stripes: StripeSimulator;
let stripe: SimulatedStripeAccount;
let adyen: AdyenSimulator;
let worldpay: WorldpaySimulator;
const browser = openBrowser();
beforeAll(async () => {
  const now = () => service.clock.now();
  stripes = await StripeSimulator.open();
  const apiKey = ACCOUNT.credentials.apiKey ?? "";
  const merchantAccount = String(ACCOUNT.settings.merchantAccount);
  adyen = new AdyenSimulator([{ apiKey, hmacKey: HMAC_KEY, merchantAccount }], now);
  const address = await adyen.start();
  worldpay = await WorldpaySimulator.open([MERCHANT], now);
  service = await TestService.open({
    rails: (clock) => [
      new StripeRail({ origin: stripes.origin, clock }),
      new WorldpayRail({ origins: { test: worldpay.origin, live: worldpay.origin }, clock }),
      ...adyenRails({ baseUrl: "http://127.0.0.1", clock, origin: () => address }),
    ],
  });
  stripe = new SimulatedStripeAccount(false, now);
  stripes.addAccount(STRIPE_KEY, stripe);
});
afterAll(async () => {
  await service.stop();
  await stripes.close();
  await adyen.stop();
  await worldpay.close();
});

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
const answer = (route: Route, body: object) => route.fulfill({ json: body, headers: CORS });

/** Visits the order's page; what the browser complained of, such as a broken policy, fails the test. */
async function onOrder(visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Content Security|Trusted|violat/i.test(message.text())) complaints.push(message.text());
  });
  try {
    await visit(page);
    await page.getByRole("heading", { name: "You are in" }).waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

const policyOf = async (id: string) =>
  (await service.call("GET", `/orders/${id}`)).headers.get("content-security-policy");
const common = () =>
  `default-src 'none'; script-src ${service.baseUrl}/assets/; style-src ${service.baseUrl}/assets/ ${service.baseUrl}/theme/; img-src 'self' https: data:; connect-src 'self'`;

it("the order's page allows exactly what Worldpay and the sandbox need, of each kind", async () => {
  const typed = "require-trusted-types-for 'script'; trusted-types 'none'";
  const closed = "base-uri 'none'; form-action 'self'";
  const noFrames = "frame-ancestors 'none'";
  const rails = { USD: "redirect", EUR: "embed", JPY: "fields", GBP: "flow", SGD: "qr" } as const;
  const rates = { EUR: "0.9", JPY: "150", GBP: "0.8", SGD: "1.3" };
  const sandboxed = await Partner.add(service, { rails, rates });
  for (const [fiatCurrency, kind] of Object.entries(rails)) {
    const { id } = (await sandboxed.checkout((await sandboxed.lot({ payment: { fiatCurrency } })).id)).json
      .data;
    const own = new URL(service.baseUrl).origin;
    const frame = kind === "redirect" || kind === "qr" ? "" : `frame-src ${own}; `;
    expect(await policyOf(id), kind).toBe(`${common()}; ${frame}${closed}; ${noFrames}; ${typed}`);
  }
  const partner = await Partner.add(service, { rails: {} });
  const { credentials, settings } = worldpayAccount(MERCHANT, partner.organisation.slug, "key-1:secret");
  const account = { kind: "fields", provider: "worldpay", currencies: ["USD"], enabled: true } as const;
  await partner.putRail({ ...account, credentials, settings });
  const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
  const { origin } = worldpay;
  expect(await policyOf(id)).toBe(
    common()
      .replace("/assets/; style", `/assets/ ${origin}; style`)
      .replace("data:;", "data: https: data:;") +
      ` ${origin}; frame-src ${new URL(service.baseUrl).origin} https: ${origin}; ${closed} https: ${origin}; ${noFrames}`,
  );
});

it("Stripe's embedded page takes the payment on the order's page, with what its policy allows and no more", async () => {
  const partner = await Partner.add(service, { rails: {} });
  await partner.putRail({
    kind: "embed",
    provider: "stripe",
    currencies: ["USD"],
    credentials: { secretKey: STRIPE_KEY, webhookSecret: "whsec_c2VjcmV0IG9mIHRoZSBzZXJ2aWNl" },
    settings: { publishableKey: STRIPE_KEY.replace("sk_", "pk_") },
    enabled: true,
  });
  const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
  const js = "https://js.stripe.com https://*.js.stripe.com https://checkout.stripe.com";
  const link = "https://link.com https://*.link.com";
  expect(await policyOf(id)).toBe(
    common()
      .replace("/assets/; style", `/assets/ ${js}; style`)
      .replace("data:;", `data: https://*.stripe.com ${link};`) +
      ` https://api.stripe.com https://checkout.stripe.com ${link}; frame-src ${js} https://hooks.stripe.com ${link}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  await onOrder(async (page) => {
    await page.route("https://js.stripe.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: STRIPE_SCRIPT }),
    );
    await page.route("https://api.stripe.com/pay", async (route) => {
      const session = stripe.ofOrder(id)!;
      expect(route.request().postData()).toBe(`${STRIPE_KEY.replace("sk_", "pk_")} ${session.client_secret}`);
      stripe.submitCard(session, "4242424242424242");
      await answer(route, {});
    });
    await page.goto(`${service.baseUrl}/orders/${id}`);
    await press(page.getByRole("button", { name: "Pay at Stripe" }));
  });
});

it("Adyen's own library takes the payment on the order's page under trusted types", async () => {
  const partner = await Partner.add(service, { rails: {} });
  const { credentials, settings } = ACCOUNT;
  const account = { kind: "flow", provider: "adyen", currencies: ["USD"], enabled: true } as const;
  await partner.putRail({ ...account, credentials, settings });
  const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
  const policy = await policyOf(id);
  expect(policy).toBe(
    `${common().replace("data:;", "data: https: data:;")} https://checkoutshopper-test.adyen.com https://checkoutshopper-test.cdn.adyen.com https://checkoutanalytics-test.adyen.com; frame-src https:; base-uri 'none'; form-action 'self' https:; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  await onOrder(async (page) => {
    await page.route(/^https:/, async (route) => {
      const { pathname } = new URL(route.request().url());
      const [, session] = /sessions\/([^/]+)\/setup/.exec(pathname) ?? [];
      if (session)
        return answer(route, {
          id: session,
          sessionData: "data",
          amount: { value: 2500, currency: "USD" },
          expiresAt: new Date(Date.now() + 600_000).toISOString(),
          returnUrl: "https://shop.example",
          configuration: {},
          paymentMethods: { paymentMethods: [{ name: "MobilePay", type: "mobilepay" }] },
        });
      if (/sessions\/[^/]+\/payments/.test(pathname)) {
        adyen.act(id, "pay");
        const { sessionResult } = adyen.sessionResult(id);
        return answer(route, { resultCode: "Authorised", sessionData: "data", sessionResult });
      }
      return answer(route, {});
    });
    await page.goto(`${service.baseUrl}/orders/${id}`);
    const method = page.getByRole("button", { name: /MobilePay/ }).last();
    await method.waitFor();
    await method.click();
  });
});
