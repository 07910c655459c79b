import type { Scope } from "../../src/organisations/scope.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";

/** Whom an API key speaks for. */
export interface Caller {
  readonly organisationId: OrganisationId;
  readonly organisationSlug: string;
  readonly apiKeyId: ApiKeyId;
  readonly scopes: readonly Scope[];
  /** The Ed25519 key (32 bytes) registered for its proofs of possession; null: none yet. */
  readonly proofKey: Uint8Array | null;
}

/** A rate budget after one request was taken from it, or was refused. */
export interface Budget {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  /** Requests that would be allowed right now. */
  readonly remaining: number;
  /** Unix seconds, rounded up, when the budget is whole again. */
  readonly resetAt: number;
  /** Whole seconds, rounded up, until one more request is allowed; 0 when it is already. */
  readonly retryAfterSec: number;
}

export type Admission =
  /** No such key, a revoked one, or one of another organisation than the host's. Spends nothing. */
  | { readonly outcome: "unknown" }
  | { readonly outcome: "admitted" | "exhausted"; readonly caller: Caller; readonly budget: Budget };

/** Decides who comes in. Budgets are shared by all processes and run on the database's clock. */
export interface AccessControl {
  /**
   * Finds the key and takes one request from its budget, in one round trip.
   * @param keyHash SHA-256 of the key
   * @param tenantSlug the organisation of the host, which must be the key's; null on the main domain
   */
  admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission>;
  /**
   * Counts one failed authentication. Never touches the budget of a key.
   * @param client who failed, and at which door; at most 100 characters
   * @param perMinute how often it may
   */
  spendFailure(client: string, perMinute: number): Promise<Budget>;
}
export const AccessControl: Token<AccessControl> = token("AccessControl");
