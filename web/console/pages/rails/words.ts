import type { Schema } from "../../api/schemas.ts";

type Kind = Schema<"RailAccount">["kind"];

/** Spelling of providers whose name is not one capitalised word. */
const PROVIDERS: Readonly<Record<string, string>> = { paypal: "PayPal", payos: "payOS" };

export function providerName(provider: string): string {
  return PROVIDERS[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** Payment form that buyers see, by kind of rail. */
export const KINDS: Readonly<Record<Kind, string>> = {
  redirect: "the provider's page",
  embed: "the provider's form in your page",
  fields: "card fields in your page",
  flow: "the provider's flow in your page",
  qr: "a code for a banking app",
};

/** Words of field names that are not written in lower case. */
const ACRONYMS: Readonly<Record<string, string>> = {
  api: "API",
  hmac: "HMAC",
  id: "ID",
  qr: "QR",
  url: "URL",
};

/** Returns the label of an account's field: `Previous HMAC key` of `previousHmacKey`. */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _-]+/)
    .map((word) => ACRONYMS[word] ?? word);
  const label = words.join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Calls to a provider, as a sentence about their failure names them. */
const CALLS: Readonly<Record<string, string>> = {
  checkAccount: "Testing the account",
  createPayment: "Starting a payment",
  confirm: "Charging a payment",
  lookUp: "Looking up a payment",
  cancel: "Cancelling a payment",
  refund: "Refunding a payment",
  lookUpRefund: "Looking up a refund",
  missedEvents: "Reading missed events",
  fetchEvents: "Reading an event",
  listPayments: "Listing payments",
};

const REASONS: Readonly<Record<string, string>> = {
  timeout: "the provider did not answer in time",
  no_answer: "the provider did not answer",
  circuit_open: "calls are paused after several failures",
};

export const callName = (operation: string): string => CALLS[operation] ?? operation;
export const reasonText = (code: string): string => REASONS[code] ?? code;
