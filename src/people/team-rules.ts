import type { InvitationId, OrganisationId, PersonId } from "../shared/ids.ts";
import { defineProblem } from "../shared/problem.ts";
import type { MemberRole, OperatorRole } from "./role.ts";

export const INVITATION_MS = 7 * 86_400_000;

export const LastOwner = defineProblem(
  "last_owner",
  "conflict",
  "One owner must remain. Make another person an owner first.",
  { liftedByTime: true },
);
export const AlreadyMember = defineProblem(
  "already_member",
  "conflict",
  "The person with this email already has a role here, or is already invited.",
  { liftedByTime: true },
);
export const AccountManagerNeeded = defineProblem(
  "account_manager_needed",
  "conflict",
  "This sign-in is also used outside your organisation. Ask an account manager of the service to reset it.",
  { liftedByTime: true },
);
export const InvitationExpired = defineProblem(
  "invitation_expired",
  "gone",
  "This invitation was accepted or withdrawn, or has expired. Ask for a new one.",
);

/** A person who works for an organisation, or for the service. */
export interface Colleague<Role extends MemberRole | OperatorRole> {
  readonly id: PersonId;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly passkeys: number;
  readonly since: Date;
  /** Last use of a login that has not ended; null: there is none. */
  readonly seenAt: Date | null;
}

export interface Invitation {
  readonly id: InvitationId;
  /** null: to work for the service. */
  readonly organisation: { readonly id: OrganisationId; readonly slug: string; readonly name: string } | null;
  readonly email: string;
  readonly role: MemberRole | OperatorRole;
  readonly inviter: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
