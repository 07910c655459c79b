import { masked } from "../../../src/buyers/account.ts";
import { seesWholeEmails } from "../../../src/people/role.ts";
import type { Permission } from "../../../src/operations/permission.ts";
import type { Operator } from "../callers/caller.ts";
import { Reply } from "../kernel/route.ts";

/** Permissions of routes that show buyers. */
const SHOWING: ReadonlySet<Permission> = new Set([
  "orders:read",
  "accounts:read",
  "winners:read",
  "search:read",
]);

/** Returns whether the caller sees buyers' emails in full in this organisation. */
export function seesEmails({ signedIn }: Operator, slug: string): boolean {
  if (signedIn === null) return true;
  const membership = signedIn.memberships.find(({ organisation }) => organisation.slug === slug);
  return seesWholeEmails(signedIn.person.operatorRole, membership?.role ?? null);
}

/** The payload as this caller may see it: buyers' emails in part, where the role asks for no more. */
export function shownTo<T>(caller: Operator, slug: string, permission: Permission, payload: T): T {
  if (!SHOWING.has(permission) || seesEmails(caller, slug)) return payload;
  if (payload instanceof Reply) return new Reply(inPart(payload.payload), payload.headers) as T;
  return inPart(payload) as T;
}

function inPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inPart);
  if (typeof value !== "object" || value === null) return value;
  const isEmail = "kind" in value && value.kind === "email";
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isShown = name === "email" || (isEmail && name === "value");
      if (isShown && typeof member === "string") return [name, masked({ email: member, wallet: null })];
      return [name, inPart(member)];
    }),
  );
}
