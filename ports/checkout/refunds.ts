import type { OrderRail, RailOrderFacts } from "../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../src/refunds/refund.ts";
import type { AffiliateId, OrderId, OrganisationId, RailAccountId, RefundId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import type { Look, Page } from "../page.ts";
import type { RailKind, RefundState } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** A refund that only the claimer processes until its lease ends. */
export interface ClaimedRefund {
  readonly id: RefundId;
  readonly organisationId: OrganisationId;
  /** The rail executes one refund per key, however often it receives the key. */
  readonly key: string;
  /** succeeded: it must be looked up once more. */
  readonly state: "requested" | "succeeded";
  readonly amount: Money;
  /** The provider's id of the refunded payment. */
  readonly providerPaymentId: string;
  readonly providerRefundId: string | null;
  /** The rail may have received the key. */
  readonly askedBefore: boolean;
  /** The rail has accepted the refund and is processing it. */
  readonly accepted: boolean;
  /** Including this claim. */
  readonly tries: number;
  /** When the refund was created or last retried. */
  readonly requestedAt: Date;
  /** Of an unmatched payment: the provider's names of an order that is not here. */
  readonly order: RailOrderFacts & { readonly rail: OrderRail };
}

/** The result of processing a claimed refund. */
export interface RefundProgress {
  readonly state: RefundStatus;
  /** The rail reported a final failure. Another try requires a new key. */
  readonly failedAtRail: boolean;
  /** The rail is processing the refund. */
  readonly accepted: boolean;
  readonly providerRefundId: string | null;
  readonly error: string | null;
  /** When it is processed next; null: never. */
  readonly dueAt: Date | null;
  readonly now: Date;
  /** Nothing was sent to the rail: the claim does not count as a try, and the rail does not know the key from it. */
  readonly notSent?: true;
}

/** A refund's state as a provider's notification reports it. */
export interface ReportedRefund {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly key: string | null;
  readonly providerRefundId: string | null;
  readonly state: RefundState;
  readonly amount: Money;
  readonly now: Date;
}

/** Conditions on refunds; null: none. */
export interface RefundConditions {
  readonly state: RefundStatus | null;
  readonly rail: RailKind | null;
  /** Referrer of the refunded order. */
  readonly affiliateId: AffiliateId | null;
  readonly currency: string | null;
  /** In the minor unit of the refund's currency. */
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  /** Requested from this time on. */
  readonly since: Date | null;
  /** Requested before this time. */
  readonly until: Date | null;
}

/** Refunds: at most one per payment, created in the transaction of their cause, executed by a background job. */
export interface Refunds {
  /**
   * Due refunds, leased by the database's clock; at most `perAccount` per rail account at the same time, over all
   * processes. When this returns, it is durable that the rail may receive the key.
   */
  claimDue(claim: {
    readonly limit: number;
    readonly perAccount: number;
    readonly leaseSec: number;
    readonly now: Date;
    /** Rail accounts whose refunds are left out. */
    readonly except?: readonly RailAccountId[];
  }): Promise<ClaimedRefund[]>;
  /** Makes the refunds of a rail account due that wait because it did not answer. */
  hurry(organisationId: OrganisationId, railAccountId: RailAccountId, now: Date): Promise<void>;
  /**
   * Ends the claim. @returns false: the lease had passed to another caller, or a notification decided the refund in the
   * meantime
   */
  store(claimed: ClaimedRefund, progress: RefundProgress): Promise<boolean>;
  /**
   * lost: a refund that had succeeded has failed. known: nothing new. missing: the account has no such refund.
   * Repeating is safe, in any order: a failure is final, and a success never returns to requested.
   */
  report(refund: ReportedRefund): Promise<"updated" | "lost" | "known" | "other_amount" | "missing">;
  /**
   * Reverses a paid order, once: creates the refund, restores credit, reverses the commission and, before the lot's
   * commitment, voids the tickets.
   * @param unrefundable rails as `kind/provider` whose refunds wait for the operator
   */
  refundOrder(
    organisationId: OrganisationId,
    orderId: OrderId,
    refund: { readonly reason: string; readonly unrefundable: readonly string[]; readonly now: Date },
  ): Promise<"refunded" | "already" | "not_paid" | "missing">;
  /** Newest first. @param state only refunds in this state; null: all */
  list(organisationId: OrganisationId, page: Page, state: RefundStatus | null): Promise<Refund[]>;
  /** Same as `list`, with conditions that have no index; scans 20,000 refunds. */
  look(
    organisationId: OrganisationId,
    conditions: RefundConditions,
    page: Page,
  ): Promise<Look<Refund, RefundId>>;
  byId(organisationId: OrganisationId, id: RefundId): Promise<Refund | null>;
  /**
   * Changes failed or manual to requested, and makes a requested one due now. null: the refund has succeeded, or is not
   * the organisation's.
   */
  retry(organisationId: OrganisationId, id: RefundId, now: Date): Promise<Refund | null>;
  /** Changes failed or manual to succeeded, because the operator returned the money. null: another state or organisation. */
  resolve(
    organisationId: OrganisationId,
    id: RefundId,
    resolution: { readonly note: string; readonly now: Date },
  ): Promise<Refund | null>;
}
export const Refunds: Token<Refunds> = token("Refunds");
