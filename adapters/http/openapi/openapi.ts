import type { z } from "zod";
import {
  DrawKeyNotRegistered,
  ExpiredProof,
  InvalidProof,
  ProofRequired,
  ReplayedProof,
} from "../../../src/fair-draws/possession.ts";
import {
  InsufficientScope,
  InvalidApiKey,
  MissingApiKey,
  RateLimited,
} from "../../../src/organisations/access.ts";
import { SignInRequired } from "../../../src/people/login.ts";
import { InsufficientPermission, TOKENS_PERMISSIONS } from "../../../src/operations/permission.ts";
import { ConfirmationRequired, InsufficientRole } from "../../../src/people/rights.ts";
import { needsConfirmation } from "../../../src/people/role.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import {
  InvalidRequest,
  NotFound,
  type ProblemDefinition,
  Unavailable,
} from "../../../src/shared/problem.ts";
import type { BearerToken } from "../callers/authentication.ts";
import { CrossSiteRequest } from "../callers/browser.ts";
import {
  answerExample,
  bodyExample,
  parameterExample,
  refusalExample,
  withFieldExamples,
} from "./examples.ts";
import { LICENCE } from "./licence.ts";
import { hasKeys } from "../input/query.ts";
import { Components, errorSchemas, HEADERS, PARAMETERS, type JsonSchema } from "./openapi-components.ts";
import type { Schema, Schemas } from "./schema.ts";
import { type NamedPart, SharedParts } from "./shared-parts.ts";
import type { Webhooks } from "./webhooks.ts";
import {
  IdempotencyConflict,
  IdempotencyInProgress,
  InternalError,
  PayloadTooLarge,
  UnsupportedMediaType,
  statusOf,
} from "../answers/problems.ts";
import { type Route, placeholdersOf } from "../kernel/route.ts";

interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

/** An API's document, apart from its routes. */
export interface DescribedApi {
  /** Also the document's server path, behind `address`. */
  readonly basePath: string;
  /** The public address of the service that serves the document. Default: none; the server is then a path. */
  readonly address?: string;
  readonly info: ApiInfo;
  /** The webhooks that it sends. OpenAPI 3.0 has no place for them: the 3.0.3 document has the schema of their bodies alone. */
  readonly webhooks?: Webhooks;
  /** null: the API needs no token; callers have the budget of their network address. */
  readonly token: BearerToken | null;
  /** A sentence for each tag of its routes. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Members that its errors have beyond those of all. */
  readonly errorFacts?: Readonly<Record<string, object>>;
}

/** The code knows no address of an operator. */
const CONTACT = { name: "The operator of the service, who issued your key" };

/** The OpenAPI 3.0.3 document of a route table. */
export function openApiDocument({
  info,
  basePath,
  address = "",
  routes,
  webhooks,
  token,
  tags = {},
  errorFacts,
}: DescribedApi & { readonly routes: readonly Route<never>[] }): object {
  const components = new Components();
  if (webhooks) components.replyOf(webhooks.envelope);
  const shared = {
    parameters: new SharedParts(
      "parameters",
      routes.flatMap((route) => ownParametersOf(route, components)),
      Object.keys(PARAMETERS),
    ),
    responses: new SharedParts(
      "responses",
      routes.flatMap((route) => refusalsOf(route, token)),
    ),
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route, { components, shared, token });
  }
  const responses = shared.responses.components;
  return {
    openapi: "3.0.3",
    info: { ...info, contact: CONTACT, license: LICENCE },
    servers: [{ url: address + basePath }],
    security: token === null ? [] : [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      ...(tags[name] !== undefined && { description: tags[name] }),
    })),
    paths,
    components: {
      ...(token !== null && {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: token.description },
        },
      }),
      schemas: { ...exampled(components.schemas), ...errorSchemas(errorFacts) },
      parameters: { ...shared.parameters.components, ...usedIn([paths], "parameters", PARAMETERS) },
      responses,
      headers: usedIn([paths, responses], "headers", HEADERS),
    },
  };
}

function exampled(schemas: Readonly<Record<string, JsonSchema>>): Schemas {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withFieldExamples(schema as Schema, name)]),
  );
}

