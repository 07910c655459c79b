import type { Mode } from "../../src/organisations/mode.ts";
import type { Organisation } from "../../src/organisations/organisation.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { OrganisationId } from "../../src/shared/ids.ts";

export type NewOrganisation = Omit<Organisation, "id">;
/** Fields that can be changed. Slug and mode are permanent. */
export type OrganisationChanges = Partial<Omit<Organisation, "id" | "slug" | "mode" | "createdAt">>;

export interface Organisations {
  /** null: the slug is taken. */
  add(organisation: NewOrganisation): Promise<Organisation | null>;
  bySlug(slug: string): Promise<Organisation | null>;
  modeOf(id: OrganisationId): Promise<Mode>;
  /** Newest first. */
  list(page: Page): Promise<Organisation[]>;
  /** Omitted fields are unchanged. */
  update(id: OrganisationId, changes: OrganisationChanges): Promise<Organisation>;
}
export const Organisations: Token<Organisations> = token("Organisations");
