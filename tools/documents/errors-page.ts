/** The page of errors: a heading for each code, which `docUrl` of a refusal names. */
import {
  ExpectationFailed,
  HeadersTooLarge,
  MalformedRequest,
  MethodNotAllowed,
  PayloadTooLarge,
  RequestTimeout,
  statusOf,
} from "../../adapters/http/answers/problems.ts";
import type { Route } from "../../adapters/http/kernel/route.ts";
import { problemsOf } from "../../adapters/http/openapi/openapi.ts";
import { ConsoleUnavailable } from "../../adapters/http/web/console/console-assets.ts";
import { SignInRefused } from "../../src/buyers/sign-in.ts";
import { RealProviderConfigured } from "../../src/simulated/clock-advance.ts";
import { InvalidRequest, type ProblemDefinition } from "../../src/shared/problem.ts";
import type { ApiDocument } from "./api-reference.ts";
import { code, page, table } from "./markdown.ts";

export interface Api {
  readonly name: string;
  readonly basePath: string;
  readonly document: ApiDocument;
  /** The document's file below docs/. */
  readonly file: string;
  /** Folder below docs/ of its reference pages. */
  readonly folder: string;
  /** Requirement of its routes. */
  readonly needs: "scope" | "permission" | "key";
  readonly routes: readonly Route<never>[];
}

/** The routes that answer with a problem. */
interface Place {
  readonly definition: ProblemDefinition;
  /** The API's name, or a phrase that names no API. */
  readonly where: string;
  /** Absent: a place that has no routes. */
  readonly route?: Route<never>;
}

const EVERY_PATH = "Every path";
const BEFORE_A_ROUTE = "Before a route is found";
/** Problems that no route of an API declares. */
const ELSEWHERE: readonly (readonly [problem: ProblemDefinition, where: string])[] = [
  [MethodNotAllowed, EVERY_PATH],
  [
    MalformedRequest,
    `${BEFORE_A_ROUTE}: the request is not HTTP, has no Host header (HTTP/1.1) or several, has several lengths, or is a CONNECT`,
  ],
  [
    InvalidRequest,
    `${BEFORE_A_ROUTE}: the header Authorization, Content-Type, Idempotency-Key or Origin was sent more than once`,
  ],
  [
    RequestTimeout,
    `${BEFORE_A_ROUTE}: the headers took longer than one minute, or the request longer than five minutes`,
  ],
  [PayloadTooLarge, `${BEFORE_A_ROUTE}: the chunk extensions are larger than 16 kB`],
  [ExpectationFailed, `${BEFORE_A_ROUTE}: the \`Expect\` header is not \`100-continue\``],
  [HeadersTooLarge, BEFORE_A_ROUTE],
  [SignInRefused, "The buyers' pages: a sign-in with a wallet or a code"],
  [ConsoleUnavailable, "The console's pages"],
  [RealProviderConfigured, "`POST /sandbox/clock`, outside production"],
];