function usedIn(
  document: readonly object[],
  kind: string,
  parts: Readonly<Record<string, object>>,
): Record<string, object> {
  const text = JSON.stringify(document);
  const used = ([name]: [string, object]) => text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(Object.entries(parts).filter(used));
}

const OF_PROOFS = [DrawKeyNotRegistered, ProofRequired, InvalidProof, ExpiredProof, ReplayedProof];

/** Returns every problem that a route can answer with: those of the checks before it, then its own. */
export function problemsOf(route: Route<never>): ProblemDefinition[] {
  const all = new Set<ProblemDefinition>([InvalidRequest, InternalError, Unavailable]);
  if (route.scope !== "public")
    for (const problem of [MissingApiKey, InvalidApiKey, RateLimited]) all.add(problem);
  if (route.scope !== null && route.scope !== "public") all.add(InsufficientScope);
  if (route.permission !== null) {
    for (const problem of [SignInRequired, InsufficientRole]) all.add(problem);
    if (!TOKENS_PERMISSIONS.has(route.permission)) all.add(InsufficientPermission);
    if (needsConfirmation(route.permission)) all.add(ConfirmationRequired);
    if (route.method !== "GET") all.add(CrossSiteRequest);
  }
  if (placeholdersOf(route.path).length > 0) all.add(NotFound);
  if (route.method !== "GET") for (const problem of [PayloadTooLarge, UnsupportedMediaType]) all.add(problem);
  if (route.idempotency !== "none")
    for (const problem of [IdempotencyConflict, IdempotencyInProgress]) all.add(problem);
  if (route.proof) for (const problem of OF_PROOFS) all.add(problem);
  return [...all.union(new Set(route.problems))];
}

interface Described {
  readonly components: Components;
  readonly shared: Readonly<Record<"parameters" | "responses", SharedParts>>;
  readonly token: BearerToken | null;
}

function operation(route: Route<never>, { components, shared, token }: Described): object {
  const authenticated = route.scope !== "public";
  const scope = authenticated && route.scope !== null ? route.scope : null;
  const description = [route.description, scope && `Needs the scope \`${scope}\`.`]
    .filter(Boolean)
    .join("\n\n");
  const headers = usualHeaders(route, token);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description && { description }),
    ...(scope && { "x-scope": scope }),
    ...(route.permission && { "x-permission": route.permission }),
    ...(!authenticated && { security: [] }),
    parameters: [
      ...ownParametersOf(route, components).map(({ part }) => shared.parameters.refer(part)),
      ...commonParametersOf(route),
    ],
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse({}).success,
        content: { "application/json": bodyOf(route, route.body, components) },
      },
    }),
    responses: {
      [route.status]: {
        description: route.status === 201 ? "Created" : "OK",
        headers: {
          ...headers,
          ...replayable(route, route.status),
          ...(pages(route) && headerRefs(["Link"])),
          ...(route.settled && headerRefs(["ETag", "Cache-Control"])),
        },
        content: { [route.media]: answerOf(route, components) },
      },
      ...(route.settled && {
        304: {
          description: "Not modified: the answer has the tag in `If-None-Match`.",
          headers: { ...headers, ...headerRefs(["ETag", "Cache-Control"]) },
        },
      }),
      ...Object.fromEntries(
        refusalsOf(route, token).map(({ status, part }) => [status, shared.responses.refer(part)]),
      ),
    },
  };
}

