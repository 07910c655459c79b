import type {
  SandboxPayments,
  SandboxPayment,
  SandboxRefund,
  SandboxState,
} from "../../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../../src/shared/money.ts";

/** Test support: the simulated provider's memory without a database. */
export class MemorySandboxPayments implements SandboxPayments {
  readonly #payments = new Map<string, SandboxPayment>();
  readonly #refunds = new Map<string, Map<string, SandboxRefund>>();
  readonly #charges = new Map<string, Money[]>();
  readonly #paidAt = new Map<string, Date>();
  readonly #now: () => Date;
  readonly #most: number;

  /** @param most payments beyond which the oldest is forgotten */
  constructor(now = () => new Date(), most = Infinity) {
    this.#now = now;
    this.#most = most;
  }

  get size(): number {
    return this.#payments.size;
  }

  /** Each time money was taken for this session. */
  charges(sessionId: string): readonly Money[] {
    return this.#charges.get(sessionId) ?? [];
  }

  refundedAmount(sessionId: string): number {
    let sum = 0;
    for (const refund of this.#refunds.get(sessionId)?.values() ?? []) sum += refund.amount.amount;
    return sum;
  }

  async create(payment: Omit<SandboxPayment, "state" | "received">): Promise<SandboxPayment> {
    const present = this.#payments.get(payment.sessionId);
    if (present !== undefined) return present;
    const created: SandboxPayment = { ...payment, state: "open", received: null };
    this.#payments.set(payment.sessionId, created);
    if (this.#payments.size > this.#most) this.#forget(this.#payments.keys().next().value!);
    return created;
  }

  #forget(sessionId: string): void {
    for (const map of [this.#payments, this.#refunds, this.#charges, this.#paidAt]) map.delete(sessionId);
  }

  async byId(sessionId: string): Promise<SandboxPayment | null> {
    return this.#payments.get(sessionId) ?? null;
  }

  async move(
    sessionId: string,
    from: readonly SandboxState[],
    to: SandboxState,
    received?: Money,
  ): Promise<SandboxPayment | null> {
    const payment = this.#payments.get(sessionId);
    if (payment === undefined || !from.includes(payment.state)) return null;
    const moved = { ...payment, state: to, received: received ?? payment.received };
    this.#payments.set(sessionId, moved);
    if (to === "paid") this.#paidAt.set(sessionId, this.#now());
    if (to === "paid" && received !== undefined)
      this.#charges.set(sessionId, [...this.charges(sessionId), received]);
    return moved;
  }

  async refund(
    sessionId: string,
    refund: { key: string; refundId: string; amount: Money },
  ): Promise<SandboxRefund | null> {
    const received = this.#payments.get(sessionId)?.received?.amount ?? 0;
    const refunds = this.#refunds.get(sessionId) ?? new Map<string, SandboxRefund>();
    if (refunds.has(refund.key)) return null;
    if (this.refundedAmount(sessionId) + refund.amount.amount > received) return null;
    const added: SandboxRefund = { ...refund, state: "succeeded" };
    this.#refunds.set(sessionId, refunds.set(refund.key, added));
    return added;
  }

  async listPaid({
    organisationSlug,
    kind,
    since,
    after,
    limit,
  }: Parameters<SandboxPayments["listPaid"]>[0]): ReturnType<SandboxPayments["listPaid"]> {
    const paid = [...this.#payments.values()].filter(
      (payment) =>
        payment.organisationSlug === organisationSlug &&
        payment.kind === kind &&
        (this.#paidAt.get(payment.sessionId) ?? new Date(0)) >= since &&
        (after === null || payment.sessionId > after),
    );
    return paid
      .toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1))
      .slice(0, limit)
      .map((payment) => ({ payment, sentBack: this.refundedAmount(payment.sessionId) }));
  }

  async refundByKey(sessionId: string, key: string): Promise<SandboxRefund | null> {
    return this.#refunds.get(sessionId)?.get(key) ?? null;
  }
}
