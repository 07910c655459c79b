import { Proofs } from "../../../ports/fair-draws/proofs.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";

const USE = statement("use-proof", "select use_proof($1, $2, $3, $4) as used");

export class PostgresProofs implements Proofs {
  static readonly as = Proofs;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async use({ apiKeyId, jti, usedBy, expiresAt }: ProofUse): Promise<boolean> {
    const [row] = await this.#db.query<{ used: boolean }>(USE, [apiKeyId, jti, usedBy, expiresAt]);
    return row!.used;
  }
}
