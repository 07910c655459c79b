import type { RailKind } from "../../../ports/rail.ts";
import type { ExcludedChecks } from "../../conformance/harness.ts";

const OF_EACH: ExcludedChecks = {
  12: "the simulated provider is called in the process: there are no statuses",
  "19a": "the simulated provider reserves nothing",
  35: "the simulated provider has no disputes",
  "36a": "the simulated provider reserves nothing",
  43: "a declined payment is over",
  46: "each notification reports one thing",
  "48a": "the simulated provider is called in the process: it has one environment",
  "48b": "the simulated provider is called in the process: it has one environment",
  53: "the simulated provider has no disputes",
  55: "the simulated provider is called in the process: nothing is on a wire",
  56: "the simulated provider has no versions",
  61: "the simulated provider is called in the process: there are no statuses",
  67: "the simulated provider knows every organisation: there are no credentials",
  76: "payments and refunds are looked up by id and key",
};

/** Checks that the simulated provider has nothing for. */
export const EXCLUDED: Readonly<Record<RailKind, ExcludedChecks>> = {
  flow: OF_EACH,
  embed: OF_EACH,
  fields: OF_EACH,
  redirect: OF_EACH,
  qr: OF_EACH,
};
