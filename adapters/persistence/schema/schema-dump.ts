import { Client } from "pg";

/** Tables with their options, and columns with type, storage, default and nullability, in their order. */
const COLUMNS = `
  select c.relname as table_name, c.relpersistence = 'u' as unlogged, array_to_string(c.reloptions, ', ') as options,
    case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partition_key,
    a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
    a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as default_value,
    case when a.attstorage <> t.typstorage
      then case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
    end as storage
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'migration'
  order by c.relname, a.attnum`;
const PARTITIONS = `
  select inhparent::regclass::text as table_name, relname || ' ' || pg_get_expr(relpartbound, c.oid)
      || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as definition
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by inhparent::regclass::text, relname`;
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
const TRIGGERS = `
  select tgrelid::regclass::text as table_name, pg_get_triggerdef(oid) as definition from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  order by 1, tgname`;
/** Their texts stand in functions/. */
const FUNCTIONS = `
  select proname || '(' || pg_get_function_arguments(oid) || ') returns ' || pg_get_function_result(oid) as signature
  from pg_proc where pronamespace = 'public'::regnamespace
  order by proname, oid::regprocedure::text`;

/**
 * The schema as reviewable text, by catalogue queries: there is no pg_dump beside the embedded server. Of functions it
 * has the signatures.
 */
export async function dumpSchema(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const columns = (await client.query(COLUMNS)).rows;
    const partitions = (await client.query(PARTITIONS)).rows;
    const constraints = (await client.query(CONSTRAINTS)).rows;
    const indexes = (await client.query(INDEXES)).rows;
    const triggers = (await client.query(TRIGGERS)).rows;
    const functions = (await client.query(FUNCTIONS)).rows;
    const tables = [...new Set(columns.map((column) => column.table_name as string))].map((table) => {
      const own = columns.filter((column) => column.table_name === table);
      const lines = own.map((column) => {
        const identity = column.identity ? " generated always as identity" : "";
        const storage = column.storage === null ? "" : ` storage ${column.storage}`;
        const fallback = column.default_value === null ? "" : ` default ${column.default_value}`;
        const type = `${column.type}${storage}${column.not_null ? " not null" : ""}`;
        return `  ${column.column_name} ${type}${identity}${fallback}`;
      });
      const rules = constraints
        .filter((constraint) => constraint.table_name === table)
        .map((constraint) => `  constraint ${constraint.conname} ${constraint.definition}`);
      const kept = [...indexes, ...triggers]
        .filter((each) => each.table_name === table)
        .map((each) => `${each.definition};`);
      const parts = partitions
        .filter((partition) => partition.table_name === table)
        .map(({ definition }) => `-- partition ${definition}`);
      const create = own[0].unlogged ? "create unlogged table" : "create table";
      const options = own[0].options === null ? "" : ` with (${own[0].options})`;
      const divided = own[0].partition_key === null ? "" : ` partition by ${own[0].partition_key}`;
      const end = `)${divided}${options};`;
      return [`${create} ${table} (`, [...lines, ...rules].join(",\n"), end, ...parts, ...kept].join("\n");
    });
    const head = "-- Written by `npm run schema` from the migrated database. Change it by a migration.";
    const signatures = functions.map((row) => `-- ${row.signature}`).join("\n");
    const texts = `-- Functions, whose texts stand in functions/:\n${signatures}`;
    return `${[head, ...tables, texts].join("\n\n")}\n`;
  } finally {
    await client.end();
  }
}
