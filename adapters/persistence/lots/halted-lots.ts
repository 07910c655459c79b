import { HaltedLots } from "../../../ports/lots/halted-lots.ts";
import type { Page } from "../../../ports/page.ts";
import type { HaltedLot } from "../../../src/recovery/halted-lot.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { flag, int4, int8, row, text, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { STOCKED } from "./lot-row.ts";
import { Store } from "../database/store.ts";

const HALTED = row("lot l", {
  id: int8<LotId>(),
  title: text(),
  status: text<LotStatus>(),
  sold: int4({ sql: "s.sold" }),
  held: int4({ sql: "s.held" }),
  maxTickets: int4({ sql: "s.max_tickets" }),
  endAt: time(),
  committed: flag({
    sql: `exists (
      select 1 from lot_commitment k where k.organisation_id = l.organisation_id and k.lot_id = l.id
        and k.voided_at is null and k.confirmed_at is not null
    )`,
  }),
  haltedAt: time().orNull,
});
const LIST = statement(
  "list-halted-lots",
  `
    select ${HALTED.columns} from ${STOCKED}
    where l.organisation_id = $1 and l.halted_at is not null and ${behind(["l.organisation_id", "l.id"], ["$1", "$2"])}
    order by l.id desc limit $3`,
);
const BY_ID = statement(
  "halted-lot-by-id",
  `select ${HALTED.columns} from ${STOCKED} where l.organisation_id = $1 and l.id = $2`,
);
const RESUME = statement("resume-lot", "select resume_lot($1, $2, $3, $4) as outcome");

type Resumed = "resumed" | "not_halted" | "no_room" | "missing";

export class PostgresHaltedLots extends Store implements HaltedLots {
  static readonly as = HaltedLots;

  async list(organisationId: OrganisationId, page: Page): Promise<HaltedLot[]> {
    const rows = await this.db.read(LIST, [organisationId, page.after, page.limit], "current");
    return rows.map(HALTED.record);
  }

  async byId(organisationId: OrganisationId, id: LotId): Promise<HaltedLot | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? HALTED.record(row) : null;
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
