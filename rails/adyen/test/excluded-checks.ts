import type { ExcludedChecks } from "../../conformance/harness.ts";

const CAPTURED = "what Adyen authorises is captured at once: requests have captureDelayHours 0";
const OWN_HOSTS = "each environment has separate hosts and keys, and no answer names one";

const OF_EACH: ExcludedChecks = {
  "19a": CAPTURED,
  "36a": CAPTURED,
  38: "the signature covers no time",
  39: "eight fields of each item are signed, not the bytes",
  "48a": OWN_HOSTS,
  "48b": OWN_HOSTS,
  "51a": "eight fields of each item are signed, not the bytes",
  60: "the webhook is registered once for the merchant account",
  76: "no list is read: Adyen has none by reference, and tells of refunds by notification",
};

/** Checks that Adyen has nothing for. */
export const EXCLUDED: { readonly [kind in "flow" | "redirect" | "qr"]: ExcludedChecks } = {
  flow: OF_EACH,
  redirect: OF_EACH,
  qr: {
    ...OF_EACH,
    3: "the answer with a code names neither order nor charge, and the service never changes an order's charge",
  },
};
