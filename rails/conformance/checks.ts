import type { RailCapabilities } from "../../ports/rail.ts";
import type { ExcludedChecks } from "./bench.ts";

/** One promise of every rail. Titles of tests begin with its number. */
export interface Check {
  readonly what: string;
  /** The capability that leaves nothing to check; where it does, the suite proves that the rail refuses. */
  readonly without?: (capabilities: RailCapabilities) => string | null;
  /** It needs the provider's own notions: its tests stand beside the rail. */
  readonly beside?: true;
  /** `npm run rail:remote` runs it against the provider, too. */
  readonly remote?: true;
}

const noConfirm = ({ confirm }: RailCapabilities) => (confirm ? null : "does not confirm");
const neverAsked = ({ status }: RailCapabilities) => (status === "none" ? "cannot be asked" : null);
const noRefunds = ({ refunds }: RailCapabilities) => (refunds === "none" ? "cannot refund" : null);

/** Every check, by number. Tests are registered, counted and documented by it. */
export const CHECKS: Readonly<Record<number, Check>> = {
  1: { what: "creating gives something to render and the provider's ids", remote: true },
  2: { what: "created twice: one payment, the same answer" },
  3: { what: "another charge under the same id is refused" },
  4: { what: "created by several at once: one payment" },
  5: { what: "the exact charge on the wire in every currency, others refused" },
  6: { what: "no charge of nothing, less than nothing, or too much or little" },
  7: { what: "the reference comes back in notifications; illegal ones are refused" },
  8: {
    what: "expiry within the provider's limits",
    without: ({ expiryMinutes }) => (expiryMinutes.decidedBy === "provider" ? "the provider decides" : null),
  },
  9: { what: "nothing secret for the browser" },
  10: { what: "a lost answer is unknown, and repeating makes no second payment" },
  11: { what: "nothing sent: unavailable, and repeating works" },
  12: { what: "what each status of the provider becomes", beside: true },
  13: { what: "what cannot be read is unknown" },
  14: { what: "confirms with a session href, with and without a CVC href", without: noConfirm },
  15: { what: "a decline is a value", without: noConfirm },
  16: { what: "3-D Secure: only the steps that were asked for", without: noConfirm },
  17: { what: "confirmed twice, late or by strangers: at most one charge", without: noConfirm },
  18: { what: "hrefs of other hosts are refused", without: noConfirm },
  19: { what: "every state is seen, in every currency", without: neverAsked, remote: true },
  20: { what: "reports the money that came, not the money asked for", without: neverAsked },
  21: { what: "what was never created, or is another's, is not found", without: neverAsked },
  22: {
    what: "says that it cannot be asked",
    without: ({ status }) => (status === "by_id" ? "can be asked" : null),
  },
  23: {
    what: "believes no proof of another order",
    without: ({ status }) => (status === "browser_proof" ? null : "takes no proof"),
  },
  24: { what: "cancels what is open, and looks agree", remote: true },
  25: { what: "cancels too late for what is paid or processed" },
  26: { what: "cancelling is quiet when repeated, and never another's" },
  27: {
    what: "cancelling against a payment ends in one state",
    without: ({ createdByConfirming }) =>
      createdByConfirming ? "is cancelled by taking the right to confirm, without asking the provider" : null,
  },
  28: { what: "refunds everything, and finds it by its key", without: noRefunds, remote: true },
  29: { what: "refunds in parts, or says that it does not", without: noRefunds },
  30: { what: "one refund per key", without: noRefunds },
  31: { what: "refunds nothing that is not paid or is another's", without: noRefunds },
  32: { what: "refunds no more than came, and in no other currency", without: noRefunds },
  33: { what: "a lost refund is unknown, and repeating makes one", without: noRefunds },
  34: { what: "a refund that fails later is an event of its own", without: noRefunds },
  35: { what: "a refund of disputed money", beside: true },
  36: { what: "genuine notifications are believed, forged ones are not" },
  37: { what: "several signatures, as while a key is replaced" },
  38: { what: "neither old nor future signatures" },
  39: { what: "the signature is over the very bytes" },
  40: { what: "signatures are compared in constant time", beside: true },
  41: { what: "the same event is known again, others are told apart" },
  42: { what: "any order of notifications reads the same" },
  43: { what: "a failed attempt, then a success", beside: true },
  44: { what: "what is paid stays paid" },
  45: { what: "unknown types are acknowledged and ignored" },
  46: { what: "a batch with one bad item", beside: true },
  47: { what: "unsigned fields change nothing", beside: true },
  48: { what: "nothing from the other environment" },
  49: { what: "orders that nobody knows are acknowledged" },
  50: { what: "acknowledged exactly as the provider wants" },
  51: { what: "too large, too deep, no JSON, of another type: refused" },
  52: { what: "money that came too late is reported, and sent back where that is possible" },
  53: { what: "refund and dispute of the same money", beside: true },
  54: { what: "nothing secret in any answer" },
  55: { what: "requests and answers are as the provider describes them", beside: true },
  56: { what: "the version on the wire is the pinned one", beside: true },
  57: { what: "capabilities without contradiction" },
  58: { what: "every call ends by itself" },
};

export const CHECK_NUMBERS: readonly number[] = Object.keys(CHECKS).map(Number);

/** The numbers that a test's title begins with: one, or several as in "2. 4. gives …". */
export function numbersOfTitle(title: string): number[] {
  const [leading = ""] = /^(?:\d+\. )+/.exec(title) ?? [];
  return (leading.match(/\d+/g) ?? []).map(Number).filter((number) => number in CHECKS);
}

export type Cell =
  /** The suite runs it, or the rail's own tests do. */
  | { readonly state: "suite" | "own" }
  | { readonly state: "excluded"; readonly because: string }
  | { readonly state: "missing" };

/** How one check stands for a rail. An own test of what the bench excludes is the rail's own form of it. */
export function cellOf(number: number, { capabilities, own, excluded }: Coverage): Cell {
  const { without, beside = false } = CHECKS[number]!;
  const lacking = without?.(capabilities) ?? null;
  if (lacking !== null) return { state: "excluded", because: lacking };
  const because = excluded[number];
  if (!beside && because === undefined) return { state: "suite" };
  if (own.has(number)) return { state: "own" };
  return because === undefined ? { state: "missing" } : { state: "excluded", because };
}

export interface Coverage {
  readonly capabilities: RailCapabilities;
  /** Numbers in the titles of the tests beside the rail. */
  readonly own: ReadonlySet<number>;
  readonly excluded: ExcludedChecks;
}
