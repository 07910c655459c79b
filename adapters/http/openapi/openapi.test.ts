import SwaggerParser from "@apidevtools/swagger-parser";
import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { ADMIN_TOKEN, kernel } from "../../../test/support/service/http-kernel.ts";
import { NotFound, defineProblem } from "../../../src/shared/problem.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { id, idText } from "../input/fields.ts";
import { pageQuery } from "../input/page.ts";
import { operatorRoute } from "../operator/operator-route.ts";
import { partnerRoute } from "../partner/partner-route.ts";
import { openApiDocument } from "./openapi.ts";
import { withPartsInPlace } from "./shared-parts.ts";

const SoldOut = defineProblem("sold_out", "invalid", "Nothing is left.");
const FiatDisabled = defineProblem("fiat_disabled", "forbidden", "Fiat is off.");

const Payment = z.object({ fiatCurrency: z.string().nullable().optional() }).meta({ id: "Payment" });
const Thing = z
  .object({
    id,
    title: z.string(),
    state: z.enum(["open", "closed"]).nullable().describe("null: not known"),
    endDate: z.iso.datetime(),
    payment: Payment,
  })
  .meta({ id: "Thing", description: "A thing" });
const ThingCreate = z
  .strictObject({ title: text({ min: 1, max: 200 }), count: z.int().min(1).max(100).default(1) })
  .meta({ id: "ThingCreate" });

const THING = { id: 1, title: "", state: null, endDate: "", payment: {} };

const create = partnerRoute({
  operationId: "createThing",
  method: "POST",
  path: "/things",
  summary: "Create a thing",
  description: "Makes one.",
  tag: "Things",
  scope: "competitions:write",
  body: ThingCreate,
  status: 201,
  reply: Thing,
  problems: [SoldOut, FiatDisabled],
  handle: () => THING,
});

const list = partnerRoute({
  operationId: "listThings",
  method: "GET",
  path: "/things",
  summary: "List things",
  tag: "Things",
  scope: "competitions:read",
  query: pageQuery,
  reply: z.array(Thing),
  handle: () => [THING],
});

const read = partnerRoute({
  operationId: "getThing",
  method: "GET",
  path: "/things/{id}",
  summary: "Read a thing",
  tag: "Things",
  scope: "public",
  params: z.strictObject({ id: idText }),
  reply: Thing,
  wrap: false,
  problems: [NotFound],
  handle: () => THING,
});

const operate = operatorRoute({
  operationId: "deleteOrganisation",
  method: "DELETE",
  path: "/organisations/{slug}",
  summary: "Remove an organisation",
  tag: "Organisations",
  permission: "organisations:write",
  params: z.strictObject({ slug: z.string() }),
  reply: z.object({ ok: z.boolean() }),
  handle: () => ({ ok: true }),
});

const { app } = kernel([create, list, read], { operatorRoutes: [operate] });
const served = {
  partner: (await request(app).get("/api/v1/openapi.json").expect(200)).body,
  operator: (
    await request(app)
      .get("/admin/api/v1/openapi.json")
      .set("Authorization", `Bearer ${ADMIN_TOKEN}`)
      .expect(200)
  ).body,
};
const partner = withPartsInPlace(served.partner);
const operator = withPartsInPlace(served.operator);

const codesOf = (operation: {
  responses: Record<string, { content: Record<string, { schema: { allOf: unknown[] } }> }>;
}) =>
  Object.fromEntries(
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { content }]) => {
        const [, errorSchema] = content["application/json"]!.schema.allOf as [
          unknown,
          { properties: { error: { enum: string[] } } },
        ];
        return [status, errorSchema.properties.error.enum];
      }),
  );

