import type { ExcludedChecks } from "../../conformance/harness.ts";

const OF_EACH: ExcludedChecks = {
  38: "the signature covers no time",
  39: "eight fields of each item are signed, not the bytes",
  "51a": "eight fields of each item are signed, not the bytes",
  60: "the webhook is registered once for the merchant account",
};

/** Checks that Adyen has nothing for. */
export const EXCLUDED: { readonly [kind in "flow" | "redirect" | "qr"]: ExcludedChecks } = {
  flow: OF_EACH,
  redirect: { ...OF_EACH, 63: "a link is paid once" },
  qr: {
    ...OF_EACH,
    3: "the answer with a code names neither order nor charge, and the service never changes an order's charge",
    63: "a code is paid once",
  },
};