const ALWAYS = ["X-Request-Id"] as const;
const BUDGETED = [...ALWAYS, "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

function usualHeaders(route: Route<never>, token: BearerToken | null): Record<string, object> {
  const isBudgeted = token === null || (route.scope !== "public" && token.budgeted);
  return headerRefs(isBudgeted ? BUDGETED : ALWAYS);
}

function headerRefs(names: readonly (keyof typeof HEADERS)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Content {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

function bodyOf(route: Route<never>, body: z.ZodType, components: Components): Content {
  const schema = components.inputOf(body);
  const { schemas } = components;
  return { schema, example: bodyExample(route.operationId, schema as Schema, schemas as Schemas) };
}

function answerOf(route: Route<never>, components: Components): Content {
  const schema = payloadSchema(route, components);
  const { schemas } = components;
  return { schema, example: answerExample(route.operationId, schema as Schema, schemas as Schemas) };
}

function payloadSchema(route: Route<never>, components: Components): JsonSchema {
  const payload = components.replyOf(route.reply);
  return route.wrap ? { type: "object", properties: { data: payload }, required: ["data"] } : payload;
}

interface Refusal extends NamedPart {
  readonly status: number;
}

/** Returns one response for each status, with the codes that this route can give with it. */
function refusalsOf(route: Route<never>, token: BearerToken | null): Refusal[] {
  const byStatus = Map.groupBy(problemsOf(route), statusOf);
  return [...byStatus].map(([status, problems]) => {
    const codes = [...new Set(problems.map(({ code }) => code))];
    const headers = headersOf(status, route, problems, usualHeaders(route, token));
    const own = { type: "object", properties: { error: { type: "string", enum: codes } } };
    const part = {
      description: problems.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
      headers,
      content: {
        "application/json": {
          schema: { allOf: [{ $ref: "#/components/schemas/Error" }, own] },
          example: refusalExample(problems[0]!),
        },
      },
    };
    const suffix = "Idempotent-Replayed" in headers ? "Replayable" : "";
    return { status, name: codes.map(pascalCase).join("Or") + suffix, part };
  });
}

/** `sold_out` → `SoldOut` */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function headersOf(
  status: number,
  route: Route<never>,
  problems: readonly ProblemDefinition[],
  headers: Record<string, object>,
): Record<string, object> {
  // A missing or unknown key has no budget to show; a caller without a valid proof has one.
  if (status === 401)
    return { ...(route.proof ? headers : headerRefs(ALWAYS)), ...headerRefs(["WWW-Authenticate"]) };
  const waits = status === 429 || status === 503 || problems.includes(IdempotencyInProgress);
  return { ...headers, ...replayable(route, status), ...(waits && headerRefs(["Retry-After"])) };
}

/** Before they are heard, and after a failure of ours, requests have no answer that is kept. */
function replayable(route: Route<never>, status: number): Record<string, object> {
  const isStored = route.idempotency !== "none" && status < 500 && ![401, 413, 415, 429].includes(status);
  return isStored ? headerRefs(["Idempotent-Replayed"]) : {};
}

function ownParametersOf(route: Route<never>, components: Components): NamedPart[] {
  const places = { path: route.params.shape, query: route.query.shape };
  return (["path", "query"] as const).flatMap((place) =>
    Object.entries(places[place]).map(([name, schema]) => ({
      name: pascalCase(name),
      part: parameter({ place, path: route.path, name }, schema, components),
    })),
  );
}

function commonParametersOf(route: Route<never>): object[] {
  const names = [
    ...(route.idempotency === "none" ? [] : ["IdempotencyKey"]),
    ...(route.proof ? ["ServiceProof"] : []),
    ...(route.newKeyProof ? ["NewKeyProof"] : []),
    ...(route.settled ? ["IfNoneMatch"] : []),
    "RequestId",
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function parameter(
  { place, path, name }: { readonly place: "path" | "query"; readonly path: string; readonly name: string },
  type: z.core.$ZodType,
  components: Components,
): object {
  const { description, ...schema } = components.outputOf(type as z.ZodType);
  const required = place === "path" || !(type as z.ZodType).safeParse(undefined).success;
  // One parameter holds several values: `ids=1,2,3`.
  const several = schema.type === "array" && { style: "form", explode: false };
  const example = parameterExample(path, name, schema as Schema);
  // Each key is a parameter: `metadata[order]=17`.
  const keyed = hasKeys(type) && { style: "deepObject", explode: true };
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    ...several,
    ...keyed,
    schema,
    ...(place === "path" && { example }),
  };
}

function pages(route: Route<never>): boolean {
  return "after" in route.query.shape;
}

/** @throws where two routes bear one name: programs that are made from the document call them by it */
export function requireUniqueNames(routes: readonly Route<never>[]): void {
  for (const [operationId, [route, other]] of Map.groupBy(routes, (each) => each.operationId))
    invariant(
      !other,
      `${route!.method} ${route!.path} and ${other?.method} ${other?.path} are both named ${operationId}`,
    );
}
