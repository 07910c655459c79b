import SwaggerParser from "@apidevtools/swagger-parser";
import { afterAll, describe, expect, it, test } from "vitest";
import type { JsonSchema } from "../../adapters/http/openapi-components.ts";
import { operatorTable, partnerRoutes } from "../../service.ts";
import { type Json, TestService } from "../setup/service.ts";
import { nameOf } from "./world.ts";

const service = await TestService.open();
afterAll(() => service.stop());
const partner: Json = (await service.call("GET", "/api/v1/openapi.json")).json;
const operator: Json = (await service.call("GET", "/admin/api/v1/openapi.json")).json;

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
  const options = (schema.allOf ?? schema.anyOf) as JsonSchema[] | undefined;
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1)!;
  if (options) return options.map(shape).join(" or ");
  if (schema.enum) return (schema.enum as unknown[]).filter((value) => value !== null).join("|");
  if (type === "array")
    return `[${shape(schema.items as JsonSchema)}]${range(schema.minItems, schema.maxItems)}`;
  if (type === "integer") {
    const { minimum, exclusiveMinimum } = schema;
    return type + range(exclusiveMinimum === true ? Number(minimum) + 1 : minimum, schema.maximum);
  }
  return (
    (format ?? type ?? "any") + (pattern ? ` ${pattern}` : "") + range(schema.minLength, schema.maxLength)
  );
}

function range(from: unknown, to: unknown): string {
  const low = from === undefined || from === Number.MIN_SAFE_INTEGER ? "" : String(from);
  const high = to === undefined || to === Number.MAX_SAFE_INTEGER ? "" : String(to);
  return low || high ? ` ${low}..${high}` : "";
}

/** The resources of the specification, field by field; limits that it leaves open are those of docs/decisions. */
const SCHEMAS = {
  Competition: {
    id: "integer 1..",
    title: "string",
    description: "string or null",
    ticketPriceUSDCents: "integer",
    paymentToken: "string",
    maxTickets: "integer",
    ticketsSold: "integer",
    status: "draft|active|ended|cancelled",
    state: "draft|scheduled|open|closing|drawn|retired|cancelled",
    endDate: "date-time",
    imageUrl: "string or null",
    payment: "Payment",
  },
  Payment: { acceptedTokens: "[USDC|USDT]", fiat: "boolean", "fiatCurrency?": "string or null" },
  CompetitionCreate: {
    prizeId: "integer 1..",
    title: "string 1..200",
    ticketPriceUSDCents: "integer 0..10000000",
    maxTickets: "integer 1..100000000",
    startDate: "date-time",
    endDate: "date-time",
    "description?": "string ..20000",
    "paymentToken?": 'USDC|USDT = "USDC"',
    "imageUrl?": "uri ..2048",
    "createOnChain?": "boolean = false",
    "payment?": "PaymentOverride",
  },
  PaymentOverride: {
    "crypto?": "boolean or null",
    "fiat?": "boolean or null",
    "fiatCurrency?": "string ^[A-Z]{3}$ or null",
  },
  CompetitionUpdate: {
    "title?": "string 1..200",
    "description?": "string ..20000",
    "status?": "draft|active",
    "payment?": "PaymentOverride",
  },
  Winner: {
    competitionId: "integer 1..",
    competitionTitle: "string",
    winnerWalletAddress: "string",
    wonAt: "date-time",
    draw: "BlockHashDraw or VerifiableRandomDraw or null",
  },
  BlockHashDraw: {
    blockNumber: "integer",
    blockHash: "string",
    winnerIndex: "integer",
    totalTickets: "integer",
  },
  VerifiableRandomDraw: {
    method: "vrf",
    seed: "string",
    winnerIndex: "integer",
    totalTickets: "integer",
    vrfRequestId: "string",
    fulfillmentTx: "string",
    blockNumber: "integer or null",
  },
  EntryQuestion: {
    required: "boolean",
    question: `${JSON.stringify({ id: "integer 1..", question: "string", options: "[string]", category: "string or null" })} or null`,
  },
  EntryQuestionAnswer: { questionId: "integer 1..", answerIndex: "integer 0.." },
  EntryQuestionVerification: { correct: "boolean", pass: "string or null" },
  CheckoutSessionRequest: {
    competitionId: "integer 1..",
    "quantity?": "integer 1..100 = 1",
    buyer: { "email?": "email ..254", "walletAddress?": "string" },
    "skillPass?": "string 1..200",
    "currency?": "string 1..10",
    "applyCredit?": "boolean = true",
    "returnUrl?": "uri ..2048",
  },
  CheckoutSession: {
    id: "string",
    status: "pending|paid|failed",
    provider: "flow|embed|fields|redirect|qr or null",
    amount: "integer",
    currency: "string",
    payment: `${JSON.stringify({ type: "PAY_URL|CODE_URL|FLOW_SESSION|EMBED_SESSION|FIELDS_SDK", redirectUrl: "string or null", data: "string or null" })} or null`,
  },
  CheckoutStatus: {
    id: "string",
    status: "pending|paid|failed",
    competitionId: "integer 1..",
    quantity: "integer",
    amount: "integer",
    currency: "string",
    ticketsIssued: "boolean",
    error: "string or null",
  },
  CheckoutConfirmRequest: { sessionHref: "uri ..2048", "cvcHref?": "uri ..2048" },
  CheckoutConfirmation: {
    id: "string",
    status: "pending|paid|failed",
    ticketsIssued: "boolean",
    paymentId: "string or null",
  },
  Prize: {
    id: "integer 1..",
    category: "string",
    name: "string or null",
    brand: "string or null",
    model: "string or null",
    referenceNumber: "string or null",
    condition: "new|unworn|excellent|good",
    retailValueUSDCents: "integer",
    description: "string or null",
    imageUrls: "[string]",
  },
  PrizeCreate: {
    retailValueUSDCents: "integer 0..",
    "category?": 'string 1..80 = "watch"',
    "name?": "string 1..200",
    "brand?": "string 1..200",
    "model?": "string 1..200",
    "referenceNumber?": "string 1..200",
    "condition?": 'new|unworn|excellent|good = "new"',
    "yearManufactured?": "integer 1..9999",
    "description?": "string ..20000",
    "imageUrls?": "[uri ..2048] ..12 = []",
  },
};

