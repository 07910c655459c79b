/** The reference of both APIs for people: a page for each tag, made from the OpenAPI documents. */
import { nameOf, resolved, type Schema, type Schemas } from "../../adapters/http/openapi/schema.ts";
import { referredFrom, replyFields, requestFields, typeText } from "./api-schema.ts";
import { json } from "./json.ts";
import { code, page, table } from "./markdown.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

const JSON_MEDIA = "application/json";

interface Media {
  readonly schema: Schema;
  readonly example: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Empty: no permission is needed. */
  readonly security?: readonly unknown[];
  readonly "x-scope"?: string;
  readonly "x-permission"?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}

/** An OpenAPI document whose parameters and responses are written in place. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** File below docs/ that describes the endpoints of a tag. */
export function pageOf(folder: string, tag: string): string {
  return `${folder}/${anchorOf(tag)}.md`;
}

/** Returns the anchor of a heading, as web pages make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Methods whose endpoints share the checks before them, and the methods that show which these are. */
export const METHOD_GROUPS = [
  { methods: ["GET"], shownBy: ["GET"] },
  { methods: ["POST", "PATCH", "PUT"], shownBy: ["POST", "PATCH", "PUT"] },
  { methods: ["DELETE"], shownBy: ["POST", "PATCH", "PUT", "DELETE"] },
] as const;

/** Problem codes that are said once, since every endpoint of the method's group can answer with them. */
export function commonProblems(document: ApiDocument, method: string): ReadonlySet<string> {
  const { shownBy } = METHOD_GROUPS.find(({ methods }) => methods.some((one) => one === method))!;
  const endpoints = endpointsOf(document).filter((endpoint) =>
    shownBy.some((one) => one === endpoint.method),
  );
  // Public operations share no problems with those that need a key.
  const checked = endpoints.filter(({ operation }) => method !== "GET" || operation.security?.length !== 0);
  const [first = [], ...rest] = (checked.length > 0 ? checked : endpoints).map(({ operation }) =>
    problemsOf(operation).map((one) => one.code),
  );
  const shared = first.filter((problem) => rest.every((codes) => codes.includes(problem)));
  return new Set([...shared, "not_found"]);
}

/** @returns file below docs/ to its text */
export function referencePages(document: ApiDocument, folder: string): ReadonlyMap<string, string> {
  const up = "../".repeat(folder.split("/").length);
  return new Map(
    document.tags.flatMap(({ name, description = "" }) =>
      new TagPage(document, name, up)
        .pages(description)
        .map(({ title, text }) => [pageOf(folder, title), text]),
    ),
  );
}

/** A longer page has its objects on a separate page. */
const LONGEST_PAGE_LINES = 400;

class TagPage {
  readonly #document: ApiDocument;
  readonly #tag: string;
  readonly #endpoints: readonly Endpoint[];
  readonly #schemas: Schemas;
  readonly #base: string;
  /** From the page's folder to docs/. */
  readonly #up: string;
  readonly #commonParameters: ReadonlySet<string>;

  constructor(document: ApiDocument, tag: string, up: string) {
    this.#document = document;
    this.#tag = tag;
    this.#up = up;
    this.#schemas = document.components.schemas;
    this.#commonParameters = new Set(commonParameters(document).map(textOf));
    this.#base = document.servers[0]!.url;
    this.#endpoints = endpointsOf(document).filter(({ operation }) => operation.tags.includes(tag));
  }

