import type { AffiliateId, CommissionEntryId, OrderId } from "../shared/ids.ts";
import { defineProblem, INVALID_FACTS } from "../shared/problem.ts";

/** Format of a code; case-insensitive. */
export const AFFILIATE_CODE = /^[A-Za-z0-9_-]{1,40}$/;
/** All of the price, in hundredths of a per cent. */
export const MAX_COMMISSION_BPS = 10_000;

/** A partner of an organisation who refers buyers and earns a commission on their orders. */
export interface Affiliate {
  readonly id: AffiliateId;
  /** Lower case. */
  readonly code: string;
  readonly name: string;
  /** Hundredths of a per cent of an order's price in US cents. */
  readonly commissionBps: number;
  /** US cents earned so far, and the part reversed by refunds. */
  readonly accruedCents: number;
  readonly reversedCents: number;
  readonly createdAt: Date;
}

export type NewAffiliate = Pick<Affiliate, "code" | "name" | "commissionBps" | "createdAt">;
export type AffiliateChanges = Partial<Pick<Affiliate, "name" | "commissionBps">>;

/** One change of an affiliate's earnings. Corrected by another entry, never edited. */
export interface CommissionEntry {
  readonly id: CommissionEntryId;
  readonly kind: "accrual" | "reversal";
  /** US cents; negative for a reversal. */
  readonly amountCents: number;
  readonly orderId: OrderId;
  readonly at: Date;
}

export const AffiliateCodeTaken = defineProblem(
  "invalid_request",
  "invalid",
  "This code is already used by another affiliate of the organisation.",
  { facts: INVALID_FACTS },
);

/** Returns the canonical (lower-case) form of an affiliate code. */
export function normalizedCode(code: string): string {
  return code.toLowerCase();
}

/** Returns US cents owed to the affiliate. */
export function balanceCents(affiliate: Pick<Affiliate, "accruedCents" | "reversedCents">): number {
  return affiliate.accruedCents - affiliate.reversedCents;
}