const EVENTS = {
  "entry.confirmed": {
    lotId: "integer 1..",
    userId: "integer 1..",
    quantity: "integer 1..",
    ticketNumbers: "[integer 1..]",
    source: "fiat|crypto|free",
    orderId: "string or null",
    txHash: "string or null",
  },
  "payment.settled": {
    orderId: "string",
    lotId: "integer 1..",
    userId: "integer 1..",
    rail: "flow|embed|fields|redirect|qr",
    amount: "integer 0..",
    currency: "string ^[A-Z]{3}$",
    quantity: "integer 1..",
  },
  "lot.closed": {
    lotId: "integer 1..",
    closedAt: "date-time",
    endDate: "date-time",
    ticketsSold: "integer 0..",
  },
  "lot.cancelled": { lotId: "integer 1..", cancelledAt: "date-time", ticketsSold: "integer 0.." },
  "draw.completed": { lotId: "integer 1..", winnerUserId: "integer 1..", winnerTicketId: "integer 1.." },
  ping: { endpointId: "integer 1..", organisation: "string" },
};

interface Line {
  readonly scope: string;
  readonly parameters?: readonly string[];
  readonly body?: keyof typeof SCHEMAS;
  readonly status: 200 | 201;
  readonly data: string;
  /** Beside those that every route has. */
  readonly codes?: readonly string[];
}

const page = ["limit", "after"];
const ENDPOINTS: Readonly<Record<string, Line>> = {
  "GET /competitions": { scope: "competitions:read", parameters: page, status: 200, data: "[Competition]" },
  "POST /competitions": {
    scope: "competitions:write",
    body: "CompetitionCreate",
    status: 201,
    data: "Competition",
    codes: ["400 no_usable_rail", "404 not_found", "502 onchain_creation_failed"],
  },
  "GET /competitions/{id}": {
    scope: "competitions:read",
    parameters: ["id"],
    status: 200,
    data: "Competition",
    codes: ["404 not_found"],
  },
  "PATCH /competitions/{id}": {
    scope: "competitions:write",
    parameters: ["id"],
    body: "CompetitionUpdate",
    status: 200,
    data: "Competition",
    codes: ["400 invalid_transition", "400 no_usable_rail", "404 not_found"],
  },
  "POST /competitions/{id}/cancel": {
    scope: "competitions:write",
    parameters: ["id"],
    status: 200,
    data: "Competition",
    codes: ["400 competition_has_winner", "404 not_found"],
  },
  "GET /winners": { scope: "winners:read", parameters: page, status: 200, data: "[Winner]" },
  "GET /entry-question": {
    scope: "entries:create",
    parameters: ["competitionId", "category"],
    status: 200,
    data: "EntryQuestion",
    codes: ["404 not_found"],
  },
  "POST /entry-question/verify": {
    scope: "entries:create",
    body: "EntryQuestionAnswer",
    status: 200,
    data: "EntryQuestionVerification",
    codes: ["404 not_found"],
  },
  "POST /checkout/sessions": {
    scope: "entries:create",
    body: "CheckoutSessionRequest",
    status: 201,
    data: "CheckoutSession",
    codes: [
      "400 amount_too_small",
      "400 currency_mismatch",
      "400 entries_closed",
      "400 entry_condition_not_met",
      "400 return_url_not_allowed",
      "400 sold_out",
      "403 fiat_disabled",
      "404 not_found",
      "412 fiat_not_configured",
      "502 rail_unavailable",
    ],
  },
  "GET /checkout/sessions/{id}": {
    scope: "entries:create",
    parameters: ["id"],
    status: 200,
    data: "CheckoutStatus",
    codes: ["404 not_found"],
  },
  "POST /checkout/sessions/{id}/confirm": {
    scope: "entries:create",
    parameters: ["id"],
    body: "CheckoutConfirmRequest",
    status: 200,
    data: "CheckoutConfirmation",
    codes: [
      "400 invalid_session_href",
      "400 payment_declined",
      "400 session_final",
      "400 wrong_rail",
      "404 not_found",
    ],
  },
  "GET /prizes": { scope: "competitions:write", parameters: page, status: 200, data: "[Prize]" },
  "POST /prizes": { scope: "competitions:write", body: "PrizeCreate", status: 201, data: "Prize" },
};

