import { Clock } from "../../ports/clock.ts";
import { Rails } from "../../ports/rails.ts";
import { Refunds } from "../../ports/checkout/refunds.ts";
import { type Act, AuditTrail } from "../audit/audit-trail.ts";
import { NotFound } from "../shared/problem.ts";
import { NotRefundable, type Refund } from "./refund.ts";

/** What the operator does about refunds. */
export class RefundAdministration {
  static readonly needs = [Refunds, Rails, AuditTrail, Clock] as const;
  readonly #refunds: Refunds;
  readonly #rails: Rails;
  readonly #trail: AuditTrail;
  readonly #clock: Clock;

  constructor(refunds: Refunds, rails: Rails, trail: AuditTrail, clock: Clock) {
    this.#refunds = refunds;
    this.#rails = rails;
    this.#trail = trail;
    this.#clock = clock;
  }

  /** Gives a paid order back, in full. One that was given back before stays as it is. */
  refundOrder(act: Act, organisationId: number, orderId: string, reason: string): Promise<void> {
    return this.#trail.run(act, async (record) => {
      const unrefundable = this.#rails.all
        .filter((rail) => rail.capabilities.refunds === "none")
        .map((rail) => `${rail.kind}/${rail.provider}`);
      const now = this.#clock.now();
      const outcome = await this.#refunds.refundOrder(organisationId, orderId, { reason, unrefundable, now });
      if (outcome === "missing") throw NotFound.because();
      if (outcome === "not_paid")
        throw NotRefundable.because("The order is not paid: nothing can be given back.");
      if (outcome === "refunded") {
        await record({
          organisationId,
          action: "order.refunded",
          subject: `order:${orderId}`,
          facts: { reason },
        });
      }
    });
  }

  /** Lets a failed or manual refund be executed again. */
  retry(act: Act, organisationId: number, id: number): Promise<Refund> {
    return this.#trail.run(act, async (record) => {
      const refund =
        (await this.#refunds.retry(organisationId, id, this.#clock.now())) ??
        (await this.#refuse(organisationId, id));
      await record({ organisationId, action: "refund.retried", subject: `refund:${id}`, facts: {} });
      return refund;
    });
  }

  /** The operator has given the money back in another way. */
  resolve(act: Act, organisationId: number, id: number, note: string): Promise<Refund> {
    return this.#trail.run(act, async (record) => {
      const resolution = { note, now: this.#clock.now() };
      const refund =
        (await this.#refunds.resolve(organisationId, id, resolution)) ??
        (await this.#refuse(organisationId, id));
      await record({ organisationId, action: "refund.resolved", subject: `refund:${id}`, facts: { note } });
      return refund;
    });
  }

  async #refuse(organisationId: number, id: number): Promise<never> {
    const refund = await this.#refunds.byId(organisationId, id);
    if (refund === null) throw NotFound.because();
    throw NotRefundable.because(`The refund is ${refund.state}: only a failed or manual one can be changed.`);
  }
}
