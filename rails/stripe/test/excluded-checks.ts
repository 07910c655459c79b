import type { ExcludedChecks } from "../../conformance/harness.ts";

/** Checks that Stripe has nothing for. */
export const EXCLUDED: { readonly embed: ExcludedChecks } = {
  embed: {
    46: "an event comes alone",
    60: "the webhook endpoint is registered once for the account",
  },
};
