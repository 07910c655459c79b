import type { ApiKeyId } from "../src/shared/ids.ts";

/**
 * Who acts: whose budget is spent, whose Idempotency-Key it is, and who stands in the audit.
 * api_key: a partner's program · operator: who runs the service · member: of an organisation's staff · buyer: by their
 * account · public: nobody that is known, by the network address.
 */
export interface Principal {
  readonly kind: "api_key" | "operator" | "member" | "buyer" | "public";
  /** Tells apart those of a kind, for as long as they are known: never of the secret that they showed. */
  readonly id: string;
}

/** Whoever shows one of the configuration's operator tokens, old or new. */
export const TOKEN_OPERATOR: Principal = operatorPrincipal("operator");

/** @param id as the audit names them */
export function operatorPrincipal(id: string): Principal {
  return { kind: "operator", id };
}

export function apiKeyPrincipal(apiKeyId: ApiKeyId): Principal {
  return { kind: "api_key", id: String(apiKeyId) };
}
