import { createHmac } from "node:crypto";
import type { Way } from "../../../ports/people/identity-provider.ts";
import { defineProblem } from "../../shared/problem.ts";

/** Time that a person has on the way through the provider. */
export const WAY_MS = 10 * 60_000;
/** Tolerance for the provider's clock. */
export const SKEW_MS = 30_000;

export const ProviderNotOffered = defineProblem(
  "provider_not_offered",
  "invalid",
  "This service has no identity provider.",
  { liftedByTime: true },
);
export const ProviderUnreachable = defineProblem(
  "provider_unreachable",
  "upstream",
  "The identity provider does not answer. Try again later, or sign in in another way.",
);
export const ProviderRequired = defineProblem(
  "provider_required",
  "forbidden",
  "Operators must sign in and confirm with the identity provider.",
  { liftedByTime: true },
);
export const IdentityNotProven = defineProblem(
  "identity_not_proven",
  "unauthenticated",
  "The identity provider has not confirmed your identity. Start again.",
);
export const EmailNotVerified = defineProblem(
  "email_not_verified",
  "forbidden",
  "The identity provider does not confirm that your email is verified.",
);
export const NotInvited = defineProblem(
  "not_invited",
  "forbidden",
  "You are not an operator of this service and have no invitation. Ask an owner of the service.",
);
export const LinkedOtherwise = defineProblem(
  "linked_otherwise",
  "forbidden",
  "The operator with your email is linked to another identity. Ask an owner of the service to reset the sign-in.",
);

/** A person's identity at an identity provider. */
export interface LinkedIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Derives everything from the value that the browser alone has, so stored data cannot complete a sign-in. */
export function wayOf(browserValue: string): Way {
  const part = (use: string) => createHmac("sha256", browserValue).update(use).digest("base64url");
  return { state: part("state"), nonce: part("nonce"), verifier: part("verifier") };
}
