import type { RailKind } from "../../ports/rail.ts";

export interface RefundsOfRail {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currency: string;
  /** true: the rail cannot refund: each refund waits for a person. */
  readonly byHand: boolean;
  readonly refunds: number;
  /** Minor units. */
  readonly amount: number;
}

/** Effects of cancelling a lot now. */
export interface LotCancellation {
  /** Orders that fail, and whose reserved credit is free again. */
  readonly pendingOrders: number;
  readonly pendingTickets: number;
  readonly reservedCents: number;
  /** Orders that are given back now; earlier ones do not count. */
  readonly paidOrders: number;
  readonly paidTickets: number;
  /** Account credit that buyers get back, US cents. */
  readonly creditCents: number;
  readonly commissions: number;
  /** Commissions that affiliates lose again, US cents. */
  readonly commissionCents: number;
  readonly refunds: readonly RefundsOfRail[];
  /** Purchases on the raffle contract, which returns their buyers' tokens. */
  readonly purchases: number;
  /** In the token's smallest unit. */
  readonly purchasedUnits: bigint;
}

/** A lot's sales of one day. */
export interface SalesOfDay {
  /** Day in the requested time zone: `2026-11-23`. */
  readonly day: string;
  readonly orders: number;
  /** Tickets, including those that left the draw since. */
  readonly tickets: number;
  readonly voided: number;
}
