import { z } from "zod";
import { Operators } from "../../../../ports/people/operators.ts";
import { TeamInvitations } from "../../../../src/people/team-invitations.ts";
import { OPERATOR_ROLES } from "../../../../src/people/role.ts";
import { Team } from "../../../../src/people/team.ts";
import { TooManyTeamMails } from "../../../../src/people/team-mails.ts";
import { LastOwner } from "../../../../src/people/team-rules.ts";
import type { PersonId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { pagedById } from "../../input/page.ts";
import { operatorRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, pageQuery, ofItem } from "../request.ts";
import { invitationsOf } from "./invitation-routes.ts";
import { email, operatorReply, resetReply, toColleague } from "./team-replies.ts";

const role = z.enum(OPERATOR_ROLES).describe("The role, which decides what the person may do.");
const invite = z.strictObject({ email, role }).meta({ id: "OperatorInvite" });
const update = z.strictObject({ role }).meta({ id: "OperatorUpdate" });
const tag = "Operators";

const NEEDS = { operators: Operators, team: Team, teamInvitations: TeamInvitations };

export const operatorPeopleRoutes = routes(NEEDS, ({ operators, team, teamInvitations }) => [
  operatorRoute({
    operationId: "listOperators",
    method: "GET",
    path: "/operators",
    summary: "List operators",
    description: "Most recently active first.",
    tag,
    permission: "operators:read",
    query: pageQuery,
    reply: z.array(operatorReply),
    handle: (request) => pagedById(request, (page) => operators.list(page), toColleague),
  }),
  operatorRoute({
    operationId: "updateOperator",
    method: "PATCH",
    path: "/operators/{id}",
    summary: "Change an operator's role",
    description: "A person cannot change their own role, and one owner must remain.",
    tag,
    permission: "operators:write",
    params: ofItem<PersonId>(),
    body: update,
    reply: operatorReply,
    problems: [NotFound, LastOwner, TooManyTeamMails],
    handle: async (request) =>
      toColleague(
        await team.changeOperatorRole(
          actOf(request),
          request.caller.signedIn,
          request.params.id,
          request.body.role,
        ),
      ),
  }),
  operatorRoute({
    operationId: "removeOperator",
    method: "DELETE",
    path: "/operators/{id}",
    summary: "Remove an operator",
    description: "All logins of the person end immediately. One owner must remain.",
    tag,
    permission: "operators:write",
    params: ofItem<PersonId>(),
    reply: operatorReply,
    problems: [NotFound, LastOwner],
    handle: async (request) => toColleague(await team.removeOperator(actOf(request), request.params.id)),
  }),
  operatorRoute({
    operationId: "resetOperatorSignIn",
    method: "POST",
    // The former path could also be read as that of an invitation.
    path: "/operators/{id}/sign-in/reset",
    formerPath: "/operators/{id}/reset",
    summary: "Reset an operator's sign-in",
    description:
      "Removes all passkeys and logins of an operator who can no longer sign in, and mails a one-time link.",
    tag,
    permission: "operators:write",
    params: ofItem<PersonId>(),
    reply: resetReply,
    problems: [NotFound, TooManyTeamMails],
    handle: async (request) => {
      const link = await team.resetOperator(actOf(request), request.caller.signedIn, request.params.id);
      return { id: request.params.id, link };
    },
  }),
  ...invitationsOf(teamInvitations, {
    who: "Operator",
    tag,
    read: "operators:read",
    write: "operators:write",
    invite,
    paths: { invite: "/operators", invitations: "/operators/invitations" },
    route: ({ handle, ...definition }) =>
      operatorRoute({ ...definition, handle: (request) => handle(request, null) }),
  }),
]);
