import { z } from "zod";
import { Addresses } from "../../../../ports/addresses.ts";
import { ConsoleSettings } from "../../../../ports/people/console-settings.ts";
import { RealClock } from "../../../../ports/people/real-clock.ts";
import { type Permission, PERMISSIONS } from "../../../../src/operators/permission.ts";
import { confirmedUntil, endsAt, type SignedIn } from "../../../../src/people/login.ts";
import { passkeysPossibleAt } from "../../../../src/people/passkey.ts";
import {
  MEMBER_ROLES,
  OPERATOR_ROLES,
  permissionsOfMember,
  permissionsOfOperator,
} from "../../../../src/people/role.ts";
import { id } from "../../input/fields.ts";
import { personRoute, routes } from "../../kernel/route.ts";
import { time } from "../request.ts";

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
    login: z
      .strictObject({
        id: id.describe("Of the login."),
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

interface Place {
  readonly passkeysPossible: boolean;
  readonly publicUrl: string;
}

function toMe(signedIn: SignedIn, place: Place, now: Date): z.input<typeof meReply> {
  const { person, memberships, passkeys, loginId } = signedIn;
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
    ...place,
    login: {
      id: loginId,
      confirmedUntil: confirmedUntil(signedIn, now)?.toISOString() ?? null,
      endsAt: endsAt(signedIn).toISOString(),
    },
  };
}

const NEEDS = { settings: ConsoleSettings, addresses: Addresses, clock: RealClock };

export const meRoutes = routes(NEEDS, ({ settings, addresses, clock }) => [
  personRoute({
    operationId: "getMe",
    method: "GET",
    path: "/me",
    summary: "Who is signed in",
    tag: "Me",
    status: 200,
    reply: meReply,
    problems: [],
    handle: ({ caller: { signedIn } }) => {
      const place = {
        passkeysPossible: passkeysPossibleAt(settings.address),
        publicUrl: addresses.baseUrl.replace(/\/$/, ""),
      };
      return toMe(signedIn, place, clock.now());
    },
  }),
]);
