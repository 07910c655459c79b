import type { Permission } from "../operations/permission.ts";

/** Roles of operators, and of members of an organisation; the first of each has the most permissions. */
export const OPERATOR_ROLES = ["owner", "account_manager", "support", "auditor"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
export const MEMBER_ROLES = ["owner", "manager", "developer", "finance", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

interface Allowed {
  /** O owner, A account manager, S support, U auditor. */
  readonly operators: string;
  /** o owner, m manager, d developer, f finance, v viewer; only of their organisation. */
  readonly members: string;
  /** Requires a confirmation that is at most 10 minutes old. */
  readonly confirmed?: true;
}

/** The permissions by role. A new permission belongs only to the roles that are listed here. */
const ALLOWED = {
  "organisations:read": { operators: "OASU", members: "omdfv" },
  "organisations:create": { operators: "OA", members: "", confirmed: true },
  "organisations:write": { operators: "OA", members: "", confirmed: true },
  "settings:write": { operators: "OA", members: "om" },
  "search:read": { operators: "OASU", members: "omdfv" },
  "keys:read": { operators: "OASU", members: "od" },
  "keys:issue": { operators: "OA", members: "", confirmed: true },
  "keys:hold": { operators: "", members: "od", confirmed: true },
  "keys:revoke": { operators: "OA", members: "od", confirmed: true },
  "rails:read": { operators: "OASU", members: "omdf" },
  "rails:write": { operators: "OA", members: "", confirmed: true },
  "questions:read": { operators: "OASU", members: "omdfv" },
  "questions:write": { operators: "OA", members: "om" },
  "webhooks:read": { operators: "OASU", members: "omd" },
  "webhooks:write": { operators: "OA", members: "od" },
  "webhooks:secret": { operators: "OA", members: "od", confirmed: true },
  "webhooks:send": { operators: "OAS", members: "od" },
  "draws:continue": { operators: "OAS", members: "" },
  "competitions:read": { operators: "OASU", members: "omdfv" },
  "competitions:write": { operators: "OA", members: "om" },
  "competitions:cancel": { operators: "OA", members: "om", confirmed: true },
  "competitions:resume": { operators: "OA", members: "", confirmed: true },
  "competitions:archive": { operators: "OA", members: "om" },
  "winners:read": { operators: "OASU", members: "omdfv" },
  "winners:publish": { operators: "OA", members: "om" },
  "orders:read": { operators: "OASU", members: "omdfv" },
  "orders:refund": { operators: "OAS", members: "of", confirmed: true },
  "notes:write": { operators: "OAS", members: "omf" },
  "accounts:read": { operators: "OASU", members: "omdfv" },
  "credit:grant": { operators: "OA", members: "", confirmed: true },
  "affiliates:read": { operators: "OASU", members: "omf" },
  "affiliates:write": { operators: "OA", members: "om" },
  "draw_account:read": { operators: "OASU", members: "odf" },
  "health:read": { operators: "OASU", members: "" },
  "audit:read": { operators: "OAU", members: "o" },
  "audit:read_all": { operators: "OU", members: "" },
  "exports:read": { operators: "OAU", members: "of" },
  "finance:read": { operators: "OAU", members: "omf" },
  "team:read": { operators: "OAU", members: "omdfv" },
  "team:write": { operators: "OA", members: "o", confirmed: true },
  "operators:read": { operators: "OAU", members: "" },
  "operators:write": { operators: "O", members: "", confirmed: true },
} as const satisfies Readonly<Record<Permission, Allowed>>;

const OPERATOR_LETTERS: Readonly<Record<OperatorRole, string>> = {
  owner: "O",
  account_manager: "A",
  support: "S",
  auditor: "U",
};
const MEMBER_LETTERS: Readonly<Record<MemberRole, string>> = {
  owner: "o",
  manager: "m",
  developer: "d",
  finance: "f",
  viewer: "v",
};

const all = Object.entries(ALLOWED) as [Permission, Allowed][];

export function permissionsOfOperator(role: OperatorRole): readonly Permission[] {
  return PERMISSIONS_OF_OPERATORS.get(role)!;
}

/** Returns the permissions in the member's organisation. */
export function permissionsOfMember(role: MemberRole): readonly Permission[] {
  return PERMISSIONS_OF_MEMBERS.get(role)!;
}

/** Returns the members' roles with this permission in their organisation. */
export function memberRolesWith(permission: Permission): readonly MemberRole[] {
  return MEMBER_ROLES.filter((role) => permissionsOfMember(role).includes(permission));
}

/** Roles that see buyers' emails in part: their tasks do not need them. */
const SEE_PARTS: ReadonlySet<MemberRole> = new Set(["developer", "viewer"]);

export function seesWholeEmails(operatorRole: OperatorRole | null, memberRole: MemberRole | null): boolean {
  return operatorRole !== null || memberRole === null || !SEE_PARTS.has(memberRole);
}

export function needsConfirmation(permission: Permission): boolean {
  return (ALLOWED[permission] as Allowed).confirmed === true;
}

const PERMISSIONS_OF_OPERATORS = new Map(
  OPERATOR_ROLES.map((role) => [role, granted("operators", OPERATOR_LETTERS[role])]),
);
const PERMISSIONS_OF_MEMBERS = new Map(
  MEMBER_ROLES.map((role) => [role, granted("members", MEMBER_LETTERS[role])]),
);

function granted(kind: "operators" | "members", letter: string): readonly Permission[] {
  return all.filter(([, allowed]) => allowed[kind].includes(letter)).map(([permission]) => permission);
}
