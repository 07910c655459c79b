import { z } from "zod";
import { LOGIN_MEANS, type Login } from "../../../../src/people/login.ts";
import { OwnLogins } from "../../../../src/people/own-logins.ts";
import type { LoginId } from "../../../../src/shared/ids.ts";
import { NotFound } from "../../../../src/shared/problem.ts";
import { count, deleted, id } from "../../input/fields.ts";
import { personRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, ofItem, time } from "../request.ts";

const loginReply = z
  .strictObject({
    id: id.describe("The login's id."),
    means: z.enum(LOGIN_MEANS).describe("The means of sign-in."),
    browser: z.string().describe("The browser's description of itself. It can be forged."),
    client: z.string().describe("The network address that signed in."),
    createdAt: time.describe("The time of sign-in."),
    seenAt: time.describe("The last use, accurate to one minute."),
    current: z.boolean().describe("Whether this request uses the login."),
  })
  .meta({ id: "Login" });
const ended = z
  .strictObject({ ended: count.describe("The number of logins that were ended.") })
  .meta({ id: "LoginsEnded" });

function toLogin(login: Login, current: LoginId): z.input<typeof loginReply> {
  const { createdAt, seenAt, ...rest } = login;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    current: login.id === current,
  };
}

const NEEDS = { own: OwnLogins };

export const ownLoginRoutes = routes(NEEDS, ({ own }) => {
  const tag = "Me";
  return [
    personRoute({
      operationId: "listMyLogins",
      method: "GET",
      path: "/me/logins",
      summary: "List your logins",
      description: "Returns logins that have not ended, newest first, at most 100.",
      tag,
      reply: z.array(loginReply),
      handle: async ({ caller: { signedIn } }) =>
        (await own.list(signedIn)).map((login) => toLogin(login, signedIn.loginId)),
    }),
    personRoute({
      operationId: "endMyLogin",
      method: "DELETE",
      path: "/me/logins/{id}",
      summary: "End a login",
      description: "Ends one of your logins immediately. The login of this browser can be ended, too.",
      tag,
      params: ofItem<LoginId>(),
      reply: deleted,
      problems: [NotFound],
      handle: async (request) => {
        const { params, caller } = request;
        await own.end(actOf(request), caller.signedIn, params.id);
        return { id: params.id, deleted: true } as const;
      },
    }),
    personRoute({
      operationId: "endMyOtherLogin",
      method: "DELETE",
      path: "/me/logins",
      summary: "End all other logins",
      description: "Ends all logins except that of this browser, and returns their number.",
      tag,
      reply: ended,
      handle: async (request) => ({ ended: await own.endOthers(actOf(request), request.caller.signedIn) }),
    }),
  ];
});
