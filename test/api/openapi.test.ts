import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it, test } from "vitest";
import { ConsoleSettings } from "../../ports/settings.ts";
import { licenceOf } from "../../adapters/http/openapi/licence.ts";
import type { JsonSchema } from "../../adapters/http/openapi/openapi-components.ts";
import { withPartsInPlace } from "../../adapters/http/openapi/shared-parts.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { publicRoutes } from "../../adapters/http/public/public-api.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../support/service/service.ts";
import { ENDPOINTS } from "./support/specified-endpoints.ts";
import { EVENTS } from "./support/specified-events.ts";
import { SCHEMAS } from "./support/specified-resources.ts";
import { nameOf } from "./support/world.ts";
import manifest from "../../package.json" with { type: "json" };

const service = await sharedService();
const served: Readonly<Record<"partner" | "operator" | "public", Json>> = {
  partner: (await service.call("GET", "/api/v1/openapi.json")).json,
  operator: (await service.call("GET", "/admin/api/v1/openapi.json", { key: ADMIN_TOKEN })).json,
  public: (await service.call("GET", "/embed/openapi.json")).json,
};
const partner = withPartsInPlace(served.partner);

/** The console may have another host. */
function addressOf(api: keyof typeof served): string {
  return api === "operator" ? service.wiring.get(ConsoleSettings).address : service.baseUrl;
}

/** What a schema says, as short as the specification's tables. */
function notation(schema: JsonSchema): string | object {
  const { properties, nullable, default: fallback } = schema;
  if (properties && schema.nullable !== true) return members(schema);
  const shown = properties ? JSON.stringify(members(schema)) : shape(schema);
  return (
    shown + (nullable ? " or null" : "") + (fallback === undefined ? "" : ` = ${JSON.stringify(fallback)}`)
  );
}

function members({ properties, required = [] }: JsonSchema): object {
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => [
      (required as string[]).includes(name) ? name : `${name}?`,
      notation(member),
    ]),
  );
}

function shape(schema: JsonSchema): string {
  const { type, format, pattern } = schema as { type?: string; format?: string; pattern?: string };
  const options = (schema.allOf ?? schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1)!;
  if (options) return options.map(notation).join(" or ");
  if (schema.enum) return (schema.enum as unknown[]).filter((value) => value !== null).join("|");
  if (type === "array")
    return `[${shape(schema.items as JsonSchema)}]${range(schema.minItems, schema.maxItems)}`;
  if (type === "integer") return type + range(schema.minimum, schema.maximum);
  return (
    (format ?? type ?? "any") + (pattern ? ` ${pattern}` : "") + range(schema.minLength, schema.maxLength)
  );
}

/** `entry.confirmed` → `EntryConfirmed` */
function eventName(type: string): string {
  return type
    .split(".")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join("");
}

function range(from: unknown, to: unknown): string {
  const low = from === undefined || from === Number.MIN_SAFE_INTEGER ? "" : String(from);
  const high = to === undefined || to === Number.MAX_SAFE_INTEGER ? "" : String(to);
  return low || high ? ` ${low}..${high}` : "";
}

const ALWAYS = [
  "400 invalid_request",
  "401 invalid_api_key",
  "401 missing_api_key",
  "403 insufficient_scope",
  "429 rate_limited",
  "500 internal_error",
  "503 unavailable",
];
const BODY = ["413 payload_too_large", "415 unsupported_media_type"];
const KEYED = ["409 idempotency_conflict", "409 idempotency_in_progress"];

/** What a POST may be called; a new verb is a choice to be made here. */
const ACTIONS =
  "accept add answer archive cancel claim commit confirm continue create expire finish grant import invite look match ping publish refund register replay report resend reset resolve resume retry reveal roll rotate search sign start test unpublish verify";
const VERBS: Readonly<Record<string, readonly string[]>> = {
  POST: ACTIONS.split(" "),
  PUT: ["set"],
  PATCH: ["update"],
  DELETE: ["delete", "end", "remove", "revoke", "withdraw"],
};
/** The first word of a title: an imperative. A new one is a choice to be made here. */
const TITLE_VERBS: readonly string[] =
  "Accept Add Answer Archive Cancel Change Claim Commit Compare Confirm Count Create Delete End Expire Export Finish Get Grant Import Invite List Ping Preview Publish Refund Register Remove Replace Replay Report Request Resend Reset Resolve Resume Retry Reveal Revoke Roll Rotate Run Search Set Show Sign Start Test Unpublish Withdraw".split(
    " ",
  );
