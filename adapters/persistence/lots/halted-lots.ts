import { HaltedLots } from "../../../ports/lots/halted-lots.ts";
import type { Page } from "../../../ports/page.ts";
import type { HaltedLot } from "../../../src/recovery/halted-lot.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { LotStockRow } from "../entities/lots.ts";
import { flag, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const HALTED = selection(
  LotStockRow,
  "s",
  ["sold", "held", "maxTickets"],
  {
    id: "lotId",
    title: text({ sql: "l.title" }),
    status: text<LotStatus>({ sql: "l.status" }),
    endAt: time({ sql: "l.end_at" }),
    committed: flag({
      sql: `exists (
        select 1 from lot_commitment k where k.organisation_id = s.organisation_id and k.lot_id = s.lot_id
          and k.voided_at is null and k.confirmed_at is not null
      )`,
    }),
    haltedAt: time({ sql: "l.halted_at" }).orNull,
  },
  { l: "lot" },
);
const RESUME = statement("resume-lot", "select resume_lot($1, $2, $3, $4) as outcome");

type Resumed = "resumed" | "not_halted" | "no_room" | "missing";

export class PostgresHaltedLots extends Store implements HaltedLots {
  static readonly as = HaltedLots;

  list(organisationId: OrganisationId, page: Page): Promise<HaltedLot[]> {
    const where = { "l.haltedAt": { $ne: null } };
    return this.db.of(organisationId, HALTED).page(page, where, { by: "lotId", freshness: "current" });
  }

  byId(organisationId: OrganisationId, id: LotId): Promise<HaltedLot | null> {
    return this.db.of(organisationId, HALTED).one({ lotId: id });
  }

  async resume(
    organisationId: OrganisationId,
    id: LotId,
    { highestTold, now }: { readonly highestTold: number; readonly now: Date },
  ): Promise<Resumed> {
    const [row] = await this.db.retrying<{ outcome: Resumed }>(RESUME, [
      organisationId,
      id,
      highestTold,
      now,
    ]);
    return row!.outcome;
  }
}
