import { statement } from "../statements/statement.ts";
import { AccessControl, type Admission, type Budget } from "../../../ports/organisations/access-control.ts";
import type { Scope } from "../../../src/organisations/scope.ts";
import { Collector } from "../statements/collector.ts";
import { Database } from "../database/database.ts";
import { bytes, flag, int4, int8, row, text, texts } from "../statements/row.ts";
import type { ApiKeyId, OrganisationId } from "../../../src/shared/ids.ts";

/** What `admit` answers for one key: an item of those asked for. */
const ADMITTED = row("a", {
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
});
/** What is left of the budget of an address. */
const FAILURES = row("f", {
  allowed: flag(),
  remaining: int4(),
  resetAt: int8(),
  retryAfterSec: int4("retry_after"),
});
const ADMIT = statement("admit", `select ${ADMITTED.columns} from admit($1, $2, $3) a`);
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

  constructor(db: Database) {
    this.#db = db;
    this.#requests = new Collector(db, { name: ADMIT.name }, (requests) => this.#admitAll(requests));
  }

  admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission> {
    return this.#requests.one({ keyHash, tenantSlug });
  }

  /** Requests of one key go through together: the first ones are admitted, as many as its budget allows. */
  async #admitAll(requests: readonly AccessRequest[]): Promise<Admission[]> {
    const groups = Map.groupBy(requests.keys(), (i) => {
      const { keyHash, tenantSlug } = requests[i]!;
      return `${Buffer.from(keyHash).toString("hex")} ${tenantSlug ?? ""}`;
    });
    // Everybody locks budgets in the order of the keys.
    const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, positions]) => positions);
    const rows = await this.#db.retrying(ADMIT, [
      sorted.map(([first]) => requests[first!]!.keyHash),
      sorted.map(([first]) => requests[first!]!.tenantSlug),
      sorted.map((positions) => positions.length),
    ]);
    const admissions = requests.map((): Admission => ({ outcome: "unknown" }));
    for (const read of rows) {
      const { item, caller, quota, granted, remaining, resetAt, retryAfterSec } = ADMITTED.record(read);
      sorted[item]!.forEach((position, nth) => {
        const allowed = nth < granted;
        admissions[position] = {
          outcome: allowed ? "admitted" : "exhausted",
          caller,
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

  async spendFailure(client: string, perMinute: number): Promise<Budget> {
    const [read] = await this.#db.query(SPEND_FAILURE, [client, perMinute, FAILURE_WINDOW_SEC]);
    return { ...FAILURES.record(read!), limit: perMinute };
  }
}
