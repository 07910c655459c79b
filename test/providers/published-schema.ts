import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";

/** A folder with descriptions that providers publish; they are not part of the repository. */
const FOLDER =
  process.env.PROVIDER_DOCUMENTS ?? fileURLToPath(new URL("../../../shared/specs", import.meta.url));

export interface PublishedSchema {
  /** The document as it is validated with. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Validates a value by the schema at a JSON pointer. @returns its faults; empty: it is as described */
  faults(pointer: string, value: unknown): readonly string[];
}

/**
 * Reads a provider's OpenAPI document to validate a fake's requests and answers. Schemas are compiled at first use,
 * which takes seconds for large ones.
 * @param prepare turns extensions of OpenAPI into JSON Schema, e.g. `nullable`
 * @returns null where the document is absent: then nothing is validated, and the fake says so
 */
export function publishedSchema(
  file: string,
  prepare: (document: Record<string, unknown>) => Record<string, unknown> = (document) => document,
): PublishedSchema | null {
  const address = join(FOLDER, file);
  if (!existsSync(address)) return null;
  const document = prepare(JSON.parse(readFileSync(address, "utf8")) as Record<string, unknown>);
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, file);
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    faults: (pointer, value) => {
      let validate = compiled.get(pointer);
      if (validate === undefined) {
        validate = ajv.compile({ $ref: `${file}#${pointer}` });
        compiled.set(pointer, validate);
      }
      if (validate(value)) return [];
      return (validate.errors ?? [])
        .slice(0, 5)
        .map((error) => `${error.instancePath} ${error.message ?? ""}`);
    },
  };
}
