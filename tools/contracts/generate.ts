/** Writes adapters/chain/generated from contracts/. */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { artefacts } from "./artefact.ts";

for (const [file, text] of await artefacts()) {
  await mkdir(new URL("./", file), { recursive: true });
  await writeFile(file, text);
  console.log(`wrote ${fileURLToPath(file)}`);
}
