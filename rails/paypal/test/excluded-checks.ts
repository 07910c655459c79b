import type { ExcludedChecks } from "../../conformance/harness.ts";

const FETCHED = "a notification only names an event, which is fetched from PayPal";
const OWN_HOSTS = "each environment has separate hosts and credentials, and no answer names one";

/** Checks that PayPal has nothing for. */
export const EXCLUDED: { readonly redirect: ExcludedChecks } = {
  redirect: {
    7: FETCHED,
    "19a": "an order is captured as a whole: PayPal reserves nothing for it",
    34: FETCHED,
    36: FETCHED,
    37: FETCHED,
    38: FETCHED,
    39: FETCHED,
    40: "no signature is compared: what a notification names is fetched from PayPal",
    42: FETCHED,
    43: "a payment that was declined is over; a means that was declined leaves the order open",
    46: "each notification names one event",
    48: FETCHED,
    "48a": OWN_HOSTS,
    "48b": OWN_HOSTS,
    49: FETCHED,
    60: "the webhook is registered once for the app",
    64: FETCHED,
    76: "an order is looked up by its id, and names all its refunds",
  },
};
