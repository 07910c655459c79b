import type { NewPrize, Prize } from "../../src/lots/prize.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId, PrizeId } from "../../src/shared/ids.ts";

export interface Prizes {
  add(organisationId: OrganisationId, prize: NewPrize): Promise<Prize>;
  byId(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null>;
  /** Newest first. */
  list(organisationId: OrganisationId, page: Page): Promise<Prize[]>;
  /** As byId, and nobody changes or removes the prize, or holds it for a lot, until the unit of work ends. */
  lock(organisationId: OrganisationId, id: PrizeId): Promise<Prize | null>;
  /** Nobody changes or removes the prize until the unit of work ends; several may hold it. False: no such prize. */
  hold(organisationId: OrganisationId, id: PrizeId): Promise<boolean>;
  /** Whether a lot that has left its draft has this prize. */
  isOffered(organisationId: OrganisationId, id: PrizeId): Promise<boolean>;
  update(organisationId: OrganisationId, id: PrizeId, prize: Omit<NewPrize, "createdAt">): Promise<void>;
  /** `used`: a lot names it. */
  remove(organisationId: OrganisationId, id: PrizeId): Promise<"removed" | "used" | "missing">;
}
export const Prizes: Token<Prizes> = token("Prizes");
