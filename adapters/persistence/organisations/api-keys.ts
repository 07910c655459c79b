import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import type { Page } from "../../../ports/page.ts";
import type { ApiKey, NewApiKey } from "../../../src/organisations/api-key.ts";
import type { Scope } from "../../../src/organisations/scope.ts";
import { behind } from "../statements/behind.ts";
import { Database } from "../database/database.ts";
import { int4, int8, row, text, texts, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";

/** A key `k`. */
const API_KEY = row("api_key k", {
  id: int8<ApiKeyId>(),
  name: text(),
  prefix: text(),
  scopes: texts<Scope>(),
  rateLimit: int4(),
  rateWindowSec: int4(),
  createdAt: time(),
  revokedAt: time().orNull,
});
const ADD = statement(
  "add-api-key",
  `insert into api_key as k (organisation_id, name, prefix, hash, scopes, rate_limit, rate_window_sec, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${API_KEY.columns}`,
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

export class PostgresApiKeys implements ApiKeys {
  static readonly as = ApiKeys;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: OrganisationId, key: NewApiKey & { readonly hash: Uint8Array }): Promise<ApiKey> {
    const { name, prefix, hash, scopes, rateLimit, rateWindowSec, createdAt } = key;
    const values = [organisationId, name, prefix, hash, scopes, rateLimit, rateWindowSec, createdAt];
    const [added] = await this.#db.query(ADD, values);
    return API_KEY.record(added!);
  }

  async byId(organisationId: OrganisationId, id: ApiKeyId): Promise<ApiKey | null> {
    const [row] = await this.#db.query(BY_ID, [organisationId, id]);
    return row ? API_KEY.record(row) : null;
  }

  async list(organisationId: OrganisationId, page: Page): Promise<ApiKey[]> {
    const rows = await this.#db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(API_KEY.record);
  }

  async revoke(
    organisationId: OrganisationId,
    id: ApiKeyId,
    now: Date,
  ): Promise<{ key: ApiKey; revokedBefore: boolean } | null> {
    const values = [organisationId, id, now];
    const [row] = await this.#db.query<{ revoked_before: boolean }>(REVOKE, values);
    return row ? { key: API_KEY.record(row), revokedBefore: row.revoked_before } : null;
  }
}
