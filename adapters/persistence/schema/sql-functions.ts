import { createHash } from "node:crypto";
import type { Client } from "pg";

/** One file of `functions/`: the overloads of one name, each as `create or replace function`. */
export interface SqlFunction {
  readonly name: string;
  readonly text: string;
  /** The hash of the text as UTF-8, in hex. */
  readonly sha256: string;
}

export function sqlFunction(name: string, text: string): SqlFunction {
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** Returns the overloads' bodies, which PostgreSQL stores unchanged. */
export function functionBodies({ text }: SqlFunction): string[] {
  return [...text.matchAll(/\$\$(.*?)\$\$/gs)].map(([, body]) => body!);
}

/**
 * Returns the functions whose text here was applied once and then replaced by another build: this build is the older
 * one. Empty for a database without functions.
 */
export async function replacedByAnotherBuild(
  client: Client,
  functions: readonly SqlFunction[],
): Promise<string[]> {
  const { rows: exists } = await client.query("select to_regclass('sql_function') is not null as yes");
  if (!exists[0].yes) return [];
  const { rows } = await client.query<{ name: string }>(
    `select f.name from sql_function f join unnest($1::text[], $2::text[]) as own (name, sha256)
       on own.name = f.name and own.sha256 = f.sha256
     where f.replaced_at is not null order by f.name`,
    [functions.map(({ name }) => name), functions.map(({ sha256 }) => sha256)],
  );
  return rows.map(({ name }) => name);
}

/**
 * Creates or replaces every function with another text. In the caller's transaction other processes see the former
 * functions or these, and its lock keeps other starts away. Repeating it changes nothing.
 */
export async function applyFunctions(client: Client, functions: readonly SqlFunction[]): Promise<void> {
  // A missing function is created again, even if its hash is stored.
  const { rows } = await client.query<{ name: string; sha256: string }>(
    `select f.name, f.sha256 from sql_function f where f.replaced_at is null and exists (
       select from pg_proc p where p.proname = f.name and pg_function_is_visible(p.oid)
     )`,
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = functions.filter(({ name, sha256 }) => applied.get(name) !== sha256);
  if (changed.length === 0) return;
  await client.query("set local check_function_bodies = off");
  for (const { text } of changed) await client.query(text);
  const names = changed.map(({ name }) => name);
  await client.query(
    "update sql_function set replaced_at = clock_timestamp() where name = any($1) and replaced_at is null",
    [names],
  );
  await client.query(
    `insert into sql_function (name, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (name, sha256) do update set replaced_at = null`,
    [names, changed.map(({ sha256 }) => sha256)],
  );
}
