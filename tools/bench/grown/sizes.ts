import type { Pool } from "pg";

const SIZES = `
  select coalesce(p.relname, c.relname) as name, sum(c.reltuples)::float8 as rows, sum(pg_table_size(c.oid))::float8 as bytes,
    sum(pg_indexes_size(c.oid))::float8 as indexes
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1
  order by sum(pg_total_relation_size(c.oid)) desc`;
/** Smaller ones are left out. */
const SHOWN_BYTES = 10e6;

/** Returns the sizes of a database's largest tables, in Markdown. The database must have been analyzed. */
export async function sizesOf(database: Pool): Promise<string> {
  const { rows } = await database.query<{ name: string; rows: number; bytes: number; indexes: number }>(
    SIZES,
  );
  const mb = (bytes: number) => Math.round(bytes / 1e6).toLocaleString("en");
  const all = rows.reduce((sum, { bytes, indexes }) => sum + bytes + indexes, 0);
  return [
    "| table | rows | MB | its indexes, MB | bytes a row, in all |",
    "|---|--:|--:|--:|--:|",
    ...rows
      .filter(({ bytes, indexes }) => bytes + indexes >= SHOWN_BYTES)
      .map(
        ({ name, rows: count, bytes, indexes }) =>
          `| ${name} | ${Math.round(count).toLocaleString("en")} | ${mb(bytes)} | ${mb(indexes)} | ${Math.round((bytes + indexes) / count)} |`,
      ),
    `| all | | | ${mb(all)} in all | |`,
  ].join("\n");
}
