import type { ApiKey, ApiKeyChanges, NewApiKey, StoredSecret } from "../../src/organisations/api-key.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";

export interface ApiKeys {
  add(organisationId: OrganisationId, key: NewApiKey, secret: StoredSecret): Promise<ApiKey>;
  /** A key without a secret, which can be claimed until `claimUntil`. */
  handOver(organisationId: OrganisationId, key: NewApiKey, claimUntil: Date): Promise<ApiKey>;
  /** Same as `byId`; also locks the key against changes until the unit of work ends. */
  lock(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null>;
  /** Gives a key that is locked and has no secret its first one. */
  claim(
    organisationId: OrganisationId,
    id: ApiKeyId,
    claim: StoredSecret & { readonly by: string; readonly now: Date },
  ): Promise<ApiKey>;
  /**
   * Replaces the secret of a locked key. The previous one works for the given hours of the database's clock; the one
   * before it ends at once.
   */
  roll(
    organisationId: OrganisationId,
    id: ApiKeyId,
    roll: StoredSecret & { readonly graceHours: number },
  ): Promise<ApiKey>;
  /** Omitted fields are unchanged. null: no such key. */
  change(organisationId: OrganisationId, id: ApiKeyId, changes: ApiKeyChanges): Promise<ApiKey | null>;
  /** Also a revoked key. */
  byId(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null>;
  /** Newest first, including revoked keys. */
  list(organisationId: OrganisationId, page: Page): Promise<ApiKey[]>;
  /**
   * Effective at once, in every process. Repeating it changes nothing: a key keeps the time of its first revocation.
   * null: no such key.
   */
  revoke(
    organisationId: OrganisationId,
    id: ApiKeyId,
    now: Date,
  ): Promise<{ key: ApiKey; revokedBefore: boolean } | null>;
}
export const ApiKeys: Token<ApiKeys> = token("ApiKeys");
