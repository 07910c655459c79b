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
  .strictObject({ token: z.string().max(100).describe("The token of the link: the part after `#`.") })
  .meta({ id: "InvitationToken" });
const invitationView = z
  .strictObject({
    organisation: z
      .strictObject({
        slug: z.string().describe("The organisation's slug, used in paths."),
        name: z.string().describe("The organisation's name, as shown to buyers."),
      })
      .meta({ id: "InvitingOrganisation" })
      .nullable()
      .describe("The inviting organisation. Null for an invitation to the service."),
    email: z.string().describe("The email of the invited person."),
    role: z.string().describe("The role of the invited person."),
    inviter: z.string().describe("The name of the inviting person."),
    expiresAt: time.describe("The time until which the invitation can be accepted."),
  })
  .meta({ id: "ShownInvitation" });

const NEEDS = { teamInvitations: TeamInvitations };

export const invitationRoutes = routes(NEEDS, ({ teamInvitations }) => [
  doorRoute({
    operationId: "lookAtInvitation",
    method: "POST",
    path: "/invitations/look",
    summary: "Show an invitation",
    description: "Takes the token of the link, the part after `#`. The link can be used again afterwards.",
    tag: "Sign-in",
    body: token,
    reply: invitationView,
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
      "Needs a person who is signed in with the invited email. If the service sends no mails, the link alone is sufficient and " +
      "signs in, unless the person has a passkey or is an operator.",
    tag: "Sign-in",
    body: token,
    reply: signedIn,
    problems: [InvitationExpired, AlreadyMember, SignInRequired, OperatorNetwork, ProviderRequired],
    handle: async (request) => {
      const { browser } = request.caller;
      const accepting = () =>
        teamInvitations.accept(actOf(request), request.body.token, signingInOf(browser));
      // Only a client without an invitation guesses. Others are first required to sign in, as usual.
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
