import { UnmatchedPayments } from "../../ports/checkout/unmatched-payments.ts";
import { Clock } from "../../ports/clock.ts";
import { Rails } from "../../ports/rails.ts";
import { Process } from "../shared/process.ts";
import { type Act, AuditTrail } from "../operations/audit-trail.ts";
import type { OrganisationId, UnmatchedPaymentId } from "../shared/ids.ts";
import { InvalidTransition, NotFound } from "../shared/problem.ts";
import type { UnmatchedPayment } from "./unmatched-payment.ts";

/** The operator's actions on money for orders that are not here. */
export class UnmatchedPaymentAdministration extends Process<typeof UnmatchedPaymentAdministration.needs> {
  static readonly needs = { unmatched: UnmatchedPayments, rails: Rails, trail: AuditTrail, clock: Clock };

  /** Orders a refund of the remaining amount. One that is refunded already is unchanged. */
  refund(
    act: Act,
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    reason: string,
  ): Promise<UnmatchedPayment> {
    const { trail, rails, clock, unmatched } = this.parts;
    return trail.run(act, async (record) => {
      const { unrefundable } = rails;
      const outcome = await unmatched.refund(organisationId, id, { reason, unrefundable, now: clock.now() });
      if (outcome === "resolved") throw InvalidTransition.because("The payment is resolved already.");
      const payment = await unmatched.byId(organisationId, id);
      if (outcome === "missing" || payment === null) throw NotFound.because();
      if (outcome === "refunded") {
        const subject = `unmatched_payment:${id}`;
        await record({ organisationId, action: "unmatched_payment.refunded", subject, facts: { reason } });
      }
      return payment;
    });
  }

  /** Closes an open one without sending money: the note has the reason. */
  resolve(
    act: Act,
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    note: string,
  ): Promise<UnmatchedPayment> {
    const { trail, clock, unmatched } = this.parts;
    return trail.run(act, async (record) => {
      const payment = await unmatched.resolve(organisationId, id, { note, now: clock.now() });
      if (payment === null) return this.#refuse(organisationId, id);
      const subject = `unmatched_payment:${id}`;
      await record({ organisationId, action: "unmatched_payment.resolved", subject, facts: { note } });
      return payment;
    });
  }

  async #refuse(organisationId: OrganisationId, id: UnmatchedPaymentId): Promise<never> {
    const payment = await this.parts.unmatched.byId(organisationId, id);
    if (payment === null) throw NotFound.because();
    throw InvalidTransition.because(`The payment is ${payment.state} already.`);
  }
}
