import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escaped, readHostileNames } from "../../test/support/hostile/hostile-names.ts";
import { readJson, UnreadableJson } from "./json.ts";
import { valueOf } from "./json/json-value.ts";

const read = (text: string) => readJson(text, { maxDepth: 100, exchangeable: false });

describe("a text with escaped names", () => {
  it("is read as it is, after any earlier reading in this process", () => {
    readHostileNames("id");
    readHostileNames("id", read);
    expect(read(`{"id":1,${escaped("имя")}:"Anna"}`)).toEqual({ id: 1, имя: "Anna" });
    expect(
      read(String.raw`[{"id":1,"\u0438\u043c\u044f":"Anna"},{"id":2,"\u0438\u043c\u044f":"Ben"}]`),
    ).toEqual([
      { id: 1, имя: "Anna" },
      { id: 2, имя: "Ben" },
    ]);
    expect(read(String.raw`{"id":1,"\"":2}`)).toEqual({ id: 1, '"': 2 });
    expect(read(String.raw`{"id":1,"n\u0061me":"Anna"}`)).toEqual({ id: 1, name: "Anna" });
  });

  it("keeps names that mean something to JavaScript as members", () => {
    const text = String.raw`{"__proto__":{"a":1},"\u005f_proto__2":1,"constructor":2,"toString":null,"1":3}`;
    const value = read(text) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ["1", 3],
      ["__proto__", { a: 1 }],
      ["__proto__2", 1],
      ["constructor", 2],
      ["toString", null],
    ]);
  });

  it("has the same value as with its names spelled plainly, in every form of space", () => {
    const values = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" });
    fc.assert(
      fc.property(values, fc.constantFrom("", "\t", "\r\n "), (value, space) => {
        expect(valueOf(JSON.stringify(value, null, space))).toEqual(value);
      }),
      { seed: 2_026, numRuns: 500 },
    );
  });
});

it.each([
  ["2", 2],
  [" -0.5e+3 ", -500],
  ['"\\u0061\\"\\\\"', 'a"\\'],
  ["null", null],
  [" [ ] ", []],
  ['\n{\t"a" : [ true , false ] }\r', { a: [true, false] }],
  ['{"a":{},"b":[{}]}', { a: {}, b: [{}] }],
])("%j is read alike in both ways", (text, value) => {
  expect(read(text)).toEqual(value);
  expect(valueOf(text)).toEqual(value);
});

it.each([
  ["a member that is given twice", '{"a":1,"a":1}', "repeated"],
  ["one whose second spelling is escaped", String.raw`{"a":{"b":1,"\u0062":2}}`, "repeated"],
  ["one whose first spelling is", String.raw`{"a":[{"\u0062":1,"b":2}]}`, "repeated"],
  ["the prototype's name twice", String.raw`{"__proto__":1,"__proto\u005f_":2}`, "repeated"],
  ["lists that are nested too deep", `${"[".repeat(101)}${"]".repeat(101)}`, "too_deep"],
  ["a million brackets that nothing closes", "[".repeat(1e6), "too_deep"],
  ["a string that nothing closes", '{"a', "invalid_json"],
  ["an escape at the end", '{"a\\', "invalid_json"],
  ["an escape that is none", String.raw`{"\x61":1}`, "invalid_json"],
  ["brackets that close nothing", "]}]},", "invalid_json"],
  ["a name without a value", String.raw`{"\u0061"}`, "invalid_json"],
  ["an empty text", "", "invalid_json"],
  ["a byte order mark", "\ufeff{}", "invalid_json"],
])("refuses %s", (_, text, code) => {
  expect(() => read(text)).toThrow(UnreadableJson);
  expect(() => read(text)).toThrow(expect.objectContaining({ issue: expect.objectContaining({ code }) }));
});
