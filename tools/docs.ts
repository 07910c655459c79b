/** Writes the generated pages and documents of docs/. */
import { mkdir, writeFile } from "node:fs/promises";
import { references } from "./documents/reference.ts";

for (const [file, text] of await references()) {
  const address = new URL(`../docs/${file}`, import.meta.url);
  await mkdir(new URL(".", address), { recursive: true });
  await writeFile(address, text);
  console.log(`wrote docs/${file}`);
}
