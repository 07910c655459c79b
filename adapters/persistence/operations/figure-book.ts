import {
  FigureBook,
  type FigureMember,
  type FigurePart,
  type FigurePartId,
  type FigureQuery,
  type PlacedFigures,
  type Uncounted,
} from "../../../ports/operations/figures.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { LotRow } from "../entities/lots.ts";
import { AffiliateRow, RailAccountRow } from "../entities/organisations.ts";
import { int4, int8, relation, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const FIGURES = relation("f", {
  place: int4(),
  partId: int8<FigurePartId>(),
  currency: text(),
  orders: int8(),
  tickets: int8(),
  gross: int8(),
  refunds: int8(),
  refunded: int8(),
  disputes: int8(),
  disputed: int8(),
  sessions: int8(),
  converted: int8(),
  otherTaken: int8(),
  otherRefunded: int8(),
});
const READ = statement(
  "read-figures",
  `select ${FIGURES.columns} from figures_of($1, $2, $3, $4, $5) f order by f.place, f.part_id, f.currency`,
);

/** A competition `l`, a rail account `a` and an affiliate `f`, as members of a part. */
const COMPETITION = selection(LotRow, "l", ["id"], { name: "title", key: text({ sql: "l.id::text" }) });
const RAIL = selection(RailAccountRow, "a", ["id"], {
  name: "provider",
  key: text({ sql: "a.kind || '/' || a.provider" }),
});
const AFFILIATE = selection(AffiliateRow, "f", ["id", "name"], { key: "code" });

const UNCOUNTED = relation("u", { organisationId: int8<OrganisationId>(), lotId: int8<LotId>().orNull });
const FIND = statement("find-uncounted", `select ${UNCOUNTED.columns} from uncounted($1) u`);
const COUNT_SALES = statement("count-sales", "select count_sales($1, $2, $3) as counted");
const COUNT_REFUNDS = statement("count-refunds", "select count_refunds($1, $2) as counted");

const RECENT = { freshness: "recent" } as const;

export class PostgresFigureBook extends Store implements FigureBook {
  static readonly as = FigureBook;

  async read(
    organisationId: OrganisationId,
    { part, partId, starts, until }: FigureQuery,
  ): Promise<PlacedFigures[]> {
    const rows = await this.db.read(READ, [organisationId, part, partId, starts, until], "recent");
    return rows.map((row) => {
      const { place, ...figures } = FIGURES.record(row);
      return { ...figures, place: place - 1 };
    });
  }

  async members(
    organisationId: OrganisationId,
    part: Exclude<FigurePart, "all">,
    ids: readonly FigurePartId[],
  ): Promise<FigureMember[]> {
    if (ids.length === 0) return [];
    const id = [...ids] as never[];
    if (part === "competition") return this.db.of(organisationId, COMPETITION).list({ id }, RECENT);
    if (part === "rail") return this.db.of(organisationId, RAIL).list({ id }, RECENT);
    return this.db.of(organisationId, AFFILIATE).list({ id }, RECENT);
  }

  async uncounted(limit: number): Promise<Uncounted[]> {
    return (await this.db.query(FIND, [limit])).map((row) => UNCOUNTED.record(row));
  }

  async count({ organisationId, lotId }: Uncounted, limit: number): Promise<number> {
    const [row] = await (lotId === null
      ? this.db.query<{ counted: number }>(COUNT_REFUNDS, [organisationId, limit])
      : this.db.query<{ counted: number }>(COUNT_SALES, [organisationId, lotId, limit]));
    return row!.counted;
  }
}
