import { z } from "zod";
import type { TeamInvitations } from "../../../../src/people/team-invitations.ts";
import type { Permission } from "../../../../src/operations/permission.ts";
import type { MemberRole, OperatorRole } from "../../../../src/people/role.ts";
import { TooManyTeamMails } from "../../../../src/people/team-mails.ts";
import { AlreadyMember } from "../../../../src/people/team-rules.ts";
import type { InvitationId, OrganisationId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { deleted } from "../../input/fields.ts";
import { pagedById } from "../../input/page.ts";
import type { Nothing, Payload, RouteRequest } from "../../kernel/route.ts";
import type { Operator } from "../../callers/caller.ts";
import type { OperatorDescription } from "../operator-route.ts";
import { actOf, ofItem, pageQuery } from "../request.ts";
import { invitationReply, sentReply, toInvitation } from "./team-replies.ts";

type Path = `/${string}`;

/** The employer that people are invited to: an organisation, or the service. */
interface InvitingScope<Made> {
  /** The end of the operation ids: `…MemberInvitation`. */
  readonly who: "Member" | "Operator";
  readonly tag: string;
  readonly read: Permission;
  readonly write: Permission;
  readonly invite: z.ZodType<{ readonly email: string; readonly role: MemberRole | OperatorRole }>;
  /** Paths that invite a person and that list invitations. */
  readonly paths: { readonly invite: Path; readonly invitations: Path };
  /** Makes a route of this scope. Its handler receives the organisation; null: the service. */
  route<
    R extends z.ZodType,
    P extends z.ZodObject = Nothing,
    Q extends z.ZodObject = Nothing,
    B extends z.ZodType = Nothing,
  >(
    definition: ScopedDefinition<R, P, Q, B>,
  ): Made;
}

type ScopedDefinition<
  R extends z.ZodType,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
> = OperatorDescription<P, Q, B, R> & {
  handle(
    request: RouteRequest<Operator, z.output<P>, z.output<Q>, z.output<B>>,
    organisationId: OrganisationId | null,
  ): Promise<Payload<z.input<R>>>;
};

/** Invitations are the same for members and for operators. */
export function invitationsOf<Made>(teamInvitations: TeamInvitations, scope: InvitingScope<Made>): Made[] {
  return [...listAndInvite(teamInvitations, scope), ...resendAndWithdraw(teamInvitations, scope)];
}

function listAndInvite<Made>(teamInvitations: TeamInvitations, scope: InvitingScope<Made>): Made[] {
  const { who, tag, read, write, paths } = scope;
  return [
    scope.route({
      operationId: `list${who}Invitations`,
      method: "GET",
      path: paths.invitations,
      summary: "List open invitations",
      description: "Newest first, including expired ones.",
      tag,
      permission: read,
      query: pageQuery,
      reply: z.array(invitationReply),
      handle: (request, organisationId) =>
        pagedById(request, (page) => teamInvitations.list(organisationId, page), toInvitation),
    }),
    scope.route({
      operationId: `invite${who}`,
      method: "POST",
      path: paths.invite,
      summary: `Invite ${who === "Member" ? "a member" : "an operator"}`,
      description:
        "The link is sent by mail. It is shown in the answer if the service sends no mails, and to a caller with the operator's token. It is valid for seven days.",
      tag,
      permission: write,
      body: scope.invite,
      status: 201,
      reply: sentReply,
      problems: [AlreadyMember, TooManyTeamMails],
      handle: async (request, organisationId) => {
        const newInvitation = { ...request.body, organisationId };
        const { invitation, link } = await teamInvitations.invite(actOf(request), newInvitation);
        return { ...toInvitation(invitation), link };
      },
    }),
  ];
}

function resendAndWithdraw<Made>(teamInvitations: TeamInvitations, scope: InvitingScope<Made>): Made[] {
  const { who, tag, write, paths } = scope;
  return [
    scope.route({
      operationId: `resend${who}Invitation`,
      method: "POST",
      path: `${paths.invitations}/{id}/resend`,
      summary: "Resend an invitation",
      description: "Sends a new link, valid for seven days. The previous link stops working.",
      tag,
      permission: write,
      params: ofItem<InvitationId>(),
      reply: sentReply,
      problems: [NotFound, TooManyTeamMails],
      handle: async (request, organisationId) => {
        const { invitation, link } = await teamInvitations.resend(
          actOf(request),
          organisationId,
          request.params.id,
        );
        return { ...toInvitation(invitation), link };
      },
    }),
    scope.route({
      operationId: `withdraw${who}Invitation`,
      method: "DELETE",
      path: `${paths.invitations}/{id}`,
      summary: "Withdraw an invitation",
      description: "The link of the invitation stops working.",
      tag,
      permission: write,
      params: ofItem<InvitationId>(),
      reply: deleted,
      problems: [NotFound],
      handle: async (request, organisationId) => {
        const { id } = request.params;
        await teamInvitations.withdraw(actOf(request), organisationId, id);
        return { id, deleted: true } as const;
      },
    }),
  ];
}
