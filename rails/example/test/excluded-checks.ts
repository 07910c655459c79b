import type { ExcludedChecks } from "../../conformance/harness.ts";

/** Checks that Example Pay has nothing for. */
export const EXCLUDED: { readonly redirect: ExcludedChecks } = {
  redirect: {
    38: "the signature covers no time",
    43: "a declined payment is over",
    46: "each notification reports one event",
    56: "the API has one version",
  },
};
