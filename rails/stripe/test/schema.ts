import { type PublishedSchema, publishedSchema } from "../../../test/providers/published-schema.ts";

type Json = Record<string, unknown>;
/** A decoded form: everything in it is text. */
export type Form = { readonly [name: string]: string | Form | readonly (string | Form)[] };

/** Differences of requests and answers from Stripe's description of its API; none: they are as described. */
interface StripeSchema {
  request(method: string, path: string, form: Form): readonly string[];
  answer(method: string, path: string, status: number, body: unknown): readonly string[];
  /** @param name of the object, as its `object` member says */
  object(name: string, body: unknown): readonly string[];
}

let loaded: StripeSchema | null | undefined;

export function stripeSchema(): StripeSchema | null {
  if (loaded !== undefined) return loaded;
  let spec: Json = {};
  const published = publishedSchema("stripe.json", (document) => {
    spec = document;
    // What a request may have is known in full; what an answer may have is not.
    const described = at(document, ["components", "schemas"]) as Record<string, Json>;
    for (const [name, schema] of Object.entries(described))
      if (name.includes("_params") && "properties" in schema) schema["additionalProperties"] ??= false;
    return jsonSchema(document) as Json;
  });
  loaded = published === null ? null : stripeSchemaOf(spec, published);
  return loaded;
}

/** @param spec the document as it is published */
function stripeSchemaOf(spec: Json, { faults: check }: PublishedSchema): StripeSchema {
  const templates = Object.keys(at(spec, ["paths"]));
  const operation = (method: string, path: string): string[] | null => {
    const template = templates.find((one) =>
      new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
    );
    return template === undefined ? null : ["paths", template, method.toLowerCase()];
  };

  return {
    request: (method, path, form) => {
      const where = operation(method, path);
      if (where === null) return [`no such path: ${path}`];
      if (method === "GET") return checkQuery(spec, where, form);
      const bodyAt = [...where, "requestBody", "content", "application/x-www-form-urlencoded", "schema"];
      return check(pointerOf(bodyAt), typed(spec, at(spec, bodyAt), form));
    },
    answer: (method, path, status, body) => {
      const where = operation(method, path);
      if (where === null) return [];
      const key = status === 200 ? "200" : "default";
      return check(pointerOf([...where, "responses", key, "content", "application/json", "schema"]), body);
    },
    object: (name, body) => check(pointerOf(["components", "schemas", name]), body),
  };
}

function checkQuery(spec: Json, where: string[], form: Form): readonly string[] {
  const parameters = at(spec, [...where, "parameters"]) as unknown as { in: string; name: string }[];
  const known = new Set(parameters.filter((one) => one.in === "query").map((one) => one.name));
  return Object.keys(form)
    .filter((name) => !known.has(name))
    .map((name) => `unknown query parameter ${name}`);
}

/** Texts of a form as the types that the schema has for them. */
function typed(spec: Json, schema: unknown, value: unknown): unknown {
  const plain = resolve(spec, (schema ?? {}) as Json);
  const variants = plain["anyOf"] as Json[] | undefined;
  if (variants !== undefined) {
    const fitting = variants.find((one) => (resolve(spec, one)["type"] === "object") === isForm(value));
    return typed(spec, fitting ?? variants[0], value);
  }
  if (Array.isArray(value)) return value.map((item) => typed(spec, plain["items"], item));
  if (isForm(value)) {
    const properties = (plain["properties"] ?? {}) as Json;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      typed(spec, properties[name], member),
    ]);
    return Object.fromEntries(members);
  }
  if (plain["type"] === "integer" || plain["type"] === "number") {
    return /^-?[0-9]+(\.[0-9]+)?$/.test(String(value)) ? Number(value) : value;
  }
  return plain["type"] === "boolean" && (value === "true" || value === "false") ? value === "true" : value;
}

function resolve(spec: Json, schema: Json): Json {
  const [only] = (schema["allOf"] ?? []) as Json[];
  if (only !== undefined) return resolve(spec, only);
  const ref = schema["$ref"];
  return typeof ref === "string" ? resolve(spec, at(spec, ref.slice(2).split("/"))) : schema;
}

function isForm(value: unknown): value is Form {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(spec: Json, path: readonly string[]): Json {
  let here: unknown = spec;
  for (const name of path) here = (here as Json)[name];
  return here as Json;
}

function pointerOf(path: readonly string[]): string {
  return path
    .map((name) => `/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`)
    .join("");
}

/** OpenAPI 3.0 has `nullable`, JSON Schema does not. */
function jsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, example: _example, examples: _examples, ...rest } = value as Json;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([name, member]) => [name, jsonSchema(member)]),
  );
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

/** `a[b][0][c]=x` as `{a: {b: [{c: "x"}]}}`. */
export function decodeForm(text: string): Form {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll("]", "").split("[");
    let here: Record<string, unknown> = root;
    for (const [i, key] of keys.entries()) {
      if (i === keys.length - 1) here[key] = value;
      else here = (here[key] ??= {}) as Record<string, unknown>;
    }
  }
  return listed(root) as Form;
}

function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [name, listed(member)]);
  const isList = entries.length > 0 && entries.every(([name], i) => name === String(i) || name === "");
  return isList ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
