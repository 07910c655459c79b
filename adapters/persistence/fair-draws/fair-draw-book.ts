import type { ProofRefusal } from "../../../ports/fair-draws/draw-keys.ts";
import {
  type CommittedDraw,
  type DrawLedgerEntry,
  type DrawResult,
  type DrawUsage,
  type ListedLedgerEntry,
  type OpenDraw,
  FairDrawBook,
  type NewFairDraw,
  type RevealOutcome,
} from "../../../ports/fair-draws/fair-draw-book.ts";
import type { Page } from "../../../ports/page.ts";
import type { ProofUse } from "../../../src/fair-draws/possession.ts";
import { DrawAccountRow, DrawLedgerEntryRow, FairDrawRow } from "../entities/draws.ts";
import { flag, int8, relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { DrawId, OrganisationId } from "../../../src/shared/ids.ts";
import { VaultStore } from "../database/store.ts";

const COMMIT = statement(
  "commit-draw",
  "select commit_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcome",
);
/** A draw `f`, with the balance of its organisation's draw account `a`, if there is one. */
const DRAW = selection(FairDrawRow, "f", ["serverSeed", "serverSeedHash", "expiresAt"], {
  isRevealed: flag({ sql: "f.revealed_at is not null" }),
  balanceCents: int8({ sql: "coalesce(a.balance_cents, 0)" }),
});
const BY_ID = statement(
  "draw-by-id",
  `select ${DRAW.columns} from fair_draw f left join draw_account a on a.organisation_id = f.organisation_id
    where f.organisation_id = $1 and f.id = $2`,
);
/** The result of `reveal_draw`. */
const REVEALED = relation("r", { outcome: text<RevealOutcome["outcome"]>(), costCents: int8().orNull });
const REVEAL = statement(
  "reveal-draw",
  `select ${REVEALED.columns} from reveal_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) r`,
);
const USAGE = selection(DrawAccountRow, "a", ["draws", "costCents", "balanceCents"]);
const MEMBERS = ["kind", "amountCents", "txHash", "drawId", "createdAt"] as const;
const ENTRY = selection(DrawLedgerEntryRow, "e", MEMBERS);
const LISTED_ENTRY = selection(DrawLedgerEntryRow, "e", ["id", ...MEMBERS]);
const OPEN_DRAW = selection(FairDrawRow, "d", ["id", "serverSeedHash", "createdAt", "expiresAt"]);

export class PostgresFairDrawBook extends VaultStore implements FairDrawBook {
  static readonly as = FairDrawBook;

  async commit(
    organisationId: OrganisationId,
    draw: NewFairDraw,
    mostOpen: number,
    proof: ProofUse,
  ): Promise<"committed" | "too_many" | ProofRefusal> {
    const [row] = await this.db.query<{ outcome: "committed" | "too_many" | ProofRefusal }>(COMMIT, [
      organisationId,
      draw.id,
      draw.serverSeedHash,
      this.vault.seal(Buffer.from(draw.serverSeed), purposeOf(draw.id)),
      draw.createdAt,
      draw.expiresAt,
      mostOpen,
      ...proofValues(proof),
    ]);
    return row!.outcome;
  }

  async byId(organisationId: OrganisationId, drawId: DrawId): Promise<CommittedDraw | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, drawId]);
    if (!row) return null;
    const { serverSeed, ...draw } = DRAW.record(row);
    const opened = this.vault.open(serverSeed, purposeOf(drawId));
    return { ...draw, serverSeed: Buffer.from(opened).toString() };
  }

  async reveal(
    organisationId: OrganisationId,
    drawId: DrawId,
    { inputs, winnerIndices, unitCostCents, now }: DrawResult,
    proof: ProofUse,
  ): Promise<RevealOutcome> {
    const [row] = await this.db.query(REVEAL, [
      organisationId,
      drawId,
      inputs.clientSeed,
      inputs.nonce,
      inputs.candidatesHash,
      inputs.candidateCount,
      inputs.pick,
      // The driver would quote each of up to 10,000 indices.
      `{${winnerIndices.join()}}`,
      unitCostCents,
      now,
      ...proofValues(proof),
    ]);
    const { outcome, costCents } = REVEALED.record(row!);
    return outcome === "revealed" || outcome === "repeated"
      ? { outcome, costCents: costCents! }
      : { outcome };
  }

  async usage(organisationId: OrganisationId): Promise<DrawUsage> {
    const usage = await this.db.of(organisationId, USAGE).one({}, { freshness: "current" });
    // An organisation without deposits has no row.
    return usage ?? { draws: 0, costCents: 0, balanceCents: 0 };
  }

  ledger(organisationId: OrganisationId, limit: number): Promise<DrawLedgerEntry[]> {
    const options = { order: { id: "desc" }, limit, freshness: "current" } as const;
    return this.db.of(organisationId, ENTRY).list({}, options);
  }

  listLedger(organisationId: OrganisationId, page: Page): Promise<ListedLedgerEntry[]> {
    return this.db.of(organisationId, LISTED_ENTRY).page(page, {}, { freshness: "current" });
  }

  open(organisationId: OrganisationId, now: Date, limit: number): Promise<OpenDraw[]> {
    const options = { order: { expiresAt: "asc", id: "asc" }, limit, freshness: "current" } as const;
    return this.db.of(organisationId, OPEN_DRAW).list({ revealedAt: null, expiresAt: { $gt: now } }, options);
  }
}

/** Returns the encryption purpose: a seed opens only as that of its draw. */
function purposeOf(drawId: DrawId): string {
  return `fair-draw ${drawId}`;
}
