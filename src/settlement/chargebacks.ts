import { Clock } from "../../ports/clock.ts";
import { Disputes } from "../../ports/checkout/disputes.ts";
import { Log } from "../../ports/log.ts";
import type { RailEvent } from "../../ports/rail.ts";
import { Process } from "../shared/process.ts";
import type { OrderRail } from "../checkout/order.ts";
import type { OrganisationId } from "../shared/ids.ts";

/** Processes disputes that providers report. No refund is sent for them: the bank moves the money. */
export class Chargebacks extends Process<typeof Chargebacks.needs> {
  static readonly needs = { disputes: Disputes, clock: Clock, log: Log };

  /** @returns whether that is all; false: it must be passed again when its order has ended */
  async reported(
    organisationId: OrganisationId,
    rail: OrderRail,
    {
      disputeId,
      orderId: namedOrderId,
      paymentId,
      stage,
      over,
      answerBy,
      amount,
    }: RailEvent & { readonly about: "dispute" },
    toldAt: Date,
  ): Promise<boolean> {
    const { disputes, clock, log } = this.parts;
    const railAccountId = rail.accountId;
    const { orderId, tickets, early } = await disputes.record({
      organisationId,
      railAccountId,
      disputeId,
      orderId: namedOrderId,
      paymentId: paymentId ?? null,
      stage,
      standing: over ?? "open",
      answerBy: answerBy ?? null,
      amount,
      now: clock.now(),
      toldAt,
    });
    // The provider's account received this payment for another system.
    if (orderId === null)
      log.warn({ disputeId, stage, railAccountId }, "dispute received for an unknown order");
    else if (early)
      log.warn({ orderId, disputeId, stage }, "dispute received before its payment; waits for it");
    else if (over === "won") log.info({ orderId, disputeId, stage, tickets }, "dispute won");
    else log.error({ orderId, disputeId, stage, tickets, alert: true }, "payment disputed");
    return !early;
  }
}
