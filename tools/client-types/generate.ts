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
}

export const CLIENT_TYPES: readonly Typed[] = [
  { document: "docs/openapi.json", types: "test/generated/partner-api.d.ts" },
  { document: "docs/openapi-admin.json", types: "web/console/generated/admin-api.d.ts" },
];

export async function clientTypes({ document }: Typed): Promise<string> {
  const described = JSON.parse(await readFile(new URL(document, ROOT), "utf8")) as OpenAPI3;
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
