import { readdir, readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { z } from "zod";
import {
  Candidates,
  checkFairDraw,
  FairDrawAnswer,
  FairDrawCommitment,
  readAs,
} from "../../../src/fair-draws/fair-draw-check.ts";
import { publicKeyFromSpki } from "../../../src/fair-draws/possession.ts";
import { references } from "../../../tools/documents/reference.ts";

const DOCS = new URL("../../../docs/", import.meta.url);
const pages = await references();

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { content?: { "application/json": { schema: object } } }>>;
}

/** What a page shows that an endpoint answers, by the endpoint's operationId. */
function examplesOf(text: string): Map<string, string> {
  const sections = text.split(/^## /m).map((section) => {
    const [, operation] = /^`[A-Z]+ \/[^`]*`.* · `(\w+)`$/m.exec(section) ?? [];
    return [operation, /^```json\n([\s\S]*?)^```$/m.exec(section)?.[1]] as const;
  });
  return new Map(sections.filter((one): one is readonly [string, string] => one.every(Boolean)));
}

it.each([
  ["openapi.json", /^api\/[\w-]+\.md$/],
  ["openapi-admin.json", /^api\/operator\//],
  ["openapi-public.json", /^api\/public\//],
])("the example of every answer that the pages show fits the schema of %s", (file, ofApi) => {
  const { paths, components } = JSON.parse(pages.get(file)!.replaceAll("#/components/schemas/", "")) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
  addFormats.default(ajv);
  ajv.addVocabulary(["example", "discriminator"]);
  for (const [name, schema] of Object.entries(components.schemas)) ajv.addSchema(schema, name);
  const examples = new Map(
    [...pages].filter(([name]) => ofApi.test(name)).flatMap(([, text]) => [...examplesOf(text)]),
  );

  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const shown = operations.filter(({ operationId }) => examples.has(operationId));
  expect(shown.length).toBeGreaterThan(operations.length / 2);
  for (const { operationId, responses } of shown) {
    const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2"))!;
    const valid = ajv.validate(
      answer.content!["application/json"].schema,
      JSON.parse(examples.get(operationId)!),
    );
    expect(valid, `${operationId}: ${ajv.errorsText()}`).toBe(true);
  }
});

it("the examples of fair draws are what the service takes and answers", () => {
  const text = pages.get("api/fair-draws.md")!;
  const shown = examplesOf(text);
  const sent = (operation: string): unknown => {
    const section = text.split(/^## /m).find((one) => one.includes(`\`${operation}\``))!;
    return JSON.parse(/^```http\n[\s\S]*?\n\n([\s\S]*?)^```$/m.exec(section)![1]!);
  };
  const { publicKey } = z.object({ publicKey: z.string() }).parse(sent("registerDrawKey"));
  expect(publicKeyFromSpki(publicKey)).toHaveLength(32);

  const { candidates } = z.object({ candidates: Candidates }).parse(sent("revealDraw"));
  const commitment = readAs(FairDrawCommitment, shown.get("commitDraw")!);
  const checked = checkFairDraw(readAs(FairDrawAnswer, shown.get("revealDraw")!), candidates, commitment);
  expect(checked.filter(({ passed }) => !passed)).toEqual([]);

  const { entries } = JSON.parse(shown.get("getDrawLedger")!);
  for (const { kind, amountCents, txHash, drawId } of entries)
    expect([amountCents > 0, txHash !== null, drawId !== null]).toEqual(
      kind === "deposit" ? [true, true, false] : [false, false, true],
    );
  const { draws, costCents, unitCostCents } = JSON.parse(shown.get("getDrawUsage")!);
  expect(costCents).toBe(draws * unitCostCents);
  expect(JSON.parse(shown.get("getDrawInfo")!).flow).toContain("verify");
});

it("the example of a competition's draw shows one of its two shapes", () => {
  const { data } = JSON.parse(examplesOf(pages.get("api/winners.md")!).get("getCompetitionDraw")!);
  expect([data.status, data.winner !== null, data.method]).toEqual(["drawn", true, undefined]);
});

it("every field, parameter and object of the reference pages has a type and a meaning", () => {
  const rows = [...pages]
    .filter(([file]) => file.startsWith("api/"))
    .flatMap(([file, text]) => text.split("\n").map((line) => `${file}: ${line}`))
    .filter((line) => /^[^|]+: \| `/.test(line));
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.filter((row) => /\|\s*\|/.test(row) || row.includes("undefined"))).toEqual([]);
});

it("docs/api holds the generated pages and nothing else", async () => {
  const files = await readdir(new URL("api/", DOCS), { recursive: true });
  const written = files.filter((file) => file.endsWith(".md")).map((file) => `api/${file}`);
  expect(written.toSorted()).toEqual([...pages.keys()].filter((file) => file.startsWith("api/")).toSorted());
  for (const file of written) expect(await readFile(new URL(file, DOCS), "utf8"), file).toBe(pages.get(file));
});
