import type { AffiliateId, LotId, OrganisationId, RailAccountId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** The whole of an organisation's sales, or what they are broken down by. */
export type FigurePart = "all" | "competition" | "rail" | "affiliate";

/** The id of a member of a part; 0: of no rail, of no affiliate, or of all. */
export type FigurePartId = LotId | RailAccountId | AffiliateId | 0;

/** Figures in one charge currency. Amounts are in its minor unit. */
export interface Figures {
  readonly currency: string;
  /** Paid orders, by the time of payment. */
  readonly orders: number;
  readonly tickets: number;
  /** Charges of the paid orders. */
  readonly gross: number;
  /** Refunds of paid orders, by the time at which they succeeded. */
  readonly refunds: number;
  readonly refunded: number;
  /** Disputes that were not won, by the time at which they were opened. */
  readonly disputes: number;
  readonly disputed: number;
  /** Checkout sessions, by the time of their creation. */
  readonly sessions: number;
  /** Paid sessions among them. */
  readonly converted: number;
  /** Payments that bought nothing: late, of a wrong amount, paid twice, or without an order. */
  readonly otherTaken: number;
  /** Refunds of such payments. */
  readonly otherRefunded: number;
}

/** Figures of a period, and of a member of a part. */
export interface PlacedFigures extends Figures {
  /** Position of the period, from 0. */
  readonly place: number;
  /** 0: of no rail, or of no affiliate. */
  readonly partId: FigurePartId;
}

/** Periods that meet without a gap. Each begins on a quarter of an hour. */
export interface FigureQuery {
  readonly part: FigurePart;
  /** null: every member of the part. */
  readonly partId: FigurePartId | null;
  readonly starts: readonly Date[];
  readonly until: Date;
}

/** A competition, a rail account or an affiliate. */
export interface FigureMember {
  readonly id: FigurePartId;
  readonly name: string;
  /** The text that names it in addresses: an id, `kind/provider`, or a code. */
  readonly key: string;
}

/** Sales of a lot, or refunds of an organisation, that are not in the sums. */
export interface Uncounted {
  readonly organisationId: OrganisationId;
  /** null: refunds of the organisation. */
  readonly lotId: LotId | null;
}

/**
 * Figures of organisations: sums of what was counted, and what came since, of one moment. They are exact at any time;
 * counting only makes them fast. No sale writes anything for them.
 */
export interface FigureBook {
  /** Only periods and members with a figure that is not 0. */
  read(organisationId: OrganisationId, query: FigureQuery): Promise<PlacedFigures[]>;
  /** The members with these ids. */
  members(
    organisationId: OrganisationId,
    part: Exclude<FigurePart, "all">,
    ids: readonly FigurePartId[],
  ): Promise<FigureMember[]>;
  uncounted(limit: number): Promise<Uncounted[]>;
  /** Adds up to `limit` of each kind to the sums, once, while other processes count, too. @returns number added */
  count(uncounted: Uncounted, limit: number): Promise<number>;
}
export const FigureBook: Token<FigureBook> = token("FigureBook");
