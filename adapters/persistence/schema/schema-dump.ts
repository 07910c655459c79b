import { Client } from "pg";

// PostgreSQL's catalogue of the schema in which unqualified names are made, without objects of extensions.

const HERE = "current_schema()::regnamespace";
const OF_NO_EXTENSION = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const TABLES = `
  select c.oid, c.relname, c.relpersistence, c.reloptions from pg_class c
  where c.relnamespace = ${HERE} and c.relkind in ('r', 'p') and not c.relispartition
    and ${OF_NO_EXTENSION("pg_class", "c.oid")}`;
/** A name as PostgreSQL writes it in a statement. */
const UNQUALIFIED = (definition: string) =>
  `regexp_replace(${definition}, ' ON (ONLY )?' || quote_ident(current_schema()) || '\\.', ' ON \\1')`;

/** Tables with their options, and columns with type, collation, storage, default and nullability, in their order. */
const COLUMNS = `
  with tables as (${TABLES})
  select c.relname as table_name, c.relpersistence = 'u' as unlogged, array_to_string(c.reloptions, ', ') as options,
    pg_get_partkeydef(c.oid) as partitioned_by, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as not_null,
    case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity, a.attgenerated <> '' as generated,
    pg_get_expr(d.adbin, d.adrelid) as default_value,
    case when a.attcollation <> t.typcollation
      then (select quote_ident(l.collname) from pg_collation l where l.oid = a.attcollation)
    end as collation,
    case when a.attstorage <> t.typstorage
      then case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end
    end as storage
  from tables c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  order by c.relname, a.attnum`;
/** A partition shares all else with its table. */
const PARTITIONS = `
  with tables as (${TABLES})
  select c.relname as table_name, p.relname || ' ' || pg_get_expr(p.relpartbound, p.oid)
    || coalesce(' with (' || array_to_string(p.reloptions, ', ') || ')', '') as definition, false as disabled
  from tables c join pg_inherits i on i.inhparent = c.oid join pg_class p on p.oid = i.inhrelid and p.relispartition
  order by c.relname, p.relname`;
/** A constraint's triggers may be disabled. */
const CONSTRAINTS = `
  with tables as (${TABLES})
  select c.relname as table_name, k.conname, pg_get_constraintdef(k.oid) as definition,
    exists (select from pg_trigger t where t.tgconstraint = k.oid and t.tgenabled = 'D') as disabled
  from tables c join pg_constraint k on k.conrelid = c.oid and k.contype <> 'n'
  order by c.relname, k.contype desc, k.conname`;
const INDEXES = `
  with tables as (${TABLES})
  select c.relname as table_name, ${UNQUALIFIED("pg_get_indexdef(i.indexrelid)")} as definition,
    not i.indisvalid as disabled
  from tables c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
  where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname, x.relname`;
const TRIGGERS = `
  with tables as (${TABLES})
  select c.relname as table_name, ${UNQUALIFIED("pg_get_triggerdef(t.oid)")} as definition, t.tgenabled = 'D' as disabled
  from tables c join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
  order by c.relname, t.tgname`;
const VIEWS = `
  select c.relname as name from pg_class c
  where c.relnamespace = ${HERE} and c.relkind in ('v', 'm', 'f') and ${OF_NO_EXTENSION("pg_class", "c.oid")}
  order by 1`;
/** Composite types and domains. The names of a domain's checks are PostgreSQL's. */
const TYPES = `
  select 'create ' || case t.typtype when 'd' then 'domain ' else 'type ' end || quote_ident(t.typname) || ' as '
    || case t.typtype
      when 'd' then format_type(t.typbasetype, t.typtypmod) || case when t.typnotnull then ' not null' else '' end
        || coalesce((select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname)
          from pg_constraint k where k.contypid = t.oid and k.contype = 'c'), '')
      else (select '(' || string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
        || ')' from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped)
    end || ';' as definition
  from pg_type t left join pg_class c on c.oid = t.typrelid
  where t.typnamespace = ${HERE} and (t.typtype = 'd' or c.relkind = 'c') and ${OF_NO_EXTENSION("pg_type", "t.oid")}
  order by t.typtype desc, t.typname`;
