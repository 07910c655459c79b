import type { MemberRole } from "../../src/people/role.ts";
import type { Colleague } from "../../src/people/team-rules.ts";
import type { OrganisationId, PersonId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** The people who work for an organisation. */
export interface Members {
  /** @returns whether the person is new there */
  add(organisationId: OrganisationId, personId: PersonId, role: MemberRole, now: Date): Promise<boolean>;
  /** Those who were here last first. */
  list(organisationId: OrganisationId, page: Page): Promise<Colleague<MemberRole>[]>;
  /** Returns the emails of people with one of the roles, earliest members first. */
  addresses(organisationId: OrganisationId, roles: readonly MemberRole[], limit: number): Promise<string[]>;
  /** Locks the team against other changes until the unit of work ends. null: the person is not a member */
  lock(
    organisationId: OrganisationId,
    personId: PersonId,
  ): Promise<(Colleague<MemberRole> & { readonly owners: number }) | null>;
  changeRole(organisationId: OrganisationId, personId: PersonId, role: MemberRole): Promise<void>;
  remove(organisationId: OrganisationId, personId: PersonId): Promise<void>;
}
export const Members: Token<Members> = token("Members");
