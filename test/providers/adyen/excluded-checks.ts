import type { ExcludedChecks } from "../../../rails/conformance/bench.ts";

const OF_EACH: ExcludedChecks = {
  38: "the signature covers no time",
  39: "eight fields of each item are signed, not the bytes",
};

/** Checks that Adyen has nothing for. */
export const EXCLUDED: { readonly [kind in "flow" | "redirect" | "qr"]: ExcludedChecks } = {
  flow: OF_EACH,
  redirect: OF_EACH,
  qr: OF_EACH,
};
