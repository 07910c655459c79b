import { z } from "zod";
import { Members } from "../../../../ports/people/members.ts";
import { Inviting } from "../../../../src/people/inviting.ts";
import { MEMBER_ROLES } from "../../../../src/people/role.ts";
import { Team } from "../../../../src/people/team.ts";
import { AlreadyMember, LastOwner } from "../../../../src/people/team-rules.ts";
import type { InvitationId, PersonId } from "../../../../src/shared/ids.ts";
import { deleted } from "../../input/fields.ts";
import { paged } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, pageQuery, ofItem, organisationRoute } from "../request.ts";
import {
  email,
  invitationReply,
  memberReply,
  resetReply,
  sentReply,
  toColleague,
  toInvitation,
} from "./team-replies.ts";

const role = z.enum(MEMBER_ROLES).describe("What the person may do.");
const invite = z.strictObject({ email, role }).meta({ id: "MemberInvite" });
const update = z.strictObject({ role }).meta({ id: "MemberUpdate" });
const tag = "Team";

const NEEDS = { members: Members, team: Team, inviting: Inviting };

export const memberRoutes = routes(NEEDS, ({ members, team, inviting }) => [
  organisationRoute({
    operationId: "listMembers",
    method: "GET",
    path: "/members",
    summary: "List members",
    description: "Those who were here last first.",
    tag,
    permission: "team:read",
    query: pageQuery,
    status: 200,
    reply: z.array(memberReply),
    problems: [],
    handle: (request) =>
      paged(
        request,
        (page) => members.list(request.organisation.id, page),
        toColleague,
        (colleague) => colleague.id,
      ),
  }),
  organisationRoute({
    operationId: "updateMember",
    method: "PATCH",
    path: "/members/{id}",
    summary: "Change a member's role",
    description: "Nobody changes their own, and one owner stays.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
    body: update,
    status: 200,
    reply: memberReply,
    problems: [LastOwner],
    handle: async (request) =>
      toColleague(
        await team.changeRole(actOf(request), request.caller.signedIn, {
          organisation: request.organisation,
          personId: request.params.id,
          role: request.body.role,
        }),
      ),
  }),
  organisationRoute({
    operationId: "removeMember",
    method: "DELETE",
    path: "/members/{id}",
    summary: "Remove a member",
    description: "All logins of the person end at once. One owner stays.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
    status: 200,
    reply: memberReply,
    problems: [LastOwner],
    handle: async (request) =>
      toColleague(await team.remove(actOf(request), request.organisation, request.params.id)),
  }),
  organisationRoute({
    operationId: "resetMemberSignIn",
    method: "POST",
    path: "/members/{id}/reset",
    summary: "Reset a member's sign-in",
    description:
      "Passkeys and logins go, and a one-time link is mailed. For somebody who has lost the way in.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
    status: 200,
    reply: resetReply,
    problems: [],
    handle: async (request) => {
      const link = await team.resetMember(
        actOf(request),
        request.caller.signedIn,
        request.organisation,
        request.params.id,
      );
      return { id: request.params.id, link };
    },
  }),
  ...invitationsOf(inviting),
]);

function invitationsOf(inviting: Inviting) {
  return [
    organisationRoute({
      operationId: "listMemberInvitations",
      method: "GET",
      path: "/invitations",
      summary: "List invitations that were not accepted",
      description: "The newest first, too old ones too.",
      tag,
      permission: "team:read",
      query: pageQuery,
      status: 200,
      reply: z.array(invitationReply),
      problems: [],
      handle: (request) =>
        paged(
          request,
          (page) => inviting.list(request.organisation.id, page),
          toInvitation,
          (invitation) => invitation.id,
        ),
    }),
    organisationRoute({
      operationId: "inviteMember",
      method: "POST",
      path: "/invitations",
      summary: "Invite a member",
      description:
        "The link is mailed, or shown where no mails are sent and to the operator's token. It lasts seven days.",
      tag,
      permission: "team:write",
      body: invite,
      status: 201,
      reply: sentReply,
      problems: [AlreadyMember],
      handle: async (request) => {
        const wanted = { ...request.body, organisationId: request.organisation.id };
        const { invitation, link } = await inviting.invite(actOf(request), wanted);
        return { ...toInvitation(invitation), link };
      },
    }),
    organisationRoute({
      operationId: "resendMemberInvitation",
      method: "POST",
      path: "/invitations/{id}/resend",
      summary: "Send an invitation again",
      description: "With a new link, for seven days; the former one ends.",
      tag,
      permission: "team:write",
      params: ofItem<InvitationId>(),
      status: 200,
      reply: sentReply,
      problems: [],
      handle: async (request) => {
        const { id } = request.params;
        const { invitation, link } = await inviting.resend(actOf(request), request.organisation.id, id);
        return { ...toInvitation(invitation), link };
      },
    }),
    organisationRoute({
      operationId: "withdrawMemberInvitation",
      method: "DELETE",
      path: "/invitations/{id}",
      summary: "Withdraw an invitation",
      tag,
      permission: "team:write",
      params: ofItem<InvitationId>(),
      status: 200,
      reply: deleted,
      problems: [],
      handle: async (request) => {
        const { id } = request.params;
        await inviting.withdraw(actOf(request), request.organisation.id, id);
        return { id, deleted: true } as const;
      },
    }),
  ];
}
