import type { NewPrize, Prize } from "../../src/lots/prize.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, PrizeId } from "../../src/shared/ids.ts";

export interface Prizes {
  add(organisationId: OrganisationId, prize: NewPrize): Promise<Prize>;
  byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<Prize[]>;
  /** Returns at most two prizes with exactly this name. */
  withName(organisationId: OrganisationId, name: string): Promise<Prize[]>;
  /** Same as `byId`; also locks the prize against changes, deletion and holds until the unit of work ends. */
  lock(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null>;
  /**
   * Prevents changes and deletion of the prize until the unit of work ends; several callers may hold it. false: no such
   * prize.
   */
  hold(organisationId: OrganisationId, id: PrizeId): Promise<boolean>;
  /** Returns whether a lot that has left draft uses this prize. */
  isOffered(organisationId: OrganisationId, id: PrizeId): Promise<boolean>;
  update(organisationId: OrganisationId, id: PrizeId, prize: Omit<NewPrize, "createdAt">): Promise<void>;
  /** `used`: a lot uses the prize. */
  remove(organisationId: OrganisationId, id: PrizeId): Promise<"removed" | "used" | "missing">;
}
export const Prizes: Token<Prizes> = token("Prizes");
