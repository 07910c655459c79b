import type {
  OnePayment,
  ReadBlock,
  TillBook,
  TillPayment,
  TillTransfer,
} from "../../../ports/onchain/till-book.ts";

/** Test support: what the rail uses of the till's book, without a database. */
export class MemoryTillBook implements Pick<TillBook, "byOrder" | "offer" | "reread" | "giveBack"> {
  readonly #payments = new Map<string, TillPayment>();

  get offered(): readonly TillPayment[] {
    return [...this.#payments.values()].filter(({ deadline }) => deadline !== null);
  }

  of(orderId: string): TillPayment | null {
    return this.#payments.get(orderId) ?? null;
  }

  put(payment: TillPayment): void {
    this.#payments.set(payment.orderId, payment);
  }

  /** Writes the transfers up to a block. */
  write(orderId: string, transfers: readonly TillTransfer[], read: ReadBlock): void {
    this.#change(orderId, { transfers, read });
  }

  async byOrder(organisationSlug: string, orderId: string): Promise<TillPayment | null> {
    return organisationSlug === "acme" ? this.of(orderId) : null;
  }

  async offer({ orderId }: OnePayment, deadline: Date): Promise<void> {
    if (this.of(orderId)?.deadline === null) this.#change(orderId, { deadline });
  }

  async reread({ orderId }: OnePayment): Promise<void> {
    this.#change(orderId, { read: null });
  }

  async giveBack({ orderId }: OnePayment, key: string): Promise<"taken" | "other_refund"> {
    const refundKey = this.of(orderId)?.refundKey ?? null;
    if (refundKey !== null && refundKey !== key) return "other_refund";
    this.#change(orderId, { intent: "return", refundKey: key, refundSince: 0 });
    return "taken";
  }

  #change(orderId: string, change: Partial<TillPayment>): void {
    this.put({ ...this.#payments.get(orderId)!, ...change });
  }
}
