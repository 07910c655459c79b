import type { DraftChanges, Lot, LotState, NewLot, PaymentOverride } from "../../src/lots/lot.ts";
import type { Charging, PaymentSettings, ServedCurrency } from "../../src/lots/payment-options.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { EventId, LotId, OrganisationId } from "../../src/shared/ids.ts";

/** A lot with what decides how it can be paid for. */
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
}

/** Which lots a list shows; null: whatever it is. */
export interface LotFilter {
  readonly state: LotState | null;
  readonly ids: readonly LotId[] | null;
}

export interface Cancellation {
  readonly eventId: EventId;
  readonly now: Date;
  /** The chain's newest block, where it was asked for; without it a committed lot is not cancelled. */
  readonly head: { readonly chainId: number; readonly blockNumber: number } | null;
}

/** `committed`: only the chain's head, or that of another chain, tells whether the winner is decided. */
export type CancelOutcome = "cancelled" | "already" | "has_winner" | "missing" | "committed";

export interface Lots {
  /** null: the prize is not the organisation's, or not any more. */
  add(organisationId: OrganisationId, lot: NewLot): Promise<Lot | null>;
  byId(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null>;
  /** As byId, and nobody changes the lot until the unit of work ends. */
  lock(organisationId: OrganisationId, id: LotId): Promise<LotOfOrganisation | null>;
  /** Status active with the end ahead, newest first. */
  listLive(organisationId: OrganisationId, now: Date, page: Page): Promise<LotOfOrganisation[]>;
  /** Those that fit, whatever their state, newest first. */
  list(
    organisationId: OrganisationId,
    filter: LotFilter,
    now: Date,
    page: Page,
  ): Promise<LotOfOrganisation[]>;
  /** Of a lot that is locked. A prize that is named exists, and is held. */
  change(organisationId: OrganisationId, id: LotId, changes: LotChanges): Promise<void>;
  /** The organisation, and the rail accounts that are enabled. */
  paymentContext(
    organisationId: OrganisationId,
  ): Promise<{ organisation: PaymentSettings; enabled: ServedCurrency[] }>;

  /**
   * Ends lots whose time has come and writes `lot.closed`, together, once; as many as there are event ids at most.
   * @param lotId only this one; null: any
   * @returns those that it ended
   */
  closeDue(closing: {
    readonly lotId: LotId | null;
    readonly eventIds: readonly EventId[];
    readonly now: Date;
  }): Promise<LotId[]>;
  /** A drawn lot leaves the drawn ones. */
  archive(organisationId: OrganisationId, id: LotId, now: Date): Promise<void>;
  /** Flips the lot and writes `lot.cancelled`, together. Repeating it answers `already` and writes nothing. */
  cancel(organisationId: OrganisationId, id: LotId, cancellation: Cancellation): Promise<CancelOutcome>;
  /** Cancelled lots whose buyers are not all made whole. */
  unwinding(limit: number): Promise<LotId[]>;
  /**
   * One batch of making the buyers of a cancelled lot whole: its pending orders fail, its paid ones are given back.
   * Several may do so at once; repeating is safe.
   * @param batch.after where the last one of the stage ended; null: from the start
   * @param batch.unrefundable rails as `kind/provider` whose refunds wait for the operator
   * @returns `last` null: the stage is at its end
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
  /** Marks the lot as unwound unless an order is still owed something. @returns whether this call did */
  finishUnwinding(lotId: LotId, now: Date): Promise<boolean>;
}
export const Lots: Token<Lots> = token("Lots");
