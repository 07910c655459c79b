import type { Database } from "../database/database.ts";
import { CellRow } from "../entities/operations.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** The most organisations of one cell. 36 cells have ids below 2^31, the limit of deposit addresses. */
const IDS_A_CELL = 50_000_000;

const CELL = selection(CellRow, "c", ["number"]);
// One of several simultaneous first starts decides, and the others compare.
const LOCK = statement("lock-cell", "lock table cell in share row exclusive mode");
const NUMBER_ORGANISATIONS = statement(
  "number-organisations-of-cell",
  `select setval('organisation_id_seq', greatest(last_value, $1::bigint)) from organisation_id_seq where $1::bigint > 0`,
);

/**
 * Returns the cell of this database. The first start writes it, and sets a range of organisation ids that no other cell
 * uses. Repeating it is safe, also simultaneously.
 */
export async function cellOf(db: Database, configured: number): Promise<number> {
  return db.run(async () => {
    await db.query(LOCK);
    const known = await db.rows(CELL).one({});
    if (known) return known.number;
    await db.rows(CellRow).add({ number: configured });
    await db.query(NUMBER_ORGANISATIONS, [configured * IDS_A_CELL]);
    return configured;
  });
}
