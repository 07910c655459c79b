/** Converts a document of OpenAPI to a collection of Postman (v2.1): folders by tag, bodies and answers by example. */

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const LOCAL = "http://127.0.0.1:3000";
const JSON_TYPE = "application/json";
/** A text that Postman makes for each request. */
const RANDOM = "{{$guid}}";

/** A document whose parameters and responses are in place. */
export interface PostmanSource {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: {
    readonly example?: unknown;
    readonly enum?: readonly unknown[];
    readonly minimum?: number;
  };
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

/** Returns the collection. Its variables are `baseUrl` and `apiKey`. */
export function postmanCollection(document: PostmanSource): object {
  const { info, tags, servers, paths } = document;
  const base = servers[0]!.url;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: base + path, method, operation })),
  );
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: LOCAL, type: "string" },
      { key: "apiKey", value: "", type: "string" },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags[0] === name).map(itemOf),
    })),
  };
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function itemOf({ path, method, operation }: Call): object {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const url = urlOf(path, parameters);
  const body = exampleOf(requestBody);
  const request = {
    method: method.toUpperCase(),
    description,
    header: [
      ...(body === undefined ? [] : [{ key: "Content-Type", value: JSON_TYPE }]),
      ...parameters.filter((one) => one.in === "header").map(headerOf),
    ],
    url,
    ...(body === undefined ? {} : { body: rawJson(body) }),
  };
  const response = Object.entries(responses).flatMap(([status, answer]) => {
    const example = exampleOf(answer);
    // Refusals are alike everywhere: the reference has them.
    if (example === undefined || !status.startsWith("2")) return [];
    return [
      {
        name: answer.description,
        status: answer.description,
        code: Number(status),
        _postman_previewlanguage: "json",
        header: [{ key: "Content-Type", value: JSON_TYPE }],
        body: JSON.stringify(example, null, 2),
      },
    ];
  });
  return { name: summary, request, response };
}

function urlOf(path: string, parameters: readonly Parameter[]): object {
  const parts = path.replaceAll(/\{(\w+)\}/g, ":$1");
  const [query, variable] = [parametersIn("query", parameters), parametersIn("path", parameters)];
  return {
    raw: `{{baseUrl}}${parts}`,
    host: ["{{baseUrl}}"],
    path: parts.split("/").filter((part) => part !== ""),
    ...(query.length === 0 ? {} : { query: query.map((one) => ({ ...entryOf(one), disabled: true })) }),
    ...(variable.length === 0 ? {} : { variable: variable.map(entryOf) }),
  };
}

function parametersIn(place: Parameter["in"], parameters: readonly Parameter[]): readonly Parameter[] {
  return parameters.filter((one) => one.in === place);
}

function headerOf(parameter: Parameter): object {
  const { name, required = false } = parameter;
  if (name === "Idempotency-Key") return { ...entryOf(parameter), value: RANDOM };
  return { ...entryOf(parameter), disabled: !required };
}

function entryOf({ name, description, example, schema }: Parameter): object {
  const value = example ?? schema.example ?? schema.enum?.[0] ?? schema.minimum ?? "";
  const pair = typeof value === "object" && value !== null ? Object.entries(value)[0] : undefined;
  const [key, text] = pair ? [`${name}[${pair[0]}]`, pair[1]] : [name, value];
  return { key, value: String(text), description };
}

function exampleOf(content: Content | undefined): unknown {
  return content?.content?.[JSON_TYPE]?.example;
}

function rawJson(body: unknown): object {
  return { mode: "raw", raw: JSON.stringify(body, null, 2), options: { raw: { language: "json" } } };
}
