import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TABLES } from "./tables.ts";

it("says of every table of the database how it grows", () => {
  const schema = readFileSync(
    new URL("../../../../adapters/persistence/schema.sql", import.meta.url),
    "utf8",
  );
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \((?:.|\n)*?^\)(.*);/gm)]
    .filter(([, , rest]) => !rest!.includes("partition of"))
    .map(([, name]) => name!);
  expect(Object.keys(TABLES).toSorted()).toEqual(tables.toSorted());
});
