import type { Permission } from "../operations/permission.ts";
import { defineProblem, NotFound } from "../shared/problem.ts";
import { confirmedUntil, type SignedIn } from "./login.ts";
import { needsConfirmation, permissionsOfMember, permissionsOfOperator } from "./role.ts";

export const InsufficientRole = defineProblem(
  "insufficient_role",
  "forbidden",
  "Your role does not allow this.",
  { liftedByTime: true, facts: { required: "the permission" } },
);
export const ConfirmationRequired = defineProblem(
  "confirmation_required",
  "forbidden",
  "Confirm with your passkey, then send the request again.",
  { liftedByTime: true, facts: { required: "the permission" } },
);

/**
 * Requires a permission. Raises not_found if the organisation is not the person's, as for one that does not exist;
 * insufficient_role; confirmation_required.
 * @param slug of the request's organisation; null: it has none
 */
export function requireRight(signedIn: SignedIn, required: Permission, slug: string | null, now: Date): void {
  const { operatorRole } = signedIn.person;
  const membership = signedIn.memberships.find(({ organisation }) => organisation.slug === slug);
  if (slug !== null && !membership && operatorRole === null) throw NotFound.because("No such organisation.");
  const isGranted =
    (operatorRole !== null && permissionsOfOperator(operatorRole).includes(required)) ||
    (membership !== undefined && permissionsOfMember(membership.role).includes(required));
  if (!isGranted) throw InsufficientRole.because(undefined, { required });
  if (needsConfirmation(required) && confirmedUntil(signedIn, now) === null)
    throw ConfirmationRequired.because(undefined, { required });
}
