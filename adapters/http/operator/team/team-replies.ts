import { z } from "zod";
import {
  MEMBER_ROLES,
  OPERATOR_ROLES,
  type MemberRole,
  type OperatorRole,
} from "../../../../src/people/role.ts";
import { mailAddress } from "../../../../src/mails/mail-address.ts";
import type { Colleague, Invitation } from "../../../../src/people/team-rules.ts";
import { id } from "../../input/fields.ts";
import { time } from "../request.ts";

export const email = mailAddress.describe("Who is invited; it must be proven to accept.");

const person = {
  id: id.describe("Of the person."),
  email: z.string().describe("In lower case."),
  name: z.string().describe("As others see it."),
  hasPasskey: z.boolean().describe("Whether the person has a passkey."),
  since: time.describe("Since when the person is here."),
  seenAt: time
    .nullable()
    .describe("When the person was last seen in a login that has not ended. Null: in none."),
};
export const memberReply = z
  .strictObject({ ...person, role: z.enum(MEMBER_ROLES).describe("In this organisation.") })
  .meta({ id: "Member" });
export const operatorReply = z
  .strictObject({ ...person, role: z.enum(OPERATOR_ROLES).describe("In the whole service.") })
  .meta({ id: "OperatorPerson" });

const invitation = {
  id: id.describe("Of the invitation."),
  email: z.string().describe("Who is invited."),
  role: z
    .enum([...MEMBER_ROLES, ...OPERATOR_ROLES.filter((role) => role !== "owner")])
    .describe("To which role."),
  inviter: z.string().describe("Who invites."),
  createdAt: time.describe("When it was made."),
  expiresAt: time.describe("It is accepted until then."),
};
export const invitationReply = z.strictObject(invitation).meta({ id: "Invitation" });
export const sentReply = z
  .strictObject({
    ...invitation,
    link: z
      .string()
      .nullable()
      .describe("Where it is accepted, shown once. Null: a mail brings it, and nobody else sees it."),
  })
  .meta({ id: "SentInvitation" });
export const resetReply = z
  .strictObject({
    id: id.describe("Of the person."),
    link: z
      .string()
      .nullable()
      .describe("Signs in once, within a day. Null: a mail brings it, and nobody else sees it."),
  })
  .meta({ id: "SignInReset" });

export function toColleague<Role extends MemberRole | OperatorRole>({
  passkeys,
  since,
  seenAt,
  id,
  email,
  name,
  role,
}: Colleague<Role>) {
  return {
    id,
    email,
    name,
    role,
    hasPasskey: passkeys > 0,
    since: since.toISOString(),
    seenAt: seenAt?.toISOString() ?? null,
  };
}

export function toInvitation({
  id,
  email,
  role,
  inviter,
  createdAt,
  expiresAt,
}: Invitation): z.input<typeof invitationReply> {
  return {
    id,
    email,
    role,
    inviter,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
