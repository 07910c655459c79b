import type { UnitOfWork } from "../../ports/unit-of-work.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { RailCall, RailOperation, RailVerdict } from "../../ports/rail-call.ts";
import type {
  Creation,
  ListedPayments,
  PaymentOutcome,
  Rail,
  RailCredentials,
  RailEvent,
  RefundOutcome,
  ToldEvent,
} from "../../ports/rail.ts";
import { Problem } from "../../src/shared/problem.ts";
import { rejectionOf } from "../../ports/checkout/rail-limits.ts";
import { IsoCurrencies } from "./iso-currencies.ts";
import { scrubbedError } from "../../src/shared/errors/scrubbed-error.ts";
import { AccountCircuit, CIRCUIT_LIMITS, type CircuitLimits, type NotSent } from "./account-circuit.ts";
import { leastUsedCache } from "../../src/shared/cache/least-used-cache.ts";

/** Accounts that are remembered; the one that was used longest ago is forgotten for the next. */
const ACCOUNTS_MAX = 10_000;
const ISO = new IsoCurrencies();

/** Operations that only read. */
const LOOK_UPS: ReadonlySet<RailOperation> = new Set([
  "lookUp",
  "lookUpRefund",
  "missedEvents",
  "fetchEvents",
  "listPayments",
]);

interface GuardOptions {
  readonly unitOfWork: Pick<UnitOfWork, "open">;
  readonly limits?: Partial<CircuitLimits>;
  readonly observe: (call: RailCall) => void;
  /** Receives the number of accounts with an open circuit in this process. */
  readonly circuitsOpen?: (rail: Rail, count: number) => void;
}

interface Guarding<T> {
  readonly operation: RailOperation;
  readonly call: () => Promise<T>;
  readonly judge: (answer: T) => RailVerdict;
  readonly notSent: (why: NotSent) => T;
}

/**
 * Returns the same rail, but a provider that does not answer costs milliseconds. After failures in a row an account's
 * calls are not sent for a while, apart from a periodic probe. Calls beyond a number at once are not sent either. A
 * call that is not sent is answered as one that did not reach the provider, which is true. Reading a notification calls
 * no provider, and a trial of an account is the operator's wish: both pass. An order that the capabilities exclude is
 * rejected here, regardless of the rail. Errors of a rail name none of the account's credentials. A call inside a unit
 * of work, which would hold its locks as long as the provider takes, is a bug and raises.
 */
export function guardedRail(rail: Rail, options: GuardOptions): Rail {
  const guard = new Guard(rail, options);
  const { kind, provider, simulated, byToken, capabilities, accountFields, page } = rail;
  const guarded: EveryMember = {
    kind,
    provider,
    simulated,
    byToken,
    capabilities,
    accountFields,
    page,
    isLive: rail.isLive?.bind(rail),
    acceptsSession: rail.acceptsSession?.bind(rail),
    returnTokenOf: rail.returnTokenOf?.bind(rail),
    checkAccount: (account) => guard.watch(account, "checkAccount", () => rail.checkAccount(account)),
    ...guardedPayments(rail, guard),
    ...guardedRefunds(rail, guard),
    ...guardedEvents(rail, guard),
  };
  return guarded;
}

/** Every member by name, including optional ones: a member forgotten here would be missing in the service. */
type EveryMember = { readonly [member in keyof Required<Rail>]: Rail[member] };

function guardedPayments(
  rail: Rail,
  guard: Guard,
): Pick<EveryMember, "createPayment" | "confirm" | "lookUp" | "cancel"> {
  const confirm = rail.confirm?.bind(rail);
  return {
    createPayment: async (account, order) => {
      const rejection = rejectionOf(order, rail.capabilities, ISO.exponent(order.charge.currency));
      if (rejection !== null) return { outcome: "rejected", reason: rejection };
      return guard.pass<Creation>(account, {
        operation: "createPayment",
        call: () => rail.createPayment(account, order),
        judge: ({ outcome }) => (outcome === "unavailable" || outcome === "unknown" ? "failed" : "answered"),
        notSent: (reason) => ({ outcome: "unavailable", reason }),
      });
    },
    confirm:
      confirm &&
      ((account, order, step) =>
        guard.pass<PaymentOutcome>(account, {
          operation: "confirm",
          call: () => confirm(account, order, step),
          judge: ofPayment,
          notSent: () => ({ outcome: "unknown", reason: "not_sent" }),
        })),
    lookUp: (account, order, returnToken) =>
      guard.pass<PaymentOutcome>(account, {
        operation: "lookUp",
        call: () => rail.lookUp(account, order, returnToken),
        judge: ofPayment,
        notSent: () => ({ outcome: "unknown", reason: "not_sent" }),
      }),
    cancel: (account, order) =>
      guard.pass<Awaited<ReturnType<Rail["cancel"]>>>(account, {
        operation: "cancel",
        call: () => rail.cancel(account, order),
        // The provider may have answered that it has no such payment.
        judge: (answer) => (answer === "unknown" ? "unclear" : "answered"),
        notSent: () => "not_sent",
      }),
  };
}

function guardedRefunds(rail: Rail, guard: Guard): Pick<EveryMember, "refund" | "lookUpRefund"> {
  return {
    refund: (account, order, refund) =>
      guard.pass<RefundOutcome>(account, {
        operation: "refund",
        call: () => rail.refund(account, order, refund),
        judge: ofRefund,
        notSent: (reason) => ({ outcome: "unknown", reason }),
      }),
    lookUpRefund: (account, order, refund) =>
      guard.pass<RefundOutcome>(account, {
        operation: "lookUpRefund",
        call: () => rail.lookUpRefund(account, order, refund),
        judge: ofRefund,
        notSent: (reason) => ({ outcome: "unknown", reason }),
      }),
  };
}

