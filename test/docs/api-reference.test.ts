import { readdir, readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { answersOf, type ApiDocument } from "../../scripts/documents/api-reference.ts";
import { references } from "../../scripts/documents/reference.ts";

const DOCS = new URL("../../docs/", import.meta.url);
const pages = await references();

it.each(["openapi.json", "openapi-admin.json"])(
  "the example of every answer that the pages show fits the schema of %s",
  (file) => {
    const text = pages.get(file)!;
    const document = JSON.parse(text) as ApiDocument;
    const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
    addFormats.default(ajv);
    ajv.addVocabulary(["example", "discriminator"]);
    const inAjv = (schema: unknown): unknown =>
      JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", ""));
    for (const [name, schema] of Object.entries(document.components.schemas))
      ajv.addSchema(inAjv(schema) as object, name);

    const answers = answersOf(document);
    expect(answers.length).toBeGreaterThan(25);
    for (const { operationId, schema, example } of answers)
      expect(ajv.validate(inAjv(schema) as object, example), `${operationId}: ${ajv.errorsText()}`).toBe(
        true,
      );
  },
);

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
