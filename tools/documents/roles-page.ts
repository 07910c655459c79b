import { type Permission, PERMISSIONS } from "../../src/operations/permission.ts";
import {
  MEMBER_ROLES,
  memberRolesWith,
  needsConfirmation,
  OPERATOR_ROLES,
  permissionsOfOperator,
} from "../../src/people/role.ts";
import { code, page, table } from "./markdown.ts";

const CONFIRMED = "yes";

/** Returns the page with the table of roles and permissions. */
export function rolesPage(): string {
  const permissions = Object.entries(PERMISSIONS) as [Permission, string][];
  const rows = permissions.map(([permission, what]) => [
    what,
    code(permission),
    roleNames(MEMBER_ROLES, memberRolesWith(permission)),
    roleNames(
      OPERATOR_ROLES,
      OPERATOR_ROLES.filter((role) => permissionsOfOperator(role).includes(permission)),
    ),
    needsConfirmation(permission) ? CONFIRMED : "",
  ]);
  return page(
    "Who may do what",
    `Members work for one organisation, and their role applies there: ${words(MEMBER_ROLES)}. Operators work for the service, and their role applies in every organisation: ${words(OPERATOR_ROLES)}. A person who is both has the permissions of both roles. The operator's token has all permissions except claiming and rolling keys. A permission that asks for the passkey does so unless the passkey was used in the last ten minutes.

${table(["to do", "permission", "members", "operators", "asks for the passkey"], rows)}

Developers and viewers see buyers' emails in part.`,
  );
}

function roleNames(all: readonly string[], some: readonly string[]): string {
  return some.length === all.length ? "all" : words(some);
}

function words(roles: readonly string[]): string {
  return roles.map((role) => role.replaceAll("_", " ")).join(", ");
}
