import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ask } from "../../../test/support/builders/books.ts";
import { createDatabase } from "../../../test/support/database/database.ts";
import { THIS_BUILD } from "./build.ts";
import { dumpSchema } from "./schema-dump.ts";
import { opened } from "../../../test/support/opened.ts";

const { migrations, functions } = THIS_BUILD;

let dump: string;
const database = opened(createDatabase);
beforeAll(async () => {
  dump = await dumpSchema(database.url);
});

it("schema.sql is the migrations' result (else run: npm run schema)", async () => {
  expect(dump).toBe(await readFile(new URL("../schema.sql", import.meta.url), "utf8"));
});

it("every function of the database is in the file of its name, and every file's functions are in the database", async () => {
  const inDatabase = await ask<{ name: string; body: string }>(
    database.url,
    `select proname as name, prosrc as body from pg_proc
     where pronamespace = 'public'::regnamespace order by proname collate "C", pronargs`,
  );
  const created = /^create (?:or replace )?function (\w+)/gm;
  const inFiles = functions.flatMap(({ text }) => [...text.matchAll(created)].map(([, name]) => name));
  expect(inFiles).toEqual(inDatabase.map(({ name }) => name));
  for (const { name, body } of inDatabase) {
    const { text } = functions.find((file) => file.name === name)!;
    expect(text).toContain(`$$${body}$$`);
  }
});

it("a function's file has a unique name, its contract first, and only statements that create it", () => {
  const names = functions.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(globSync("../functions/**/*.sql", { cwd: import.meta.dirname })).toHaveLength(names.length);
  for (const { name, text } of functions) {
    const statement = String.raw`create or replace function ${name}\((?:(?!\$\$|;).)*\$\$(?:(?!\$\$).)*\$\$;\n`;
    expect(text).toMatch(new RegExp(String.raw`^(?:(?:--[^\n]*\n)+${statement}\n?)+$`, "s"));
  }
});

it("migrations are listed, and have consecutive numbers, from 0001", () => {
  const files = globSync("../migrations/[0-9]*.ts", { cwd: import.meta.dirname });
  expect(migrations.map(({ name }) => name)).toEqual(files.map((file) => basename(file, ".ts")).sort());
  const numbers = migrations.map(({ name }) => name.slice(0, 5));
  expect(numbers).toEqual(migrations.map((_, index) => `${String(index + 1).padStart(4, "0")}-`));
});
