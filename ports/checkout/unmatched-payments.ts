import type { FoundMoney, UnmatchedPayment, UnmatchedState } from "../../src/refunds/unmatched-payment.ts";
import type { OrganisationId, UnmatchedPaymentId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Payments for orders that are not here. `Orders.settle` books them, too. */
export interface UnmatchedPayments {
  /** Repeating is safe. foreign: its number was never given here, so another system uses the account. */
  book(found: FoundMoney): Promise<"booked" | "known" | "foreign">;
  /** Newest first. @param page.state only those in this state; null: all */
  list(
    organisationId: OrganisationId,
    page: {
      readonly limit: number;
      readonly after: number | null;
      readonly state: UnmatchedState | null;
    },
  ): Promise<UnmatchedPayment[]>;
  byId(organisationId: OrganisationId, id: UnmatchedPaymentId): Promise<UnmatchedPayment | null>;
  /**
   * Creates the refund of an open payment, once.
   * @param unrefundable rails as `kind/provider` whose refunds wait for the operator
   */
  refund(
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    refund: { readonly reason: string; readonly unrefundable: readonly string[]; readonly now: Date },
  ): Promise<"refunded" | "already" | "resolved" | "missing">;
  /** Changes open to resolved. null: it is in another state, or is not the organisation's. */
  resolve(
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    resolution: { readonly note: string; readonly now: Date },
  ): Promise<UnmatchedPayment | null>;
}
export const UnmatchedPayments: Token<UnmatchedPayments> = token("UnmatchedPayments");
