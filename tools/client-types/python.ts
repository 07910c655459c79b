/** Writes the schemas and the calls of a document as types of Python 3.9. */

/** A document of OpenAPI 3.0.3, as far as its types go. */
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: JsonContent & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, JsonContent>>;
}

interface Reference {
  readonly $ref: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface JsonContent {
  readonly content?: { readonly "application/json"?: { readonly schema: Schema } };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | boolean | null)[];
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
}

const METHODS = ["get", "post", "patch", "delete"] as const;
const WRITES: ReadonlySet<string> = new Set(["post", "patch"]);
const KEYWORDS = new Set([
  "class",
  "from",
  "global",
  "import",
  "in",
  "is",
  "not",
  "or",
  "and",
  "pass",
  "return",
]);
const SIMPLE: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
};
const QUOTES = '"""';

/** Returns the text of `types.py`: a typed dictionary for each object of the document, and for each call's parameters. */
export function pythonTypes(document: Described): string {
  const written: string[] = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) define(name, schema, written);
  for (const { operation } of operationsOf(document))
    for (const place of ["path", "query"]) {
      const parameters = parametersOf(document, operation, place);
      if (parameters.length > 0) define(nameOf(operation, place), objectOf(parameters), written);
    }
  return `"""Typed dictionaries of the documented requests and answers. Fields and values that they do not know pass."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${written.join("\n\n")}`;
}

/** Returns the text of `_calls.pyi`: what each path takes and returns. */
export function pythonCalls(document: Described): string {
  const operations = operationsOf(document);
  const methods = METHODS.map((method) =>
    overloads(
      operations
        .filter((one) => one.method === method)
        .map(({ path, operation }) => signature(document, { name: method, path, operation })),
    ),
  );
  const lists = operations.flatMap(({ path, method, operation }) => {
    // The feed of events always has a next page.
    const isList = method === "get" && path !== "/events";
    const element = isList ? /^List\[(.*)\]$/.exec(outputOf(operation))?.[1] : undefined;
    const output = `Iterator[${element}]`;
    return element === undefined
      ? []
      : [signature(document, { name: "list", path, operation: { ...operation, output } })];
  });
  return `from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Tuple, overload

from . import types
from ._tries import Secret

def next_search(link: Optional[str]) -> Optional[str]: ...

class Calls:
    _address: str
    def __init__(self, address: str, api_key: Secret, timeout_sec: float) -> None: ...
    def _page(self, template: str, **options: Any) -> Tuple[Any, Optional[str]]: ...
${[...methods, overloads(lists)].join("")}`;
}

interface Call {
  readonly name: string;
  readonly path: string;
  readonly operation: Operation & { readonly output?: string };
}

/** Returns a method for one path. */
function signature(document: Described, { name, path, operation }: Call): string {
  const parameters = [`template: Literal["${path}"]`, "*"];
  const add = (parameter: string, type: string, required: boolean) =>
    parameters.push(`${parameter}: ${required ? type : `${type} = ...`}`);
  for (const place of ["path", "query"]) {
    const found = parametersOf(document, operation, place);
    const required = found.some((one) => one.required);
    if (found.length > 0) add(place, `types.${nameOf(operation, place)}`, required);
  }
  const body = schemaOf(operation.requestBody);
  if (body) add("body", typeOf(body, "types."), operation.requestBody?.required === true);
  if (WRITES.has(name)) add("idempotency_key", "Optional[str]", false);
  add("headers", "Optional[Mapping[str, str]]", false);
  const output = operation.output ?? outputOf(operation);
  return `    def ${name}(self, ${parameters.join(", ")}) -> ${output}:
        ${QUOTES}${operation.summary ?? operation.operationId}.${QUOTES}
`;
}

function overloads(signatures: readonly string[]): string {
  return signatures.length === 1
    ? signatures[0]!
    : signatures.map((text) => `    @overload\n${text}`).join("");
}

