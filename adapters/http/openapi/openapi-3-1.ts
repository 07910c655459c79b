import type { Webhooks } from "./webhooks.ts";

type Json = { readonly [member: string]: unknown };

interface Document extends Json {
  readonly tags: readonly object[];
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/**
 * Returns an OpenAPI 3.0.3 document as one of 3.1, with the webhooks as operations. Its schemas are JSON Schema: null is a
 * type, so they say exactly what the service takes and answers, also to strict validators.
 */
export function openApi31(document: object, { tag, operations }: Webhooks): object {
  const { openapi: _, tags, components, ...rest } = document as Document;
  const { schemas } = components;
  return {
    openapi: "3.1.0",
    ...(inPlaces(rest) as Json),
    tags: [...tags, tag],
    webhooks: inPlaces(operations),
    components: { ...(inPlaces({ ...components, schemas: {} }) as Json), schemas: eachOf(schemas) },
  };
}

/** Converts the schemas of anything in a document but a schema. */
function inPlaces(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inPlaces);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "schema" ? schema31(value as Json) : key === "example" ? value : inPlaces(value),
    ]),
  );
}

const LISTS = new Set(["allOf", "anyOf", "oneOf"]);
const SINGLE = new Set(["items", "additionalProperties", "not"]);

function schema31({ nullable, example, ...schema }: Json): Json {
  const converted = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === "properties") return [keyword, eachOf(value as Readonly<Record<string, Json>>)];
      if (LISTS.has(keyword)) return [keyword, (value as readonly Json[]).map(schema31)];
      return [keyword, SINGLE.has(keyword) && isObject(value) ? schema31(value) : value];
    }),
  );
  const examples = example === undefined ? {} : { examples: [example] };
  return { ...(nullable === true ? orNull(converted) : converted), ...examples };
}

/** Adds null as one more choice, also to an enum: not every generator reads an enum with null. */
function orNull({ description, default: fallback, type, ...schema }: Json): Json {
  const about = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const { allOf, oneOf, enum: values } = schema as { readonly [keyword: string]: readonly unknown[] };
  if (allOf) return { ...about, anyOf: [...allOf, NULL] };
  if (oneOf) return { ...about, oneOf: [...oneOf, NULL] };
  if (values) return { ...about, anyOf: [{ type, enum: values.filter((value) => value !== null) }, NULL] };
  return { ...about, type: [type, "null"], ...schema };
}

const NULL = { type: "null" };

function eachOf(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema31(schema)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
