import type { ExcludedChecks } from "../../conformance/harness.ts";

/** Checks that payOS has nothing for. */
export const EXCLUDED: { readonly qr: ExcludedChecks } = {
  qr: {
    "19a": "a bank transfer reserves nothing",
    35: "payOS refunds nothing and reports no disputes",
    "36a": "a bank transfer reserves nothing",
    37: "a notification has one signature; while a key is replaced the service tries the previous one",
    38: "the signature covers no time",
    39: "what is signed are the values of `data`, not the bytes",
    43: "payOS reports no failed attempts",
    46: "each notification reports one transfer",
    48: "payOS has no test environment",
    "48a": "payOS has no test environment",
    "48b": "payOS has no test environment",
    "51a": "what is signed are the values of `data`, not the bytes",
    53: "payOS refunds nothing and reports no disputes",
    60: "the webhook is registered once for the payment channel",
    64: "payOS tells of no disputes",
    76: "a payment is looked up by its order code",
  },
};
