import type { Database } from "../database/database.ts";
import { statement } from "../statements/statement.ts";

/** Organisations of one cell at most. Those of 36 cells have ids below 2^31, where their deposit addresses end. */
const IDS_A_CELL = 50_000_000;

// Of several simultaneous first starts one decides, and the others compare.
const LOCK = statement("lock-cell", "lock table cell in share row exclusive mode");
const READ = statement("cell", "select number from cell");
const MARK = statement("mark-cell", "insert into cell (number) values ($1)");
const NUMBER_ORGANISATIONS = statement(
  "number-organisations-of-cell",
  `select setval('organisation_id_seq', greatest(last_value, $1::bigint)) from organisation_id_seq where $1::bigint > 0`,
);

/**
 * Whether this database is that of the cell. The first start says so, and lets organisations be numbered from where no
 * other cell numbers them. Repeating it is safe, and so is doing it at once.
 * @returns the cell whose database it is
 */
export async function cellOf(db: Database, configured: number): Promise<number> {
  return db.run(async () => {
    await db.query(LOCK);
    const [known] = await db.query<{ number: number }>(READ);
    if (known) return known.number;
    await db.query(MARK, [configured]);
    await db.query(NUMBER_ORGANISATIONS, [configured * IDS_A_CELL]);
    return configured;
  });
}
