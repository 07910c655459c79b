import type { Claim, Idempotency, IdempotentRequest, StoredAnswer } from "../../ports/idempotency.ts";
import { Vault } from "../../ports/vault.ts";
import { Database, type Statement } from "./database.ts";

const PURPOSE = "idempotency";
/** Keys count from 1. */
const OPERATOR = 0;

const CLAIM: Statement = {
  name: "claim-request",
  text: "select * from claim_request($1, $2, $3, $4, $5, $6)",
};
const COMPLETE: Statement = {
  name: "complete-request",
  text: "update idempotency set status = $2, body = $3, lease_until = null where id = $1 and status is null returning id",
};
const RELEASE: Statement = {
  name: "release-request",
  text: "update idempotency set lease_until = null where id = $1 and status is null",
};

interface ClaimColumns {
  outcome: Claim["outcome"];
  request_id: string;
  answer_status: number | null;
  answer_body: Uint8Array | null;
  retry_after: number | null;
}

export class PostgresIdempotency implements Idempotency {
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async claim(request: IdempotentRequest): Promise<Claim> {
    const { apiKeyId, route, key, requestHash, now, leaseSec } = request;
    const values = [apiKeyId ?? OPERATOR, route, key, requestHash, now, leaseSec];
    const [row] = await this.#db.queryAlone<ClaimColumns>(CLAIM, values);
    const { outcome, request_id: id, answer_status, answer_body, retry_after } = row!;
    switch (outcome) {
      case "claimed":
      case "resumed":
        return { outcome, id };
      case "replay":
        return { outcome, status: answer_status!, body: this.#vault.open(answer_body!, PURPOSE) };
      case "conflict":
        return { outcome };
      case "in_progress":
        return { outcome, retryAfterSec: retry_after! };
    }
  }

  async complete(id: string, { status, body }: StoredAnswer): Promise<void> {
    const rows = await this.#db.query(COMPLETE, [id, status, this.#vault.seal(body, PURPOSE)]);
    if (rows.length === 0) throw new Error(`request ${id} is answered already`);
  }

  async release(id: string): Promise<void> {
    await this.#db.query(RELEASE, [id]);
  }
}
