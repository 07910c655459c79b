import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { artefacts } from "./artefact.ts";

it("the committed code of the contracts is what their sources compile to (else run: npm run contracts)", async () => {
  for (const [file, text] of await artefacts()) {
    expect(await readFile(file, "utf8").catch(() => ""), file.pathname).toBe(text);
  }
});
