/**
 * Writes the documents of two APIs as types: test/generated/partner-api.d.ts, as a partner would generate them, and those
 * of the operator interface for the console.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";

const ROOT = new URL("../../", import.meta.url);

interface Typed {
  readonly document: string;
  readonly types: string;
  /** true: examples become comments. */
  readonly examples: boolean;
}

export const CLIENT_TYPES: readonly Typed[] = [
  { document: "docs/openapi.json", types: "test/generated/partner-api.d.ts", examples: true },
  { document: "docs/openapi-admin.json", types: "web/console/generated/admin-api.d.ts", examples: false },
];

export async function clientTypes({ document, examples }: Typed): Promise<string> {
  const text = await readFile(new URL(document, ROOT), "utf8");
  const described = JSON.parse(text, (name, value: unknown) =>
    name === "example" && !examples ? undefined : value,
  ) as OpenAPI3;
  // A member with a default may be left out of a request.
  const nodes = await openapiTypescript(described, { defaultNonNullable: false });
  return `// Written by \`npm run client-types\` from ${document}.\n\n${astToString(nodes)}`;
}

if (import.meta.main) {
  for (const typed of CLIENT_TYPES) {
    const file = new URL(typed.types, ROOT);
    await mkdir(new URL(".", file), { recursive: true });
    await writeFile(file, await clientTypes(typed));
    console.log(`wrote ${typed.types}`);
  }
}