/** Functions' texts are in functions/. */
const FUNCTIONS = `
  select p.proname as name, p.prosrc as body, concat(
    p.proname, '(', pg_get_function_arguments(p.oid), ') returns ', pg_get_function_result(p.oid),
    case p.provolatile when 'i' then ' immutable' when 's' then ' stable' end,
    case when p.proisstrict then ' strict' end,
    case when p.prosecdef then ' security definer' end,
    case p.proparallel when 's' then ' parallel safe' when 'r' then ' parallel restricted' end,
    ' set ' || array_to_string(p.proconfig, ' set ')
  ) as signature
  from pg_proc p
  where p.pronamespace = ${HERE} and ${OF_NO_EXTENSION("pg_proc", "p.oid")}
  order by p.proname, p.oid::regprocedure::text`;

interface Column {
  readonly table_name: string;
  readonly unlogged: boolean;
  readonly options: string | null;
  readonly partitioned_by: string | null;
  readonly column_name: string;
  readonly type: string;
  readonly not_null: boolean;
  readonly identity: string | null;
  readonly generated: boolean;
  readonly default_value: string | null;
  readonly collation: string | null;
  readonly storage: string | null;
}

/** A part of a table. */
interface Part {
  readonly table_name: string;
  readonly definition: string;
  readonly disabled: boolean;
}

interface Found {
  readonly columns: readonly Column[];
  readonly constraints: readonly (Part & { readonly conname: string })[];
  readonly partitions: readonly Part[];
  /** Indexes and triggers. */
  readonly attached: readonly Part[];
  readonly views: readonly { readonly name: string }[];
  readonly types: readonly { readonly definition: string }[];
  readonly functions: readonly FoundFunction[];
}

interface FoundFunction {
  readonly name: string;
  readonly signature: string;
  readonly body: string;
}

/** A database's schema as in `schema.sql`, and the functions' texts, which it lacks. */
export interface SchemaDump {
  readonly text: string;
  readonly functions: readonly FoundFunction[];
}

/** Returns the schema as reviewable text. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await readSchema(client)).text;
  } finally {
    await client.end();
  }
}

/** Reads the schema by catalogue queries: the embedded server has no pg_dump, nor has a start. */
export async function readSchema(client: Client): Promise<SchemaDump> {
  const rows = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows;
  const found: Found = {
    columns: await rows(COLUMNS),
    constraints: await rows(CONSTRAINTS),
    partitions: await rows(PARTITIONS),
    attached: [...(await rows<Part>(INDEXES)), ...(await rows<Part>(TRIGGERS))],
    views: await rows(VIEWS),
    types: await rows(TYPES),
    functions: await rows(FUNCTIONS),
  };
  return { text: textOf(found), functions: found.functions };
}

function textOf({ columns, constraints, partitions, attached, views, types, functions }: Found): string {
  const tables = [...Map.groupBy(columns, (column) => column.table_name)].map(([table, own]) => {
    const { unlogged, options, partitioned_by: key } = own[0]!;
    const lines = [
      ...own.map((column) => `  ${columnLine(column)}`),
      ...constraints
        .filter((each) => each.table_name === table)
        .map((each) => `  constraint ${each.conname} ${each.definition}${noteOf(each)}`),
    ];
    const create = unlogged ? "create unlogged table" : "create table";
    const end = `)${key === null ? "" : ` partition by ${key}`}${options === null ? "" : ` with (${options})`};`;
    const after = [
      ...partitions
        .filter((each) => each.table_name === table)
        .map(({ definition }) => `-- partition ${definition}`),
      ...attached
        .filter((each) => each.table_name === table)
        .map((each) => `${each.definition}${noteOf(each)};`),
    ];
    return [`${create} ${table} (`, lines.join(",\n"), end, ...after].join("\n");
  });
  const head = "-- Written by `npm run schema` from the migrated database. Change it by a migration.";
  const signatures = functions.map(({ signature }) => `-- ${signature}`).join("\n");
  const texts = `-- Functions, with their texts in functions/:\n${signatures}`;
  const kinds = types.map(({ definition }) => definition).join("\n");
  return `${[head, kinds, ...tables, ...views.map(({ name }) => `create view ${name};`), texts].join("\n\n")}\n`;
}

function columnLine(column: Column): string {
  const { column_name: name, type, storage, collation, default_value: value } = column;
  return [
    `${name} ${type}`,
    collation === null ? "" : ` collate ${collation}`,
    storage === null ? "" : ` storage ${storage}`,
    column.not_null ? " not null" : "",
    column.identity === null ? "" : ` generated ${column.identity} as identity`,
    value === null ? "" : column.generated ? ` generated always as ${value}` : ` default ${value}`,
  ].join("");
}

/** Marks a disabled part. */
function noteOf({ disabled }: Part): string {
  return disabled ? " /* disabled */" : "";
}
