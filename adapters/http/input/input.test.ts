import request from "supertest";
import { expect, test } from "vitest";
import { z } from "zod";
import { KEY, kernel } from "../../../test/support/service/http-kernel.ts";
import { escaped, readHostileNames } from "../../../test/support/hostile/hostile-names.ts";
import { text } from "../../../src/shared/input/fields.ts";
import { id, idText } from "./fields.ts";
import { partnerRoute } from "../partner/partner-route.ts";

const echo = partnerRoute({
  operationId: "echo",
  method: "POST",
  path: "/echo",
  summary: "Echo",
  tag: "Echo",
  scope: null,
  query: z.strictObject({ competitionId: idText.optional(), category: z.string().optional() }),
  body: z.strictObject({
    name: text({ min: 1, max: 5 }).optional(),
    quantity: id.optional(),
    buyer: z.strictObject({ email: z.email() }).optional(),
    list: z.array(z.strictObject({ n: z.int() })).optional(),
    any: z.unknown().optional(),
  }),
  bodyLimitBytes: 1000,
  reply: z.object({ query: z.unknown(), body: z.unknown() }),
  wrap: false,
  handle: ({ query, body }) => ({ query, body }),
});

const noBody = partnerRoute({
  operationId: "sendNothing",
  method: "POST",
  path: "/no-body",
  summary: "Takes no body",
  tag: "Echo",
  scope: null,
  reply: z.object({ ok: z.literal(true) }),
  wrap: false,
  handle: () => ({ ok: true as const }),
});

const { app } = kernel([echo, noBody]);

function post(path = "/echo") {
  return request(app).post(`/api/v1${path}`).set("Authorization", `Bearer ${KEY}`);
}

function raw(body: string | Buffer, path?: string) {
  return post(path)
    .type("application/json")
    .serialize((value) => value as unknown as string)
    .send(body as unknown as string);
}

async function issuesOf(body: string | Buffer): Promise<{ path: string; code: string; message: string }[]> {
  const response = await raw(body).expect(400);
  expect(response.body.error).toBe("invalid_request");
  return response.body.issues;
}

test("a body over the limit is 413 payload_too_large, declared or streamed", async () => {
  const response = await post()
    .send({ any: "x".repeat(1000) })
    .expect(413);
  expect(response.body.error).toBe("payload_too_large");
  const streamed = post().type("application/json").set("Transfer-Encoding", "chunked");
  streamed.write(`{"any": "${"x".repeat(500)}`);
  streamed.write("x".repeat(600));
  expect((await streamed).status).toBe(413);
  await raw(`"${"x".repeat(998)}"`).expect(400);
});

test("a body that is not JSON in plain UTF-8 is 415 unsupported_media_type", async () => {
  const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"];
  for (const type of types) {
    const response = await post().set("Content-Type", type).serialize(String).send("{}").expect(415);
    expect(response.body.error).toBe("unsupported_media_type");
  }
  await raw("{}").set("Content-Encoding", "gzip").expect(415);
});

test("parameters of the content type do not matter", async () => {
  for (const type of [
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/json; charset=latin1",
    "application/json; v=1",
  ]) {
    await post().set("Content-Type", type).serialize(String).send("{}").expect(200);
  }
});

test("without a body no content type is needed, and it counts as {}", async () => {
  await post("/no-body").expect(200);
  await post("/no-body").set("Content-Type", "text/plain").expect(200);
  expect((await post().expect(200)).body.body).toEqual({});
});

test("a route without a body accepts {} and refuses anything else", async () => {
  await raw("{}", "/no-body").expect(200);
  const response = await raw('{"reason": 1}', "/no-body").expect(400);
  expect(response.body.issues).toMatchObject([{ path: "reason", code: "unknown_field" }]);
  await raw("[]", "/no-body").expect(400);
  await raw("null", "/no-body").expect(400);
});

test("broken JSON is 400 invalid_request", async () => {
  for (const body of ["{", "{'a':1}", "", " ", "{} {}", "\ufeff\ufeff{}", "NaN"].filter(Boolean)) {
    expect(await issuesOf(body)).toMatchObject([{ path: "", code: "invalid_json" }]);
  }
});

test("a member that is given twice is refused anywhere, naming the path, also where one spelling is escaped", async () => {
  expect(await issuesOf('{"name":"a","name":"a"}')).toMatchObject([{ path: "name", code: "repeated" }]);
  expect(await issuesOf(String.raw`{"any":[0,{"b":1,"\u0062":1}]}`)).toMatchObject([
    { path: "any.1.b", code: "repeated" },
  ]);
});

test("a name that is spelled with escapes is read correctly after any other request's body", async () => {
  await raw(String.raw`{"any":{"id":1,"\\u0":0}}`).expect(200);
  readHostileNames("id");
  const { body } = await raw(`{"any":{"id":1,${escaped("имя")}:"Anna"}}`).expect(200);
  expect(body.body.any).toEqual({ id: 1, имя: "Anna" });
});

