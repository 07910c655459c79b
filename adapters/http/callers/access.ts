import { type Permission, requirePermission } from "../../../src/operations/permission.ts";
import { requireScope } from "../../../src/organisations/access.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import type { Admitted } from "./authentication.ts";

/** The rights that a route requires of its caller. */
export interface Access {
  /** null: any key. public: no key. */
  readonly scope: Scope | "public" | null;
  /**
   * The permission required of an operator. null: not a route of the operator interface, or one that every person may
   * use: to sign in, or about the signed-in person alone.
   */
  readonly permission: Permission | null;
  /** Requires a proof of possession in addition to the key. */
  readonly proof: boolean;
  /** Requires a second proof, by a key that the body names. */
  readonly newKeyProof: boolean;
}

/** Returns the access of a route. Default of each part: not required. */
export function accessBy(parts: Partial<Access>): Access {
  return { scope: null, permission: null, proof: false, newKeyProof: false, ...parts };
}

/**
 * Raises insufficient_scope, insufficient_permission, and the refusals of `requireRight`.
 * @param slug of the path; null: the path names no organisation
 */
export function requireAccess<C>(
  { scopes, permissions, requireRight }: Admitted<C>,
  { scope, permission }: Access,
  slug: string | null,
): void {
  if (scope !== null && scope !== "public") requireScope(scopes, scope);
  if (permission === null) return;
  if (requireRight) requireRight(permission, slug);
  else requirePermission(permissions, permission);
}
