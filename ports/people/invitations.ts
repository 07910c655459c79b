import type { MemberRole, OperatorRole } from "../../src/people/role.ts";
import type { Invitation } from "../../src/people/team-rules.ts";
import type { InvitationId, OrganisationId } from "../../src/shared/ids.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";

/** Invitations that may be accepted: accepted and withdrawn ones are never found. */
export interface Invitations {
  /** One that is too old gives way. null: the email is invited there already. @param invitation.organisationId null: as an operator */
  add(invitation: {
    readonly organisationId: OrganisationId | null;
    readonly email: string;
    readonly role: MemberRole | OperatorRole;
    readonly inviter: string;
    /** SHA-256 of its token. */
    readonly hash: Uint8Array;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<Invitation | null>;
  /** The newest first, too old ones too. */
  list(organisationId: OrganisationId | null, page: Page): Promise<Invitation[]>;
  /** Its former link ends. null: there is none. */
  renew(
    organisationId: OrganisationId | null,
    id: InvitationId,
    link: { readonly hash: Uint8Array; readonly expiresAt: Date },
  ): Promise<Invitation | null>;
  withdraw(organisationId: OrganisationId | null, id: InvitationId, now: Date): Promise<Invitation | null>;
  /** Locks it until the unit of work ends. null: none that may be accepted */
  byHash(hash: Uint8Array, now: Date): Promise<Invitation | null>;
  /** To work for the service. Locks it until the unit of work ends. null: none that may be accepted */
  ofOperator(email: string, now: Date): Promise<Invitation | null>;
  accept(id: InvitationId, now: Date): Promise<void>;
  /** Returns whether the email may accept one. */
  isInvited(email: string, now: Date): Promise<boolean>;
}
export const Invitations: Token<Invitations> = token("Invitations");
