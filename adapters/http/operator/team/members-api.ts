import { z } from "zod";
import { Members } from "../../../../ports/people/members.ts";
import { TeamInvitations } from "../../../../src/people/team-invitations.ts";
import { MEMBER_ROLES } from "../../../../src/people/role.ts";
import { Team } from "../../../../src/people/team.ts";
import { TooManyTeamMails } from "../../../../src/people/team-mails.ts";
import { AccountManagerNeeded, LastOwner } from "../../../../src/people/team-rules.ts";
import type { PersonId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { pagedById } from "../../input/page.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, pageQuery, ofItem, organisationRoute } from "../request.ts";
import { invitationsOf } from "./invitation-routes.ts";
import { email, memberReply, resetReply, toColleague } from "./team-replies.ts";

const role = z.enum(MEMBER_ROLES).describe("The role, which decides what the person may do.");
const invite = z.strictObject({ email, role }).meta({ id: "MemberInvite" });
const update = z.strictObject({ role }).meta({ id: "MemberUpdate" });
const tag = "Team";

const NEEDS = { members: Members, team: Team, teamInvitations: TeamInvitations };

export const memberRoutes = routes(NEEDS, ({ members, team, teamInvitations }) => [
  organisationRoute({
    operationId: "listMembers",
    method: "GET",
    path: "/members",
    summary: "List members",
    description: "Most recently active first.",
    tag,
    permission: "team:read",
    query: pageQuery,
    reply: z.array(memberReply),
    handle: (request) =>
      pagedById(request, (page) => members.list(request.organisation.id, page), toColleague),
  }),
  organisationRoute({
    operationId: "updateMember",
    method: "PATCH",
    path: "/members/{id}",
    summary: "Change a member's role",
    description: "A person cannot change their own role, and one owner must remain.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
    body: update,
    reply: memberReply,
    problems: [LastOwner, TooManyTeamMails],
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
    description:
      "The person loses access to the organisation immediately. A person without any other role is signed out. One owner must remain.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
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
      "Removes all passkeys and logins of a member who can no longer sign in, and mails a one-time link. A member of several " +
      "organisations can be reset only by an account manager or owner of the service, and an operator only by an owner.",
    tag,
    permission: "team:write",
    params: ofItem<PersonId>(),
    reply: resetReply,
    problems: [AccountManagerNeeded, TooManyTeamMails],
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
  ...invitationsOf(teamInvitations, {
    who: "Member",
    tag,
    read: "team:read",
    write: "team:write",
    invite,
    paths: { invite: "/invitations", invitations: "/invitations" },
    route: ({ handle, problems = [], ...definition }) =>
      organisationRoute({
        ...definition,
        // Those of an organisation have it already.
        problems: problems.filter((problem) => problem !== NotFound),
        handle: (request) => handle(request, request.organisation.id),
      }),
  }),
]);
