import { statement } from "../statements/statement.ts";
import { AccessControl, type Admission, type Budget } from "../../../ports/organisations/access-control.ts";
import type { Scope } from "../../../src/organisations/scope.ts";
import { Collector } from "../statements/collector.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";

const ADMIT = statement("admit", "select * from admit($1, $2, $3)");
const SPEND_FAILURE = statement("spend-failure", "select * from spend_failure($1, $2, $3)");
const FAILURE_WINDOW_SEC = 60;

interface BudgetColumns {
  allowed: boolean;
  remaining: number;
  reset_at: string;
  retry_after: number;
}

interface AdmittedColumns extends Omit<BudgetColumns, "allowed"> {
  item: number;
  granted: number;
  organisation_id: string;
  slug: string;
  api_key_id: string;
  scopes: Scope[];
  proof_key: Uint8Array | null;
  quota: number;
}

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
    const rows = await this.#db.retrying<AdmittedColumns>(ADMIT, [
      sorted.map(([first]) => requests[first!]!.keyHash),
      sorted.map(([first]) => requests[first!]!.tenantSlug),
      sorted.map((positions) => positions.length),
    ]);
    const admissions = requests.map((): Admission => ({ outcome: "unknown" }));
    for (const row of rows) {
      const caller = {
        organisationId: int(row.organisation_id),
        organisationSlug: row.slug,
        apiKeyId: int(row.api_key_id),
        scopes: row.scopes,
        proofKey: row.proof_key,
      };
      sorted[row.item]!.forEach((position, nth) => {
        const allowed = nth < row.granted;
        const left = allowed ? row.remaining + row.granted - 1 - nth : row.remaining;
        const retryAfter = allowed ? 0 : row.retry_after;
        const columns = { allowed, remaining: left, reset_at: row.reset_at, retry_after: retryAfter };
        admissions[position] = {
          outcome: allowed ? "admitted" : "exhausted",
          caller,
          budget: budget(columns, row.quota),
        };
      });
    }
    return admissions;
  }

  async spendFailure(client: string, perMinute: number): Promise<Budget> {
    const values = [client, perMinute, FAILURE_WINDOW_SEC];
    const [row] = await this.#db.query<BudgetColumns>(SPEND_FAILURE, values);
    return budget(row!, perMinute);
  }
}

function budget({ allowed, remaining, reset_at, retry_after }: BudgetColumns, limit: number): Budget {
  return { allowed, limit, remaining, resetAt: int(reset_at), retryAfterSec: retry_after };
}
