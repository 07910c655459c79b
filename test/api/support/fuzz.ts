import { isUtf8 } from "node:buffer";
import { Agent, request as httpRequest } from "node:http";
import fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";
import { OPERATOR_API } from "../../../adapters/http/openapi/described-apis.ts";
import { Components, errorSchemas } from "../../../adapters/http/openapi/openapi-components.ts";
import { problemsOf } from "../../../adapters/http/openapi/openapi.ts";
import { statusOf } from "../../../adapters/http/answers/problems.ts";
import type { Route } from "../../../adapters/http/kernel/route.ts";
import { amount } from "../../support/depth.ts";
import {
  broken,
  corrupted,
  jsonText,
  type JsonValue,
  junk,
  valueOf,
  type Vocabulary,
} from "./arbitraries.ts";
import { nameOf } from "./world.ts";

/** Another seed tries other requests: `FUZZ_SEED=$RANDOM npx vitest run test/api/fuzz`. */
const SEED = Number(process.env.FUZZ_SEED ?? 2_026);
/** Requests to each route; two thirds of it where there is no body. `FUZZ_RUNS=3000` for a long look. */
const RUNS = amount("random requests to each route", { usual: 20, deep: 60, variable: "FUZZ_RUNS" });

export interface Target {
  /** `http://127.0.0.1:1234/api/v1` */
  readonly url: string;
  readonly key: string;
  /** Values for placeholders and members. */
  readonly members: Vocabulary["members"];
  readonly bodies: Readonly<Record<string, fc.Arbitrary<JsonValue>>>;
  /** A proof of possession for a request; only where there are routes that need one. */
  readonly prove?: (method: string, path: string, body: Uint8Array) => string;
}

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends generated requests to one route. Throws with one whose answer is not documented. */
export async function fuzz(route: Route<never>, target: Target): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const numRuns = route.body ? RUNS : Math.ceil((RUNS * 2) / 3);
  try {
    await fc.assert(
      fc.asyncProperty(requests(route, target), async (sent) => {
        check(route, await send(agent, route, target, sent));
      }),
      { numRuns, seed: SEED, endOnFailure: true },
    );
  } finally {
    agent.destroy();
  }
}

function requests(route: Route<never>, target: Target): fc.Arbitrary<Sent> {
  return fc
    .record({ path: paths(route, target), headers: headers(target), body: bodies(route, target) })
    .map((sent) => ({ ...sent, [fc.toStringMethod]: () => shown(sent) }));
}

function paths(route: Route<never>, { members }: Target): fc.Arbitrary<string> {
  const all = route.path.split("/").slice(1);
  const segments = all.map((segment, index) => {
    if (!segment.startsWith("{")) return fc.constant(segment);
    const known = members[`${all[index - 1]}/${segment}`] ?? members[segment];
    if (!known) throw new Error(`${nameOf(route)}: what can ${segment} be?`);
    return fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: junk }).map(encoded);
  });
  return fc
    .tuple(fc.tuple(...segments), queries(route, members))
    .map(([segments, query]) => `/${segments.join("/")}${query}`);
}

