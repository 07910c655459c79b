import { DrawKeys, type ProofRefusal } from "../../../ports/fair-draws/draw-keys.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { ApiKeyRow } from "../entities/organisations.ts";
import { relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import type { ApiKeyId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const API_KEY = selection(ApiKeyRow, "k", ["prefix"]);
/** The result of `rotate_proof_key`. */
const ROTATED = relation("r", {
  outcome: text<"rotated" | "key_used_before" | ProofRefusal>(),
  keyPrefix: text(),
});
const ROTATE = statement(
  "rotate-proof-key",
  `select ${ROTATED.columns} from rotate_proof_key($1, $2, $3, $4, $5, $6, $7) r`,
);

export class PostgresDrawKeys extends Store implements DrawKeys {
  static readonly as = DrawKeys;

  async register(apiKeyId: ApiKeyId, publicKey: Uint8Array, now: Date): Promise<string | null> {
    const keys = this.db.ofAll(API_KEY, "by the API key that let the caller in a moment before");
    const changes = { proofKey: publicKey, proofKeyAt: now };
    const [registered] = await keys.changed({ id: apiKeyId, proofKey: null }, changes);
    return registered?.prefix ?? null;
  }

  async rotate(
    publicKey: Uint8Array,
    proof: ProofUse,
    now: Date,
  ): Promise<{ readonly keyPrefix: string } | "key_used_before" | ProofRefusal> {
    const values = [publicKey, now, ...proofValues(proof)];
    const [read] = await this.db.query(ROTATE, values);
    const { outcome, keyPrefix } = ROTATED.record(read!);
    return outcome === "rotated" ? { keyPrefix } : outcome;
  }
}

/** Returns the last five parameters of functions that use a proof; null: a call without a proof. */
export function proofValues(proof: ProofUse | null): unknown[] {
  if (proof === null) return Array(5).fill(null);
  const { apiKeyId, proofKey, jti, usedBy, expiresAt } = proof;
  return [apiKeyId, proofKey, jti, usedBy, expiresAt];
}
