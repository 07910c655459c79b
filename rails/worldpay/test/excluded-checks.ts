import type { ExcludedChecks } from "../../conformance/harness.ts";

const OWN_HOSTS = "each environment has separate hosts and credentials, and no answer names one";

/** Checks that Worldpay has nothing for. */
export const EXCLUDED: { readonly fields: ExcludedChecks } = {
  fields: {
    35: "whether disputed money can be refunded the documents do not say; the service refunds disputed orders only by hand",
    38: "the signature covers no time",
    43: "an order has one payment, and a decline ends it",
    46: "an event comes alone",
    "48a": OWN_HOSTS,
    "48b": OWN_HOSTS,
    59: "the buyer does not leave the partner's page",
    60: "the webhook is registered once for the account",
    76: "a payment names all that happened to it, and an order has one payment",
  },
};
