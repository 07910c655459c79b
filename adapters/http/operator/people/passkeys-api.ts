import { z } from "zod";
import {
  ChallengeExpired,
  InvalidPasskey,
  type Passkey,
  PasskeyKnown,
  PasskeyNeeded,
  PasskeysImpossible,
  TooManyPasskeys,
} from "../../../../src/people/passkey.ts";
import { OperatorNetwork } from "../../../../src/people/login.ts";
import { ProviderRequired } from "../../../../src/people/provider/provider.ts";
import { PasskeyUse } from "../../../../src/people/passkey-use.ts";
import { ConfirmationRequired } from "../../../../src/people/rights.ts";
import type { PasskeyId } from "../../../../src/shared/ids.ts";
import { label } from "../../../../src/shared/input/fields.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import type { Browser } from "../../callers/browser.ts";
import { deleted, id } from "../../input/fields.ts";
import { doorRoute, personRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, time } from "../request.ts";
import { signedIn, signingInOf } from "./sign-in-api.ts";

const json = z.record(z.string(), z.unknown());
const ceremony = z
  .strictObject({
    options: json
      .meta({ id: "PasskeyOptions" })
      .describe("The options for the browser, in the JSON form of Web Authentication."),
  })
  .meta({ id: "PasskeyAsked" });
const response = json.describe("The browser's answer, as JSON.");
const answered = z.strictObject({ response }).meta({ id: "PasskeyAnswered" });
const passkeyReply = z
  .strictObject({
    id: id.describe("The passkey's id."),
    name: z.string().describe("The passkey's name."),
    createdAt: time.describe("The time at which the passkey was added."),
    usedAt: time
      .nullable()
      .describe("The last sign-in or confirmation with the passkey. Null if it was never used."),
  })
  .meta({ id: "Passkey" });
const confirmed = z
  .strictObject({
    confirmedUntil: time.describe("The time until which the login is confirmed and no passkey is needed."),
  })
  .meta({ id: "Confirmed" });

function toPasskey({ id, name, createdAt, usedAt }: Passkey): z.input<typeof passkeyReply> {
  return { id, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null };
}

/** Returns the answer with its attempt, which a cookie binds to the browser. */
function answerOf(browser: Browser, response: Readonly<Record<string, unknown>>) {
  const attempt = browser.cookie("passkey");
  browser.keep("passkey", null);
  return { attempt, response };
}

const NEEDS = { passkeys: PasskeyUse };
const REFUSALS = [InvalidPasskey, ChallengeExpired] as const;

export const passkeyRoutes = routes(NEEDS, ({ passkeys }) => {
  const ask = async (browser: Browser, question: ReturnType<PasskeyUse["startSignIn"]>) => {
    const { options, attempt } = await question;
    browser.keep("passkey", attempt);
    return { options: { ...options } };
  };
  return [
    doorRoute({
      operationId: "startPasskeySignIn",
      method: "POST",
      path: "/sign-in/passkey/options",
      summary: "Start a sign-in with a passkey",
      description: "Needs no email: the passkey identifies the person.",
      tag: "Sign-in",
      reply: ceremony,
      problems: [PasskeysImpossible],
      handle: ({ caller: { browser } }) => ask(browser, passkeys.startSignIn()),
    }),
    doorRoute({
      operationId: "finishPasskeySignIn",
      method: "POST",
      path: "/sign-in/passkey",
      summary: "Sign in with a passkey",
      description: "Sets the login's cookie. The login is confirmed for ten minutes.",
      tag: "Sign-in",
      body: answered,
      reply: signedIn,
      isGuess: true,
      problems: [...REFUSALS, OperatorNetwork, ProviderRequired],
      handle: async (request) => {
        const { browser } = request.caller;
        const answer = answerOf(browser, request.body.response);
        browser.keep("login", await passkeys.signIn(actOf(request), answer, signingInOf(browser)));
        return { signedIn: true } as const;
      },
    }),
    ...ownPasskeys(passkeys, ask),
    personRoute({
      operationId: "startConfirmation",
      method: "POST",
      path: "/me/confirm/options",
      summary: "Start a confirmation with a passkey",
      description: "Returns the options for the browser, which asks for the passkey.",
      tag: "Me",
      idempotency: "none",
      reply: ceremony,
      problems: [PasskeysImpossible, ProviderRequired],
      handle: ({ caller }) => ask(caller.browser, passkeys.startConfirming(caller.signedIn)),
    }),
    personRoute({
      operationId: "finishConfirmation",
      method: "POST",
      path: "/me/confirm",
      summary: "Confirm with a passkey",
      description:
        "Confirms this login for ten minutes: requests that need a confirmation are then accepted.",
      tag: "Me",
      idempotency: "none",
      body: answered,
      reply: confirmed,
      problems: [...REFUSALS, ProviderRequired],
      handle: async (request) => {
        const { browser, signedIn: who } = request.caller;
        const answer = answerOf(browser, request.body.response);
        const until = await passkeys.confirm(actOf(request), who, answer);
        return { confirmedUntil: until.toISOString() };
      },
    }),
  ];
});

function ownPasskeys(
  passkeys: PasskeyUse,
  ask: (
    browser: Browser,
    question: ReturnType<PasskeyUse["startAdding"]>,
  ) => Promise<z.input<typeof ceremony>>,
) {
  const tag = "Me";
  return [
    personRoute({
      operationId: "listMyPasskeys",
      method: "GET",
      path: "/me/passkeys",
      summary: "List your passkeys",
      description: "Returns passkeys in the order in which they were added.",
      tag,
      reply: z.array(passkeyReply),
      handle: async ({ caller }) => (await passkeys.list(caller.signedIn)).map(toPasskey),
    }),
    personRoute({
      operationId: "startMyPasskey",
      method: "POST",
      path: "/me/passkeys/options",
      summary: "Start adding a passkey",
      description: "A person who already has a passkey must confirm with it first.",
      tag,
      idempotency: "none",
      reply: ceremony,
      problems: [ConfirmationRequired, TooManyPasskeys, PasskeysImpossible, ProviderRequired],
      handle: ({ caller }) => ask(caller.browser, passkeys.startAdding(caller.signedIn)),
    }),
    personRoute({
      operationId: "addMyPasskey",
      method: "POST",
      path: "/me/passkeys",
      summary: "Add a passkey",
      description: "The same authenticator cannot be added twice. Adding a passkey also confirms the login.",
      tag,
      idempotency: "none",
      body: z
        .strictObject({ name: label({ max: 100 }).describe("The passkey's name."), response })
        .meta({ id: "PasskeyCreate" }),
      status: 201,
      reply: passkeyReply,
      problems: [...REFUSALS, ConfirmationRequired, TooManyPasskeys, PasskeyKnown, ProviderRequired],
      handle: async (request) => {
        const { browser, signedIn: who } = request.caller;
        const { name, response } = request.body;
        const answer = { ...answerOf(browser, response), name };
        return toPasskey(await passkeys.add(actOf(request), who, answer));
      },
    }),
    personRoute({
      operationId: "deleteMyPasskey",
      method: "DELETE",
      path: "/me/passkeys/{id}",
      summary: "Remove a passkey",
      description: "Needs a confirmation. Operators keep at least one passkey.",
      tag,
      params: ofItem<PasskeyId>(),
      reply: deleted,
      problems: [NotFound, ConfirmationRequired, PasskeyNeeded],
      handle: async (request) => {
        const { params, caller } = request;
        await passkeys.remove(actOf(request), caller.signedIn, params.id);
        return { id: params.id, deleted: true } as const;
      },
    }),
  ];
}
