import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { references } from "../../../tools/documents/reference.ts";

it("the generated pages and documents say what the code says (else run: npm run docs)", async () => {
  for (const [file, text] of await references()) {
    const written = await readFile(new URL(`../../../docs/${file}`, import.meta.url), "utf8").catch(() => "");
    expect(written, `docs/${file}`).toBe(text);
  }
});
