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
  .strictObject({ minutes: count.describe("The code's lifetime, in minutes.") })
  .meta({ id: "SignInStarted" });
export const signedIn = z
  .strictObject({ signedIn: z.literal(true).describe("Always true. The answer sets the login's cookie.") })
  .meta({ id: "SignInDone" });
const signedOut = z
  .strictObject({ signedIn: z.literal(false).describe("Always false. The login has ended.") })
  .meta({ id: "SignedOut" });

export function signingInOf(browser: Browser) {
  const { whereabouts, isOperatorsPlace } = browser;
  return { ...whereabouts, isOperatorsPlace, former: browser.cookie("login") };
}

const NEEDS = { signIn: PersonSignIn };

export const signInRoutes = routes(NEEDS, ({ signIn }) => {
  const tag = "Sign-in";
  return [
    doorRoute({
      operationId: "startEmailSignIn",
      method: "POST",
      path: "/sign-in/email",
      summary: "Request a sign-in code by mail",
      description:
        "The answer does not tell whether the email is known. Operators and members with a passkey receive a mail that asks them " +
        "to sign in with the passkey.",
      tag,
      body: z
        .strictObject({ email: mailAddress.describe("The email to send the code to.") })
        .meta({ id: "EmailSignInStart" }),
      reply: started,
      problems: [CodesNotOffered, TooManyCodes],
      handle: async ({ caller: { browser }, body: { email } }) => {
        const { client } = browser.whereabouts;
        const known = browser.cookie("known");
        browser.keep("code", await signIn.startByCode({ email, client, known }));
        return { minutes: CODE_MINUTES };
      },
    }),
    doorRoute({
      operationId: "verifyEmailSignIn",
      method: "POST",
      path: "/sign-in/email/verify",
      summary: "Sign in with a code",
      description: "The code works only in the browser that requested it. Sets the login's cookie.",
      tag,
      body: z
        .strictObject({
          code: z
            .string()
            .max(40)
            .describe(
              "The eight digits of the code, in any supported script. Spaces, dashes and direction marks are ignored.",
            ),
        })
        .meta({ id: "EmailSignInVerify" }),
      reply: signedIn,
      isGuess: true,
      problems: [WrongCode],
      handle: async (request) => {
        const { browser } = request.caller;
        const proof = { attempt: browser.cookie("code"), code: request.body.code };
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
      summary: "Sign in with a one-time link",
      description: "Takes the token of the link, the part after `#`. Sets the login's cookie.",
      tag,
      body: z
        .strictObject({ token: z.string().max(100).describe("The token of the link: the part after `#`.") })
        .meta({ id: "LinkSignIn" }),
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
      description: "Ends this login immediately, in every process.",
      tag,
      idempotency: "none",
      reply: signedOut,
      handle: async (request) => {
        const { browser } = request.caller;
        await signIn.signOut(actOf(request), request.caller.signedIn);
        browser.keep("login", null);
        return { signedIn: false } as const;
      },
    }),
  ];
});
