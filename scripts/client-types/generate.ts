/** Writes test/generated/partner-api.d.ts: docs/openapi.json as types, as a partner would generate them. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";

export const CLIENT_TYPES = new URL("../../test/generated/partner-api.d.ts", import.meta.url);
const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);

const HEADER = "// Written by `npm run client-types` from docs/openapi.json.\n\n";

export async function clientTypes(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, "utf8")) as OpenAPI3;
  // A member with a default may be left out of a request.
  const nodes = await openapiTypescript(document, { defaultNonNullable: false });
  return HEADER + astToString(nodes);
}

if (import.meta.main) {
  await mkdir(new URL(".", CLIENT_TYPES), { recursive: true });
  await writeFile(CLIENT_TYPES, await clientTypes());
  console.log("wrote test/generated/partner-api.d.ts");
}
