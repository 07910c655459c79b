import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import type { Page } from "../../../ports/page.ts";
import type {
  ApiKey,
  ApiKeyChanges,
  NewApiKey,
  Scope,
  StoredSecret,
} from "../../../src/organisations/api-key.ts";
import { behind } from "../statements/behind.ts";
import { changed, int4, int8, row, text, texts, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

/** A key `k`. */
const API_KEY = row("api_key k", {
  id: int8<ApiKeyId>(),
  name: text(),
  prefix: text().orNull,
  scopes: texts<Scope>(),
  rateLimit: int4(),
  rateWindowSec: int4(),
  createdAt: time(),
  revokedAt: time().orNull,
  expiresAt: time().orNull,
  allowedAddresses: texts().orNull,
  previousUntil: time().orNull,
  claimUntil: time().orNull,
  claimedAt: time().orNull,
  claimedBy: text().orNull,
  lastUsedAt: time().orNull,
});
const ADD = statement(
  "add-api-key",
  `insert into api_key as k (organisation_id, name, prefix, hash, scopes, rate_limit, rate_window_sec, created_at,
      expires_at, allowed_addresses, claim_until)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${API_KEY.columns}`,
);
const BY_ID = statement(
  "api-key-by-id",
  `select ${API_KEY.columns} from api_key k where k.organisation_id = $1 and k.id = $2`,
);
const LIST = statement(
  "list-api-keys",
  `select ${API_KEY.columns} from api_key k where k.organisation_id = $1 and ${behind(["k.organisation_id", "k.id"], ["$1", "$2"])}
    order by k.id desc limit $3`,
);
const LOCK = statement("lock-api-key", `${BY_ID.text} for no key update of k`);
const CLAIM = statement(
  "claim-api-key",
  `update api_key k set prefix = $3, hash = $4, claimed_by = $5, claimed_at = $6
    where k.organisation_id = $1 and k.id = $2 and k.hash is null returning ${API_KEY.columns}`,
);
const ROLL = statement(
  "roll-api-key",
  `update api_key k set prefix = $3, hash = $4,
      previous_hash = case when $5::integer > 0 then k.hash end,
      previous_until = case when $5::integer > 0 then now() + $5::integer * interval '1 hour' end
    where k.organisation_id = $1 and k.id = $2 and k.hash is not null returning ${API_KEY.columns}`,
);
const CHANGE = statement(
  "change-api-key",
  `update api_key k set ${changed("k", ["name", "expires_at", "allowed_addresses"], "$3")}
    where k.organisation_id = $1 and k.id = $2 returning ${API_KEY.columns}`,
);
const REVOKE = statement(
  "revoke-api-key",
  `
    with before as (
      select id, revoked_at from api_key where organisation_id = $1 and id = $2 for no key update
    )
    update api_key k set revoked_at = coalesce(k.revoked_at, $3) from before
    where k.organisation_id = $1 and k.id = before.id
    returning ${API_KEY.columns}, before.revoked_at is not null as revoked_before`,
);

export class PostgresApiKeys extends Store implements ApiKeys {
  static readonly as = ApiKeys;

  add(organisationId: OrganisationId, key: NewApiKey, secret: StoredSecret): Promise<ApiKey> {
    return this.#add(organisationId, key, secret, null);
  }

  handOver(organisationId: OrganisationId, key: NewApiKey, claimUntil: Date): Promise<ApiKey> {
    return this.#add(organisationId, key, null, claimUntil);
  }

  async #add(
    organisationId: OrganisationId,
    { name, scopes, rateLimit, rateWindowSec, createdAt, expiresAt, allowedAddresses }: NewApiKey,
    secret: StoredSecret | null,
    claimUntil: Date | null,
  ): Promise<ApiKey> {
    const [added] = await this.db.query(ADD, [
      organisationId,
      name,
      secret?.prefix ?? null,
      secret?.hash ?? null,
      scopes,
      rateLimit,
      rateWindowSec,
      createdAt,
      expiresAt,
      allowedAddresses,
      claimUntil,
    ]);
    return API_KEY.record(added!);
  }

  async lock(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null> {
    const [row] = await this.db.query(LOCK, [organisationId, id]);
    return row ? API_KEY.record(row) : null;
  }

  async claim(
    organisationId: OrganisationId,
    id: ApiKeyId,
    { prefix, hash, by, now }: StoredSecret & { readonly by: string; readonly now: Date },
  ): Promise<ApiKey> {
    const [row] = await this.db.query(CLAIM, [organisationId, id, prefix, hash, by, now]);
    invariant(row, "the key is locked and has no secret");
    return API_KEY.record(row);
  }

  async roll(
    organisationId: OrganisationId,
    id: ApiKeyId,
    { prefix, hash, graceHours }: StoredSecret & { readonly graceHours: number },
  ): Promise<ApiKey> {
    const [row] = await this.db.query(ROLL, [organisationId, id, prefix, hash, graceHours]);
    invariant(row, "the key is locked and has a secret");
    return API_KEY.record(row);
  }

  async change(organisationId: OrganisationId, id: ApiKeyId, changes: ApiKeyChanges): Promise<ApiKey | null> {
    const [row] = await this.db.query(CHANGE, [organisationId, id, API_KEY.changes(changes)]);
    return row ? API_KEY.record(row) : null;
  }

  async byId(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? API_KEY.record(row) : null;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<ApiKey[]> {
    const rows = await this.db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(API_KEY.record);
  }

  async revoke(
    organisationId: OrganisationId,
    id: ApiKeyId,
    now: Date,
  ): Promise<{ key: ApiKey; revokedBefore: boolean } | null> {
    const values = [organisationId, id, now];
    const [row] = await this.db.query<{ revoked_before: boolean }>(REVOKE, values);
    return row ? { key: API_KEY.record(row), revokedBefore: row.revoked_before } : null;
  }
}
