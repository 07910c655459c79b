import { existsSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

const FOLDER = new URL("../../../../shared/specs/", import.meta.url);
const FILES = {
  payments: "worldpay.json",
  queries: "worldpay-payment-queries.json",
  events: "worldpay-events.json",
} as const;
export type Specification = keyof typeof FILES;

/** Why nothing is validated; null: the official documents are there. */
export const missing = existsSync(new URL(FILES.payments, FOLDER))
  ? null
  : "the official documents of the provider are not beside the repository";

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
const compiled = new Map<string, ValidateFunction>();
let loaded = false;

interface Document {
  readonly components: { readonly schemas: Record<string, Schema> };
}
interface Schema {
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Record<string, string> };
}
const documents = new Map<Specification, Document>();

/** What is wrong with a value by the official schema of this name, and of what its discriminator names; "" if nothing. */
export function faultsOf(specification: Specification, name: string, value: unknown): string {
  if (missing !== null) return "";
  if (!loaded) {
    for (const [id, file] of Object.entries(FILES)) {
      const document = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Document;
      documents.set(id as Specification, document);
      ajv.addSchema(document as object, id);
    }
    loaded = true;
  }
  const key = `${specification}#/components/schemas/${name}`;
  let validate = compiled.get(key);
  if (validate === undefined) compiled.set(key, (validate = ajv.compile({ $ref: key })));
  if (!validate(value)) return `${name}: ${ajv.errorsText(validate.errors)}`;
  const { discriminator } = documents.get(specification)?.components.schemas[name] ?? {};
  if (discriminator === undefined) return "";
  const kind = (value as Record<string, unknown>)[discriminator.propertyName];
  const reference = discriminator.mapping[String(kind)];
  if (reference === undefined) return `${name}: it has no ${discriminator.propertyName} ${String(kind)}`;
  return faultsOf(specification, reference.split("/").at(-1) ?? "", value);
}
