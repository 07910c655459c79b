import type { LotState } from "../../src/lots/lot.ts";
import type { LotCancellation, SalesOfDay } from "../../src/lots/lot-cancellation.ts";
import type { Prize } from "../../src/lots/prize.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { LotOfOrganisation } from "./lots.ts";

/** A lot as people see it. */
export interface OperatorLot extends LotOfOrganisation {
  readonly prize: Prize;
  /** When a recovery halted the lot; null: it is not halted. */
  readonly haltedAt: Date | null;
  /** When all orders of a cancelled lot had been given back; null: not yet, or it is not cancelled. */
  readonly unwoundAt: Date | null;
}

/** Lots for the operator interface. */
export interface OperatorLots {
  byId(organisationId: OrganisationId, id: LotId): Promise<OperatorLot | null>;
  /** Newest first. @param page.state only those in this state; null: all */
  list(
    organisationId: OrganisationId,
    page: Page & { readonly state: LotState | null; readonly now: Date },
  ): Promise<OperatorLot[]>;
  /** Oldest first; a day without a sale is not there. Reads all tickets of the lot. @param dayOf the day of an instant */
  salesByDay(
    organisationId: OrganisationId,
    id: LotId,
    dayOf: (instant: Date) => string,
  ): Promise<SalesOfDay[]>;
  /**
   * Returns the effects of cancelling now. Reads all orders of the lot.
   * @param unrefundable rails as `kind/provider` whose refunds wait for the operator
   */
  cancellation(
    organisationId: OrganisationId,
    id: LotId,
    unrefundable: readonly string[],
  ): Promise<LotCancellation>;
}
export const OperatorLots: Token<OperatorLots> = token("OperatorLots");
