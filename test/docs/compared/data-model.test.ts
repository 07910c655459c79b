import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const page = await readFile(new URL("docs/data-model.md", ROOT), "utf8");
const schema = await readFile(new URL("adapters/persistence/schema.sql", ROOT), "utf8");
const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\)/gm)].map(
  ([, name, definition]) => ({ name: name!, definition: definition! }),
);
const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \| (.*) \|$/gm)];

it("the data model describes each table of the schema once, and no other", () => {
  expect(rows.map(([, name]) => name).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  expect(rows.filter(([, , row]) => row === "").map(([, name]) => name)).toEqual([]);
});

it("the diagrams of the data model have every foreign key between two tables, but those to an organisation", () => {
  const keys = tables.flatMap(({ name, definition }) =>
    [...definition.matchAll(/FOREIGN KEY \([^)]*\) REFERENCES (\w+)\(/g)]
      .map(([, target]) => target!)
      .filter((target) => target !== "organisation" && target !== name)
      .map((target) => `${target} to ${name}`),
  );
  const drawn = [...page.matchAll(/^ {2}(\w+) \|\|--o\{ (\w+) : ""$/gm)].map(
    ([, one, many]) => `${one} to ${many}`,
  );
  expect(drawn.toSorted()).toEqual([...new Set(keys)].toSorted());
});

it("each constraint, index and setting that the data model names is in the schema", () => {
  const named = rows.flatMap(([, , row, keeps]) => [
    ...`${row} ${keeps}`.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g),
  ]);
  expect(named.length).toBeGreaterThan(7);
  expect(named.map(([, name]) => name).filter((name) => !schema.includes(name!))).toEqual([]);
});
