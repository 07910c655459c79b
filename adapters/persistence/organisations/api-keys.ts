import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import type { Page } from "../../../ports/page.ts";
import type { ApiKey, ApiKeyChanges, NewApiKey, StoredSecret } from "../../../src/organisations/api-key.ts";
import { ApiKeyRow } from "../entities/organisations.ts";
import { expression } from "../orm/rows.ts";
import { selection } from "../statements/selection.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** A key `k`. */
const API_KEY = selection(ApiKeyRow, "k", [
  "id",
  "name",
  "prefix",
  "scopes",
  "rateLimit",
  "rateWindowSec",
  "createdAt",
  "revokedAt",
  "expiresAt",
  "allowedAddresses",
  "previousUntil",
  "claimUntil",
  "claimedAt",
  "claimedBy",
  "lastUsedAt",
]);

export class PostgresApiKeys extends Store implements ApiKeys {
  static readonly as = ApiKeys;

  add(organisationId: OrganisationId, key: NewApiKey, secret: StoredSecret): Promise<ApiKey> {
    return this.#add(organisationId, key, secret, null);
  }

  handOver(organisationId: OrganisationId, key: NewApiKey, claimUntil: Date): Promise<ApiKey> {
    return this.#add(organisationId, key, null, claimUntil);
  }

  #add(
    organisationId: OrganisationId,
    { name, scopes, rateLimit, rateWindowSec, createdAt, expiresAt, allowedAddresses }: NewApiKey,
    secret: StoredSecret | null,
    claimUntil: Date | null,
  ): Promise<ApiKey> {
    return this.db.of(organisationId, API_KEY).add({
      name,
      prefix: secret?.prefix,
      hash: secret?.hash,
      scopes,
      rateLimit,
      rateWindowSec,
      createdAt,
      expiresAt,
      allowedAddresses,
      claimUntil,
    });
  }

  lock(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null> {
    return this.db.of(organisationId, API_KEY).locked({ id });
  }

  async claim(
    organisationId: OrganisationId,
    id: ApiKeyId,
    { prefix, hash, by, now }: StoredSecret & { readonly by: string; readonly now: Date },
  ): Promise<ApiKey> {
    const changes = { prefix, hash, claimedBy: by, claimedAt: now };
    const [key] = await this.db.of(organisationId, API_KEY).changed({ id, hash: null }, changes);
    invariant(key, "the key is locked and has no secret");
    return key;
  }

  async roll(
    organisationId: OrganisationId,
    id: ApiKeyId,
    { prefix, hash, graceHours }: StoredSecret & { readonly graceHours: number },
  ): Promise<ApiKey> {
    const hasGrace = graceHours > 0;
    const [key] = await this.db.of(organisationId, API_KEY).changed(
      { id, hash: { $ne: null } },
      {
        prefix,
        hash,
        previousHash: hasGrace ? expression("k.hash") : null,
        previousUntil: hasGrace ? expression("now() + ?::integer * interval '1 hour'", [graceHours]) : null,
      },
    );
    invariant(key, "the key is locked and has a secret");
    return key;
  }

  async change(
    organisationId: OrganisationId,
    id: ApiKeyId,
    { name, expiresAt, allowedAddresses }: ApiKeyChanges,
  ): Promise<ApiKey | null> {
    const changes = { name, expiresAt, allowedAddresses };
    const [key] = await this.db.of(organisationId, API_KEY).changed({ id }, changes);
    return key ?? null;
  }

  byId(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null> {
    return this.db.of(organisationId, API_KEY).one({ id });
  }

  list(organisationId: OrganisationId, page: Page): Promise<ApiKey[]> {
    return this.db.of(organisationId, API_KEY).page(page, {}, { freshness: "current" });
  }

  revoke(
    organisationId: OrganisationId,
    id: ApiKeyId,
    now: Date,
  ): Promise<{ key: ApiKey; revokedBefore: boolean } | null> {
    const keys = this.db.of(organisationId, API_KEY);
    return this.db.run(async () => {
      const before = await keys.locked({ id });
      if (before === null) return null;
      if (before.revokedAt !== null) return { key: before, revokedBefore: true };
      const [key] = await keys.changed({ id }, { revokedAt: now });
      return { key: key!, revokedBefore: false };
    });
  }
}
