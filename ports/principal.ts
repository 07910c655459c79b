import type { ApiKeyId, PersonId } from "../src/shared/ids.ts";

/**
 * The actor of a request: owner of the rate budget and of the Idempotency-Key, and the actor in the audit log. api_key:
 * a partner's program · operator: a holder of the operator's token · person: works for the service or for an
 * organisation, and has signed in · buyer: by their account · public: an unknown caller, by the network address ·
 * system: the service itself.
 */
export interface Principal {
  readonly kind: "api_key" | "operator" | "person" | "buyer" | "public" | "system";
  /** Unique within the kind and stable over time; never derived from the secret that was presented. */
  readonly id: string;
}

/** The holder of a configured operator token, current or previous. */
export const TOKEN_OPERATOR: Principal = operatorPrincipal("operator");

/** @param id as shown in the audit log */
export function operatorPrincipal(id: string): Principal {
  return { kind: "operator", id };
}

export function apiKeyPrincipal(apiKeyId: ApiKeyId): Principal {
  return { kind: "api_key", id: String(apiKeyId) };
}

export function personPrincipal(personId: PersonId): Principal {
  return { kind: "person", id: String(personId) };
}
