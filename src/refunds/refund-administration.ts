import { Clock } from "../../ports/clock.ts";
import { Rails } from "../../ports/rails.ts";
import { Refunds } from "../../ports/checkout/refunds.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { OrderId, OrganisationId, RefundId } from "../shared/ids.ts";
import { InvalidTransition, NotFound } from "../shared/problem.ts";
import { type Refund } from "./refund.ts";

export class RefundAdministration extends Process<typeof RefundAdministration.needs> {
  static readonly needs = { refunds: Refunds, rails: Rails, trail: AuditTrail, clock: Clock };

  /** Refunds a paid order in full. A refunded order is unchanged. @returns whether this call has refunded it */
  refundOrder(act: Act, organisationId: OrganisationId, orderId: OrderId, reason: string): Promise<boolean> {
    const { trail, rails, clock, refunds } = this.parts;
    return trail.run(act, async (record) => {
      const { unrefundable } = rails;
      const now = clock.now();
      const outcome = await refunds.refundOrder(organisationId, orderId, { reason, unrefundable, now });
      if (outcome === "missing") throw NotFound.because();
      if (outcome === "not_paid")
        throw InvalidTransition.because("The order has not been paid: there is nothing to refund.");
      if (outcome === "refunded") {
        await record({
          organisationId,
          action: "order.refunded",
          subject: `order:${orderId}`,
          facts: { reason },
        });
      }
      return outcome === "refunded";
    });
  }

  /** Retries a failed or manual refund; a requested one is tried now instead of at its time. */
  retry(act: Act, organisationId: OrganisationId, id: RefundId): Promise<Refund> {
    const { trail, refunds, clock } = this.parts;
    return trail.run(act, async (record) => {
      const refund =
        (await refunds.retry(organisationId, id, clock.now())) ??
        (await this.#refuse(organisationId, id, "It cannot be retried."));
      await record({ organisationId, action: "refund.retried", subject: `refund:${id}`, facts: {} });
      return refund;
    });
  }

  /** Resolves a refund: the operator has returned the money in another way. */
  resolve(act: Act, organisationId: OrganisationId, id: RefundId, note: string): Promise<Refund> {
    const { trail, clock, refunds } = this.parts;
    return trail.run(act, async (record) => {
      const resolution = { note, now: clock.now() };
      const refund =
        (await refunds.resolve(organisationId, id, resolution)) ??
        (await this.#refuse(organisationId, id, "Only a failed or manual refund can be resolved."));
      await record({ organisationId, action: "refund.resolved", subject: `refund:${id}`, facts: { note } });
      return refund;
    });
  }

  async #refuse(organisationId: OrganisationId, id: RefundId, why: string): Promise<never> {
    const refund = await this.parts.refunds.byId(organisationId, id);
    if (refund === null) throw NotFound.because();
    throw InvalidTransition.because(`The refund is ${refund.state}. ${why}`);
  }
}
