import { ApiKeys } from "../../../ports/organisations/api-keys.ts";
import type { Page } from "../../../ports/page.ts";
import type { ApiKey, NewApiKey } from "../../../src/organisations/api-key.ts";
import type { Scope } from "../../../src/organisations/scope.ts";
import { behind } from "../statements/behind.ts";
import { Database, int } from "../database/database.ts";
import { statement } from "../statements/statement.ts";
import { ApiKeyRow } from "../database/entities.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";

const COLUMNS =
  "k.id, k.name, k.prefix, k.scopes, k.rate_limit, k.rate_window_sec, k.created_at, k.revoked_at";
const LIST = statement(
  "list-api-keys",
  `select ${COLUMNS} from api_key k where k.organisation_id = $1 and ${behind(["k.organisation_id", "k.id"], ["$1", "$2"])}
    order by k.id desc limit $3`,
);
const REVOKE = statement(
  "revoke-api-key",
  `
    with before as (
      select id, revoked_at from api_key where organisation_id = $1 and id = $2 for no key update
    )
    update api_key k set revoked_at = coalesce(k.revoked_at, $3) from before where k.id = before.id
    returning ${COLUMNS}, before.revoked_at is not null as revoked_before`,
);

interface ApiKeyColumns {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  rate_limit: number;
  rate_window_sec: number;
  created_at: Date;
  revoked_at: Date | null;
}

function apiKeyRecord(row: ApiKeyColumns): ApiKey {
  return {
    id: int(row.id),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    rateLimit: row.rate_limit,
    rateWindowSec: row.rate_window_sec,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

export class PostgresApiKeys implements ApiKeys {
  static readonly as = ApiKeys;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(organisationId: OrganisationId, key: NewApiKey & { readonly hash: Uint8Array }): Promise<ApiKey> {
    const { em } = this.#db;
    const row = em.create(ApiKeyRow, {
      ...key,
      organisationId,
      hash: Buffer.from(key.hash),
      scopes: [...key.scopes],
      revokedAt: null,
    });
    await em.persist(row).flush();
    const { hash: _, ...shown } = key;
    return { ...shown, id: row.id, revokedAt: null };
  }

  async list(organisationId: OrganisationId, page: Page): Promise<ApiKey[]> {
    const rows = await this.#db.query<ApiKeyColumns>(LIST, [organisationId, page.after, page.limit]);
    return rows.map(apiKeyRecord);
  }

  async revoke(
    organisationId: OrganisationId,
    id: ApiKeyId,
    now: Date,
  ): Promise<{ key: ApiKey; revokedBefore: boolean } | null> {
    const values = [organisationId, id, now];
    const [row] = await this.#db.query<ApiKeyColumns & { revoked_before: boolean }>(REVOKE, values);
    return row ? { key: apiKeyRecord(row), revokedBefore: row.revoked_before } : null;
  }
}
