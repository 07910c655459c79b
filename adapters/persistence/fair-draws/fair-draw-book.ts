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
import { behind } from "../statements/behind.ts";
import { bytes, flag, int8, row, text, time, uuid } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { proofValues } from "./draw-keys.ts";
import type { DrawId, DrawLedgerEntryId, OrganisationId } from "../../../src/shared/ids.ts";
import { VaultStore } from "../database/store.ts";

const COMMIT = statement(
  "commit-draw",
  "select commit_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as outcome",
);
/** A draw `f`, with the balance of its organisation's draw account `a`, if there is one. */
const DRAW = row("fair_draw f", {
  serverSeed: bytes(),
  serverSeedHash: text(),
  isRevealed: flag({ sql: "f.revealed_at is not null" }),
  expiresAt: time(),
  balanceCents: int8({ sql: "coalesce(a.balance_cents, 0)" }),
});
const BY_ID = statement(
  "draw-by-id",
  `select ${DRAW.columns} from fair_draw f left join draw_account a on a.organisation_id = f.organisation_id
    where f.organisation_id = $1 and f.id = $2`,
);
/** The result of `reveal_draw`. */
const REVEALED = row("r", { outcome: text<RevealOutcome["outcome"]>(), costCents: int8().orNull });
const REVEAL = statement(
  "reveal-draw",
  `select ${REVEALED.columns} from reveal_draw($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) r`,
);
const USED = row("draw_account a", { draws: int8(), costCents: int8(), balanceCents: int8() });
const USAGE = statement(
  "draw-usage",
  `select ${USED.columns} from draw_account a where a.organisation_id = $1`,
);
/** An entry `e`. */
const ENTRY = row("draw_ledger_entry e", {
  kind: text<DrawLedgerEntry["kind"]>(),
  amountCents: int8(),
  txHash: text().orNull,
  drawId: uuid<DrawId>().orNull,
  createdAt: time(),
});
const LEDGER = statement(
  "draw-ledger",
  `select ${ENTRY.columns} from draw_ledger_entry e where e.organisation_id = $1 order by e.id desc limit $2`,
);

const LISTED = row("draw_ledger_entry e", {
  id: int8<DrawLedgerEntryId>(),
  kind: text<DrawLedgerEntry["kind"]>(),
  amountCents: int8(),
  txHash: text().orNull,
  drawId: uuid<DrawId>().orNull,
  createdAt: time(),
});
const LIST_LEDGER = statement(
  "list-draw-ledger",
  `select ${LISTED.columns} from draw_ledger_entry e where e.organisation_id = $1
    and ${behind(["e.organisation_id", "e.id"], ["$1", "$2"])} order by e.id desc limit $3`,
);
const OPEN_DRAW = row("fair_draw d", {
  id: uuid<DrawId>(),
  serverSeedHash: text(),
  createdAt: time(),
  expiresAt: time(),
});
const OPEN = statement(
  "open-fair-draws",
  `select ${OPEN_DRAW.columns} from fair_draw d
    where d.organisation_id = $1 and d.revealed_at is null and d.expires_at > $2 order by d.expires_at, d.id limit $3`,
);

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
    const [row] = await this.db.read(USAGE, [organisationId], "current");
    // An organisation without deposits has no row.
    return row ? USED.record(row) : { draws: 0, costCents: 0, balanceCents: 0 };
  }

  async ledger(organisationId: OrganisationId, limit: number): Promise<DrawLedgerEntry[]> {
    const rows = await this.db.read(LEDGER, [organisationId, limit], "current");
    return rows.map(ENTRY.record);
  }

  async listLedger(organisationId: OrganisationId, page: Page): Promise<ListedLedgerEntry[]> {
    const rows = await this.db.read(LIST_LEDGER, [organisationId, page.after, page.limit], "current");
    return rows.map(LISTED.record);
  }

  async open(organisationId: OrganisationId, now: Date, limit: number): Promise<OpenDraw[]> {
    const rows = await this.db.read(OPEN, [organisationId, now, limit], "current");
    return rows.map(OPEN_DRAW.record);
  }
}

/** Returns the encryption purpose: a seed opens only as that of its draw. */
function purposeOf(drawId: DrawId): string {
  return `fair-draw ${drawId}`;
}
