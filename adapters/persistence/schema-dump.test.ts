import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "../../test/setup/database.ts";
import { ENTITIES } from "./entities.ts";
import { dumpSchema } from "./schema-dump.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let dump: string;
beforeAll(async () => {
  database = await createDatabase();
  dump = await dumpSchema(database.url);
});
afterAll(() => database.drop());

it("schema.sql is what the migrations make (else run: npm run schema)", async () => {
  expect(dump).toBe(await readFile(new URL("./schema.sql", import.meta.url), "utf8"));
});

it("every entity's property is a column", () => {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  for (const entity of ENTITIES) {
    const table = entity.meta.tableName;
    const definition = new RegExp(`create table ${table} \\(([^;]*)\\);`).exec(dump)?.[1];
    for (const property of Object.keys(entity.meta.properties)) {
      expect(definition, `${table}.${property}`).toMatch(new RegExp(`^  ${snake(property)} `, "m"));
    }
  }
});