function queries(route: Route<never>, members: Target["members"]): fc.Arbitrary<string> {
  const components = new Components();
  const vocabulary = { schemas: components.schemas, members };
  const own = Object.entries(route.query.shape).map(([name, type]) => {
    const described = members[name] ?? valueOf(components.outputOf(type as z.ZodType), vocabulary);
    const value = fc.oneof({ weight: 4, arbitrary: described }, junk);
    return value.map((value) => `${name}=${encoded(value)}`);
  });
  const strange = fc.constantFrom(
    "x=1",
    "=",
    "&&",
    "%",
    "%zz=%",
    "a[b]=c",
    "__proto__=1",
    "%00=1",
    "limit",
    "%ff=%ff",
    "+",
    "limit=1&limit=2",
    "?",
    "after=",
  );
  const several = fc.array(fc.oneof(...own.map((arbitrary) => ({ weight: 3, arbitrary })), strange), {
    maxLength: 3,
  });
  return fc.oneof(
    { weight: own.length > 0 ? 1 : 8, arbitrary: fc.constant("") },
    several.map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`)),
  );
}

/** Percent-encoded byte by byte, lone surrogates too. */
function encoded(value: JsonValue): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 300);
  return [...text]
    .map((character) => {
      if (/^[A-Za-z0-9_-]$/.test(character)) return character;
      const bytes = character.isWellFormed() ? Buffer.from(character) : Buffer.from([0xed, 0xa0, 0x80]);
      return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    })
    .join("");
}

/** Text of a counterexample. */
function shown({ path, headers, body }: Sent): string {
  const { Authorization: _, ...rest } = headers;
  const bytes = isUtf8(body) ? body.toString() : `bytes ${body.toString("hex")}`;
  return `${path} ${JSON.stringify(rest)} ${bytes.slice(0, 2_000)}`;
}

function headers({ key }: Target): fc.Arbitrary<Record<string, string>> {
  const contentType = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom(
        "application/json",
        "application/json; charset=utf-8",
        'APPLICATION/JSON;charset="UTF-8"',
      ),
    },
    fc.constantFrom(
      "",
      "text/plain",
      "application/json; charset=latin1",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "application/json;;;",
    ),
  );
  const idempotencyKey = fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    fc.constantFrom("first", "second", " ", "x".repeat(255), "x".repeat(256), "\u00e9"),
  );
  const encoding = fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    fc.constantFrom("gzip", "identity", "br"),
  );
  const requestId = fc.constantFrom(undefined, "a-request-of-mine", "short", "<script>", "x".repeat(129));
  return fc
    .record({
      "Content-Type": contentType,
      "Content-Encoding": encoding,
      "Idempotency-Key": idempotencyKey,
      "X-Request-Id": requestId,
    })
    .map((headers) => ({
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      Authorization: `Bearer ${key}`,
    })) as fc.Arbitrary<Record<string, string>>;
}

function bodies(route: Route<never>, target: Target): fc.Arbitrary<Buffer> {
  if (route.method === "GET") return fc.constant(Buffer.alloc(0));
  const components = new Components();
  const vocabulary = { schemas: components.schemas, members: target.members };
  const described = route.body
    ? valueOf(components.inputOf(route.body), vocabulary)
    : fc.constant<JsonValue>({});
  const accepted = target.bodies[nameOf(route)] ?? described;
  const valid = fc.oneof({ weight: 3, arbitrary: described }, { weight: 2, arbitrary: accepted });
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => Buffer.from(jsonText(value))) },
    { weight: 6, arbitrary: broken(valid).map((value) => Buffer.from(jsonText(value))) },
    { weight: 2, arbitrary: valid.chain((value) => corrupted(jsonText(value))) },
    { weight: route.body ? 1 : 6, arbitrary: fc.constant(Buffer.alloc(0)) },
  );
}

function send(
  agent: Agent,
  route: Route<never>,
  { url, prove }: Target,
  { path, headers, body }: Sent,
): Promise<Got> {
  const { hostname, port, pathname } = new URL(url);
  const proof = route.proof && prove?.(route.method, pathname + path, body);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        agent,
        hostname,
        port,
        method: route.method,
        path: pathname + path,
        headers: {
          ...headers,
          ...(proof && { "Service-Proof": proof }),
          ...(body.length > 0 && { "Content-Length": String(body.length) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const { Error: refusal, ErrorIssue: issue } = errorSchemas(OPERATOR_API.errorFacts);
const issues = { type: "array", items: issue };
const refusalAlone = { ...refusal, properties: { ...refusal.properties, issues } };
const ERROR = z.strictObject((z.fromJSONSchema(refusalAlone as never) as z.ZodObject).shape);
/** Wording of zod, JSON.parse and the drivers. */
const LIBRARY_WORDING =
  /Invalid (input|option|string|number|url|email|element|key|ISO|IPv)|Unrecognized key|Too (big|small)|expected .*(received|to be|to have|to match)|Unexpected token|in JSON at|\[object|undefined/i;
const codesOf = new Map<Route<never>, Map<number, Set<string>>>();

/** Returns whether the route documents the answer. */
function check(route: Route<never>, { status, headers, text }: Got): void {
  const seen = `${status} ${text.slice(0, 500)}`;
  const media = status === route.status ? route.media : "application/json";
  expect(headers["content-type"], seen).toBe(`${media}; charset=utf-8`);
  expect(headers["x-request-id"], seen).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  if (media !== "application/json") return;
  const json: unknown = JSON.parse(text);
  if (status === route.status) {
    const reply = route.wrap ? z.strictObject({ data: route.reply }) : route.reply;
    const { success, error } = reply.safeParse(json);
    expect(success, `${seen}\n${error && z.prettifyError(error)}`).toBe(true);
    return;
  }
  expect([500, 503], seen).not.toContain(status);
  const { error, ...facts } = ERROR.parse(json);
  const codes = documented(route);
  expect([...(codes.get(status) ?? [])], seen).toContain(error);
  expect(headers["retry-after"], seen).toBe(
    facts.retryAfter === undefined ? undefined : String(facts.retryAfter),
  );
  if (error === "invalid_request") expect(facts.issues, seen).not.toEqual([]);
  const issues = (facts.issues ?? []) as { readonly message: string }[];
  for (const { message } of [...issues, facts as { readonly message: string }])
    expect(message, seen).not.toMatch(LIBRARY_WORDING);
}

function documented(route: Route<never>): Map<number, Set<string>> {
  const known = codesOf.get(route);
  if (known) return known;
  const codes = new Map<number, Set<string>>();
  for (const problem of problemsOf(route)) {
    const status = statusOf(problem);
    codes.set(status, (codes.get(status) ?? new Set()).add(problem.code));
  }
  codesOf.set(route, codes);
  return codes;
}
