import type { ChargedOrder, OrderRail } from "../../src/checkout/order.ts";
import type { Refund, RefundStatus } from "../../src/refunds/refund.ts";
import type { OrderId, OrganisationId, RailAccountId, RefundId } from "../../src/shared/ids.ts";
import type { Money } from "../../src/shared/money.ts";
import type { RefundState } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** A refund that the claimer alone works on, until its lease is over. */
export interface ClaimedRefund {
  readonly id: RefundId;
  /** The rail makes one refund of it, however often it hears it. */
  readonly key: string;
  /** succeeded: it is to be looked up once more. */
  readonly state: "requested" | "succeeded";
  readonly amount: Money;
  /** The provider's id of the payment that is given back. */
  readonly providerPaymentId: string;
  readonly providerRefundId: string | null;
  /** The rail may have heard the key. */
  readonly askedBefore: boolean;
  /** The rail said that it works on it. */
  readonly accepted: boolean;
  /** This claim included. */
  readonly tries: number;
  readonly order: ChargedOrder & { readonly rail: OrderRail };
}

/** What became of a claimed refund. */
export interface RefundProgress {
  readonly state: RefundStatus;
  /** The rail's last word: it failed. Another try needs another key. */
  readonly failedAtRail: boolean;
  /** The rail works on it. */
  readonly accepted: boolean;
  readonly providerRefundId: string | null;
  readonly error: string | null;
  /** When it is looked at again; null: never. */
  readonly dueAt: Date | null;
  readonly now: Date;
  /** Nobody was asked: it does not count as a try. */
  readonly unasked?: true;
}

/** What a rail says of a refund without being asked. */
export interface ReportedRefund {
  readonly organisationId: OrganisationId;
  readonly railAccountId: RailAccountId;
  readonly key: string | null;
  readonly providerRefundId: string | null;
  readonly state: RefundState;
  readonly amount: Money;
  readonly now: Date;
}

/** Money that is given back: one refund a payment, written with what causes it, executed by a job. */
export interface Refunds {
  /**
   * Due refunds, leased by the database's clock; at most `perAccount` of a rail account at once in all processes.
   * That the rail may have been asked is durable when this returns.
   */
  claimDue(claim: {
    readonly limit: number;
    readonly perAccount: number;
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedRefund[]>;
  /** Ends the claim. @returns false when it was no longer the caller's, or a notification decided meanwhile */
  store(claimed: ClaimedRefund, progress: RefundProgress): Promise<boolean>;
  /**
   * lost: what had succeeded has failed. known: nothing new. missing: no such refund of the account.
   * Repeating is safe, in any order: a failure is the last word, and no success becomes requested again.
   */
  report(refund: ReportedRefund): Promise<"updated" | "lost" | "known" | "other_amount" | "missing">;
  /**
   * Gives a paid order back: refund, credit, commission; voids its tickets before the lot's commitment. Once.
   * @param unrefundable rails as `kind/provider` whose refunds wait for the operator
   */
  refundOrder(
    organisationId: OrganisationId,
    orderId: OrderId,
    refund: { readonly reason: string; readonly unrefundable: readonly string[]; readonly now: Date },
  ): Promise<"refunded" | "already" | "not_paid" | "missing">;
  byId(organisationId: OrganisationId, id: RefundId): Promise<Refund | null>;
  /** failed or manual becomes requested, due now. null: it is neither, or not the organisation's. */
  retry(organisationId: OrganisationId, id: RefundId, now: Date): Promise<Refund | null>;
  /** failed or manual becomes succeeded: the operator gave the money back. null as in `retry`. */
  resolve(
    organisationId: OrganisationId,
    id: RefundId,
    resolution: { readonly note: string; readonly now: Date },
  ): Promise<Refund | null>;
}
export const Refunds: Token<Refunds> = token("Refunds");
