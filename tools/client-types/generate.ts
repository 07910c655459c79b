/**
 * Writes the documents of two APIs as types: the partner's for its clients, the operator's for the console; and the
 * declarations of the TypeScript client and the package for web pages, which are sent with them.
 */
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { type Described, pythonCalls, pythonTypes } from "./python.ts";

const ROOT = new URL("../../", import.meta.url);
const CLIENT = "clients/typescript";
const EMBED = "clients/embed";
/** Types of the functions that the service has for web pages. */
const FOR_PAGES = "web/browser/service.d.ts";
const PYTHON = "clients/python/partner_raffle";
/** Parts of the client whose types its users see. */
const DECLARED = [
  "calls",
  "draw-outcome",
  "draws",
  "events",
  "index",
  "proofs",
  "raffle-error",
  "version",
  "webhooks",
];
/** Parts of the package for web pages. */
const EMBED_DECLARED = ["index", "react", "vue"];
const IMPORT = /(?<=from ")\.{1,2}\/(?:generated\/)?([\w-]+)(?:\.d)?\.ts(?=")/g;

interface Generated {
  readonly file: string;
  readonly text: () => string | Promise<string>;
}

export const GENERATED: readonly Generated[] = [
  typesOf("docs/openapi.json", `${CLIENT}/generated/partner-api.d.ts`),
  typesOf("docs/openapi-admin.json", "web/console/generated/admin-api.d.ts", { examples: false }),
  ...DECLARED.map((part) => ({
    file: `${CLIENT}/generated/${part}.d.ts`,
    text: () => declarationsOf(`${CLIENT}/src/${part}.ts`),
  })),
  {
    file: `${EMBED}/generated/service.d.ts`,
    text: () => writtenFrom(FOR_PAGES) + readFileSync(new URL(FOR_PAGES, ROOT), "utf8"),
  },
  ...EMBED_DECLARED.map((part) => ({
    file: `${EMBED}/generated/${part}.d.ts`,
    text: () => declarationsOf(`${EMBED}/src/${part}.ts`),
  })),
  pythonOf(`${PYTHON}/types.py`, pythonTypes),
  pythonOf(`${PYTHON}/_calls.pyi`, pythonCalls),
];

function pythonOf(file: string, write: (document: Described) => string): Generated {
  const source = "docs/openapi.json";
  const text = () => {
    const document = JSON.parse(readFileSync(new URL(source, ROOT), "utf8")) as Described;
    return `# Written by \`npm run client-types\` from ${source}.\n\n${write(document)}`;
  };
  return { file, text };
}

/** Examples become comments. */
function typesOf(document: string, file: string, { examples } = { examples: true }): Generated {
  const text = async () => {
    const described = JSON.parse(await readFile(new URL(document, ROOT), "utf8"), (name, value: unknown) =>
      name === "example" && !examples ? undefined : value,
    ) as OpenAPI3;
    // A member with a default may be left out of a request.
    const nodes = await openapiTypescript(described, { defaultNonNullable: false });
    return `${writtenFrom(document)}${astToString(nodes)}`;
  };
  return { file, text };
}

/** Returns declarations for a package with all files in one folder. */
function declarationsOf(source: string): string {
  const { transpileDeclaration } = createRequire(import.meta.url)("typescript") as Compiler;
  const { outputText, diagnostics = [] } = transpileDeclaration(readFileSync(new URL(source, ROOT), "utf8"), {
    fileName: source,
    reportDiagnostics: true,
    compilerOptions: { target: 99, strict: true },
  });
  if (diagnostics.length > 0) throw new Error(`${source}: ${JSON.stringify(diagnostics[0]!.messageText)}`);
  return writtenFrom(source) + outputText.replaceAll(IMPORT, "./$1.js");
}

/** Members of the workspace's TypeScript. */
interface Compiler {
  transpileDeclaration(
    source: string,
    options: { fileName: string; reportDiagnostics: boolean; compilerOptions: object },
  ): { outputText: string; diagnostics?: { messageText: unknown }[] };
}

function writtenFrom(source: string): string {
  return `// Written by \`npm run client-types\` from ${source}.\n\n`;
}

if (import.meta.main) {
  for (const { file, text } of GENERATED) {
    const written = new URL(file, ROOT);
    await mkdir(new URL(".", written), { recursive: true });
    await writeFile(written, await text());
    console.log(`wrote ${file}`);
  }
}
