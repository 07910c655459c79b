import type { OrganisationId, PersonId } from "../shared/ids.ts";
import type { MemberRole, OperatorRole } from "./role.ts";

/** A person who works for the service, for organisations, or for both. */
export interface Person {
  readonly id: PersonId;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  /** null: not an operator. */
  readonly operatorRole: OperatorRole | null;
}

export interface NewPerson extends Omit<Person, "id"> {
  /** User handle for authenticators: 32 random bytes. */
  readonly handle: Uint8Array;
  readonly createdAt: Date;
}

/** A person's role in one organisation. */
export interface Membership {
  readonly organisation: { readonly id: OrganisationId; readonly slug: string; readonly name: string };
  readonly role: MemberRole;
}

/** A person, with the data that decides how the person may sign in. */
export interface PersonAccess extends Person {
  readonly memberships: number;
  readonly passkeys: number;
}

/** Returns whether the person works here; others may not sign in. */
export function worksHere({ operatorRole, memberships }: PersonAccess): boolean {
  return operatorRole !== null || memberships > 0;
}

/**
 * Returns whether a code alone signs the person in. Codes must not bypass passkeys: owners of a passkey use it, and
 * operators never use codes.
 */
export function mayUseCode(standing: PersonAccess): boolean {
  return standing.memberships > 0 && standing.operatorRole === null && standing.passkeys === 0;
}
