import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

it("the glossary explains each word once", async () => {
  const page = await readFile(new URL("../../../docs/glossary.md", import.meta.url), "utf8");
  const words = [...page.matchAll(/^\| ([^|]+) \|[^|]*\|[^|]*\|$/gm)]
    .flatMap(([, cell]) => cell!.split(", "))
    .map((word) => word.replace(/ \(.*\)$/, ""))
    .filter((word) => word !== "word");
  expect(words.length).toBeGreaterThan(80);
  expect(words.filter((word, position) => words.indexOf(word) !== position)).toEqual([]);
});
