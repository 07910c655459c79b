import type { MemberRole } from "../../src/people/role.ts";
import type { OrganisationId, PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Who works for an organisation. */
export interface Members {
  /** @returns whether the person is new there */
  add(organisationId: OrganisationId, personId: PersonId, role: MemberRole, now: Date): Promise<boolean>;
}
export const Members: Token<Members> = token("Members");