test("both documents are served without a key and valid for a public validator", async () => {
  for (const document of Object.values(served)) await SwaggerParser.validate(structuredClone(document));
  expect(partner).toMatchObject({
    openapi: "3.0.3",
    info: { version: "1.0.0" },
    servers: [{ url: "/api/v1" }],
  });
  expect(operator.servers).toEqual([{ url: "/admin/api/v1" }]);
  expect(operator.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
});

test("named schemas are components, each once, referred to everywhere", () => {
  expect(Object.keys(partner.components.schemas).sort()).toEqual([
    "Error",
    "ErrorIssue",
    "Payment",
    "Thing",
    "ThingCreate",
  ]);
  expect(partner.components.schemas.Thing.properties.payment).toEqual({
    $ref: "#/components/schemas/Payment",
  });
  const created = partner.paths["/things"].post.responses["201"].content["application/json"].schema;
  expect(created).toEqual({
    type: "object",
    properties: { data: { $ref: "#/components/schemas/Thing" } },
    required: ["data"],
  });
  const bare = partner.paths["/things/{id}"].get.responses["200"].content["application/json"].schema;
  expect(bare).toEqual({ $ref: "#/components/schemas/Thing" });
});

test("fields, limits, defaults and enums are those of the schema that validates", () => {
  expect(partner.components.schemas.ThingCreate).toEqual({
    type: "object",
    properties: {
      title: { type: "string", minLength: 1, maxLength: 200 },
      count: { type: "integer", minimum: 1, maximum: 100, default: 1 },
    },
    required: ["title"],
    additionalProperties: false,
  });
  expect(partner.components.schemas.Thing.properties.state).toEqual({
    type: "string",
    nullable: true,
    enum: ["open", "closed", null],
    description: "null: not known",
  });
  expect(partner.components.schemas.Thing.properties.endDate).toEqual({
    type: "string",
    format: "date-time",
    example: "2027-02-01T00:00:00.000Z",
  });
  expect(partner.paths["/things"].post.requestBody.required).toBe(true);
});

test("parameters are documented as what they mean", () => {
  expect(partner.paths["/things/{id}"].get.parameters[0]).toEqual({
    name: "id",
    in: "path",
    required: true,
    schema: { type: "integer", format: "int64", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    example: 7,
  });
  expect(partner.paths["/things"].get.parameters[0]).toMatchObject({
    name: "limit",
    in: "query",
    required: false,
    schema: { type: "integer", minimum: 1, maximum: 100 },
  });
});

test("each status lists the codes that this route can give with it", () => {
  expect(codesOf(partner.paths["/things"].post)).toEqual({
    "400": ["invalid_request", "sold_out"],
    "401": ["missing_api_key", "invalid_api_key"],
    "403": ["insufficient_scope", "fiat_disabled"],
    "409": ["idempotency_conflict", "idempotency_in_progress"],
    "413": ["payload_too_large"],
    "415": ["unsupported_media_type"],
    "429": ["rate_limited"],
    "500": ["internal_error"],
    "503": ["unavailable"],
  });
  expect(Object.keys(codesOf(partner.paths["/things/{id}"].get))).toEqual(["400", "404", "500", "503"]);
  expect(codesOf(operator.paths["/organisations/{slug}"].delete)["403"]).toEqual([
    "insufficient_role",
    "confirmation_required",
    "cross_site_request",
  ]);
});

test("a refusal that several operations give is described once, named by its codes", () => {
  const { paths, components } = served.partner;
  for (const method of ["get", "post"])
    expect(paths["/things"][method].responses[500]).toEqual({ $ref: "#/components/responses/InternalError" });
  expect(components.responses.InternalError.description).toBe(
    "`internal_error`: An internal error occurred. Quote the X-Request-Id when you report it.",
  );
  // A public route shows no budget: its refusal differs and is written in place.
  expect(paths["/things/{id}"].get.responses[500].headers).toEqual({
    "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
  });
  expect(Object.keys(components.responses)).toEqual([
    "InternalError",
    "MissingApiKeyOrInvalidApiKey",
    "RateLimited",
    "Unavailable",
  ]);
});

test("a write takes an Idempotency-Key, a list shows its next page, an authenticated response its budget", () => {
  const names = (operation: { parameters: { name: string }[] }) =>
    operation.parameters.map(({ name }) => name);
  expect(names(partner.paths["/things"].post)).toContain("Idempotency-Key");
  expect(names(partner.paths["/things"].get)).not.toContain("Idempotency-Key");
  const listed = partner.paths["/things"].get.responses;
  expect(Object.keys(listed["200"].headers)).toEqual([
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "Link",
  ]);
  expect(listed["429"].headers).toHaveProperty("Retry-After");
  expect(Object.keys(operator.paths["/organisations/{slug}"].delete.responses["200"].headers)).toEqual([
    "X-Request-Id",
  ]);
});

test("a scope is named, and a public route needs no key", () => {
  expect(partner.paths["/things"].post).toMatchObject({ "x-scope": "competitions:write", tags: ["Things"] });
  expect(partner.paths["/things"].post.description).toBe(
    "Makes one.\n\nNeeds the scope `competitions:write`.",
  );
  expect(partner.paths["/things/{id}"].get.security).toEqual([]);
});

test("two different schemas cannot share a name", () => {
  const other = partnerRoute({
    ...common(),
    reply: z.object({ a: z.string() }).meta({ id: "Twin" }),
    handle: () => ({ a: "" }),
  });
  const twin = partnerRoute({
    ...common(),
    operationId: "getTwin",
    path: "/twin",
    reply: z.object({ b: z.string() }).meta({ id: "Twin" }),
    handle: () => ({ b: "" }),
  });
  const info = { title: "Twins", version: "1", description: "" };
  const described = { basePath: "/api", info, token: null };
  expect(() => openApiDocument({ ...described, routes: [other, twin] })).toThrow("Twin");
});

function common() {
  return {
    operationId: "getOther",
    method: "GET",
    path: "/other",
    summary: "",
    tag: "Other",
    scope: null,
    status: 200,
    problems: [],
  } as const;
}
