/** A schema of an OpenAPI 3.0 document, as a reader sees it: its fields, types and limits. */
import { nameOf, type Schema, type Schemas } from "../../adapters/http/openapi/schema.ts";
import { meaningOf } from "./api-meanings.ts";
import { code, table } from "./markdown.ts";

/** Returns the names of all components that a schema refers to, in the order of their first use. */
export function referredFrom(schema: Schema, schemas: Schemas, found = new Set<string>()): Set<string> {
  const name = nameOf(schema);
  if (name !== null && !found.has(name)) {
    found.add(name);
    referredFrom(schemas[name]!, schemas, found);
  }
  for (const part of partsOf(schema)) referredFrom(part, schemas, found);
  return found;
}

function partsOf({ items, properties, additionalProperties, anyOf, oneOf }: Schema): Schema[] {
  return [
    ...(items ? [items] : []),
    ...Object.values(properties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
  ];
}

/**
 * Fields of a request: which are required, and their limits.
 * @param owner name of the component, where it is one
 */
export function requestFields(schema: Schema, owner = ""): string {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return choicesText(schema);
  const rows = fields.map(({ name, field, required }) => [
    code(name),
    [typeText(field), ...limitsOf(field)].join(", ") + fallback(field),
    required ? "yes" : "no",
    descriptionOf(field, owner, name),
  ]);
  return table(["field", "type", "required", "meaning"], rows);
}

/** Fields of an answer. */
export function replyFields(schema: Schema, owner = ""): string {
  const rows = fieldsOf(schema).map(({ name, field, required }) => [
    code(name),
    typeText(field),
    isNullable(field) ? "yes" : "no",
    [...(required ? [] : ["May be absent."]), descriptionOf(field, owner, name)].join(" ").trim(),
  ]);
  if (rows.length === 0) return choicesText(schema);
  return table(["field", "type", "may be null", "meaning"], rows);
}

interface Field {
  readonly name: string;
  readonly field: Schema;
  readonly required: boolean;
}

/** Returns fields; those of a nested object without a name are listed in place: `draw.commitment`. */
function fieldsOf({ properties = {}, required = [] }: Schema, prefix = ""): Field[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    { name: prefix + name, field, required: required.includes(name) },
    ...fieldsOf(field, `${prefix}${name}.`),
    ...fieldsOf(field.items ?? {}, `${prefix}${name}[].`),
  ]);
}

export function typeText(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== null) return `[${name}](#${name.toLowerCase()})`;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (!schema.properties && choices.length > 0) return [...new Set(choices.map(typeText))].join(" or ");
  if (schema.enum)
    return schema.enum
      .filter((value) => value !== null)
      .map((value) => code(String(value)))
      .join(", ");
  if (schema.type === "array") return `array of ${typeText(schema.items ?? {})}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `object of ${typeText(schema.additionalProperties)}`;
  if (schema.type === undefined) return "any JSON value";
  return NAMED_FORMATS.has(schema.format ?? "") ? schema.format! : schema.type;
}

const NAMED_FORMATS = new Set(["date", "date-time", "email", "uri", "uuid"]);

/** Returns limits in words, except those that the type implies. */
function limitsOf(schema: Schema): string[] {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, items } = schema;
  if (schema.enum) return [];
  const words: string[] = [];
  if (type === "integer") {
    const top = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
    words.push(...range(minimum, top, ""));
  }
  words.push(...range(minLength, maxLength, " characters"), ...range(minItems, maxItems, " elements"));
  if (pattern === "\\S") words.push("not blank");
  else if (pattern !== undefined) words.push(code(pattern));
  const ofItems = items ? limitsOf(items) : [];
  return ofItems.length === 0 ? words : [...words, `each ${ofItems.join(", ")}`];
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  const text = (value: number) => value.toLocaleString("en");
  if (least !== undefined && most !== undefined)
    return [least === most ? `${text(least)}${unit}` : `${text(least)} to ${text(most)}${unit}`];
  if (most !== undefined) return [`at most ${text(most)}${unit}`];
  return least === undefined ? [] : [`at least ${text(least)}${unit}`];
}

function fallback(schema: Schema): string {
  const words = isNullable(schema) ? " or null" : "";
  return schema.default === undefined ? words : `${words}; default ${code(JSON.stringify(schema.default))}`;
}

/** Returns the description; "Extension." alone has no meaning, so it is put before one. */
function descriptionOf(schema: Schema, owner: string, name: string): string {
  const description = (schema.description ?? schema.items?.description ?? "").replaceAll("\n", " ");
  const bare = description === "" || description === "Extension.";
  const meaning = meaningOf(owner, name.replace(/^.*[.\]]/, ""));
  return bare ? [description, meaning].filter(Boolean).join(" ") : description;
}

function choicesText({ anyOf, oneOf, description }: Schema): string {
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])].map(typeText);
  return [description, `One of ${choices.join(", ")}.`].filter(Boolean).join("\n\n");
}

function isNullable({ nullable, anyOf = [] }: Schema): boolean {
  return nullable === true || anyOf.some(isNullable);
}
