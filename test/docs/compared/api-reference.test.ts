import { readdir, readFile } from "node:fs/promises";
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
import { DocumentSchemas } from "../../api/support/document-schemas.ts";
import { hasFiller } from "../../support/sources/prose.ts";

const DOCS = new URL("../../../docs/", import.meta.url);
const pages = await references();

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Returns the schema of an operation's JSON answer; undefined: it answers with a file. */
function answerSchema({ responses }: Operation): Schema | undefined {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2"))!;
  return answer.content?.["application/json"]?.schema;
}

/** Returns the JSON example of each section: by the operationId of an endpoint, or by an object's name. */
function examplesOf(pages: readonly string[]): Map<string, unknown> {
  const sections = pages
    .flatMap((text) => text.split(/^#{2,3} /m))
    .map((section) => {
      const [, operation] = /^`[A-Z]+ \/[^`]*`.* · `(\w+)`$/m.exec(section) ?? [];
      const [, example] = /^```json\n([\s\S]*?)^```$/m.exec(section) ?? [];
      return [operation ?? section.split("\n", 1)[0]!, example] as const;
    });
  return new Map(sections.flatMap(([name, text]) => (text === undefined ? [] : [[name, JSON.parse(text)]])));
}

/** Returns what the pages show that each endpoint answers: in its section, or with the object that it answers. */
function answersOf(file: string, ofApi: RegExp): { document: Document; answers: Map<string, unknown> } {
  const document = JSON.parse(pages.get(file)!) as Document;
  const examples = examplesOf([...pages].flatMap(([name, text]) => (ofApi.test(name) ? [text] : [])));
  const objectOf = ({ $ref = "" }: Schema) => examples.get($ref.split("/").at(-1)!);
  const shown = (schema: Schema): unknown => {
    const { properties, items } = schema;
    if (items) return [shown(items)];
    return properties?.data ? { data: shown(properties.data) } : objectOf(schema);
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const answers = operations.flatMap((operation) => {
    const schema = answerSchema(operation);
    const { operationId } = operation;
    return schema ? [[operationId, examples.get(operationId) ?? shown(schema)] as const] : [];
  });
  return { document, answers: new Map(answers) };
}

it.each([
  ["openapi.json", /^api\/[\w-]+\.md$/],
  ["openapi-admin.json", /^api\/operator\//],
  ["openapi-public.json", /^api\/public\//],
])("the pages show an example of every answer, which fits the schema of %s", (file, ofApi) => {
  const { document, answers } = answersOf(file, ofApi);
  const schemas = new DocumentSchemas(document);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const schema = answerSchema(operation);
    if (schema)
      expect(schemas.faultOf(schema, answers.get(operation.operationId)), operation.operationId).toBeNull();
  }
});

it("the examples of fair draws are what the service takes and answers", () => {
  const text = pages.get("api/fair-draws.md")!;
  const { answers } = answersOf("openapi.json", /^api\/fair-draws(-objects)?\.md$/);
  const answered = (operation: string) => JSON.stringify(answers.get(operation));
  const sent = (operation: string): unknown => {
    const section = text.split(/^## /m).find((one) => one.includes(`\`${operation}\``))!;
    return JSON.parse(/^```http\n[\s\S]*?\n\n([\s\S]*?)^```$/m.exec(section)![1]!);
  };
  const { publicKey } = z.object({ publicKey: z.string() }).parse(sent("registerDrawKey"));
  expect(publicKeyFromSpki(publicKey)).toHaveLength(32);

  const { candidates } = z.object({ candidates: Candidates }).parse(sent("revealDraw"));
  const commitment = readAs(FairDrawCommitment, answered("commitDraw"));
  const checked = checkFairDraw(readAs(FairDrawAnswer, answered("revealDraw")), candidates, commitment);
  expect(checked.filter(({ passed }) => !passed)).toEqual([]);

  const { entries } = JSON.parse(answered("getDrawLedger"));
  for (const { kind, amountCents, txHash, drawId } of entries)
    expect([amountCents > 0, txHash !== null, drawId !== null]).toEqual(
      kind === "deposit" ? [true, true, false] : [false, false, true],
    );
  const { draws, costCents, unitCostCents } = JSON.parse(answered("getDrawUsage"));
  expect(costCents).toBe(draws * unitCostCents);
  expect(JSON.parse(answered("getDrawInfo")).flow).toContain("verify");
});

it("the example of a competition's draw shows one of its two shapes", () => {
  const { answers } = answersOf("openapi.json", /^api\/winners(-objects)?\.md$/);
  const { data } = JSON.parse(JSON.stringify(answers.get("getCompetitionDraw")));
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

it("the pages read plainly: no word of the list, and no meaning that begins like half a sentence", () => {
  const generated = [...pages].filter(([file]) =>
    /^(api\/.*|api|errors|roles|webhook-events)\.md$/.test(file),
  );
  const lines = generated.flatMap(([file, text]) =>
    text
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .split("\n")
      .map((line) => ({ file, line })),
  );
  expect(lines.filter(({ line }) => hasFiller(line))).toEqual([]);
  const meanings = lines
    .filter(({ line }) => line.startsWith("| `"))
    .map(({ line }) => line.split(" | ").at(-1)!);
  const half = /^(What|Of|How|Where|When|Who|Whose|As|By|Those|Its|Until|Null:)\b/;
  expect(meanings.filter((meaning) => half.test(meaning))).toEqual([]);
});
