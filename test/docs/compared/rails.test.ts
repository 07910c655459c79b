import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { declaredRails } from "../../../tools/documents/unconnected.ts";

it("every provider has a page, which the list of documents links", async () => {
  const list = await readFile(new URL("../../../docs/README.md", import.meta.url), "utf8");
  const real = (await declaredRails()).filter(({ simulated }) => !simulated);
  for (const provider of new Set(real.map((rail) => rail.provider))) {
    expect(list).toContain(`(rails/${provider}.md)`);
    const page = new URL(`../../../docs/rails/${provider}.md`, import.meta.url);
    expect(await readFile(page, "utf8")).toMatch(/^# /);
  }
});
