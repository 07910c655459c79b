import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Currencies } from "../../ports/currencies.ts";
import { RAIL_KINDS } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import { toWireAmount } from "../../rails/shared/wire-money.ts";
import { AmountTooSmall, price } from "../../src/checkout/pricing.ts";
import { Problem } from "../../src/shared/problem.ts";
import { Partner } from "../support/builders/partner.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const service = prepared(sharedService);

/** For one USD. Decimals enough that nothing comes out even. */
const RATES: Readonly<Record<string, string>> = {
  EUR: "0.91873",
  GBP: "0.7872",
  AUD: "1.51339",
  CHF: "0.88107",
  SGD: "1.34271",
  THB: "34.2955",
  VND: "25412.5",
  JPY: "151.837",
  KRW: "1387.129",
  KWD: "0.307613",
  CLP: "932.817",
  ISK: "138.443",
};
const PRICE_CENTS = 2_537;
const QUANTITY = 3;

/** Rounds half up by a separate algorithm: the exact fraction, then its rounding. */
function expected(rate: string, exponent: number): number {
  const [whole = "0", fraction = ""] = rate.split(".");
  const scale = 10n ** BigInt(fraction.length) * 100n;
  const value = BigInt(PRICE_CENTS * QUANTITY) * BigInt(whole + fraction) * 10n ** BigInt(exponent);
  return Number(value / scale) + (2n * (value % scale) >= scale ? 1 : 0);
}

describe.each(RAIL_KINDS)("every currency of the sandbox's %s", (kind) => {
  it("is quoted, sent, read back and announced as one amount", async () => {
    const rail = service.wiring.get(Rails).find(kind, "sandbox")!;
    const currencies = [...rail.capabilities.currencies];
    const partner = await Partner.add(service, {
      rails: Object.fromEntries(currencies.map(([currency]) => [currency, kind])),
      rates: RATES,
    });
    for (const [currency, wireExponent] of currencies) {
      const lot = await partner.lot({ priceCents: PRICE_CENTS, payment: { fiatCurrency: currency } });
      const exponent = service.wiring.get(Currencies).exponent(currency)!;
      const amount = expected(RATES[currency] ?? "1", exponent);

      const answer = await partner.checkout(lot.id, { quantity: QUANTITY });
      expect(answer.status, `${currency}: ${answer.text}`).toBe(201);
      const { id } = answer.json.data;
      expect(answer.json.data).toMatchObject({ amount, currency });
      const atProvider = await service.wiring.get(SandboxPayments).byId(id);
      expect(atProvider?.charge).toEqual({ amount, currency });
      expect(toWireAmount({ amount, currency }, wireExponent)).toBe(amount * 10 ** (wireExponent - exponent));

      await partner.provider(id, { outcome: "paid" });
      expect(await partner.session(id)).toMatchObject({ status: "paid", amount, currency });
      const rows = await service.sql(
        `select p.amount::float8 as amount, p.currency, p.state,
           (select e.payload from event e where e.type = 'payment.settled' and e.payload like '%' || $1 || '%') as event
         from payment p where p.order_id = $1`,
        id,
      );
      expect(rows).toMatchObject([{ amount, currency, state: "settled" }]);
      expect(JSON.parse(rows[0].event).data).toMatchObject({ amount, currency });
    }
  });
});

it("whatever the price and the rate, what is quoted is what each rail of this build can send", () => {
  const currencyOf = service.wiring.get(Currencies);
  for (const { kind, provider, capabilities } of service.wiring.get(Rails).all) {
    for (const [currency, wireExponent] of capabilities.currencies) {
      const exponent = currencyOf.exponent(currency);
      expect(exponent, `${kind}/${provider}: ISO 4217 knows ${currency}`).not.toBeNull();
      if (exponent === null) continue;
      const minimumCharge = capabilities.minimumCharge.get(currency) ?? 1;
      const unit = 10 ** Math.max(0, exponent - wireExponent);
      const anyRate = fc
        .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 999_999 }))
        .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, "0")}`);
      const anyCents = fc.integer({ min: 1, max: 1_000_000 });
      fc.assert(
        fc.property(anyCents, anyCents, anyRate, (priceCents, creditCents, rate) => {
          const rest = { quantity: 1, currency, rate, exponent, wireExponent, minimumCharge };
          try {
            const { charge } = price({ ...rest, priceCents, creditCents });
            return charge.amount === 0 || (charge.amount >= minimumCharge && charge.amount % unit === 0);
          } catch (error) {
            return error instanceof Problem && error.code === AmountTooSmall.code;
          }
        }),
        { numRuns: 100 },
      );
    }
  }
});