const PLURAL_BY_NATURE: ReadonlySet<string> = new Set([
  "getSalesFigures",
  "replayEvents",
  "getFigures",
  "getEndpointFigures",
  "getCompetitionFigures",
  "importPrizes",
  "importCompetitions",
]);

const PROVING = [
  "401 expired_proof",
  "401 invalid_proof",
  "401 proof_required",
  "401 replayed_proof",
  "403 draw_key_not_registered",
];

function operationsOf(document: Json): [string, Json][] {
  return Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]): [string, Json] => [
      nameOf({ method: method.toUpperCase() as never, path }),
      operation,
    ]),
  );
}

/** `400 sold_out` for every code that an operation documents. */
function codesOf(operation: Json): string[] {
  return Object.entries(operation.responses as Json)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const [error, named] = (response as Json).content["application/json"].schema.allOf;
      expect(error).toEqual({ $ref: "#/components/schemas/Error" });
      return named.properties.error.enum.map((code: string) => `${status} ${code}`);
    })
    .sort();
}

describe.each([
  ["partner", "/api/v1", partnerRoutes(service.wiring)],
  ["operator", "/admin/api/v1", operatorRoutes(service.wiring)],
  ["public", "/embed", publicRoutes(service.wiring)],
] as const)("the document of the %s API", (api, serverPath, routes) => {
  const document = withPartsInPlace(served[api]);

  it("is valid for a public validator", async () => {
    await SwaggerParser.validate(structuredClone(served[api]));
  });

  it("is OpenAPI 3.0.3, version 1.0.0, under its server path, at the address of the service", () => {
    expect(document.openapi).toBe("3.0.3");
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers).toEqual([{ url: addressOf(api) + serverPath }]);
  });

  it("names a contact, and the licence of the package", () => {
    expect(document.info.contact.name).toMatch(/\w/);
    expect(document.info.license).toEqual(licenceOf(manifest.license));
  });

  it("describes every operation in sentences, with a summary that is another text", () => {
    for (const [name, { summary, description }] of operationsOf(document)) {
      expect(description, name).toMatch(/^(?!Needs the scope)\S.*\./);
      expect(description.split("\n\n")[0], name).not.toBe(summary);
    }
  });

  it("has no two paths that one address could fit, where neither is the more special one", () => {
    const paths = Object.keys(document.paths).map((path) => path.split("/"));
    const isOpen = (segment: string | undefined) => segment!.startsWith("{");
    const isBeside = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((segment, at) => isOpen(segment) || isOpen(other[at]) || segment === other[at]) &&
      one.some((segment, at) => isOpen(segment) && !isOpen(other[at])) &&
      other.some((segment, at) => isOpen(segment) && !isOpen(one[at]));
    const pairs = paths.flatMap((one, at) =>
      paths.slice(at + 1).flatMap((other) => (isBeside(one, other) ? [[one, other]] : [])),
    );
    expect(pairs.map((pair) => pair.map((path) => path.join("/")))).toEqual([]);
  });

  it("describes every route of the table, each under an operationId of its own", () => {
    const operations = operationsOf(document);
    expect(operations.map(([name]) => name).sort()).toEqual(routes.map(nameOf).sort());
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("titles operations by what they do", () => {
    for (const [name, { summary }] of operationsOf(document)) {
      expect(TITLE_VERBS, `${name}: ${summary}`).toContain(summary.split(" ")[0]);
      expect(summary, name).not.toMatch(/\.$/);
    }
  });

  it("names operations as methods of a client: a verb that fits, then what it acts on", () => {
    for (const [name, { operationId, responses }] of operationsOf(document)) {
      const method = name.split(" ")[0]!;
      expect(operationId, name).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      const [verb] = operationId.match(/^[a-z]+/);
      const [{ schema }] = Object.values((responses["200"] ?? responses["201"]).content as Json) as [Json];
      const answersList = (schema.properties?.data ?? schema).type === "array";
      const verbs = method === "GET" ? [answersList ? "list" : "get"] : VERBS[method];
      expect(verbs, `${name}: ${operationId}`).toContain(verb);
      expect(operationId.endsWith("s"), `${name}: ${operationId} is in the plural`).toBe(
        answersList || PLURAL_BY_NATURE.has(operationId),
      );
    }
  });

  it("says what every 429 and 503 says: how long to wait", () => {
    for (const [name, { responses }] of operationsOf(document))
      for (const status of ["429", "503"])
        expect(responses[status].headers, name).toHaveProperty("Retry-After");
  });
});

describe("the partner document says what the specification says", () => {
  const { schemas } = partner.components;

  it.each(Object.entries(SCHEMAS))("of %s: every field, enum, default and limit", (name, expected) => {
    expect(notation(schemas[name])).toEqual(expected);
  });

  it("and has no other schemas than these and Error", () => {
    const events = Object.keys(EVENTS).flatMap((type) => [
      `${eventName(type)}Event`,
      `${eventName(type)}EventData`,
    ]);
    const others = ["Error", "ErrorIssue", "WebhookEnvelope", ...events];
    expect(Object.keys(schemas).sort()).toEqual([...Object.keys(SCHEMAS), ...others].sort());
  });

  it("of webhooks: the envelope, and the data of each of the six types", () => {
    const { oneOf, discriminator } = schemas.WebhookEnvelope;
    const types = oneOf.map(({ $ref }: { $ref: string }) => {
      const name = $ref.split("/").at(-1)!;
      const { id, type, createdAt, data } = notation(schemas[name]) as Record<string, string>;
      expect([id, createdAt, data]).toEqual(["string ^evt_[0-9a-z]{26}$", "date-time", `${name}Data`]);
      expect([name, discriminator.mapping[type!]]).toEqual([`${eventName(type!)}Event`, $ref]);
      return [type, notation(schemas[`${name}Data`])];
    });
    expect(Object.fromEntries(types)).toEqual(EVENTS);
    expect(types).toHaveLength(6);
    expect(discriminator.propertyName).toBe("type");
    expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(EVENTS));
  });

  it("of errors: code, message, and the facts that go with a code", () => {
    expect(notation(schemas.Error)).toEqual({
      error: "string",
      message: "string",
      docUrl: "uri",
      "required?": "string",
      "retryAfter?": "integer 1..",
      "reason?": "string",
      "available?": "integer 0..",
      "oldest?": "date-time",
      "issues?": "[ErrorIssue]",
    });
    expect(notation(schemas.ErrorIssue)).toEqual({
      path: "string",
      code: "string",
      message: "string",
    });
  });

  test("and has no other endpoints than these", () => {
    expect(operationsOf(partner).map(([name]) => name)).toEqual(Object.keys(ENDPOINTS));
  });

  it.each(operationsOf(partner))(
    "of %s: scope, parameters, body, answer, and every code",
    (name, operation) => {
      const line = ENDPOINTS[name]!;
      const writes = !name.startsWith("GET");
      const keyed = writes && !name.startsWith("DELETE");
      expect(operation["x-scope"]).toBe(line.scope);
      const proven = line.draw === "proof" || line.draw === "both proofs";
      const shared = [
        ...(keyed ? ["Idempotency-Key"] : []),
        ...(proven ? ["Service-Proof"] : []),
        ...(line.draw === "both proofs" ? ["Service-Proof-New-Key"] : []),
        "X-Request-Id",
      ];
      expect(operation.parameters.map((parameter: Json) => parameter.name)).toEqual([
        ...(line.parameters ?? []),
        ...shared,
      ]);
      const body = operation.requestBody?.content["application/json"].schema;
      expect(body && notation(body)).toBe(line.body);
      const statuses = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      expect(statuses).toEqual([String(line.status)]);
      const reply = operation.responses[line.status].content["application/json"].schema;
      expect(notation(reply)).toEqual(line.draw ? line.data : { data: line.data });
      expect(codesOf(operation)).toEqual(
        [
          ...ALWAYS.filter((code) => line.scope !== undefined || !code.endsWith("insufficient_scope")),
          ...(writes ? BODY : []),
          ...(keyed ? KEYED : []),
          ...(proven ? PROVING : []),
          ...(line.codes ?? []),
        ].sort(),
      );
    },
  );

  it("of limits in queries: at most 100 of a list", () => {
    for (const name of ["GET /competitions", "GET /winners", "GET /prizes"]) {
      const [, operation] = operationsOf(partner).find(([other]) => other === name)!;
      expect(operation.parameters[0].schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
    }
  });
});
