import type { ExcludedChecks } from "../../../rails/conformance/bench.ts";

/** Checks that Worldpay has nothing for. */
export const EXCLUDED: { readonly fields: ExcludedChecks } = {
  fields: {
    35: "whether disputed money can be refunded the documents do not say; the service refunds no disputed order by itself",
    38: "the signature covers no time",
    43: "an order has one payment, and a decline ends it",
    46: "an event comes alone",
    47: "the whole body is signed, and no other header is read",
  },
};
