import type { ApiKey, NewApiKey } from "../../src/organisations/api-key.ts";
import type { Page } from "../page.ts";
import { type Token, token } from "../token.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";

export interface ApiKeys {
  /** @param key.hash SHA-256 of the key */
  add(organisationId: OrganisationId, key: NewApiKey & { readonly hash: Uint8Array }): Promise<ApiKey>;
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
