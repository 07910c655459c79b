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
import { int4, int8, relation, text } from "../statements/selection.ts";
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

const MEMBER = relation("x", { id: int8<FigurePartId>(), name: text(), key: text() });
const MEMBERS = {
  competition: statement(
    "competitions-of-figures",
    `select ${MEMBER.columns} from (
       select l.id, l.title as name, l.id::text as key from lot l where l.organisation_id = $1 and l.id = any($2)
     ) x`,
  ),
  rail: statement(
    "rails-of-figures",
    `select ${MEMBER.columns} from (
       select a.id, a.provider as name, a.kind || '/' || a.provider as key from rail_account a
       where a.organisation_id = $1 and a.id = any($2)
     ) x`,
  ),
  affiliate: statement(
    "affiliates-of-figures",
    `select ${MEMBER.columns} from (
       select f.id, f.name, f.code as key from affiliate f where f.organisation_id = $1 and f.id = any($2)
     ) x`,
  ),
} as const;

const UNCOUNTED = relation("u", { organisationId: int8<OrganisationId>(), lotId: int8<LotId>().orNull });
const FIND = statement("find-uncounted", `select ${UNCOUNTED.columns} from uncounted($1) u`);
const COUNT_SALES = statement("count-sales", "select count_sales($1, $2, $3) as counted");
const COUNT_REFUNDS = statement("count-refunds", "select count_refunds($1, $2) as counted");

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
    const rows = await this.db.read(MEMBERS[part], [organisationId, ids], "recent");
    return rows.map((row) => MEMBER.record(row));
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
