import { Proofs } from "../../../ports/fair-draws/proofs.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const USE = statement("use-proof", "select use_proof($1, $2, $3, $4) as used");

export class PostgresProofs extends Store implements Proofs {
  static readonly as = Proofs;

  async use({ apiKeyId, jti, usedBy, expiresAt }: ProofUse): Promise<boolean> {
    const [row] = await this.db.query<{ used: boolean }>(USE, [apiKeyId, jti, usedBy, expiresAt]);
    return row!.used;
  }
}