const ALWAYS = [
  "400 invalid_request",
  "401 invalid_api_key",
  "401 missing_api_key",
  "403 insufficient_scope",
  "429 rate_limited",
  "500 internal_error",
  "503 unavailable",
];
const WRITING = [
  "409 idempotency_conflict",
  "409 idempotency_in_progress",
  "413 payload_too_large",
  "415 unsupported_media_type",
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
  ["partner", partner, "/api/v1", partnerRoutes(service.wiring)],
  ["operator", operator, "/admin/api/v1", operatorTable(service.wiring)],
] as const)("the document of the %s API", (_, document, serverPath, routes) => {
  it("is valid for a public validator", async () => {
    await SwaggerParser.validate(structuredClone(document));
  });

  it("is OpenAPI 3.0.3, version 1.0.0, under its server path", () => {
    expect(document.openapi).toBe("3.0.3");
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers).toEqual([{ url: serverPath }]);
  });

  it("describes every route of the table, each under an operationId of its own", () => {
    const operations = operationsOf(document);
    expect(operations.map(([name]) => name).sort()).toEqual(routes.map(nameOf).sort());
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
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
    expect(schemas[name].additionalProperties).toBe(false);
    expect(notation(schemas[name])).toEqual(expected);
  });

  it("and has no other schemas than these and Error", () => {
    const others = ["Error", "WebhookEnvelope"];
    expect(Object.keys(schemas).sort()).toEqual([...Object.keys(SCHEMAS), ...others].sort());
  });

  it("of webhooks: the envelope, and the data of each of the six types", () => {
    const { oneOf } = schemas.WebhookEnvelope;
    const types = oneOf.map((envelope: JsonSchema) => {
      const { id, type, createdAt, data } = notation(envelope) as Record<string, string>;
      expect([id, createdAt]).toEqual(["string ^evt_[0-9a-z]{26}$", "date-time"]);
      return [type, data];
    });
    expect(Object.fromEntries(types)).toEqual(EVENTS);
    expect(types).toHaveLength(6);
  });

  it("of errors: code, message, and the facts that go with a code", () => {
    expect(notation(schemas.Error)).toEqual({
      error: "string",
      message: "string",
      "required?": "string",
      "retryAfter?": "integer 1..",
      "available?": "integer 0..",
      "issues?": "[object]",
    });
    expect(notation(schemas.Error.properties.issues.items)).toEqual({
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
      expect(operation["x-scope"]).toBe(line.scope);
      const shared = [...(writes ? ["IdempotencyKey"] : []), "RequestId"];
      expect(
        operation.parameters.map((parameter: Json) => parameter.name ?? parameter.$ref.split("/").at(-1)),
      ).toEqual([...(line.parameters ?? []), ...shared]);
      const body = operation.requestBody?.content["application/json"].schema;
      expect(body && notation(body)).toBe(line.body);
      const statuses = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      expect(statuses).toEqual([String(line.status)]);
      const reply = operation.responses[line.status].content["application/json"].schema;
      expect(notation(reply)).toEqual({ data: line.data });
      expect(codesOf(operation)).toEqual(
        [...ALWAYS, ...(writes ? WRITING : []), ...(line.codes ?? [])].sort(),
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
