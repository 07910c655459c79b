import type { Admission, Budget, Gate } from "../../ports/gate.ts";
import type { Scope } from "../../src/organisations/scope.ts";
import { type Database, int, type Statement } from "./database.ts";

const ADMIT: Statement = { name: "admit", text: "select * from admit($1, $2)" };
const SPEND_FAILURE: Statement = { name: "spend-failure", text: "select * from spend_failure($1, $2, $3)" };
const FAILURE_WINDOW_SEC = 60;

interface BudgetColumns {
  allowed: boolean;
  remaining: number;
  reset_at: string;
  retry_after: number;
}

interface AdmittedColumns extends BudgetColumns {
  organisation_id: string;
  slug: string;
  api_key_id: string;
  scopes: Scope[];
  quota: number;
}

function budget(row: BudgetColumns, limit: number): Budget {
  const { allowed, remaining, reset_at, retry_after } = row;
  return { allowed, limit, remaining, resetAt: int(reset_at), retryAfterSec: retry_after };
}

export class PostgresGate implements Gate {
  readonly #db: Database;
  readonly #failuresPerMinute: number;

  /** @param failuresPerMinute bad keys that one client address may send in a minute */
  constructor(db: Database, { failuresPerMinute }: { readonly failuresPerMinute: number }) {
    this.#db = db;
    this.#failuresPerMinute = failuresPerMinute;
  }

  async admit(keyHash: Uint8Array, tenantSlug: string | null): Promise<Admission> {
    const [row] = await this.#db.query<AdmittedColumns>(ADMIT, [keyHash, tenantSlug]);
    if (!row) return { outcome: "unknown" };
    return {
      outcome: row.allowed ? "admitted" : "exhausted",
      caller: {
        organisationId: int(row.organisation_id),
        organisationSlug: row.slug,
        apiKeyId: int(row.api_key_id),
        scopes: row.scopes,
      },
      budget: budget(row, row.quota),
    };
  }

  async spendFailure(address: string): Promise<Budget> {
    const values = [address, this.#failuresPerMinute, FAILURE_WINDOW_SEC];
    const [row] = await this.#db.query<BudgetColumns>(SPEND_FAILURE, values);
    return budget(row!, this.#failuresPerMinute);
  }
}
