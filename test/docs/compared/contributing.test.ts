import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);

it("the contributing page explains each npm script, and no other", async () => {
  const page = await readFile(new URL("docs/contributing.md", ROOT), "utf8");
  const { scripts } = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
  const [, section] = /^## npm scripts\n([\s\S]*?)^## /m.exec(page)!;
  const cells = [...section!.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!).join();
  const named = [...cells.matchAll(/`([a-z:-]+)`/g)].map(([, name]) => name!);
  const inText = [...section!.matchAll(/`(test:only)`/g)].map(([, name]) => name!);
  expect([...named, ...inText].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

it("each package script that a page runs exists", async () => {
  const page = await readFile(new URL("docs/contributing.md", ROOT), "utf8");
  const { scripts } = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
  const run = [...page.matchAll(/`npm run ([\w:-]+)`/g)].map(([, name]) => name!);
  expect(run.length).toBeGreaterThan(5);
  expect(run.filter((name) => !(name in scripts))).toEqual([]);
});
