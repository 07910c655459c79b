import type { Rail } from "../../ports/rail.ts";
import type { ExcludedChecks } from "./harness.ts";

/** One promise of every rail. Titles of tests begin with its number. */
export interface Check {
  readonly what: string;
  /** The capability that makes the check inapplicable; the suite then proves that the rail refuses. */
  readonly without?: (rail: DeclaredRail) => string | null;
  /** The check depends on the provider: its tests are next to the rail. */
  readonly beside?: true;
  /** `npm run rail:remote` also runs it against the provider. */
  readonly remote?: true;
}

/** The properties of a rail that determine which checks apply. */
export type DeclaredRail = Pick<
  Rail,
  "capabilities" | "missedEvents" | "fetchEvents" | "listPayments" | "returnTokenOf" | "page"
>;

const noConfirm = ({ capabilities: { confirm } }: DeclaredRail) => (confirm ? null : "does not confirm");
const neverAsked = ({ capabilities: { status } }: DeclaredRail) =>
  status === "none" ? "cannot be queried" : null;
const noRefunds = ({ capabilities: { refunds } }: DeclaredRail) =>
  refunds === "none" ? "cannot refund" : null;

/** Every check, by its id: a number, and a letter where a part of it can be excluded alone. */
export const CHECKS: Readonly<Record<string, Check>> = {
  1: { what: "creating gives something to render, and where the provider shows it", remote: true },
  2: { what: "created twice: one payment, the same answer" },
  3: { what: "another charge under the same id is refused" },
  4: { what: "created by several at once: one payment" },
  5: { what: "the exact charge on the wire in every currency, others refused" },
  6: { what: "no charge of nothing, less than nothing, or too much or little" },
  7: { what: "a reference of 64 characters comes back in notifications" },
  "7a": { what: "illegal references are refused" },
  "7b": { what: "two references of 64 characters that differ in the last one are two payments" },
  8: {
    what: "expiry within the provider's limits",
    without: ({ capabilities: { expiryMinutes } }) =>
      expiryMinutes.decidedBy === "provider" ? "the provider decides" : null,
  },
  9: { what: "nothing secret for the browser" },
  10: { what: "a lost answer is unknown, and repeating makes no second payment" },
  11: { what: "nothing sent: unavailable, and repeating works" },
  12: { what: "what each status of the provider becomes", beside: true },
  13: { what: "what cannot be read is unknown" },
  14: { what: "confirms with a session href, with and without a CVC href", without: noConfirm },
  15: { what: "a decline is a value", without: noConfirm },
  16: { what: "3-D Secure: only the required steps", without: noConfirm },
  17: { what: "confirmed twice, late or by strangers: at most one charge", without: noConfirm },
  18: { what: "hrefs of other hosts are refused", without: noConfirm },
  19: { what: "every state is seen, in every currency", without: neverAsked, remote: true },
  "19a": { what: "money that is only reserved is not paid", without: neverAsked },
  20: { what: "reports the received money, not the requested money", without: neverAsked },
  21: { what: "what was never created, or is another's, is not found", without: neverAsked },
  "21a": { what: "believes no ids of another order", without: neverAsked },
  22: {
    what: "reports that it cannot be queried",
    without: ({ capabilities: { status } }) => (status === "by_id" ? "can be queried" : null),
  },
  23: {
    what: "believes no return token of another order",
    without: ({ capabilities: { status } }) =>
      status === "by_return_token" ? null : "takes no return token",
  },
  24: { what: "cancels what is open, and looks agree", remote: true },
  25: { what: "cancels too late for what is paid or processed" },
  26: { what: "cancelling is quiet when repeated, and never another's" },
  27: {
    what: "cancelling against a payment ends in one state",
    without: ({ capabilities: { createdByConfirming } }) =>
      createdByConfirming ? "is cancelled by taking the right to confirm, without asking the provider" : null,
  },
  28: { what: "refunds everything, and finds it by its key", without: noRefunds, remote: true },
  29: { what: "refunds in parts, or says that it does not", without: noRefunds },
  30: { what: "one refund per key", without: noRefunds },
  31: { what: "refunds nothing that is not paid or is another's", without: noRefunds },
  32: { what: "refunds no more than came, and in no other currency", without: noRefunds },
  33: { what: "a lost refund is unknown, and repeating makes one", without: noRefunds },
  34: { what: "a refund that fails later is a separate event", without: noRefunds },
  35: { what: "a refund of disputed money", beside: true },
  36: { what: "genuine notifications are believed, forged ones are not" },
  "36a": { what: "a notification of money that is only reserved is not believed as paid" },
  37: { what: "several signatures, as while a key is replaced" },
  38: { what: "neither old nor future signatures" },
  39: { what: "the signature is over the very bytes" },
  40: { what: "signatures are compared in constant time", beside: true },
  41: { what: "the same event is recognized, others are distinguished" },
  42: { what: "any order of notifications reads the same" },
  43: { what: "a failed attempt, then a success", beside: true },
  44: { what: "what is paid stays paid" },
  45: { what: "unknown types are acknowledged and ignored" },
  46: { what: "a batch with one bad item", beside: true },
  47: { what: "what is not signed changes nothing" },
  48: { what: "nothing from the other environment: notifications" },
  "48a": { what: "nothing from the other environment: the answer to a creation" },
  "48b": {
    what: "nothing from the other environment: answers to look-ups",
    without: ({ capabilities: { status }, fetchEvents, missedEvents, listPayments }) =>
      status === "none" && !fetchEvents && !missedEvents && !listPayments ? "cannot be queried" : null,
  },
  49: { what: "unknown orders are acknowledged" },
  50: { what: "acknowledged exactly as the provider wants" },
  51: { what: "too large, or of another content type: refused" },
  "51a": { what: "signed, but too large, too deep or no JSON: refused" },
  52: { what: "money that came too late is reported, and sent back where that is possible" },
  53: { what: "refund and dispute of the same money", beside: true },
  54: { what: "nothing secret in any answer" },
  55: { what: "requests and answers are as the provider describes them", beside: true },
  56: { what: "the version on the wire is the pinned one", beside: true },
  57: { what: "capabilities without contradiction" },
  58: { what: "every call ends within its deadline" },
  59: { what: "buyers come back to the order's return address" },
  60: { what: "notifications go to the order's notification address" },
  61: { what: "a status in place of an answer is not taken for certain" },
  62: { what: "trouble at any request of a call, also after a look-up and while confirming" },
  63: { what: "refunds the payment that is named, and no other", without: noRefunds },
  64: { what: "a dispute names its money, and what was paid" },
  65: { what: "a known type with broken data is refused" },
  66: { what: "an account without signing key believes nothing" },
  67: { what: "tries an account's credentials, and changes nothing" },
  68: { what: "account fields are explained, and fit the account" },
  69: {
    what: "missed events are what their notifications would have been",
    without: ({ missedEvents }) => (missedEvents === undefined ? "keeps no list of missed events" : null),
  },
  70: {
    what: "picks the return token from the return address",
    without: ({ returnTokenOf }) => (returnTokenOf === undefined ? "brings no return token back" : null),
  },
  71: {
    what: "charges once when the buyer has approved and returns",
    without: ({ capabilities: { confirmOnReturn = false } }) =>
      confirmOnReturn ? null : "charges without the buyer's return",
  },
  72: {
    what: "believes nothing of a named event but its name, and asks the provider",
    without: ({ fetchEvents }) => (fetchEvents === undefined ? "its notifications say all themselves" : null),
  },
  73: {
    what: "lists what came in, what of it was sent back, and all that a refund needs",
    without: ({ listPayments }) =>
      listPayments === undefined ? "keeps no list of payments that is read" : null,
  },
  74: {
    what: "a page that takes the payment knows its part, and loads nothing but over https",
    without: ({ page }) => (page === undefined ? "no part of a page takes its payments" : null),
  },
  75: { what: "takes nothing that another system made in the same account for its own" },
  76: {
    what: "reads every list to its end",
    without: ({ capabilities: { status, refunds }, missedEvents }) =>
      status === "none" && refunds !== "partial" && missedEvents === undefined ? "reads no list" : null,
  },
  77: { what: "requests no option to pay in parts, more than once or another amount" },
};

