import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const page = await readFile(new URL("../../../docs/decisions.md", import.meta.url), "utf8");
const [index, ...groups] = page.split(/^## /m).slice(1);
const decisions = groups.flatMap((group) =>
  [...group.matchAll(/^### (D(\d+) .+)\n\n\*(\d{4}-\d\d-\d\d)\*\n\n/gm)].map(([, title, number]) => ({
    title: title!,
    number: Number(number),
  })),
);

it("every decision has a number of its own, a title and a date", () => {
  expect(decisions.length).toBe(page.match(/^### /gm)!.length);
  // Numbers are given out before their decisions are written: one may be missing, and none is there twice.
  expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
});

it("the index has every decision in the order of the page, below the name of its group", () => {
  const listed = [...index!.matchAll(/^- \[(D\d+ .+)\]\(#[^)]+\)$/gm)].map(([, title]) => title);
  expect(listed).toEqual(decisions.map(({ title }) => title));
  const names = [...index!.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, name]) => name);
  expect(names).toEqual(groups.map((group) => group.split("\n", 1)[0]));
});