  pages(description: string): readonly { readonly title: string; readonly text: string }[] {
    const index = this.#endpoints.map(({ method, path, operation }) => [
      `[${operation.summary}](#${anchorOf(operation.summary)})`,
      code(`${method} ${this.#base}${path}`),
    ]);
    const objects = this.#objects();
    const endpoints = [
      `${description} Money, times, ids, paging, repeats and errors: [conventions](${this.#up}conventions.md).`,
      table(["endpoint", "request"], index),
      ...this.#endpoints.map((endpoint) => this.#section(endpoint)),
    ].join("\n\n");
    const body = [endpoints, ...(objects.length > 0 ? ["## Objects", ...objects] : [])].join("\n\n");
    if (body.split("\n").length <= LONGEST_PAGE_LINES)
      return [{ title: this.#tag, text: page(this.#tag, body) }];
    const title = `${this.#tag} objects`;
    const elsewhere = (text: string) =>
      text.replaceAll(/\]\(#(\w+)\)/g, (link, anchor: string) =>
        objects.some((one) => one.toLowerCase().startsWith(`### ${anchor}\n`))
          ? `](${anchorOf(title)}.md#${anchor})`
          : link,
      );
    return [
      { title: this.#tag, text: page(this.#tag, elsewhere(endpoints)) },
      {
        title,
        text: page(
          title,
          [
            `Objects in the answers and bodies of [${this.#tag}](${anchorOf(this.#tag)}.md).`,
            ...objects,
          ].join("\n\n"),
        ),
      },
    ];
  }

  /** Returns sections of components in answers and bodies, with an example of each that is an answer or a list of answers. */
  #objects(): string[] {
    const inputs = new Set<string>();
    const outputs = new Set<string>();
    const answered = new Map<string, unknown>();
    for (const { operation } of this.#endpoints) {
      const body = bodyOf(operation);
      if (body)
        for (const name of referredFrom(resolved(body.schema, this.#schemas), this.#schemas))
          inputs.add(name);
      const { reply } = replyOf(operation);
      if (!reply) continue;
      for (const name of referredFrom(reply.schema, this.#schemas)) outputs.add(name);
      const answer = answeredObject(reply);
      if (answer !== null && !answered.has(answer.name)) answered.set(answer.name, answer.example);
    }
    return [...new Set([...inputs, ...outputs])].map((name) => {
      const schema = this.#schemas[name]!;
      return [
        `### ${name}`,
        ...(schema.properties && schema.description ? [schema.description] : []),
        outputs.has(name) ? replyFields(schema, name) : requestFields(schema, name),
        ...(answered.has(name) ? [jsonBlock(answered.get(name))] : []),
      ].join("\n\n");
    });
  }

  #section(endpoint: Endpoint): string {
    const { method, path, operation } = endpoint;
    const { "x-scope": scope, "x-permission": permission } = operation;
    const body = bodyOf(operation);
    const { status, media, reply } = replyOf(operation);
    return [
      `## ${operation.summary}`,
      [
        code(`${method} ${this.#base}${path}`),
        ...(scope ? [`scope ${code(scope)}`] : []),
        ...(permission ? [`permission ${code(permission)}`] : []),
        code(operation.operationId),
      ].join(" · "),
      (operation.description ?? "").replace(/\n*Needs the (?:scope|permission) `[\w:]+`\.$/, ""),
      this.#parameters(operation),
      ...(body
        ? [
            `**Body**${operation.requestBody!.required ? "" : ", which may be left out"}`,
            requestFields(resolved(body.schema, this.#schemas), nameOf(body.schema) ?? ""),
          ]
        : []),
      `**Answer** ${code(status)}: ${media === JSON_MEDIA ? replyText(reply?.schema) : `a file, ${code(media)}.`}`,
      this.#problems(endpoint),
      this.#example(endpoint, body, reply),
    ]
      .filter((text) => text !== "")
      .join("\n\n");
  }

  #parameters({ parameters }: Operation): string {
    const inAddress = parameters.filter((one) => one.in !== "header");
    const isCommon = (one: Parameter) => this.#commonParameters.has(textOf(one));
    const own = inAddress.filter((one) => !isCommon(one));
    const common = inAddress.filter(isCommon).map(({ name }) => code(name));
    const properties = Object.fromEntries(own.map((one) => [one.name, describedSchema(one)]));
    const required = own.filter((one) => one.required).map(({ name }) => name);
    const headers = parameters.filter((one) => one.in === "header").map(({ name }) => code(name));
    const places = [...new Set(own.map((one) => one.in))].join(" and ");
    const link = `[common parameters](${this.#up}api.md#common-parameters)`;
    return [
      ...(own.length > 0 ? [`**Parameters** in the ${places}`, requestFields({ properties, required })] : []),
      ...(common.length > 0
        ? [`${own.length > 0 ? "Also" : "**Parameters**"} ${common.join(", ")}: ${link}.`]
        : []),
      `**Headers** ${headers.join(", ")}: [what they do](${this.#up}conventions.md#headers).`,
    ].join("\n\n");
  }

  #problems({ method, operation }: Endpoint): string {
    const common = commonProblems(this.#document, method);
    const own = problemsOf(operation).filter((one) => !common.has(one.code));
    const others = `[those of every endpoint](${this.#up}api.md#problems-of-every-endpoint)`;
    if (own.length === 0) return `**Problems**: ${others}.`;
    const rows = own.map((one) => [one.status, code(one.code), one.message]);
    return `**Problems**, in addition to ${others}:\n\n${table(["status", "code", "message"], rows)}`;
  }

  /** Returns examples of a request with a body, and of an answer that is not an object with a section. */
  #example({ method, path, operation }: Endpoint, body: Media | undefined, reply: Media | undefined): string {
    const examples: string[] = [];
    if (body) {
      const head = [
        `${method} ${this.#base}${examplePath(path, operation)}`,
        "Content-Type: application/json",
      ];
      examples.push(`\`\`\`http\n${head.join("\n")}\n\n${json(body.example)}\n\`\`\``);
    }
    if (reply && answeredObject(reply) === null) examples.push(jsonBlock(reply.example));
    return examples.length === 0 ? "" : ["**Example**", ...examples].join("\n\n");
  }
}

function examplePath(path: string, { parameters }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((one) => one.name === name)?.example),
  );
}

/** Returns what equal parameters have in common: examples differ with the path. */
function textOf(parameter: Parameter): string {
  return JSON.stringify({ ...parameter, example: undefined });
}

function describedSchema({ schema, description }: Parameter): Schema {
  return { ...schema, ...(description && { description }) };
}

/** Endpoints that have to have a parameter in common before it is described once. */
const MANY = 3;

/** Returns the parameters of paths and queries that several endpoints have. Of those with one name, the most used one. */
function commonParameters(document: ApiDocument): readonly Parameter[] {
  const all = endpointsOf(document).flatMap(({ operation }) => operation.parameters);
  const alike = [...Map.groupBy(all, textOf).values()];
  const common = alike
    .filter((uses) => uses.length >= MANY && uses[0]!.in !== "header")
    .toSorted((a, b) => b.length - a.length)
    .map(([first]) => first!);
  return common.filter((one, at) => common.findIndex(({ name }) => name === one.name) === at);
}

/** Returns the table of parameters that several endpoints of a document have; null: there are none. */
export function commonParametersTable(document: ApiDocument): string | null {
  const common = commonParameters(document);
  if (common.length === 0) return null;
  const properties = Object.fromEntries(common.map((one) => [one.name, describedSchema(one)]));
  return requestFields({
    properties,
    required: common.filter((one) => one.required).map(({ name }) => name),
  });
}

function endpointsOf(document: ApiDocument): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function problemsOf({ responses }: Operation): { status: string; code: string; message: string }[] {
  return Object.entries(responses).flatMap(([status, { description }]) =>
    [...description.matchAll(/^`(\w+)`: (.*)$/gm)].map(([, problem, message]) => ({
      status,
      code: problem!,
      message: message!,
    })),
  );
}

function bodyOf(operation: Operation): Media | undefined {
  return operation.requestBody?.content?.[JSON_MEDIA];
}

/** Returns an operation's answer; other media types than JSON have no schema. */
function replyOf({ responses }: Operation): {
  readonly status: string;
  readonly media: string;
  readonly reply: Media | undefined;
} {
  const [status, reply] = Object.entries(responses).find(([status]) => status.startsWith("2"))!;
  const [media = JSON_MEDIA] = Object.keys(reply.content ?? {});
  return { status, media, reply: reply.content?.[JSON_MEDIA] };
}

interface Answered {
  readonly name: string;
  readonly example: unknown;
}

/** Returns the component that an answer is, or is a list of, with its example; else null. */
function answeredObject({ schema, example }: Media): Answered | null {
  const { data, ...others } = schema.properties ?? {};
  const isWrapped = data !== undefined && Object.keys(others).length === 0;
  const payload = isWrapped ? data : schema;
  const value = isWrapped ? (example as { readonly data: unknown }).data : example;
  const name = nameOf(payload.items ?? payload);
  return name === null ? null : { name, example: Array.isArray(value) ? value[0] : value };
}

function replyText(reply: Schema | undefined): string {
  if (!reply) return "no body.";
  const data = reply.properties?.data;
  if (data && Object.keys(reply.properties!).length === 1)
    return `${code("data")} is ${data.type === "array" ? "an" : "the"} ${typeText(data)}.`;
  return nameOf(reply) === null ? `\n\n${replyFields(reply)}` : `the ${typeText(reply)}.`;
}

function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${json(value)}\n\`\`\``;
}
