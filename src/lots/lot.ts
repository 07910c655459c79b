import type { PaymentToken } from "../organisations/organisation.ts";
import type { LotId, PrizeId } from "../shared/ids.ts";
import type { Metadata } from "../shared/metadata.ts";
import type { Money } from "../shared/money.ts";
import { defineProblem, invalid, InvalidTransition } from "../shared/problem.ts";

export const LOT_STATUSES = ["draft", "active", "ended", "cancelled"] as const;
export type LotStatus = (typeof LOT_STATUSES)[number];

export const LOT_STATES = ["draft", "scheduled", "open", "closing", "drawn", "retired", "cancelled"] as const;
export type LotState = (typeof LOT_STATES)[number];

/** Overrides the organisation's rails for one lot; null inherits. */
export interface PaymentOverride {
  readonly crypto: boolean | null;
  readonly fiat: boolean | null;
  readonly fiatCurrency: string | null;
}

/** The price of one ticket as buyers read it. */
export interface TicketPrice extends Money {
  /** Decimals of the currency. */
  readonly exponent: number;
}

export const INHERIT: PaymentOverride = { crypto: null, fiat: null, fiatCurrency: null };

/** A competition: a prize, a ticket price, a cap and an end. */
export interface Lot {
  readonly id: LotId;
  readonly prizeId: PrizeId;
  readonly title: string;
  /** Markdown. */
  readonly description: string | null;
  readonly priceCents: number;
  readonly paymentToken: PaymentToken;
  readonly maxTickets: number;
  /** Tickets issued, including voided ones. */
  readonly sold: number;
  /** Capacity kept for pending orders. */
  readonly held: number;
  /** Issued tickets that left the draw. */
  readonly voided: number;
  readonly status: LotStatus;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly imageUrl: string | null;
  readonly payment: PaymentOverride;
  /** true: the raffle contract sells its tickets, for its token alone. */
  readonly onChain: boolean;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly committedAt: Date | null;
  readonly drawnAt: Date | null;
  readonly archivedAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly metadata: Metadata | null;
}

export interface NewLot extends Pick<
  Lot,
  | "prizeId"
  | "title"
  | "description"
  | "priceCents"
  | "paymentToken"
  | "maxTickets"
  | "startAt"
  | "endAt"
  | "imageUrl"
  | "payment"
  | "createdAt"
> {
  readonly metadata?: Metadata;
}

/** Fields that can be changed only while a lot is a draft. */
export type DraftChanges = Partial<
  Pick<Lot, "prizeId" | "priceCents" | "maxTickets" | "startAt" | "endAt" | "imageUrl">
>;

/** The fields that determine the state. */
export type Lifecycle = Pick<
  Lot,
  "status" | "startAt" | "endAt" | "sold" | "held" | "voided" | "onChain" | "drawnAt" | "archivedAt"
>;

export const EntriesClosed = defineProblem(
  "entries_closed",
  "invalid",
  "The competition is not open for entries.",
  { liftedByTime: true },
);
export const HasWinner = defineProblem(
  "competition_has_winner",
  "invalid",
  "The competition's winner has been decided: it can no longer be cancelled.",
);

/** Returns the state of a lot, derived from the row and the clock, never stored. */
export function lotState(lot: Lifecycle, now: Date): LotState {
  if (lot.status === "cancelled") return "cancelled";
  if (lot.status === "draft") return "draft";
  if (lot.drawnAt !== null) return lot.archivedAt === null ? "drawn" : "retired";
  if (lot.status === "active" && now < lot.startAt) return "scheduled";
  if (lot.status === "active" && now < lot.endAt) return "open";
  // Until it is closed, its last purchases may not be final.
  const isSelling = lot.onChain && lot.status === "active";
  return isSelling || lot.sold - lot.voided > 0 || lot.held > 0 ? "closing" : "retired";
}

/**
 * Returns whether new orders are accepted; used alike for checkout, lists and widgets. A sold-out lot still counts as
 * selling: orders are refused as sold_out.
 */
export function sells(lot: Lifecycle, now: Date): boolean {
  return lotState(lot, now) === "open";
}

export function availableTickets(lot: Pick<Lot, "maxTickets" | "sold" | "held">): number {
  return lot.maxTickets - lot.sold - lot.held;
}

/** Checks the start and end of selling. Raises invalid_request. */
export function checkTimes({ startAt, endAt }: Pick<Lot, "startAt" | "endAt">, now: Date): void {
  if (endAt <= startAt) throw invalid("endDate", "too_early", "endDate must be after startDate.");
  if (endAt <= now) throw invalid("endDate", "past", "endDate must be in the future.");
}

/** Rejects changes to the offer once the lot has left draft, and invalid times. */
export function checkDraftChanges(lot: Lot, changes: DraftChanges, now: Date): void {
  const { prizeId, priceCents, maxTickets, startAt, endAt, imageUrl } = changes;
  const terms = [prizeId, priceCents, maxTickets, startAt, endAt, imageUrl].filter((it) => it !== undefined);
  if (terms.length === 0) return;
  if (lot.status !== "draft") {
    throw InvalidTransition.because(
      "Prize, price, number of tickets, dates and image can be changed only while the competition is a draft.",
    );
  }
  if (startAt !== undefined || endAt !== undefined) checkTimes({ ...lot, ...changes }, now);
}

/** Refuses changes that the raffle contract does not allow. */
export function checkChainChanges(
  { onChain }: Pick<Lot, "onChain">,
  { status, payment }: { readonly status?: "draft" | "active"; readonly payment?: PaymentOverride },
): void {
  if (!onChain || (status !== "draft" && payment === undefined)) return;
  throw InvalidTransition.because(
    "The competition is on the raffle contract: it cannot return to draft, and is paid only in its token.",
  );
}

/** Rejects a status change by PATCH that the lot's state does not allow. */
export function checkTransition(lot: Lot, to: "draft" | "active", now: Date): void {
  if (lot.status === "ended" || lot.status === "cancelled") {
    throw InvalidTransition.because(`The competition is ${lot.status}, which is final.`);
  }
  if (to === "active" && now >= lot.endAt) {
    throw InvalidTransition.because("The competition's endDate has passed: it cannot be activated.");
  }
  if (to === "draft" && lot.status === "active" && (lot.sold > 0 || lot.held > 0)) {
    throw InvalidTransition.because(
      "Tickets have been issued or are held: the competition cannot return to draft.",
    );
  }
}
