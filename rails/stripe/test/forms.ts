import type { Metadata } from "./objects.ts";
import { invalid } from "./refusal.ts";
import type { Form } from "./schema.ts";

const AMOUNT_MAX = 99_999_999;
/**
 * Stripe's least charges in its own unit, written down a second time: docs.stripe.com/currencies, checked 2026-09-27.
 * Currencies without entry have one that depends on the account.
 */
export const LEAST_CHARGES: Readonly<Record<string, number>> = Object.fromEntries(
  (
    "aed:200 aud:50 brl:50 cad:50 chf:50 czk:1500 dkk:250 eur:50 gbp:30 hkd:400 huf:17500 ils:50 inr:50 jpy:50 " +
    "krw:50 mxn:1000 myr:200 nok:300 nzd:50 php:50 pln:200 ron:200 sek:300 sgd:50 thb:1000 usd:50 zar:50"
  )
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([currency, least]) => [currency, Number(least)]),
);
/** Bulgaria has the euro since 2026. */
const NOT_CHARGED = new Set(["bgn"]);

export function text(form: Form, name: string): string {
  const value = form[name];
  if (typeof value !== "string" || value === "")
    throw invalid(name, `Missing required param: ${name}.`, "parameter_missing");
  return value;
}

export function metadataOf(form: Form): Metadata {
  const metadata = (form["metadata"] ?? {}) as Metadata;
  for (const [name, value] of Object.entries(metadata))
    if (name.length > 40 || value.length > 500) throw invalid("metadata", "Metadata is too long.");
  return metadata;
}

/** The members of the request for an ordinary session. */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    "mode ui_mode adaptive_pricing return_url redirect_on_completion expires_at client_reference_id metadata " +
    "customer_email expand line_items.0.quantity line_items.0.price_data payment_intent_data.metadata " +
    "payment_intent_data.description"
  ).split(" "),
);

/** Options beyond those of an ordinary session, such as another capture method or an amount that the buyer adjusts. */
export function optionsOf(form: Form): readonly string[] {
  const fields = Object.entries(form).flatMap(([name, value]) => {
    if (name === "line_items") return namesIn("line_items.0", (value as readonly Form[])[0] ?? {});
    return name === "payment_intent_data" ? namesIn(name, value as Form) : [name];
  });
  const { enabled } = (form["adaptive_pricing"] ?? {}) as Form;
  return [
    ...fields.filter((name) => !ORDINARY.has(name)),
    ...(enabled === "false" ? [] : ["adaptive_pricing: the buyer may pay in another currency"]),
  ];
}

function namesIn(prefix: string, form: Form): readonly string[] {
  return Object.keys(form).map((name) => `${prefix}.${name}`);
}

export function lineItemOf(form: Form): { readonly amount: number; readonly currency: string } {
  const [item, ...more] = Array.isArray(form["line_items"]) ? (form["line_items"] as Form[]) : [];
  if (item === undefined || more.length > 0)
    throw invalid("line_items", "One line item, please.", "parameter_missing");
  const price = (item["price_data"] ?? {}) as Form;
  const name = text((price["product_data"] ?? {}) as Form, "name");
  const currency = text(price, "currency");
  const amount = Number(text(price, "unit_amount")) * Number(item["quantity"]);
  if (name.length > 250) throw invalid("name", "Too long.");
  if (!/^[a-z]{3}$/.test(currency)) throw invalid("currency", `Invalid currency: ${currency}`);
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid("unit_amount", "Invalid positive integer", "parameter_invalid_integer");
  if (currency === "isk" && amount % 100 !== 0) throw invalid("unit_amount", "ISK has no decimals.");
  if (NOT_CHARGED.has(currency)) throw invalid("currency", `Invalid currency: ${currency}`);
  if (amount < (LEAST_CHARGES[currency] ?? 1))
    throw invalid("unit_amount", "The total amount is too small.", "amount_too_small");
  if (amount > AMOUNT_MAX) throw invalid("unit_amount", "Too much.", "amount_too_large");
  return { amount, currency };
}
