import { z } from "zod";
import { CODE_MINUTES } from "../../../../src/shared/sign-in/browser-code.ts";
import { mailAddress } from "../../../../src/mails/mail-address.ts";
import {
  CodesNotOffered,
  LinkExpired,
  OperatorNetwork,
  TooManyCodes,
  WrongCode,
} from "../../../../src/people/login.ts";
import { PersonSignIn } from "../../../../src/people/person-sign-in.ts";
import type { Browser } from "../../callers/browser.ts";
import { count } from "../../input/fields.ts";
import { doorRoute, personRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf } from "../request.ts";

const started = z
  .strictObject({ minutes: count.describe("How long the code works.") })
  .meta({ id: "SignInStarted" });
export const signedIn = z
  .strictObject({ signedIn: z.literal(true).describe("The answer has set the login's cookie.") })
  .meta({ id: "SignInDone" });
const signedOut = z
  .strictObject({ signedIn: z.literal(false).describe("The login has ended.") })
  .meta({ id: "SignedOut" });

export function signingInOf(browser: Browser) {
  const { whereabouts, isOperatorsPlace } = browser;
  return { ...whereabouts, isOperatorsPlace, former: browser.kept("login") };
}

const NEEDS = { signIn: PersonSignIn };

export const signInRoutes = routes(NEEDS, ({ signIn }) => {
  const tag = "Sign-in";
  return [
    doorRoute({
      operationId: "startEmailSignIn",
      method: "POST",
      path: "/sign-in/email",
      summary: "Ask for a code by mail",
      description:
        "The answer is the same whether anybody has the email. Operators, and members with a passkey, get a mail that says " +
        "that they sign in by passkey.",
      tag,
      body: z
        .strictObject({ email: mailAddress.describe("Whose code it is to be.") })
        .meta({ id: "EmailSignInStart" }),
      status: 200,
      reply: started,
      problems: [CodesNotOffered, TooManyCodes],
      handle: async ({ caller: { browser }, body: { email } }) => {
        const { client } = browser.whereabouts;
        const known = browser.kept("known");
        browser.keep("code", await signIn.startByCode({ email, client, known }));
        return { minutes: CODE_MINUTES };
      },
    }),
    doorRoute({
      operationId: "verifyEmailSignIn",
      method: "POST",
      path: "/sign-in/email/verify",
      summary: "Sign in by the code of a mail",
      description: "In the browser that asked for it. The answer sets the login's cookie.",
      tag,
      body: z
        .strictObject({
          code: z
            .string()
            .max(40)
            .describe(
              "Eight digits, of any script that the service knows; blanks, dashes and marks of direction are ignored.",
            ),
        })
        .meta({ id: "EmailSignInVerify" }),
      status: 200,
      reply: signedIn,
      isGuess: true,
      problems: [WrongCode],
      handle: async (request) => {
        const { browser } = request.caller;
        const proof = { attempt: browser.kept("code"), code: request.body.code };
        const answer = await signIn.byCode(actOf(request), proof, signingInOf(browser));
        if ("triesLeft" in answer) throw WrongCode.because(undefined, { triesLeft: answer.triesLeft });
        browser.keep("code", null);
        browser.keep("login", answer.login);
        browser.keep("known", answer.known);
        return { signedIn: true } as const;
      },
    }),
    doorRoute({
      operationId: "signInByLink",
      method: "POST",
      path: "/sign-in/link",
      summary: "Sign in by a one-time link",
      description: "With what stands behind the `#` of the link. The answer sets the login's cookie.",
      tag,
      body: z
        .strictObject({ token: z.string().max(100).describe("What stands behind the `#` of the link.") })
        .meta({ id: "LinkSignIn" }),
      status: 200,
      reply: signedIn,
      isGuess: true,
      problems: [LinkExpired, OperatorNetwork],
      handle: async (request) => {
        const { browser } = request.caller;
        const login = await signIn.byLink(actOf(request), request.body.token, signingInOf(browser));
        browser.keep("login", login);
        return { signedIn: true } as const;
      },
    }),
    personRoute({
      operationId: "signOut",
      method: "POST",
      path: "/sign-out",
      summary: "Sign out",
      description: "Ends this login in every process at once.",
      tag,
      idempotency: "none",
      status: 200,
      reply: signedOut,
      problems: [],
      handle: async (request) => {
        const { browser } = request.caller;
        await signIn.signOut(actOf(request), request.caller.signedIn);
        browser.keep("login", null);
        return { signedIn: false } as const;
      },
    }),
  ];
});