export function errorsPage(apis: readonly Api[]): string {
  const places: Place[] = [
    ...apis.flatMap(({ name, routes }) =>
      routes.flatMap((route) => problemsOf(route).map((definition) => ({ definition, where: name, route }))),
    ),
    ...ELSEWHERE.map(([definition, where]) => ({ definition, where })),
  ];
  const byCode = [...Map.groupBy(places, ({ definition }) => definition.code)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const byStatus = [...Map.groupBy(byCode, ([, [first]]) => statusOf(first!.definition))].toSorted(
    ([a], [b]) => a - b,
  );
  const index = byStatus.map(([status, codes]) => [
    String(status),
    codes.map(([problem]) => `[${code(problem)}](#${problem})`).join(", "),
  ]);
  return page(
    "Errors",
    [
      INTRODUCTION,
      "## Codes by status",
      table(["status", "codes"], index),
      "## Codes",
      ...byCode.map(([problem, found]) => section(problem, found, apis)),
    ].join("\n\n"),
  );
}

const INTRODUCTION = `The body is \`{"error": "<code>", "message": "<sentence>", "docUrl": "<address>"}\` and, for some codes, one more member. Programs read \`error\`; \`message\` is for people and may change. \`docUrl\` is the service's address followed by \`/docs/errors#<code>\`: the section of the code on this page. Every answer has an \`X-Request-Id\` to quote. What to do, by status:

${table(
  ["status", "what to do"],
  [
    [
      "400, 412",
      "Change the request or the set-up. Where time can lift the refusal, the same request may succeed later.",
    ],
    ["401, 403", "Use another key: a key never gets other scopes. A person may get another role."],
    ["404", "Your organisation has no such resource. The id of another organisation gets the same answer."],
    ["409", "The request conflicts with the current state; the code says how."],
    ["413, 415, 417, 431", "Change the request: its body, its type or its headers."],
    ["429, 503", "Wait `Retry-After` seconds, then repeat the request."],
    ["408", "Repeat the request and send it faster."],
    [
      "500, 502",
      "Repeat the request. A POST or PATCH with the same `Idempotency-Key` takes effect only once.",
    ],
  ],
)}

Under an \`Idempotency-Key\` a refusal is stored like any answer, except one that time can lift (a hold ends, a deposit arrives, a setting is changed), a 401, a 429 and a 5xx: the same request with the same key is then processed again, and still takes effect only once.

A request that cannot be read as HTTP is answered in the same form, and its connection is closed. An answer that is sent before the whole body was read says \`Connection: close\`; the rest of the body is not needed.`;

function section(problem: string, places: readonly Place[], apis: readonly Api[]): string {
  const definitions = [...new Set(places.map(({ definition }) => definition))];
  const [first] = definitions;
  const head = [
    String(statusOf(first!)),
    ...(definitions.some(({ liftedByTime }) => liftedByTime) ? ["time can lift it"] : []),
  ];
  const facts = definitions.flatMap((definition) =>
    Object.entries(definition.facts).map(([name, text]) => `Also has ${code(name)}: ${text}.`),
  );
  return [
    `### ${problem}`,
    head.join(" · "),
    [...new Set(definitions.map(({ message }) => message))].join(" "),
    ...new Set(facts),
    locations(places, apis)
      .map((line) => `- ${line}`)
      .join("\n"),
  ].join("\n\n");
}

/** Returns a line for each API and each other place. */
function locations(places: readonly Place[], apis: readonly Api[]): string[] {
  return [...Map.groupBy(places, ({ where }) => where)].map(([where, found]) => {
    const routes = [...new Set(found.flatMap(({ route }) => (route ? [route] : [])))];
    if (routes.length === 0) return where;
    return `${where}: ${routesText(routes, apis.find(({ name }) => name === where)!.routes)}`;
  });
}

/** Names of sets of routes, the widest first. */
const SETS: readonly (readonly [string, (route: Route<never>) => boolean])[] = [
  ["every route", () => true],
  ["every route with a placeholder in its path", ({ path }) => path.includes("{")],
  ["every route that is not GET", ({ method }) => method !== "GET"],
  ["every route that needs a proof", ({ proof }) => proof],
  ["every POST, PATCH and PUT", ({ idempotency }) => idempotency !== "none"],
];
/** More routes than these are counted instead of named. */
const NAMED_AT_MOST = 12;

function routesText(on: readonly Route<never>[], all: readonly Route<never>[]): string {
  const words: string[] = [];
  let rest = on;
  for (const [name, belongs] of SETS) {
    const set = all.filter(belongs);
    if (set.length < 2 || !set.every((route) => on.includes(route))) continue;
    if (!set.some((route) => rest.includes(route))) continue;
    words.push(name);
    rest = rest.filter((route) => !belongs(route));
  }
  if (rest.length > NAMED_AT_MOST)
    words.push(`${rest.length}${words.length > 0 ? " more" : ""} routes, whose sections name it`);
  else words.push(...rest.map(({ method, path }) => code(`${method} ${path}`)));
  return words.join(", ");
}