export const CHECK_IDS: readonly string[] = Object.keys(CHECKS).sort(
  (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10) || (one < other ? -1 : 1),
);

/** The ids that a test's title begins with: one, or several as in "2. 51a. gives …". */
export function idsOfTitle(title: string): string[] {
  const [leading = ""] = /^(?:\d+[a-z]?\. )+/.exec(title) ?? [];
  return (leading.match(/\d+[a-z]?/g) ?? []).filter((id) => id in CHECKS);
}

export type Cell =
  /** The suite runs it, or the rail's own tests do. */
  | { readonly state: "suite" | "own" }
  | { readonly state: "excluded"; readonly because: string }
  | { readonly state: "missing" };

/** The status of one check for a rail. A rail's own test of an excluded check replaces it. */
export function cellOf(id: string, { rail, own, excluded }: Coverage): Cell {
  const { without, beside = false } = CHECKS[id]!;
  const lacking = without?.(rail) ?? null;
  if (lacking !== null) return { state: "excluded", because: lacking };
  const because = excluded[id];
  if (!beside && because === undefined) return { state: "suite" };
  if (own.has(id)) return { state: "own" };
  return because === undefined ? { state: "missing" } : { state: "excluded", because };
}

export interface Coverage {
  readonly rail: DeclaredRail;
  /** Check ids in the titles of the rail's own tests. */
  readonly own: ReadonlySet<string>;
  readonly excluded: ExcludedChecks;
}
