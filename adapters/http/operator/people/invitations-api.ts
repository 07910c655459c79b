import { z } from "zod";
import { OperatorNetwork, SignInRequired } from "../../../../src/people/login.ts";
import { TeamInvitations } from "../../../../src/people/team-invitations.ts";
import { ProviderRequired } from "../../../../src/people/provider/provider.ts";
import { AlreadyMember, InvitationExpired } from "../../../../src/people/team-rules.ts";
import { Problem } from "../../../../src/shared/problem.ts";
import { doorRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, time } from "../request.ts";
import { signedIn, signingInOf } from "./sign-in-api.ts";

const token = z
  .strictObject({ token: z.string().max(100).describe("What stands behind the `#` of the link.") })
  .meta({ id: "InvitationToken" });
const shown = z
  .strictObject({
    organisation: z
      .strictObject({
        slug: z.string().describe("In paths."),
        name: z.string().describe("As buyers see it."),
      })
      .meta({ id: "InvitingOrganisation" })
      .nullable()
      .describe("Null: the service itself."),
    email: z.string().describe("Who is invited."),
    role: z.string().describe("To which role."),
    inviter: z.string().describe("Who invites."),
    expiresAt: time.describe("It is accepted until then."),
  })
  .meta({ id: "ShownInvitation" });

const NEEDS = { teamInvitations: TeamInvitations };

export const invitationRoutes = routes(NEEDS, ({ teamInvitations }) => [
  doorRoute({
    operationId: "lookAtInvitation",
    method: "POST",
    path: "/invitations/look",
    summary: "Look at an invitation",
    description: "With what stands behind the `#` of its link. Looking uses nothing up.",
    tag: "Sign-in",
    body: token,
    status: 200,
    reply: shown,
    isGuess: true,
    problems: [InvitationExpired],
    handle: async ({ body }) => {
      const { organisation, email, role, inviter, expiresAt } = await teamInvitations.look(body.token);
      const from = organisation && { slug: organisation.slug, name: organisation.name };
      return { organisation: from, email, role, inviter, expiresAt: expiresAt.toISOString() };
    },
  }),
  doorRoute({
    operationId: "acceptInvitation",
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation",
    description:
      "Whoever is signed in by the invited email. Where the service sends no mails, the link alone is enough and signs in, " +
      "unless the person has a passkey or is an operator.",
    tag: "Sign-in",
    body: token,
    status: 200,
    reply: signedIn,
    problems: [InvitationExpired, AlreadyMember, SignInRequired, OperatorNetwork, ProviderRequired],
    handle: async (request) => {
      const { browser } = request.caller;
      const accepting = () =>
        teamInvitations.accept(actOf(request), request.body.token, signingInOf(browser));
      // Only whoever has no invitation guesses: others are asked to sign in first, as a matter of course.
      const ended = await browser.judged(() =>
        accepting().then(
          (login) => ({ login }),
          (error: unknown) => {
            if (error instanceof Problem && error.code === InvitationExpired.code) throw error;
            return { error };
          },
        ),
      );
      if ("error" in ended) throw ended.error;
      const { login } = ended;
      if (login !== null) browser.keep("login", login);
      return { signedIn: true } as const;
    },
  }),
]);
