import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { withPartsInPlace } from "../../adapters/http/openapi/shared-parts.ts";
import { partnerRoutes } from "../../adapters/http/partner/partner-api.ts";
import { RATE } from "../../src/organisations/settings.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../support/service/service.ts";
import { nameOf } from "./support/world.ts";

const service = await sharedService();
const served: Readonly<Record<"partner" | "operator" | "public", Json>> = {
  partner: (await service.call("GET", "/api/v1/openapi.json")).json,
  operator: (await service.call("GET", "/admin/api/v1/openapi.json", { key: ADMIN_TOKEN })).json,
  public: (await service.call("GET", "/embed/openapi.json")).json,
};
const partner = withPartsInPlace(served.partner);
const operator = withPartsInPlace(served.operator);

function compiler(document: Json) {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false });
  addFormats.default(ajv);
  ajv.addVocabulary(["example", "discriminator"]);
  const schemas = JSON.stringify(document.components.schemas).replaceAll("#/components/schemas/", "");
  for (const [name, schema] of Object.entries<object>(JSON.parse(schemas))) ajv.addSchema(schema, name);
  return (name: string) => ajv.compile({ $ref: name });
}

/** Every object in the document, with the path to it. */
function* objectsIn(value: Json, path = "#"): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  yield [path, value];
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${path}/${key}`);
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

  it("has schemas that a strict validator compiles", () => {
    const compile = compiler(document);
    for (const name of names) expect(() => compile(name), name).not.toThrow();
  });

  it("shows examples of bodies that its own schemas allow", () => {
    const compile = compiler(document);
    for (const name of names) {
      const { example, type } = document.components.schemas[name];
      if (example !== undefined && type === "object")
        expect(compile(name)(example), `${name}: ${JSON.stringify(example)}`).toBe(true);
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
    expect([...asked].filter((name) => !closed.includes(name))).toEqual([]);
  });

  it("names every object, so that generated types have a name that stays", () => {
    const unnamed = [...objectsIn(document.components.schemas)]
      .filter(([path, { properties }]) => properties && path.split("/").length > 2)
      .map(([path]) => path)
      .filter((path) => !/\/(oneOf|anyOf)\/\d+$/.test(path) && !path.endsWith("/properties"));
    expect(unnamed).toEqual([]);
  });

  it("bounds amounts and counts from below where they are never negative", () => {
    const SIGNED = new Set(["amountCents", "balanceCents", "yearManufactured"]);
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
  const documented = compiler(operator)("OrganisationUpdate");
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

it("the bodies that a partner sends first have examples, and the service takes them", () => {
  const shown = partnerRoutes(service.wiring).flatMap((route) => {
    const example = route.body?.meta()?.example;
    if (example === undefined) return [];
    expect(route.body!.safeParse(example).success, nameOf(route)).toBe(true);
    return [nameOf(route)];
  });
  expect(shown.toSorted()).toEqual([
    "PATCH /competitions/{id}",
    "POST /checkout/sessions",
    "POST /competitions",
    "POST /draws/{drawId}/reveal",
    "POST /prizes",
  ]);
});

describe("rules between members: the document and the service say the same", () => {
  const compile = compiler(partner);
  const routes = partnerRoutes(service.wiring);

  it.each<[string, string, readonly object[], readonly object[]]>([
    [
      "POST /prizes",
      "PrizeCreate",
      [
        { ...PRIZE, name: "Diver" },
        { ...PRIZE, brand: "A", model: "B" },
        { ...PRIZE, name: "Diver", brand: null, model: "B", description: null },
      ],
      [
        {},
        PRIZE,
        { ...PRIZE, brand: "A" },
        { ...PRIZE, name: null },
        { ...PRIZE, name: null, brand: "A", model: null },
        { ...PRIZE, name: "  " },
        { ...PRIZE, name: "Diver", brand: "\u00a0" },
      ],
    ],
    [
      "POST /checkout/sessions",
      "CheckoutSessionRequest",
      [
        order({ email: "a@example.com" }),
        order({ email: "a@example.com", walletAddress: null }),
        order({ walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
      ],
      [
        order({}),
        order({ email: null }),
        order({ email: null, walletAddress: null }),
        order({ email: "a@example.com", walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
        order({ phone: "1" }),
      ],
    ],
    [
      "POST /checkout/sessions/{id}/confirm",
      "CheckoutConfirmRequest",
      [
        { sessionHref: href },
        { sessionHref: href, cvcHref: href, device },
        { sessionHref: href, deviceData: null, challenge: null },
        { deviceData: { reference: null } },
        { challenge: "done", sessionHref: null },
      ],
      [
        {},
        { sessionHref: null },
        { sessionHref: href, challenge: "done" },
        { deviceData: { reference: null }, challenge: "done" },
        { challenge: "done", device },
        { deviceData: { reference: "a" }, cvcHref: href },
      ],
    ],
  ])("%s", (name, schema, good, bad) => {
    const documented = compile(schema);
    const { body } = routes.find((route) => nameOf(route) === name)!;
    for (const [bodies, expected] of [
      [good, true],
      [bad, false],
    ] as const)
      for (const value of bodies) {
        expect(documented(value), `documented: ${JSON.stringify(value)}`).toBe(expected);
        expect(body!.safeParse(value).success, `taken: ${JSON.stringify(value)}`).toBe(expected);
      }
  });
});
