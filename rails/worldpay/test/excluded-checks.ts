import type { ExcludedChecks } from "../../conformance/harness.ts";

/** Checks that Worldpay has nothing for. */
export const EXCLUDED: { readonly fields: ExcludedChecks } = {
  fields: {
    35: "whether disputed money can be refunded the documents do not say; the service refunds no disputed order by itself",
    38: "the signature covers no time",
    43: "an order has one payment, and a decline ends it",
    46: "an event comes alone",
    59: "the buyer does not leave the partner's page",
    60: "the webhook is registered once for the account",
    63: "an order has one payment, which look-ups and notifications name by the order",
  },
};
