import { Client } from "pg";

/** Columns with type, default and nullability, in their order. */
const COLUMNS = `
  select c.relname as table_name, c.relpersistence = 'u' as unlogged, a.attname as column_name,
    format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null, a.attidentity <> '' as identity,
    pg_get_expr(d.adbin, d.adrelid) as default_value
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
  order by c.relname, a.attnum`;
const CONSTRAINTS = `
  select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    and conrelid::regclass::text <> 'migration'
  order by 1, contype desc, conname`;
const INDEXES = `
  select i.tablename as table_name, i.indexdef as definition from pg_indexes i
  where i.schemaname = 'public' and i.tablename <> 'migration'
    and not exists (select 1 from pg_constraint k where k.conname = i.indexname and k.contype in ('p', 'u', 'x'))
  order by 1, i.indexname`;
const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
  order by proname, oid::regprocedure::text`;

/** The whole schema as reviewable text, by catalogue queries: there is no pg_dump beside the embedded server. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const columns = (await client.query(COLUMNS)).rows;
    const constraints = (await client.query(CONSTRAINTS)).rows;
    const indexes = (await client.query(INDEXES)).rows;
    const functions = (await client.query(FUNCTIONS)).rows;
    const tables = [...new Set(columns.map((column) => column.table_name as string))].map((table) => {
      const own = columns.filter((column) => column.table_name === table);
      const lines = own.map((column) => {
        const identity = column.identity ? " generated always as identity" : "";
        const fallback = column.default_value === null ? "" : ` default ${column.default_value}`;
        return `  ${column.column_name} ${column.type}${column.not_null ? " not null" : ""}${identity}${fallback}`;
      });
      const rules = constraints
        .filter((constraint) => constraint.table_name === table)
        .map((constraint) => `  constraint ${constraint.conname} ${constraint.definition}`);
      const kept = indexes
        .filter((index) => index.table_name === table)
        .map((index) => `${index.definition};`);
      const create = own[0].unlogged ? "create unlogged table" : "create table";
      return [`${create} ${table} (`, [...lines, ...rules].join(",\n"), ");", ...kept].join("\n");
    });
    const bodies = functions.map((row) => `${(row.definition as string).trimEnd()};`);
    return `-- Written by \`npm run schema\` from the migrated database. Change it by a migration.\n\n${[...tables, ...bodies].join("\n\n")}\n`;
  } finally {
    await client.end();
  }
}
