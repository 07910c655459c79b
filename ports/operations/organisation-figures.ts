import type { Day } from "../../src/shared/days/days.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Sales in one charge currency. Orders that were given back since are counted separately. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  readonly tickets: number;
  /** Charged by rails, in the currency's minor unit. */
  readonly amount: number;
  /** US cents, with what credit paid. */
  readonly priceCents: number;
  /** US cents of the price that credit paid. */
  readonly creditCents: number;
  readonly givenBackOrders: number;
  readonly givenBackTickets: number;
  readonly givenBackAmount: number;
}

/** Sales of the orders that were paid on a day. */
interface SalesOfDay {
  readonly day: string;
  readonly sales: readonly Sales[];
}

/** Numbers of an organisation, counted over all of its rows. */
export interface OrganisationFigures {
  /** All days, the earliest first; a currency without an order is not there. */
  readonly days: readonly SalesOfDay[];
  readonly pendingOrders: number;
  readonly openLots: number;
  /** Tickets that the open lots can still sell. */
  readonly ticketsLeft: number;
  readonly refunds: Readonly<Record<"requested" | "failed" | "manual", number>>;
  readonly unmatchedPayments: number;
  readonly openDisputes: number;
  /** The earliest time by which an open dispute must be answered; null: providers have named none. */
  readonly nextDisputeAnswerBy: Date | null;
}

/** Counts for the operator interface. No sale writes anything for them. */
export interface OrganisationCounts {
  /** One round trip. Reads the tickets that were sold in these days. @param days they meet without a gap */
  read(
    organisationId: OrganisationId,
    range: { readonly days: readonly Day[]; readonly now: Date },
  ): Promise<OrganisationFigures>;
}
export const OrganisationCounts: Token<OrganisationCounts> = token("OrganisationCounts");
