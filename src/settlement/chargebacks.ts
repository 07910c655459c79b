import { Clock } from "../../ports/clock.ts";
import { Disputes } from "../../ports/checkout/disputes.ts";
import { Log } from "../../ports/log.ts";
import type { RailEvent } from "../../ports/rail.ts";
import type { OrderRail } from "../checkout/order.ts";

/** Takes in what providers say of disputes. Nothing is sent back for them: the bank moves the money. */
export class Chargebacks {
  static readonly needs = [Disputes, Clock, Log] as const;
  readonly #disputes: Disputes;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(disputes: Disputes, clock: Clock, log: Log) {
    this.#disputes = disputes;
    this.#clock = clock;
    this.#log = log;
  }

  async reported(
    organisationId: number,
    rail: OrderRail,
    { disputeId, orderId: named, paymentId, stage, amount }: RailEvent & { readonly about: "dispute" },
  ): Promise<void> {
    const railAccountId = rail.accountId;
    const { orderId, tickets } = await this.#disputes.record({
      organisationId,
      railAccountId,
      disputeId,
      orderId: named,
      paymentId: paymentId ?? null,
      stage,
      amount,
      now: this.#clock.now(),
    });
    // Of a payment that the provider's account took for somebody else.
    if (orderId === null)
      return this.#log.warn({ disputeId, stage, railAccountId }, "a payment of no order of ours is disputed");
    this.#log.error({ orderId, disputeId, stage, tickets, alert: true }, "a payment is disputed");
  }
}
