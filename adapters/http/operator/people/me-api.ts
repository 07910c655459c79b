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
        id: id.describe("The person's id."),
        email: z.string().describe("The person's email, in lower case."),
        name: z.string().describe("The person's name, as shown to others."),
      })
      .meta({ id: "Person" })
      .describe("The signed-in person."),
    operatorRole: z
      .enum(OPERATOR_ROLES)
      .nullable()
      .describe("The person's role as an operator. Null if the person is not an operator."),
    memberships: z
      .array(
        z
          .strictObject({
            organisation: z
              .strictObject({
                slug: z.string().describe("The organisation's slug, used in paths."),
                name: z.string().describe("The organisation's name, as shown to buyers."),
              })
              .meta({ id: "MembershipOrganisation" })
              .describe("The organisation that the person is a member of."),
            role: z.enum(MEMBER_ROLES).describe("The person's role in the organisation."),
            permissions: permissions.describe("The person's permissions as a member of this organisation."),
          })
          .meta({ id: "Membership" }),
      )
      .describe("The person's memberships in organisations."),
    permissions: permissions.describe("The person's permissions as an operator, in every organisation."),
    hasPasskey: z
      .boolean()
      .describe("Whether the person has a passkey. A person with a passkey cannot sign in with a code."),
    passkeysPossible: z.boolean().describe("Whether the console's address allows passkeys."),
    provider: providerName
      .nullable()
      .describe("The identity provider that operators can confirm with. Null if there is none."),
    login: z
      .strictObject({
        id: id.describe("The login's id."),
        means: z.enum(LOGIN_MEANS).describe("The means of sign-in."),
        confirmedUntil: time
          .nullable()
          .describe(
            "The time until which the login is confirmed and no passkey is needed. Null if a confirmation is needed.",
          ),
        endsAt: time.describe("The time at which this login ends if it is not used until then."),
      })
      .meta({ id: "CurrentLogin" })
      .describe("The login of this browser."),
    publicUrl: z
      .string()
      .describe(
        "The service's address for partners and buyers, without a slash at the end. The host may differ from the console's.",
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
      "The person's name, as shown to others. It must not look like an address or be the service's name.",
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
    summary: "Get the signed-in person",
    description: "Returns the person, their roles and permissions, and the login of this browser.",
    tag: "Me",
    reply: meReply,
    handle: ({ caller: { signedIn } }) => toMe(signedIn, parts),
  }),
  personRoute({
    operationId: "updateMe",
    method: "PATCH",
    path: "/me",
    summary: "Change your name",
    description: "Audit entries keep the name that you had at the time of each action.",
    tag: "Me",
    idempotency: "none",
    body: update,
    reply: meReply,
    handle: async (request) => {
      const { signedIn } = request.caller;
      const { name = signedIn.person.name } = request.body;
      const person = await names.change(actOf(request), signedIn.person, name);
      return toMe({ ...signedIn, person }, parts);
    },
  }),
]);