test("bytes that are not UTF-8 are 400 invalid_request", async () => {
  const overlong = Buffer.concat([Buffer.from('{"any":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]);
  const surrogate = Buffer.concat([
    Buffer.from('{"any":"'),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]);
  for (const body of [overlong, surrogate])
    expect(await issuesOf(body)).toMatchObject([{ code: "invalid_utf8" }]);
});

test("each issue names its path, a code and a sentence, and the message repeats the first", async () => {
  const body = { buyer: { email: "x" }, quantity: "1", list: [{ n: 1 }, {}], nmae: "a" };
  const response = await post().send(body).expect(400);
  expect(response.body.issues).toMatchObject([
    { path: "quantity", code: "invalid_type" },
    { path: "buyer.email", code: "invalid_format" },
    { path: "list.1.n", code: "required" },
    { path: "nmae", code: "unknown_field" },
  ]);
  expect(response.body.message).toMatch(/^quantity: /);
});

test("an unknown field is refused by name, deep inside too", async () => {
  expect(await issuesOf('{"buyer": {"email": "a@b.co", "nonce": 1, "x": 2}}')).toMatchObject([
    { path: "buyer.nonce", code: "unknown_field" },
    { path: "buyer.x", code: "unknown_field" },
  ]);
});

test("__proto__ is refused as a name, at any depth and however it is written", async () => {
  for (const body of [
    '{"__proto__": {}}',
    '{"any": [{"__proto__": 1}]}',
    String.raw`{"any": {"\u005f_proto__": 1}}`,
  ]) {
    expect((await issuesOf(body))[0]!.path).toMatch(/__proto__$/);
  }
});

test("U+0000 and lone surrogates are refused anywhere, naming the path", async () => {
  expect(await issuesOf(String.raw`{"any": {"a": ["x", "\u0000"]}}`)).toMatchObject([{ path: "any.a.1" }]);
  expect(await issuesOf(String.raw`{"name": "\ud83d"}`)).toMatchObject([
    { path: "name", code: "invalid_characters" },
  ]);
  expect(await issuesOf(String.raw`{"any": {"\udc00": 1}}`)).toMatchObject([{ code: "invalid_characters" }]);
  await raw(String.raw`{"any": "\ud83d\ude00"}`).expect(200);
});

test("lengths count Unicode code points", async () => {
  await post().send({ name: "😀😀😀😀😀" }).expect(200);
  expect(await issuesOf('{"name": "😀😀😀😀😀😀"}')).toMatchObject([{ path: "name", code: "too_big" }]);
  expect(await issuesOf('{"name": "abcdef"}')).toMatchObject([{ path: "name", code: "too_big" }]);
  expect(await issuesOf('{"name": ""}')).toMatchObject([{ path: "name", code: "too_small" }]);
});

test("an integer is a safe JSON integer, however it is written, and never text", async () => {
  for (const number of ["1", "1.0", "1e2", "9007199254740991"])
    await raw(`{"quantity": ${number}}`).expect(200);
  for (const number of ["1.5", "9007199254740992", "1e400", '"1"', "true", "null", "0", "-1"]) {
    expect(await issuesOf(`{"quantity": ${number}}`)).toMatchObject([{ path: "quantity" }]);
  }
});

test("deep nesting is refused and does not crash", async () => {
  const { app } = kernel([{ ...echo, bodyLimitBytes: 8_000_000 }]);
  const body = `{"any":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`;
  const response = await request(app)
    .post("/api/v1/echo")
    .set("Authorization", `Bearer ${KEY}`)
    .type("application/json")
    .send(body)
    .expect(400);
  expect(response.body.issues).toMatchObject([{ code: "too_deep" }]);
  expect(response.text.length).toBeLessThan(2000);
  await raw(`{"any":${"[".repeat(98)}${"]".repeat(98)}}`).expect(200);
});

test("a thousand wrong fields make an answer of bounded size", async () => {
  const { app } = kernel([{ ...echo, bodyLimitBytes: 100_000 }]);
  const body = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`${"x".repeat(80)}${index}`, 1]),
  );
  const response = await request(app)
    .post("/api/v1/echo")
    .set("Authorization", `Bearer ${KEY}`)
    .send(body)
    .expect(400);
  expect(response.body.issues).toHaveLength(50);
});

test("query parameters are read as what they are", async () => {
  const response = await post("/echo?competitionId=12&category=wa%20tch").expect(200);
  expect(response.body.query).toEqual({ competitionId: 12, category: "wa tch" });
});

test("an unknown, repeated or malformed query parameter is 400, also where none is known", async () => {
  const wrong = {
    "/echo?competition=1": "competition",
    "/echo?category=a&category=a": "category",
    "/echo?competitionId=01": "competitionId",
    "/echo?competitionId=": "competitionId",
    "/echo?category=%00": "category",
    "/echo?__proto__=1": "__proto__",
    "/no-body?x": "x",
  };
  for (const [url, path] of Object.entries(wrong)) {
    const response = await post(url).expect(400);
    expect(response.body).toMatchObject({ error: "invalid_request", issues: [{ path }] });
  }
});
