import { describe, expect, it } from "vitest";
import { withPartsInPlace } from "../../adapters/http/openapi/shared-parts.ts";
import { operatorRoutes } from "../../adapters/http/operator/operator-api.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { RATE } from "../../src/organisations/settings.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../support/service/service.ts";
import { DocumentSchemas, objectsIn } from "./support/document-schemas.ts";
import { nameOf } from "./support/world.ts";

const service = await sharedService();
const served: Readonly<Record<"partner" | "operator" | "public", Json>> = {
  partner: (await service.call("GET", "/api/v1/openapi.json")).json,
  operator: (await service.call("GET", "/admin/api/v1/openapi.json", { key: ADMIN_TOKEN })).json,
  public: (await service.call("GET", "/embed/openapi.json")).json,
};
const partner = withPartsInPlace(served.partner);
const operator = withPartsInPlace(served.operator);

function* textsIn(value: Json): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

const operationsOf = (document: Json) =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]): [string, Json] => [
      nameOf({ method: method.toUpperCase() as never, path }),
      operation,
    ]),
  );

describe.each(Object.entries(served))("the document of the %s API, read by a program", (_, asServed) => {
  const document = withPartsInPlace(asServed);
  const names = Object.keys(document.components.schemas);

  const schemas = new DocumentSchemas(document);

  it("has schemas that a strict validator compiles", () => {
    for (const name of names) expect(() => schemas.compiled(name), name).not.toThrow();
  });

  it("shows an example of every body and every answer, which its schema allows", () => {
    for (const [name, { requestBody, responses }] of operationsOf(document))
      for (const [status, { content }] of Object.entries<Json>({ body: requestBody ?? {}, ...responses }))
        for (const { schema, example } of Object.values<Json>(content ?? {}))
          expect(schemas.faultOf(schema, example), `${name} ${status}`).toBeNull();
  });

  it("shows an example of every field that has a format, and of every value in a path", () => {
    for (const [path, schema] of objectsIn(document.components.schemas)) {
      if (typeof schema.format !== "string" || typeof schema.type !== "string") continue;
      expect(schema, path).toHaveProperty("example");
      expect(schemas.faultOf(schema, schema.example), path).toBeNull();
    }
    for (const [name, { parameters }] of operationsOf(document))
      for (const { in: place, schema, example } of parameters)
        if (place === "path") expect(schemas.faultOf(schema, example), name).toBeNull();
  });

  it("shows real values: a mock that answers with the examples answers no placeholder", () => {
    for (const [path, { example, schema }] of objectsIn(document)) {
      if (example === undefined) continue;
      expect([...textsIn(example)], path).not.toContain("string");
      expect([...textsIn(example)], path).not.toContain("…");
      if (schema !== undefined) expect(example, path).not.toBeNull();
    }
    for (const [name, { schema, example }] of Object.entries<Json>(document.components.headers))
      if (schema.type === "string") expect(example ?? schema.enum?.[0], name).toMatch(/./);
  });

  it("has no schema of null alone, and no object with both members and alternatives", () => {
    for (const [path, { enum: values, oneOf, properties }] of objectsIn(document)) {
      if (Array.isArray(values)) expect(values, path).not.toEqual([null]);
      if (Array.isArray(oneOf)) expect(properties, path).toBeUndefined();
    }
  });

  it("says nullable only beside a type, where OpenAPI 3.0 gives it a meaning", () => {
    const wrong = [...objectsIn(document)].filter(([, { nullable, type }]) => nullable === true && !type);
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it("closes requests and leaves answers open: a later member must not break a client", () => {
    const closed = names.filter((name) => document.components.schemas[name].additionalProperties === false);
    const asked = new Set<string>();
    const answered = new Set<string>();
    const follow = (value: Json, seen: Set<string>) => {
      for (const [, { $ref }] of objectsIn(value)) {
        const name = typeof $ref === "string" && $ref.startsWith("#/components/schemas/") && $ref.slice(21);
        if (!name || seen.has(name)) continue;
        seen.add(name);
        follow(document.components.schemas[name], seen);
      }
    };
    for (const [, { requestBody, responses }] of operationsOf(document)) {
      follow(requestBody, asked);
      follow(responses, answered);
    }
    expect(closed.filter((name) => answered.has(name))).toEqual([]);
    // Of alternatives each is closed.
    const open = [...asked].filter((name) => !document.components.schemas[name].oneOf);
    expect(open.filter((name) => !closed.includes(name))).toEqual([]);
  });

  it("names every object, so that generated types have a name that stays", () => {
    const unnamed = [...objectsIn(document.components.schemas)]
      .filter(([path, { properties }]) => properties && path.split("/").length > 2)
      .map(([path]) => path)
      .filter((path) => !/\/(oneOf|anyOf)\/\d+$/.test(path) && !path.endsWith("/properties"));
    expect(unnamed).toEqual([]);
  });

  /** Net amounts, and the sums of a payout file: refunds and corrections lower them. */
  const SIGNED_SUMS = ["net", "payments", "refunds", "disputes", "other", "fees"];

  it("bounds amounts and counts from below where they are never negative", () => {
    const SIGNED = new Set(["amountCents", "balanceCents", "yearManufactured", ...SIGNED_SUMS]);
    for (const [path, { type, minimum }] of objectsIn(document.components.schemas))
      if (type === "integer" && !SIGNED.has(path.split("/").at(-1)!))
        expect(minimum, path).toBeGreaterThanOrEqual(0);
  });

  it("has only patterns that Go and Rust can read too: nothing looks ahead or behind", () => {
    for (const [path, { pattern }] of objectsIn(document))
      if (typeof pattern === "string") expect(pattern, path).not.toMatch(/\(\?/);
  });

  it("describes every tag, and has no part that nothing refers to", () => {
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].*\.$/);
    const text = JSON.stringify(asServed);
    for (const kind of ["parameters", "responses", "headers"])
      for (const name of Object.keys(document.components[kind]))
        expect(text, `${kind}/${name}`).toContain(`"#/components/${kind}/${name}"`);
  });

  it("describes once what several operations have in common", () => {
    for (const kind of ["parameters", "responses"]) {
      const uses = operationsOf(asServed).flatMap(([, operation]) => Object.values(operation[kind]));
      const inPlace = uses.map((use) => JSON.stringify(use)).filter((text) => !text.startsWith('{"$ref"'));
      const named = new Set(Object.values(document.components[kind]).map((part) => JSON.stringify(part)));
      expect(inPlace.filter((text) => named.has(text))).toEqual([]);
    }
  });

  it("tells integers that need more than 32 bits", () => {
    for (const [path, { type, format, maximum }] of objectsIn(document.components.schemas))
      if (type === "integer" && maximum > 2 ** 31 - 1) expect(format, path).toBe("int64");
  });

  it("names the headers of idempotency and of waiting where they can come", () => {
    for (const [name, { parameters, responses }] of operationsOf(document)) {
      const keyed = parameters.some(({ name }: Json) => name === "Idempotency-Key");
      const shown = (status: string) => Object.keys(responses[status]?.headers ?? {});
      const first = Object.keys(responses).find((status) => status < "300")!;
      expect(shown(first).includes("Idempotent-Replayed"), name).toBe(keyed);
      expect(shown("400").includes("Idempotent-Replayed"), name).toBe(keyed);
      if (keyed) expect(shown("409"), name).toContain("Retry-After");
      if (responses["401"]) expect(shown("401"), name).toContain("WWW-Authenticate");
      if (!responses["401"]) continue;
      const proven = parameters.some(({ name }: Json) => name === "Service-Proof");
      expect(shown("401").includes("X-RateLimit-Remaining"), name).toBe(proven);
    }
  });
});

it("a rate is documented without look-ahead, and allows the same", () => {
  const documented = new DocumentSchemas(operator).compiled("OrganisationUpdate");
  const rates = [
    ..."1 25400 0.92 0.000000000001 1.0 10.000000000000 999999999999 1000000000000".split(" "),
    ..."0 0.0 0.000000000000 0.0000000000001 00.5 01 .5 1. 1e3 -1 1.1.1".split(" "),
    "",
  ];
  for (const rate of rates) expect(documented({ rates: { EUR: rate } }), rate).toBe(RATE.test(rate));
  expect(rates.filter((rate) => RATE.test(rate))).toHaveLength(7);
});

const PRIZE = { retailValueUSDCents: 1 };
const device = { userAgent: "a", acceptHeader: "b" };
const href = "https://rail.example/1";
const order = (buyer: object) => ({ competitionId: 1, buyer });

it.each([
  ["partner", partner, partnerRoutes(service.wiring)],
  ["operator", operator, operatorRoutes(service.wiring)],
] as const)("the service takes the bodies of the examples of the %s API", (_, document, routes) => {
  const bodies = operationsOf(document).flatMap(([name, { requestBody }]) =>
    requestBody ? [[name, requestBody.content["application/json"].example] as const] : [],
  );
  for (const [name, example] of bodies) {
    const { body } = routes.find((route) => nameOf(route) === name)!;
    expect(body!.safeParse(example).error, name).toBeUndefined();
  }
  const names = bodies.map(([name]) => name).toSorted();
  expect(names).toEqual(
    routes
      .filter(({ body }) => body !== null)
      .map(nameOf)
      .toSorted(),
  );
});

describe("rules between members: the document and the service say the same", () => {
  const schemas = new DocumentSchemas(partner);
  const routes = partnerRoutes(service.wiring);

  // The document leaves out null for members of another form. Validators of 3.0 take no null for a reference.
  it.each<[string, string, Readonly<Record<"good" | "bad" | "undocumented", readonly object[]>>]>([
    [
      "POST /prizes",
      "PrizeCreate",
      {
        good: [
          { ...PRIZE, name: "Diver" },
          { ...PRIZE, brand: "A", model: "B" },
          { ...PRIZE, name: "Diver", brand: null, model: "B", description: null },
        ],
        bad: [
          {},
          PRIZE,
          { ...PRIZE, brand: "A" },
          { ...PRIZE, name: null },
          { ...PRIZE, name: null, brand: "A", model: null },
          { ...PRIZE, name: "  " },
          { ...PRIZE, name: "Diver", brand: "\u00a0" },
        ],
        undocumented: [],
      },
    ],
    [
      "POST /checkout/sessions",
      "CheckoutSessionRequest",
      {
        good: [
          order({ email: "a@example.com" }),
          order({ walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
        ],
        bad: [
          order({}),
          order({ email: null }),
          order({ email: null, walletAddress: null }),
          order({ email: "a@example.com", walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
          order({ phone: "1" }),
        ],
        undocumented: [order({ email: "a@example.com", walletAddress: null })],
      },
    ],
    [
      "POST /checkout/sessions/{id}/confirm",
      "CheckoutConfirmRequest",
      {
        good: [
          { sessionHref: href },
          { sessionHref: href, cvcHref: href, device },
          { sessionHref: href, cvcHref: null },
          { deviceData: { reference: null } },
          { challenge: "done" },
        ],
        bad: [
          {},
          { sessionHref: null },
          { sessionHref: href, challenge: "done" },
          { deviceData: { reference: null }, challenge: "done" },
          { challenge: "done", device },
          { deviceData: { reference: "a" }, cvcHref: href },
        ],
        undocumented: [
          { sessionHref: href, deviceData: null, challenge: null },
          { sessionHref: href, device: null },
          { challenge: "done", sessionHref: null },
        ],
      },
    ],
  ])("%s", (name, schema, { good, bad, undocumented }) => {
    const documented = schemas.compiled(schema);
    const { body } = routes.find((route) => nameOf(route) === name)!;
    for (const [bodies, isDocumented, isTaken] of [
      [good, true, true],
      [bad, false, false],
      [undocumented, false, true],
    ] as const)
      for (const value of bodies) {
        expect(documented(value), `documented: ${JSON.stringify(value)}`).toBe(isDocumented);
        expect(body!.safeParse(value).success, `taken: ${JSON.stringify(value)}`).toBe(isTaken);
      }
  });
});
