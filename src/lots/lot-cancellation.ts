import type { RailKind } from "../../ports/rail.ts";

/** Refunds of one rail in one currency. */
export interface RefundsOfRail {
  readonly kind: RailKind;
  readonly provider: string;
  readonly currency: string;
  /** The rail cannot refund: each waits for a person. */
  readonly byHand: boolean;
  readonly refunds: number;
  /** Minor units. */
  readonly amount: number;
}

/** Effects of cancelling a lot now. */
export interface LotCancellation {
  /** They fail, and the credit that they reserve is free again. */
  readonly pendingOrders: number;
  readonly pendingTickets: number;
  readonly reservedCents: number;
  /** They are given back. Those that were given back before do not count. */
  readonly paidOrders: number;
  readonly paidTickets: number;
  /** Account credit that buyers get back, US cents. */
  readonly creditCents: number;
  readonly commissions: number;
  /** Commissions that affiliates lose again, US cents. */
  readonly commissionCents: number;
  readonly refunds: readonly RefundsOfRail[];
  /** Purchases on the raffle contract, whose buyers get their tokens back there. */
  readonly purchases: number;
  /** In the token's smallest unit. */
  readonly purchasedUnits: bigint;
}

/** A lot's sales of one day. */
export interface SalesOfDay {
  /** In the time zone that was named: `2026-11-23`. */
  readonly day: string;
  readonly orders: number;
  /** Also those that left the draw since. */
  readonly tickets: number;
  readonly voided: number;
}
