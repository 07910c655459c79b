import {
  type Claim,
  Idempotency,
  type IdempotentRequest,
  type StoredAnswer,
} from "../../../ports/organisations/idempotency.ts";
import { Vault } from "../../../ports/crypto.ts";
import { Database } from "../database/database.ts";
import { bytes, int4, relation, text, together } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { LeaseReturns } from "../database/lease-returns.ts";

const PURPOSE = "idempotency";

/** The result of `claim_request`: a replay's answer, or the wait for a running try. */
const CLAIMED = relation("c", {
  outcome: text<Claim["outcome"]>(),
  id: text({ sql: "c.request_id::text" }),
  answer: together({ status: int4("answer_status"), body: bytes("answer_body") }),
  retryAfterSec: int4("retry_after").orNull,
});
const CLAIM = statement(
  "claim-request",
  `select ${CLAIMED.columns} from claim_request($1, $2, $3, $4, $5, $6, $7, $8) c`,
);
const COMPLETE = statement(
  "complete-request",
  "update idempotency set status = $2, body = $3, lease_until = null where id = $1 and status is null returning id",
);
const RELEASE = statement(
  "release-request",
  `update idempotency set lease_until = null
    where principal_kind = $1 and principal_id = $2 and route = $3 and key = $4 and lease = $5 and status is null`,
);

export class PostgresIdempotency implements Idempotency {
  static readonly as = Idempotency;
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #returns: LeaseReturns<IdempotentRequest>;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
    this.#returns = new LeaseReturns((request) => this.#giveBack(request));
  }

  async claim(request: IdempotentRequest): Promise<Claim> {
    const { principal, route, key, requestHash, now, leaseSec, tryId } = request;
    const values = [principal.kind, principal.id, route, key, requestHash, now, leaseSec, tryId];
    const [read] = await this.#db.queryAlone(CLAIM, values).catch((error: unknown) => {
      // The claim may have been written although its answer was lost.
      this.#returns.add(request, 1_000 * leaseSec);
      throw error;
    });
    const { outcome, id, answer, retryAfterSec } = CLAIMED.record(read!);
    switch (outcome) {
      case "claimed":
      case "resumed":
        return { outcome, id };
      case "replay":
        return { outcome, status: answer!.status, body: this.#vault.open(answer!.body, PURPOSE) };
      case "conflict":
        return { outcome };
      case "in_progress":
        return { outcome, retryAfterSec: retryAfterSec! };
    }
  }

  async complete(id: string, { status, body }: StoredAnswer): Promise<boolean> {
    return (await this.#db.query(COMPLETE, [id, status, this.#vault.seal(body, PURPOSE)])).length > 0;
  }

  async release(request: IdempotentRequest): Promise<void> {
    await this.#giveBack(request).catch(() => this.#returns.add(request, 1_000 * request.leaseSec));
  }

  async #giveBack({ principal, route, key, tryId }: IdempotentRequest): Promise<void> {
    await this.#db.queryAlone(RELEASE, [principal.kind, principal.id, route, key, tryId]);
  }
}
