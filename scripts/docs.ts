/** Writes the generated pages and documents of docs/. */
import { writeFile } from "node:fs/promises";
import { references } from "./documents/reference.ts";

for (const [file, text] of await references()) {
  await writeFile(new URL(`../docs/${file}`, import.meta.url), text);
  console.log(`wrote docs/${file}`);
}
