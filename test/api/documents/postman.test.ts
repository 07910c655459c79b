import { expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { type Json, sharedService } from "../../support/service/service.ts";

const METHODS = ["get", "post", "patch", "delete"];

const service = await sharedService();
const served = await service.call("GET", "/docs/postman.json");
const collection: Json = served.json;
const document: Json = (await service.call("GET", "/api/v1/openapi.json")).json;
const items: readonly Json[] = collection.item.flatMap((folder: Json) => folder.item);
const lineOf = ({ request: { method, url } }: Json) => `${method} /${url.path.join("/")}`;

/** Sends an item as Postman does. */
async function send(item: Json, key: string): Promise<Response> {
  const { method, url, header, body } = item.request;
  const filled = url.path.map((part: string) => variableOf(url, part) ?? part).join("/");
  const used = header.filter(({ disabled = false, value }: Json) => !disabled && value !== "");
  const headers = used.map((one: Json) => [one.key, one.value.replace("{{$guid}}", crypto.randomUUID())]);
  return fetch(`${service.baseUrl}/${filled}`, {
    method,
    headers: [["Authorization", `Bearer ${key}`], ...headers],
    body: body?.raw,
  });
}

function variableOf({ variable = [] }: Json, part: string): string | undefined {
  return variable.find(({ key }: Json) => part === `:${key}`)?.value;
}

it("has each operation of the document once, in the folder of its tag", () => {
  expect(served.status).toBe(200);
  const operations = Object.entries<Json>(document.paths).flatMap(([path, operation]) =>
    METHODS.filter((method) => method in operation).map(
      (method) => `${method.toUpperCase()} /api/v1${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    ),
  );
  expect(items.map(lineOf).toSorted()).toEqual(operations.toSorted());
  expect(collection.item.map(({ name }: Json) => name)).toEqual(document.tags.map(({ name }: Json) => name));
});

it("has the document's examples, and no key but a variable", () => {
  const created = items.find((item) => lineOf(item) === "POST /api/v1/prizes")!;
  const { requestBody, responses } = document.paths["/prizes"].post;
  const example = requestBody.content["application/json"].example;
  expect(JSON.parse(created.request.body.raw)).toEqual(example);
  expect(JSON.parse(created.response[0].body)).toEqual(responses[201].content["application/json"].example);
  for (const { request, response } of items) {
    expect(request.method === "GET" || request.method === "DELETE" || request.header.length > 0).toBe(true);
    expect(response.length).toBeGreaterThan(0);
  }
  expect(collection.auth.bearer).toEqual([{ key: "token", value: "{{apiKey}}", type: "string" }]);
  expect(/sk_\w{43}/.test(JSON.stringify(collection))).toBe(false);
});

it("is understood by the service: it makes a prize, and finds what it names or says that it is not there", async () => {
  const { key } = await Partner.add(service);
  const prize = items.find((item) => lineOf(item) === "POST /api/v1/prizes")!;
  expect((await send(prize, key)).status).toBe(201);
  for (const item of items.filter(({ request }) => request.method === "GET"))
    expect([200, 404], lineOf(item)).toContain((await send(item, key)).status);
});
