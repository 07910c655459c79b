import type { RailKind } from "../../../ports/rail.ts";
import type { ExcludedChecks } from "../../conformance/harness.ts";

const OF_EACH: ExcludedChecks = {
  12: "the simulated provider is called in the process: there are no statuses",
  35: "the simulated provider has no disputes of its own",
  43: "a declined payment is over",
  46: "each notification tells of one thing",
  53: "the simulated provider has no disputes of its own",
  55: "the simulated provider is called in the process: nothing is on a wire",
  56: "the simulated provider has no versions",
  61: "the simulated provider is called in the process: there are no statuses",
  63: "a payment of the simulated provider is paid once",
  67: "the simulated provider knows every organisation: there are no credentials",
};

/** Checks that the simulated provider has nothing for. */
export const EXCLUDED: Readonly<Record<RailKind, ExcludedChecks>> = {
  flow: OF_EACH,
  embed: OF_EACH,
  fields: OF_EACH,
  redirect: OF_EACH,
  qr: OF_EACH,
};
