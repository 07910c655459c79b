import type { HaltedLot } from "../../src/recovery/halted-lot.ts";
import type { LotId, OrganisationId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

export interface HaltedLots {
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<HaltedLot[]>;
  /** Also one that is not halted any more. null: the organisation has no such lot. */
  byId(organisationId: OrganisationId, id: LotId): Promise<HaltedLot | null>;
  /**
   * Resumes the lot. Skips the ticket numbers above its own up to `highestTold`: they are void and have no owner.
   * no_room: sold, published and held tickets together are more than the lot has.
   */
  resume(
    organisationId: OrganisationId,
    id: LotId,
    resumption: { readonly highestTold: number; readonly now: Date },
  ): Promise<"resumed" | "not_halted" | "no_room" | "missing">;
}
export const HaltedLots: Token<HaltedLots> = token("HaltedLots");
