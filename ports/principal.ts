import type { ApiKeyId } from "../src/shared/ids.ts";

/**
 * The actor of a request: owner of the rate budget and of the Idempotency-Key, and the actor in the audit log.
 * api_key: a partner's program · operator: who runs the service · member: of an organisation's staff · buyer: by their
 * account · public: nobody that is known, by the network address.
 */
export interface Principal {
  readonly kind: "api_key" | "operator" | "member" | "buyer" | "public";
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
