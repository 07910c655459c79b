import type { ExcludedChecks } from "../../conformance/harness.ts";

const UNTOLD = "nobody tells the till of anything: it reads the chain";
const NO_DISPUTES = "a transfer of tokens cannot be disputed";

/** Checks that the till has nothing for. */
export const EXCLUDED: { readonly qr: ExcludedChecks } = {
  qr: {
    7: UNTOLD,
    11: "whether a node was not reached or did not answer cannot be told apart",
    12: "a chain has no statuses",
    20: "it reports the charge or nothing: what is less fails, what is more goes back",
    34: UNTOLD,
    35: NO_DISPUTES,
    36: UNTOLD,
    37: UNTOLD,
    38: UNTOLD,
    39: UNTOLD,
    40: UNTOLD,
    41: UNTOLD,
    42: UNTOLD,
    43: "a payment in parts is no failed attempt",
    44: UNTOLD,
    45: UNTOLD,
    46: UNTOLD,
    47: UNTOLD,
    48: UNTOLD,
    49: UNTOLD,
    50: UNTOLD,
    51: UNTOLD,
    "51a": UNTOLD,
    52: "what comes too late goes back by itself and is no payment",
    53: NO_DISPUTES,
    55: "a chain node's answers are checked where they are read",
    56: "a chain node has no version of an interface",
    59: "no page of a provider sends the buyer back",
    60: UNTOLD,
    61: "a chain has no statuses",
    63: "what is paid a second time goes back by itself",
    64: NO_DISPUTES,
    65: UNTOLD,
    66: UNTOLD,
    67: "there are no credentials",
  },
};
