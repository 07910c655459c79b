import { expect, it } from "vitest";
import { requestHash } from "./request-hash.ts";

const hashOf = (body: string | Buffer, method = "POST", url = "/a?b=1") =>
  requestHash(method, url, Buffer.from(body as string), null).toString("hex");

it.each([
  ["the order of members", '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  ["white space", '{"a":[1,2]}', ' {\n\t"a": [1 , 2]\r\n}'],
  ["the spelling of a text", '{"a":"é/"}', String.raw`{"a":"\u00e9\/"}`],
  ["the spelling of a name", '{"имя":1}', String.raw`{"\u0438\u043c\u044f":1}`],
  ["the spelling of a number", "[100,0]", "[1.0e2,-0]"],
  ["an empty object and nothing", "{}", ""],
])("does not depend on %s", (_, one, other) => {
  expect(hashOf(one)).toBe(hashOf(other));
});

it.each([
  ["the order of a list", "[1,2]", "[2,1]"],
  ["a member with null", '{"a":null}', "{}"],
  ["a text's normal form", '"é"', '"e\u0301"'],
  ["a number and its text", "[1]", '["1"]'],
  ["integers that only a double takes for one", "[9007199254740992]", "[9007199254740993]"],
  ["the bytes of a body that is not JSON", "{", "{ "],
  ["a member that is given twice", '{"a":1,"a":1}', '{"a":1}'],
  ["bytes that are no UTF-8", Buffer.from([0x22, 0xc0, 0x22]), Buffer.from([0x22, 0xc1, 0x22])],
])("depends on %s", (_, one, other) => {
  expect(hashOf(one)).not.toBe(hashOf(other));
});

it("depends on the method and the whole address", () => {
  const hashes = [
    hashOf("{}"),
    hashOf("{}", "PATCH"),
    hashOf("{}", "POST", "/a?b=2"),
    hashOf("{}", "POST", "/a"),
  ];
  expect(new Set(hashes).size).toBe(4);
});

it("is of the bytes of a body above 100,000 bytes, by their hash where it is known", () => {
  const long = `["${"x".repeat(100_000)}"]`;
  expect(hashOf(long)).not.toBe(hashOf(` ${long}`));
  expect(hashOf(long)).toBe(hashOf(long));
  const known = (body: string, bodyHash: string) =>
    requestHash("POST", "/a", Buffer.from(body), Buffer.from(bodyHash)).toString("hex");
  expect(known(long, "one")).not.toBe(known(long, "two"));
  expect(known("[1]", "one")).toBe(known(" [1]", "two"));
});
