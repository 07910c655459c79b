import type { ProofRefusal } from "../../../ports/fair-draws/draw-keys.ts";
import {
  type CommittedDraw,
  type DrawLedgerEntry,
  type DrawResult,
  type DrawUsage,
  FairDrawBook,
  type NewFairDraw,
  type RevealOutcome,
} from "../../../ports/fair-draws/fair-draw-book.ts";
import { Vault } from "../../../ports/vault.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { Database } from "../database/database.ts";
import { int } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { DrawId, OrganisationId } from "../../../src/shared/ids.ts";

const COMMIT = statement(
  "commit-draw",
  "select commit_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcome",
);
const BY_ID = statement(
  "draw-by-id",
  `select f.server_seed, f.server_seed_hash, f.revealed_at is not null as is_revealed, f.expires_at,
      coalesce(a.balance_cents, 0) as balance_cents
    from fair_draw f left join draw_account a on a.organisation_id = f.organisation_id
    where f.organisation_id = $1 and f.id = $2`,
);
const REVEAL = statement(
  "reveal-draw",
  "select * from reveal_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
);
const USAGE = statement(
  "draw-usage",
  "select draws, cost_cents, balance_cents from draw_account where organisation_id = $1",
);
const LEDGER = statement(
  "draw-ledger",
  `select kind, amount_cents, tx_hash, draw_id, created_at from draw_ledger_entry
    where organisation_id = $1 order by id desc limit $2`,
);

interface DrawColumns {
  server_seed: Uint8Array;
  server_seed_hash: string;
  is_revealed: boolean;
  expires_at: Date;
  balance_cents: string;
}

interface LedgerColumns {
  kind: DrawLedgerEntry["kind"];
  amount_cents: string;
  tx_hash: string | null;
  draw_id: string | null;
  created_at: Date;
}

export class PostgresFairDrawBook implements FairDrawBook {
  static readonly as = FairDrawBook;
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async commit(
    organisationId: OrganisationId,
    draw: NewFairDraw,
    mostOpen: number,
    proof: ProofUse,
  ): Promise<"committed" | "too_many" | ProofRefusal> {
    const [row] = await this.#db.query<{ outcome: "committed" | "too_many" | ProofRefusal }>(COMMIT, [
      organisationId,
      draw.id,
      draw.serverSeedHash,
      this.#vault.seal(Buffer.from(draw.serverSeed), purposeOf(draw.id)),
      draw.createdAt,
      draw.expiresAt,
      mostOpen,
      ...proofValues(proof),
    ]);
    return row!.outcome;
  }

  async byId(organisationId: OrganisationId, drawId: DrawId): Promise<CommittedDraw | null> {
    const [row] = await this.#db.query<DrawColumns>(BY_ID, [organisationId, drawId]);
    if (!row) return null;
    return {
      serverSeed: Buffer.from(this.#vault.open(row.server_seed, purposeOf(drawId))).toString(),
      serverSeedHash: row.server_seed_hash,
      isRevealed: row.is_revealed,
      expiresAt: row.expires_at,
      balanceCents: int(row.balance_cents),
    };
  }

  async reveal(
    organisationId: OrganisationId,
    drawId: DrawId,
    { inputs, winnerIndices, unitCostCents, now }: DrawResult,
    proof: ProofUse,
  ): Promise<RevealOutcome> {
    const [row] = await this.#db.query<{ outcome: RevealOutcome["outcome"]; cost_cents: string | null }>(
      REVEAL,
      [
        organisationId,
        drawId,
        inputs.clientSeed,
        inputs.nonce,
        inputs.candidatesHash,
        inputs.candidateCount,
        inputs.pick,
        // The driver would quote each of up to 10,000.
        `{${winnerIndices.join()}}`,
        unitCostCents,
        now,
        ...proofValues(proof),
      ],
    );
    const { outcome, cost_cents } = row!;
    return outcome === "revealed" || outcome === "repeated"
      ? { outcome, costCents: int(cost_cents!) }
      : { outcome };
  }

  async usage(organisationId: OrganisationId): Promise<DrawUsage> {
    const [row] = await this.#db.query<{ draws: string; cost_cents: string; balance_cents: string }>(USAGE, [
      organisationId,
    ]);
    // An organisation without deposits has no row.
    if (!row) return { draws: 0, costCents: 0, balanceCents: 0 };
    return { draws: int(row.draws), costCents: int(row.cost_cents), balanceCents: int(row.balance_cents) };
  }

  async ledger(organisationId: OrganisationId, limit: number): Promise<DrawLedgerEntry[]> {
    const rows = await this.#db.query<LedgerColumns>(LEDGER, [organisationId, limit]);
    return rows.map((row) => ({
      kind: row.kind,
      amountCents: int(row.amount_cents),
      txHash: row.tx_hash,
      drawId: row.draw_id,
      createdAt: row.created_at,
    }));
  }
}

/** A seed opens only as that of its own draw. */
function purposeOf(drawId: DrawId): string {
  return `fair-draw ${drawId}`;
}