/** Returns `data` of a call's answer, or the answer where it has no `data`. */
function outputOf({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const schema = schemaOf(success);
  return schema ? typeOf(schema.properties?.data ?? schema, "types.") : "None";
}

function schemaOf(content: JsonContent | undefined): Schema | undefined {
  return content?.content?.["application/json"]?.schema;
}

function operationsOf({ paths }: Described) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

function parametersOf({ components }: Described, { parameters = [] }: Operation, place: string): Parameter[] {
  return parameters
    .map((one) => ("$ref" in one ? components.parameters[one.$ref.split("/").at(-1)!]! : one))
    .filter((one) => one.in === place);
}

function objectOf(parameters: readonly Parameter[]): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

function nameOf({ operationId }: Operation, place: string): string {
  return capitalised(operationId) + capitalised(place);
}

/** Adds a class, or a name of a type; before it the classes of objects in it. */
function define(name: string, schema: Schema, written: string[]): void {
  const { properties, required = [], description } = schema;
  if (!properties)
    return void written.push(`${name} = ${typeOf(schema, "", true)}\n${docOf(description, "")}`);
  const fields = Object.entries(properties).map(([field, type]) => {
    const inner = innerObject(type);
    if (inner) define(name + capitalised(field), inner, written);
    const reference = inner ? referenceTo(type, name + capitalised(field)) : type;
    return {
      field,
      type: typeOf(reference),
      description: type.description,
      isRequired: required.includes(field),
    };
  });
  const first = fields.filter(({ isRequired }) => isRequired);
  const second = fields.filter(({ isRequired }) => !isRequired);
  if (second.length === 0) written.push(classOf(name, "TypedDict", first, description));
  else if (first.length === 0) written.push(classOf(name, "TypedDict, total=False", second, description));
  else {
    written.push(classOf(`_${name}`, "TypedDict", first));
    written.push(classOf(name, `_${name}, total=False`, second, description));
  }
}

interface Field {
  readonly field: string;
  readonly type: string;
  readonly description: string | undefined;
}

function classOf(name: string, bases: string, fields: readonly Field[], description?: string): string {
  if (fields.some(({ field }) => KEYWORDS.has(field))) {
    const members = fields.map(({ field, type }) => `    "${field}": ${JSON.stringify(type)},\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${members.map((line) => `    ${line}`).join("")}    },\n)\n`;
  }
  const lines = fields.map(
    ({ field, type, description: text }) => `    ${field}: ${type}\n${docOf(text, "    ")}`,
  );
  return `class ${name}(${bases}):\n${docOf(description, "    ", "\n")}${lines.join("") || "    pass\n"}`;
}

function docOf(description: string | undefined, indent: string, after = ""): string {
  if (description === undefined) return "";
  const text = description.replaceAll("\\", "\\\\").replaceAll("\n", `\n${indent}`).replace(/"$/, '\\"');
  return `${indent}${QUOTES}${text}${QUOTES}\n${after}`.replaceAll(/[ \t]+\n/g, "\n");
}

/** Returns the object that a field holds, or holds a list of; undefined: it has a name, or no fields. */
function innerObject({ properties, items, ...schema }: Schema): Schema | undefined {
  if (properties) return { ...schema, properties };
  return items && innerObject(items);
}

function referenceTo(schema: Schema, name: string): Schema {
  const { nullable = false, items } = schema;
  return items ? { ...schema, items: referenceTo(items, name) } : { nullable, $ref: name };
}

/** @param early the name is evaluated before all others are there */
function typeOf(schema: Schema, prefix = "", early = false): string {
  const type = bareTypeOf(schema, prefix, early);
  const isNullable = schema.nullable === true || schema.enum?.includes(null) === true;
  return isNullable && !type.startsWith("Optional[") ? `Optional[${type}]` : type;
}

function bareTypeOf(schema: Schema, prefix: string, early: boolean): string {
  const { $ref, allOf, items, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = prefix + $ref.split("/").at(-1)!;
    return early ? `"${name}"` : name;
  }
  if (allOf) return typeOf(allOf[0]!, prefix, early);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives) {
    const types = new Set(alternatives.map((one) => typeOf(one, prefix, early)));
    return types.size === 1 ? [...types][0]! : `Union[${[...types].join(", ")}]`;
  }
  if (schema.enum) return `Literal[${schema.enum.flatMap(literalOf).join(", ")}]`;
  if (items) return `List[${typeOf(items, prefix, early)}]`;
  if (typeof additionalProperties === "object")
    return `Dict[str, ${typeOf(additionalProperties, prefix, early)}]`;
  if (schema.type === "object") return "Dict[str, Any]";
  return SIMPLE[schema.type ?? ""] ?? "Any";
}

function literalOf(value: string | boolean | null): string[] {
  if (value === null) return [];
  return [typeof value === "string" ? JSON.stringify(value) : capitalised(String(value))];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
