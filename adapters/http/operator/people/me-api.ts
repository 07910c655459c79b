import { z } from "zod";
import { Addresses, ConsoleSettings } from "../../../../ports/settings.ts";
import { IdentityProvider } from "../../../../ports/people/identity-provider.ts";
import { RealClock } from "../../../../ports/clock.ts";
import type { Parts } from "../../../../ports/token.ts";
import { type Permission, PERMISSIONS } from "../../../../src/operations/permission.ts";
import { confirmedUntil, endsAt, LOGIN_MEANS, type SignedIn } from "../../../../src/people/login.ts";
import { nameFault } from "../../../../src/people/names/name.ts";
import { OwnName } from "../../../../src/people/names/own-name.ts";
import { passkeysPossibleAt } from "../../../../src/people/passkey.ts";
import {
  MEMBER_ROLES,
  OPERATOR_ROLES,
  permissionsOfMember,
  permissionsOfOperator,
} from "../../../../src/people/role.ts";
import { optional, prose } from "../../../../src/shared/input/fields.ts";
import { id } from "../../input/fields.ts";
import { personRoute } from "../operator-route.ts";
import { routes } from "../../kernel/route.ts";
import { actOf, time } from "../request.ts";
import { providerName, shownProvider } from "./provider-api.ts";

const permissions = z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]));

const meReply = z
  .strictObject({
    person: z
      .strictObject({
        id: id.describe("Of the person."),
        email: z.string().describe("In lower case."),
        name: z.string().describe("As others see it."),
      })
      .meta({ id: "Person" })
      .describe("Who is signed in."),
    operatorRole: z.enum(OPERATOR_ROLES).nullable().describe("Null: not an operator."),
    memberships: z
      .array(
        z
          .strictObject({
            organisation: z
              .strictObject({
                slug: z.string().describe("In paths."),
                name: z.string().describe("As buyers see it."),
              })
              .meta({ id: "MembershipOrganisation" })
              .describe("Where the person is a member."),
            role: z.enum(MEMBER_ROLES).describe("The person's role there."),
            permissions: permissions.describe("In this organisation, as its member."),
          })
          .meta({ id: "Membership" }),
      )
      .describe("The organisations that the person works for."),
    permissions: permissions.describe("In every organisation, as an operator."),
    hasPasskey: z.boolean().describe("Whether the person has a passkey: codes sign in nobody who has."),
    passkeysPossible: z.boolean().describe("Whether the console's address allows passkeys."),
    provider: providerName.nullable().describe("By which an operator may confirm. Null: there is none."),
    login: z
      .strictObject({
        id: id.describe("Of the login."),
        means: z.enum(LOGIN_MEANS).describe("By what the person signed in."),
        confirmedUntil: time
          .nullable()
          .describe("Until then nothing asks for the passkey. Null: it is asked for."),
        endsAt: time.describe("When this login ends, unless it is used before."),
      })
      .meta({ id: "CurrentLogin" })
      .describe("This browser's login."),
    publicUrl: z
      .string()
      .describe(
        "Where partners and buyers reach the service, without a slash at the end: another host, perhaps.",
      ),
  })
  .meta({ id: "Me" });

function toMe(
  signedIn: SignedIn,
  { settings, addresses, provider, clock }: Omit<Parts<typeof NEEDS>, "names">,
): z.input<typeof meReply> {
  const { person, memberships, passkeys, loginId, means } = signedIn;
  const { operatorRole, ...known } = person;
  return {
    person: known,
    operatorRole,
    memberships: memberships.map(({ organisation: { slug, name }, role }) => ({
      organisation: { slug, name },
      role,
      permissions: [...permissionsOfMember(role)],
    })),
    permissions: operatorRole === null ? [] : [...permissionsOfOperator(operatorRole)],
    hasPasskey: passkeys > 0,
    passkeysPossible: passkeysPossibleAt(settings.address),
    publicUrl: addresses.baseUrl.replace(/\/$/, ""),
    provider: operatorRole === null ? null : shownProvider(provider),
    login: {
      id: loginId,
      means,
      confirmedUntil: confirmedUntil(signedIn, clock.now())?.toISOString() ?? null,
      endsAt: endsAt(signedIn).toISOString(),
    },
  };
}

const ownName = prose({ max: 100 }).superRefine((name, context) => {
  const message = nameFault(name);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const update = z
  .strictObject({
    name: optional(ownName).describe(
      "As others see it: nothing that looks like an address, and not the service's.",
    ),
  })
  .meta({ id: "MeUpdate" });

const NEEDS = {
  settings: ConsoleSettings,
  addresses: Addresses,
  provider: IdentityProvider,
  clock: RealClock,
  names: OwnName,
};

export const meRoutes = routes(NEEDS, ({ names, ...parts }) => [
  personRoute({
    operationId: "getMe",
    method: "GET",
    path: "/me",
    summary: "Who is signed in",
    tag: "Me",
    status: 200,
    reply: meReply,
    problems: [],
    handle: ({ caller: { signedIn } }) => toMe(signedIn, parts),
  }),
  personRoute({
    operationId: "updateMe",
    method: "PATCH",
    path: "/me",
    summary: "Change your name",
    description: "The audit keeps the name that you had when you did something.",
    tag: "Me",
    idempotency: "none",
    body: update,
    status: 200,
    reply: meReply,
    problems: [],
    handle: async (request) => {
      const { signedIn } = request.caller;
      const { name = signedIn.person.name } = request.body;
      const person = await names.change(actOf(request), signedIn.person, name);
      return toMe({ ...signedIn, person }, parts);
    },
  }),
]);
