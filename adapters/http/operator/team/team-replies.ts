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

export const email = mailAddress.describe("The email of the invited person, who must prove it to accept.");

const person = {
  id: id.describe("The person's id."),
  email: z.string().describe("The person's email, in lower case."),
  name: z.string().describe("The person's name, as shown to others."),
  hasPasskey: z.boolean().describe("Whether the person has a passkey."),
  since: time.describe("The time at which the person joined."),
  seenAt: time
    .nullable()
    .describe("The last activity of the person in a login that has not ended. Null if there is none."),
};
export const memberReply = z
  .strictObject({ ...person, role: z.enum(MEMBER_ROLES).describe("The person's role in this organisation.") })
  .meta({ id: "Member" });
export const operatorReply = z
  .strictObject({ ...person, role: z.enum(OPERATOR_ROLES).describe("The person's role in the service.") })
  .meta({ id: "OperatorPerson" });

const invitation = {
  id: id.describe("The invitation's id."),
  email: z.string().describe("The email of the invited person."),
  role: z
    .enum([...MEMBER_ROLES, ...OPERATOR_ROLES.filter((role) => role !== "owner")])
    .describe("The role of the invited person."),
  inviter: z.string().describe("The name of the inviting person."),
  createdAt: time.describe("The time of the invitation."),
  expiresAt: time.describe("The time until which the invitation can be accepted."),
};
export const invitationReply = z.strictObject(invitation).meta({ id: "Invitation" });
export const sentReply = z
  .strictObject({
    ...invitation,
    link: z
      .string()
      .nullable()
      .describe(
        "The link to accept the invitation, shown once. Null if it was sent by mail, and shown only there.",
      ),
  })
  .meta({ id: "SentInvitation" });
export const resetReply = z
  .strictObject({
    id: id.describe("The person's id."),
    link: z
      .string()
      .nullable()
      .describe(
        "The link that signs in once, within one day. Null if it was sent by mail, and shown only there.",
      ),
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
