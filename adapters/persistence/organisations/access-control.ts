import { statement } from "../statements/statement.ts";
import {
  AccessControl,
  type Admission,
  type Budget,
  type Caller,
} from "../../../ports/organisations/access-control.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import { Collector } from "../statements/collector.ts";
import { Database } from "../database/database.ts";
import { bytes, flag, int4, int8, relation, text, texts } from "../statements/selection.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";

/** The result of `admit` for one item. */
const ADMITTED = relation("a", {
  item: int4(),
  caller: {
    organisationId: int8<OrganisationId>(),
    organisationSlug: text("slug"),
    apiKeyId: int8<ApiKeyId>(),
    scopes: texts<Scope>(),
    proofKey: bytes().orNull,
  },
  quota: int4(),
  granted: int4(),
  remaining: int4(),
  resetAt: int8(),
  retryAfterSec: int4("retry_after"),
  allowedAddresses: texts().orNull,
});
/** The remaining budget of an address. */
const FAILURES = relation("f", {
  allowed: flag(),
  remaining: int4(),
  resetAt: int8(),
  retryAfterSec: int4("retry_after"),
});
const ADMIT = statement("admit", `select ${ADMITTED.columns} from admit($1, $2, $3) a`);
/** In the order of the ids, as every process writes. A concurrently written key keeps the later time. */
const WRITE_USES = statement(
  "write-api-key-uses",
  `update api_key k set last_used_at = now()
    from (select a.id, a.organisation_id from api_key a
      join unnest($1::bigint[], $2::bigint[]) u (id, organisation_id) on u.id = a.id and u.organisation_id = a.organisation_id
      order by a.id for no key update of a) used
    where k.id = used.id and k.organisation_id = used.organisation_id`,
);
const SPEND_FAILURE = statement(
  "spend-failure",
  `select ${FAILURES.columns} from spend_failure($1, $2, $3) f`,
);
const FAILURE_WINDOW_SEC = 60;

interface AccessRequest {
  readonly keyHash: Uint8Array;
  readonly tenantSlug: string | null;
}

export class PostgresAccessControl implements AccessControl {
  static readonly as = AccessControl;
  static readonly needs = [Database] as const;
  readonly #db: Database;
  readonly #requests: Collector<AccessRequest, Admission>;
  /** Keys used since the last writing of uses, with their organisations. */
  #used = new Map<ApiKeyId, OrganisationId>();

  constructor(db: Database) {
    this.#db = db;
    this.#requests = new Collector(db, { name: ADMIT.name }, (requests) => this.#admitAll(requests));
  }

  admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission> {
    return this.#requests.one({ keyHash, tenantSlug });
  }

  /** Admits requests, those of one key together: the first ones, as many as its budget allows. */
  async #admitAll(requests: readonly AccessRequest[]): Promise<Admission[]> {
    const groups = Map.groupBy(requests.keys(), (i) => {
      const { keyHash, tenantSlug } = requests[i]!;
      return `${Buffer.from(keyHash).toString("hex")} ${tenantSlug ?? ""}`;
    });
    // Every process locks budgets in the order of the keys.
    const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, positions]) => positions);
    const rows = await this.#db.retrying(ADMIT, [
      sorted.map(([first]) => requests[first!]!.keyHash),
      sorted.map(([first]) => requests[first!]!.tenantSlug),
      sorted.map((positions) => positions.length),
    ]);
    const admissions = requests.map((): Admission => ({ outcome: "unknown" }));
    for (const read of rows) {
      const { item, caller, quota, granted, remaining, resetAt, retryAfterSec, allowedAddresses } =
        ADMITTED.record(read);
      sorted[item]!.forEach((position, nth) => {
        const allowed = nth < granted;
        admissions[position] = {
          outcome: allowed ? "admitted" : "exhausted",
          caller,
          allowedAddresses,
          budget: {
            allowed,
            limit: quota,
            remaining: allowed ? remaining + granted - 1 - nth : remaining,
            resetAt,
            retryAfterSec: allowed ? 0 : retryAfterSec,
          },
        };
      });
    }
    return admissions;
  }

  used({ apiKeyId, organisationId }: Pick<Caller, "apiKeyId" | "organisationId">): void {
    this.#used.set(apiKeyId, organisationId);
  }

  async writeUses(): Promise<void> {
    const used = this.#used;
    if (used.size === 0) return;
    this.#used = new Map();
    try {
      await this.#db.query(WRITE_USES, [[...used.keys()], [...used.values()]]);
    } catch (error) {
      this.#used = new Map([...used, ...this.#used]);
      throw error;
    }
  }

  async spendFailure(client: string, perMinute: number): Promise<Budget> {
    const [read] = await this.#db.query(SPEND_FAILURE, [client, perMinute, FAILURE_WINDOW_SEC]);
    return { ...FAILURES.record(read!), limit: perMinute };
  }
}
