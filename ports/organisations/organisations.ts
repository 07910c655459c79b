import type { Organisation } from "../../src/organisations/organisation.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export type NewOrganisation = Omit<Organisation, "id">;
/** What may change. A slug is for ever. */
export type OrganisationChanges = Partial<Omit<Organisation, "id" | "slug" | "createdAt">>;

export interface Organisations {
  /** null: the slug is taken. */
  add(organisation: NewOrganisation): Promise<Organisation | null>;
  bySlug(slug: string): Promise<Organisation | null>;
  /** Newest first. */
  list(page: Page): Promise<Organisation[]>;
  /** Members that are left out stay as they are. */
  update(id: OrganisationId, changes: OrganisationChanges): Promise<Organisation>;
}
export const Organisations: Token<Organisations> = token("Organisations");
