import { z } from "zod";
import { ConsoleSettings, MailSettings } from "../../../../ports/settings.ts";
import { IdentityProvider } from "../../../../ports/people/identity-provider.ts";
import { OperatorNetwork, SignInRequired } from "../../../../src/people/login.ts";
import { ChallengeExpired, passkeysPossibleAt } from "../../../../src/people/passkey.ts";
import * as rules from "../../../../src/people/provider/provider.ts";
import { ProviderUse } from "../../../../src/people/provider/provider-use.ts";
import type { Browser } from "../../callers/browser.ts";
import { doorRoute, personRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf } from "../request.ts";
import { signingInOf } from "./sign-in-api.ts";

const ANSWER_MAX = 8_000;

export const providerName = z
  .strictObject({
    name: z.string().describe("The identity provider's name."),
    onlyWay: z
      .boolean()
      .describe("Whether operators can sign in and confirm only with the identity provider."),
  })
  .meta({ id: "SignInProvider" });
const ways = z
  .strictObject({
    passkeys: z.boolean().describe("Whether the console's address allows passkeys."),
    codes: z.boolean().describe("Whether the service sends codes by mail."),
    provider: providerName.nullable().describe("The identity provider for operators. Null if there is none."),
  })
  .meta({ id: "SignInWays" });
const sentAway = z
  .strictObject({
    url: z.string().describe("The address at the identity provider that the browser opens next."),
  })
  .meta({ id: "SignInProviderAddress" });
const done = z
  .strictObject({ did: z.enum(["sign_in", "confirm"]).describe("The act that was started and is now done.") })
  .meta({ id: "SignInProviderDone" });

export function shownProvider(provider: IdentityProvider | null): z.input<typeof providerName> | null {
  return provider && { name: provider.name, onlyWay: provider.isOnlyWay };
}

const NEEDS = {
  providerUse: ProviderUse,
  provider: IdentityProvider,
  settings: ConsoleSettings,
  mailSettings: MailSettings,
};

export const providerRoutes = routes(NEEDS, ({ providerUse, provider, settings, mailSettings }) => {
  const sendAway = async (browser: Browser, started: ReturnType<ProviderUse["startSignIn"]>) => {
    const { url, attempt } = await started;
    browser.keep("oidc", attempt);
    return { url };
  };
  const unavailable = [rules.ProviderNotOffered, rules.ProviderUnreachable] as const;
  return [
    doorRoute({
      operationId: "getSignInOffer",
      method: "GET",
      path: "/sign-in/ways",
      summary: "Get the ways to sign in",
      description:
        "Returns what this service offers in this browser: passkeys, codes by mail, and the identity provider.",
      tag: "Sign-in",
      reply: ways,
      handle: () => ({
        passkeys: passkeysPossibleAt(settings.address),
        codes: mailSettings.offered,
        provider: shownProvider(provider),
      }),
    }),
    doorRoute({
      operationId: "startProviderSignIn",
      method: "POST",
      path: "/sign-in/oidc",
      summary: "Start a sign-in with the identity provider",
      description:
        "For operators. The browser opens the address of the answer and returns to `/admin/sign-in/back`.",
      tag: "Sign-in",
      reply: sentAway,
      problems: unavailable,
      handle: ({ caller: { browser } }) => sendAway(browser, providerUse.startSignIn()),
    }),
    doorRoute({
      operationId: "finishProviderSignIn",
      method: "POST",
      path: "/sign-in/oidc/finish",
      summary: "Finish a sign-in or confirmation with the identity provider",
      description:
        "Takes the query of the address that the browser returned to. Signs in and sets the login's cookie, or confirms the " +
        "current login.",
      tag: "Sign-in",
      body: z
        .strictObject({
          answer: z.string().max(ANSWER_MAX).describe("The query of the return address, starting with `?`."),
        })
        .meta({ id: "SignInProviderAnswer" }),
      isGuess: true,
      reply: done,
      problems: [
        ...unavailable,
        ChallengeExpired,
        rules.IdentityNotProven,
        rules.EmailNotVerified,
        rules.NotInvited,
        rules.LinkedOtherwise,
        OperatorNetwork,
        SignInRequired,
      ],
      handle: async (request) => {
        const { browser } = request.caller;
        const answered = { attempt: browser.cookie("oidc"), answer: request.body.answer };
        browser.keep("oidc", null);
        const login = await providerUse.finish(actOf(request), answered, signingInOf(browser));
        if (login === null) return { did: "confirm" } as const;
        browser.keep("login", login);
        return { did: "sign_in" } as const;
      },
    }),
    personRoute({
      operationId: "startProviderConfirmation",
      method: "POST",
      path: "/me/confirm/oidc",
      summary: "Start a confirmation with the identity provider",
      description: "Works like a sign-in. The provider asks the person to sign in again.",
      tag: "Me",
      idempotency: "none",
      reply: sentAway,
      problems: unavailable,
      handle: ({ caller }) => sendAway(caller.browser, providerUse.startConfirming(caller.signedIn)),
    }),
  ];
});
