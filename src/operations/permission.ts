import { defineProblem } from "../shared/problem.ts";

/** Permissions of the operator interface, each with its description. Every route requires one. */
export const PERMISSIONS = {
  "organisations:read": "See organisations and their settings.",
  "organisations:create": "Create an organisation.",
  "organisations:write": "Change an organisation's name, and all its settings.",
  "settings:write": "Change an organisation's shop settings, which concern no money.",
  "search:read": "Search for purchases and related objects by any identifier.",
  "keys:read": "See API keys, without their secrets.",
  "keys:issue": "Create an API key, which shows its secret or hands it over, and change one.",
  "keys:hold": "Claim an API key that was handed over, and roll one, which shows its secret.",
  "keys:revoke": "Revoke an API key.",
  "rails:read": "See rail accounts, their health and the providers' notifications.",
  "rails:write": "Set, change, test and remove rail accounts.",
  "questions:read": "See entry questions with their answers.",
  "questions:write": "Create, change and delete entry questions.",
  "webhooks:read": "See webhook endpoints, deliveries and events.",
  "webhooks:write": "Change and delete webhook endpoints.",
  "webhooks:secret": "Create a webhook endpoint or replace its secret, which shows the secret.",
  "webhooks:send": "Ping endpoints, and replay deliveries and events.",
  "draws:continue": "Run a draw now.",
  "competitions:read": "See competitions in every state, and prizes.",
  "competitions:write": "Create, change and open competitions, and create, change and delete prizes.",
  "competitions:cancel": "Preview the cancellation of a competition, and cancel it.",
  "competitions:resume": "See and resume competitions that a recovery has halted.",
  "competitions:archive": "Archive a drawn competition.",
  "winners:read": "See winners, published and unpublished.",
  "winners:publish": "Publish and unpublish winners.",
  "orders:read": "See orders with their payments, refunds and disputes.",
  "orders:refund": "Refund orders, and retry and resolve refunds.",
  "notes:write": "Add and delete notes about orders and buyers.",
  "accounts:read": "See buyer accounts.",
  "credit:grant": "Grant account credit.",
  "affiliates:read": "See affiliates and their commissions.",
  "affiliates:write": "Create and change affiliates.",
  "draw_account:read": "See an organisation's draw account: balance, ledger and deposit address.",
  "health:read": "See items that need attention in the whole service.",
  "audit:read": "See audit entries of an organisation.",
  "audit:read_all": "See audit entries of the whole service.",
  "exports:read": "Export orders, refunds, commissions and the ledger for fair draws, as CSV.",
  "finance:read": "See the finance report, and compare a provider's payout file with the payments here.",
  "team:read": "See the members of an organisation, and invitations.",
  "team:write": "Invite and remove members, change their roles, and reset their sign-in.",
  "operators:read": "See the operators of the service, and invitations.",
  "operators:write": "Invite and remove operators, change their roles, and reset their sign-in.",
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS: ReadonlySet<Permission> = new Set(Object.keys(PERMISSIONS) as Permission[]);

/** Permissions of the operator's token. It is not a person, so it holds no organisation's keys. */
export const TOKENS_PERMISSIONS: ReadonlySet<Permission> = new Set(
  [...ALL_PERMISSIONS].filter((permission) => permission !== "keys:hold"),
);

export const InsufficientPermission = defineProblem(
  "insufficient_permission",
  "forbidden",
  "You lack the permission that this request requires.",
  { facts: { required: "the permission" } },
);

/** Requires a permission; raises insufficient_permission with its name. */
export function requirePermission(granted: ReadonlySet<Permission>, required: Permission): void {
  if (!granted.has(required)) {
    throw InsufficientPermission.because(`You lack the permission ${required}.`, { required });
  }
}
