import { readFile } from "node:fs/promises";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { withPartsInPlace } from "../../../adapters/http/openapi/shared-parts.ts";
import { EVENT_TYPES } from "../../../src/webhooks/event.ts";
import { type Json, sharedService } from "../../support/service/service.ts";
import { DocumentSchemas, objectsIn } from "../support/document-schemas.ts";

const service = await sharedService();
const answer = await service.call("GET", "/api/v1/openapi-3.1.json");
const served: Json = answer.json;
const document = withPartsInPlace(served);
const earlier = withPartsInPlace((await service.call("GET", "/api/v1/openapi.json")).json);
const schemas = new DocumentSchemas(document);

/** `POST /prizes` with its operationId, in the document's order. */
const operationsOf = ({ paths }: Json) =>
  Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );

/** The body of a webhook of a type. */
const bodyOf = (type: string): Json => served.webhooks[type].post.requestBody.content["application/json"];

describe("the document in OpenAPI 3.1", () => {
  it("is served without a key, also to programs in browsers, and kept in docs/", async () => {
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    const text = await readFile(new URL("../../../docs/openapi-3.1.json", import.meta.url), "utf8");
    expect(served).toEqual({ ...JSON.parse(text), servers: [{ url: `${service.baseUrl}/api/v1` }] });
  });

  it("is valid for a public validator, and has the operations of the document in 3.0.3", async () => {
    await SwaggerParser.validate(structuredClone(served));
    expect(served.openapi).toBe("3.1.0");
    expect(operationsOf(served)).toEqual(operationsOf(earlier));
    expect(Object.keys(served.components.schemas)).toEqual(Object.keys(earlier.components.schemas));
  });

  it("has schemas that a strict validator compiles, with no word of 3.0 alone", () => {
    for (const name of Object.keys(document.components.schemas))
      expect(() => schemas.compiled(name), name).not.toThrow();
    for (const [path, { nullable }] of objectsIn(document)) expect(nullable, path).toBeUndefined();
    for (const [path, { example }] of objectsIn(document.components.schemas))
      expect(example, path).toBeUndefined();
  });

  it("says exactly where null may be: for a reference, too", () => {
    const { Winner, CheckoutSession, CompetitionUpdate } = document.components.schemas;
    const references = [Winner.properties.draw, CheckoutSession.properties.payment];
    const others = [CheckoutSession.properties.provider, CompetitionUpdate.properties.title];
    for (const schema of [...references, ...others]) expect(schemas.faultOf(schema, null)).toBeNull();
    expect(schemas.faultOf(CheckoutSession.properties.status, null)).not.toBeNull();
    expect(schemas.faultOf(CheckoutSession.properties.provider, "cash")).not.toBeNull();
  });

  it("takes an answer with a member that a later version may add", () => {
    const [prize, competition] = [
      document.paths["/prizes/{id}"].get.responses["200"].content["application/json"],
      document.paths["/competitions/{id}"].get.responses["200"].content["application/json"],
    ];
    for (const { schema, example } of [prize, competition]) {
      const later = { data: { ...example.data, addedLater: 1 }, addedLater: true };
      expect(schemas.faultOf(schema, later)).toBeNull();
    }
  });
});

describe("the webhooks in OpenAPI 3.1", () => {
  it("are one for each type, each under a name for a method", () => {
    expect(Object.keys(served.webhooks)).toEqual([...EVENT_TYPES]);
    const ids = EVENT_TYPES.map((type) => served.webhooks[type].post.operationId);
    expect(new Set(ids).size).toBe(EVENT_TYPES.length);
    const tags = served.tags.map(({ name }: Json) => name);
    expect(tags).toContain(served.webhooks.ping.post.tags[0]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it.each([...EVENT_TYPES])("%s: the example fits its schema, and the schema of no other type", (type) => {
    const { example } = bodyOf(type);
    expect(example.type).toBe(type);
    const fitting = EVENT_TYPES.filter((other) => schemas.faultOf(bodyOf(other).schema, example) === null);
    expect(fitting).toEqual([type]);
  });

  it("name the headers of a delivery, and the meaning of each answer", () => {
    for (const type of EVENT_TYPES) {
      const { parameters, responses, requestBody } = served.webhooks[type].post;
      expect(requestBody.required).toBe(true);
      expect(parameters.map(({ name }: Json) => name)).toEqual([
        "X-Service-Event",
        "X-Service-Delivery",
        "X-Service-Signature",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
      ]);
      for (const { schema, example } of parameters) expect(schemas.faultOf(schema, example)).toBeNull();
      expect(Object.keys(responses)).toEqual(["2XX", "4XX", "5XX"]);
    }
  });
});

it("the other interfaces send no webhooks, and have one document", async () => {
  expect((await service.call("GET", "/embed/openapi-3.1.json")).status).toBe(404);
});
