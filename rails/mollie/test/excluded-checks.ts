import type { ExcludedChecks } from "../../conformance/harness.ts";

/** Checks that Mollie has nothing for. */
export const EXCLUDED: { readonly redirect: ExcludedChecks } = {
  redirect: {
    38: "the signature covers no time",
    43: "a failed payment is over: another attempt is another payment",
    46: "each notification reports one thing",
  },
};
