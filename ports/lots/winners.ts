import type { Winner } from "../../src/lots/winner.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { LotId, OrganisationId, WinnerId } from "../../src/shared/ids.ts";

export interface Winners {
  /** Published ones, newest first. */
  listPublished(organisationId: OrganisationId, page: Page): Promise<Winner[]>;
  /** null: the lot has none that is published. */
  publishedOf(organisationId: OrganisationId, lotId: LotId): Promise<Winner | null>;
  /** Newest first. @param isPublished null: published or not */
  list(organisationId: OrganisationId, page: Page, isPublished?: boolean | null): Promise<Winner[]>;
  /** The lot's winner, published or not; null: it has none. */
  ofLot(organisationId: OrganisationId, lotId: LotId): Promise<Winner | null>;
  byId(organisationId: OrganisationId, id: WinnerId): Promise<Winner | null>;
  /** Locks the winner against changes until the unit of work ends. null: the organisation has no such winner. */
  lock(organisationId: OrganisationId, id: WinnerId): Promise<Winner | null>;
  publish(organisationId: OrganisationId, id: WinnerId, publishedAt: Date | null): Promise<void>;
}
export const Winners: Token<Winners> = token("Winners");
