import type { Scope } from "../../src/organisations/api-key.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";

/** The organisation and rights of an API key. */
export interface Caller {
  readonly organisationId: OrganisationId;
  readonly organisationSlug: string;
  readonly apiKeyId: ApiKeyId;
  readonly scopes: readonly Scope[];
  /** The Ed25519 key (32 bytes) registered for its proofs of possession; null: none yet. */
  readonly proofKey: Uint8Array | null;
}

/** A rate budget after one request was charged or refused. */
export interface Budget {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  /** Requests still allowed now. */
  readonly remaining: number;
  /** Unix seconds, rounded up, when the budget is full again. */
  readonly resetAt: number;
  /** Whole seconds, rounded up, until the next request is allowed; 0: it is allowed now. */
  readonly retryAfterSec: number;
}

export type Admission =
  /** The key is unknown, revoked, expired, or belongs to an organisation other than the host's. Charges no budget. */
  | { readonly outcome: "unknown" }
  | {
      readonly outcome: "admitted" | "exhausted";
      readonly caller: Caller;
      readonly budget: Budget;
      /** Networks, as CIDR, that the key may be used from; null: any. */
      readonly allowedAddresses: readonly string[] | null;
    };

/** Authenticates callers. Budgets are shared by all processes and use the database's clock. */
export interface AccessControl {
  /**
   * Finds the key and charges one request to its budget, in one round trip.
   * @param keyHash SHA-256 of the key
   * @param tenantSlug the host's organisation, which must own the key; null on the main domain
   */
  admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission>;
  /** An admitted key is used, from where it may be. Makes no round trip. */
  used(caller: Pick<Caller, "apiKeyId" | "organisationId">): void;
  /** Writes when keys were last used in this process, those since the last call. Repeating it is safe. */
  writeUses(): Promise<void>;
  /**
   * Counts one failed authentication. Does not change any key's budget.
   * @param client the client and the interface it called; at most 100 characters
   * @param perMinute failures allowed per minute
   */
  spendFailure(client: string, perMinute: number): Promise<Budget>;
}
export const AccessControl: Token<AccessControl> = token("AccessControl");