function guardedEvents(
  rail: Rail,
  guard: Guard,
): Pick<EveryMember, "readNotification" | "missedEvents" | "fetchEvents" | "listPayments"> {
  const missedEvents = rail.missedEvents?.bind(rail);
  const fetchEvents = rail.fetchEvents?.bind(rail);
  const listPayments = rail.listPayments?.bind(rail);
  return {
    readNotification: (account, notification) => {
      try {
        return rail.readNotification(account, notification);
      } catch (error) {
        throw scrubbedError(error, Object.values(account.credentials));
      }
    },
    missedEvents:
      missedEvents &&
      ((account, since) =>
        guard.pass<readonly RailEvent[] | null>(account, {
          operation: "missedEvents",
          call: () => missedEvents(account, since),
          judge: (events) => (events === null ? "failed" : "answered"),
          notSent: () => null,
        })),
    fetchEvents:
      fetchEvents &&
      ((account, what) =>
        guard.pass<readonly ToldEvent[] | null>(account, {
          operation: "fetchEvents",
          call: () => fetchEvents(account, what),
          judge: (events) => (events === null ? "failed" : "answered"),
          notSent: () => null,
        })),
    listPayments:
      listPayments &&
      ((account, since, cursor) =>
        guard.pass<ListedPayments | null>(account, {
          operation: "listPayments",
          call: () => listPayments(account, since, cursor),
          judge: (page) => (page === null ? "failed" : "answered"),
          notSent: () => null,
        })),
  };
}

class Guard {
  readonly #rail: Rail;
  readonly #options: GuardOptions;
  readonly #circuits = leastUsedCache<string, AccountCircuit>(ACCOUNTS_MAX);

  constructor(rail: Rail, options: GuardOptions) {
    this.#rail = rail;
    this.#options = options;
  }

  async pass<T>(account: RailCredentials, { operation, call, judge, notSent }: Guarding<T>): Promise<T> {
    this.#refuseInsideUnitOfWork();
    const circuit = this.#circuit(account.organisationSlug);
    const isLookUp = LOOK_UPS.has(operation);
    const passage = await circuit.pass(() => this.watch(account, operation, call, judge), judge, {
      isLookUp,
    });
    if (passage.sent) return passage.answer;
    const answer = notSent(passage.why);
    const summary = { ...answerSummary(answer), reason: passage.why };
    this.#report(account, operation, summary, "not_sent", 0);
    return answer;
  }

  /** Executes the call and reports its outcome. */
  async watch<T>(
    account: RailCredentials,
    operation: RailOperation,
    call: () => Promise<T>,
    judge: (answer: T) => RailVerdict = () => "unclear",
  ): Promise<T> {
    this.#refuseInsideUnitOfWork();
    const start = performance.now();
    try {
      const answer = await call();
      this.#report(account, operation, answerSummary(answer), judge(answer), performance.now() - start);
      return answer;
    } catch (error) {
      const threw = { outcome: "threw", reason: null, detail: null };
      this.#report(account, operation, threw, "unclear", performance.now() - start);
      // A rail with its own tables: the database was unavailable.
      if (error instanceof Problem) throw error;
      // A provider's library may quote the request, and the error is logged.
      throw scrubbedError(error, Object.values(account.credentials));
    }
  }

  #refuseInsideUnitOfWork(): void {
    invariant(!this.#options.unitOfWork.open, "no rail is called inside a unit of work");
  }

  #report(
    { organisationSlug }: RailCredentials,
    operation: RailOperation,
    { outcome, reason, detail }: AnswerSummary,
    verdict: RailVerdict,
    durationMs: number,
  ): void {
    const { kind, provider } = this.#rail;
    this.#options.observe({
      kind,
      provider,
      organisationSlug,
      operation,
      outcome,
      reason,
      detail,
      verdict,
      durationMs,
    });
  }

  #circuit(organisationSlug: string): AccountCircuit {
    const present = this.#circuits.get(organisationSlug);
    if (present) return present;
    const circuit = new AccountCircuit({ ...CIRCUIT_LIMITS, ...this.#options.limits });
    circuit.onChange(() => {
      const open = [...this.#circuits.values()].filter(({ open }) => open).length;
      this.#options.circuitsOpen?.(this.#rail, open);
    });
    this.#circuits.set(organisationSlug, circuit);
    return circuit;
  }
}

function ofPayment(payment: PaymentOutcome): RailVerdict {
  if (payment.outcome !== "unknown") return "answered";
  switch (payment.reason) {
    case "timeout":
    case "unreadable":
    case "not_sent":
      return "failed";
    case "refused":
    case "not_found":
      return "answered";
    case "unsupported":
      return "unclear";
  }
}

function ofRefund(refund: RefundOutcome): RailVerdict {
  if (refund.outcome === "unsupported") return "unclear";
  if (refund.outcome !== "unknown") return "answered";
  return refund.reason === "not_found" || refund.reason === "refused" ? "answered" : "failed";
}

type AnswerSummary = Pick<RailCall, "outcome" | "reason" | "detail">;

/** The outcome in a rail's answer, with its reason and detail. */
function answerSummary(answer: unknown): AnswerSummary {
  const none = { reason: null, detail: null };
  if (typeof answer === "string") return { outcome: answer, ...none };
  if (Array.isArray(answer)) return { outcome: "listed", ...none };
  if (answer === null || typeof answer !== "object") return { outcome: "unknown", ...none };
  const { outcome, reason, detail } = answer as Readonly<Record<string, unknown>>;
  const textOf = (value: unknown) => (typeof value === "string" ? value : null);
  return { outcome: String(outcome), reason: textOf(reason), detail: textOf(detail) };
}
