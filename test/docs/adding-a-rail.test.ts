import { glob, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** Lines without their indentation. */
const flat = (text: string) => text.replaceAll(/^ +/gm, "").trim();

it("the page on adding a rail shows the example as it is", async () => {
  const page = await readFile(new URL("docs/adding-a-rail.md", ROOT), "utf8");
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => flat(block!));
  const files: string[] = [];
  for await (const file of glob("rails/example/**/*.ts", { cwd: ROOT }))
    files.push(flat(await readFile(new URL(file, ROOT), "utf8")));
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter((block) => !files.some((file) => file.includes(block)))).toEqual([]);
});
