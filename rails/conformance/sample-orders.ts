import type { Rail, RailOrder } from "../../ports/rail.ts";

/** The public address of the service that the sample orders are of. */
export const SAMPLE_BASE_URL = "https://raffle.example/base";
const HOLD_MS = 32 * 60_000;

/** The orders of one harness, numbered from 1. */
export class SampleOrders {
  readonly #rail: Pick<Rail, "kind" | "provider">;
  readonly #now: () => Date;
  readonly #usual: Partial<RailOrder>;
  readonly #orders = new Map<string, RailOrder>();
  #count = 0;

  /** @param usual what an order of this provider has: a currency that it takes, an amount within its limits */
  constructor(rail: Pick<Rail, "kind" | "provider">, now: () => Date, usual: Partial<RailOrder> = {}) {
    this.#rail = rail;
    this.#now = now;
    this.#usual = usual;
  }

  readonly next = (overrides: Partial<RailOrder> = {}): RailOrder => {
    this.#count += 1;
    const order = { ...this.#sample(this.#count), ...this.#usual, ...overrides };
    this.#orders.set(order.id, order);
    return order;
  };

  /** An order that was made here, as it was made. */
  byId(orderId: string): RailOrder | undefined {
    return this.#orders.get(orderId);
  }

  #sample(number: number): RailOrder {
    const { kind, provider } = this.#rail;
    const id = `cs_${String(number).padStart(26, "0")}`;
    const createdAt = this.#now();
    const page = `${SAMPLE_BASE_URL}/rails/${kind}/${id}`;
    return {
      id,
      number,
      charge: { amount: 2500, currency: "USD" },
      description: "2 × A watch <gold> & more",
      createdAt,
      expiresAt: new Date(createdAt.getTime() + HOLD_MS),
      returnUrl: `${page}/return?lang=en&x=1`,
      ...(kind === "fields" && { challengeReturnUrl: `${page}/challenged` }),
      notificationUrl: `${SAMPLE_BASE_URL}/rails/${kind}/${provider}/acme/notifications`,
      buyerEmail: "buyer@example.com",
      ids: {},
    };
  }
}
