import type { DraftChanges, Lot, LotState, NewLot, PaymentOverride } from "../../src/lots/lot.ts";
import type { Charging, PaymentSettings, ServedCurrency } from "../../src/lots/payment-options.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { EventId, LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Metadata } from "../../src/shared/metadata.ts";

/** A lot with the organisation's data that determines its payment options. */
export interface LotOfOrganisation {
  readonly lot: Lot;
  readonly organisation: PaymentSettings;
  readonly charging: Charging;
}

export interface LotChanges extends DraftChanges {
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: "draft" | "active";
  readonly payment?: PaymentOverride;
  readonly metadata?: Metadata | null;
}

/** Conditions on lots; null: no condition. */
export interface LotFilter {
  readonly state: LotState | null;
  readonly ids: readonly LotId[] | null;
}

export interface Cancellation {
  readonly eventId: EventId;
  readonly now: Date;
  /** The chain's newest block if it was read; without it a committed lot is not cancelled. */
  readonly head: { readonly chainId: number; readonly blockNumber: number } | null;
}

/** `committed`: the head of the commitment's chain is needed to determine whether the winner is decided. */
export type CancelOutcome = "cancelled" | "already" | "has_winner" | "missing" | "committed";

export interface Lots {
  /** null: the organisation does not have, or no longer has, the prize. */
  add(organisationId: OrganisationId, lot: NewLot): Promise<Lot | null>;
  byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null>;
  /** Same as `byId`; also locks the lot against changes until the unit of work ends. */
  lock(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null>;
  /** Lots with status active whose end is in the future, newest first. */
  listLive(organisationId: OrganisationId, now: Date, page: Page): Promise<LotOfOrganisation[]>;
  /** Lots that match the filter, in any state, newest first. */
  list(
    organisationId: OrganisationId,
    filter: LotFilter,
    now: Date,
    page: Page,
  ): Promise<LotOfOrganisation[]>;
  /** Requires that the lot is locked and that a new prize exists and is held. */
  change(organisationId: OrganisationId, id: LotId, changes: LotChanges): Promise<void>;
  /** The organisation and its enabled rail accounts. */
  paymentContext(
    organisationId: OrganisationId,
  ): Promise<{ organisation: PaymentSettings; enabled: ServedCurrency[] }>;

  /**
   * Closes lots that have reached their end and writes `lot.closed` in the same transaction, once; at most one lot per
   * event id given.
   * @param lotId restricts the call to this lot; null: any lot
   * @returns the lots closed by this call
   */
  closeDue(closing: {
    readonly lotId: LotId | null;
    readonly eventIds: readonly EventId[];
    readonly now: Date;
  }): Promise<LotId[]>;
  /** Archives a drawn lot. */
  archive(organisationId: OrganisationId, id: LotId, now: Date): Promise<void>;
  /**
   * Cancels the lot and writes `lot.cancelled` in the same transaction. Repeating it returns `already` and writes
   * nothing.
   */
  cancel(organisationId: OrganisationId, id: LotId, cancellation: Cancellation): Promise<CancelOutcome>;
  /** Cancelled lots with orders that are not yet reversed. */
  unwinding(limit: number): Promise<LotId[]>;
  /**
   * Processes one batch of a cancelled lot's orders: pending orders fail, paid orders are refunded. Concurrent calls
   * and repeats are safe.
   * @param batch.after the `last` of the stage's previous batch; null: from the start
   * @param batch.unrefundable rails as `kind/provider` whose refunds wait for the operator
   * @returns `last` null: the stage is complete
   */
  unwind(
    lotId: LotId,
    batch: {
      readonly stage: "pending" | "paid";
      readonly after: string | null;
      readonly limit: number;
      readonly unrefundable: readonly string[];
      readonly now: Date;
    },
  ): Promise<{ readonly handled: number; readonly last: string | null }>;
  /** Marks the lot as unwound unless an order is still to be reversed. @returns whether this call marked it */
  finishUnwinding(lotId: LotId, now: Date): Promise<boolean>;
}
export const Lots: Token<Lots> = token("Lots");
