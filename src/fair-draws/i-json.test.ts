import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NotIJson, readIJson as readWithin } from "./i-json.ts";

const MAX_DEPTH = 100;
const readIJson = (text: string) => readWithin(text, MAX_DEPTH);

describe("readIJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // JSON.stringify spells some numbers as integers that are beyond 2^53 - 1.
        fc.pre(!/\d{16}/.test(text));
        expect(readIJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("takes names that mean something to JavaScript, and colons, quotes and backslashes in texts", () => {
    const text = String.raw`{"__proto__":{"a":1},"toJSON":2,"a:b":":","\"":"\\","c\\\":":{"":["x:y",{"":1}]}}`;
    expect(JSON.stringify(readIJson(text))).toBe(text);
  });

  it("takes a large number that is not spelled as an integer, and zeros of any spelling", () => {
    expect(readIJson("[1e21,9007199254740991,-9007199254740991,-0,0.0,1.5e300]")).toHaveLength(6);
  });

  it("reads surrogate pairs that are escaped, and as much nesting as is allowed", () => {
    expect(readIJson(String.raw`{"\ud83c\udfb2":"\ud83c\udfb2"}`)).toEqual({ "🎲": "🎲" });
    expect(() => readIJson(`${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)}`)).not.toThrow();
  });

  it.each([
    ["a name that comes twice", '{"a":1,"a":1}', "twice in one object"],
    [
      "a name that comes twice in other spellings",
      String.raw`[{"b":{"a":1,"\u0061":2}}]`,
      "twice in one object",
    ],
    ["a name like the prototype's that comes twice", '{"__proto__":1,"__proto__":2}', "twice in one object"],
    ["an integer beyond 2^53 - 1", "[9007199254740992]", "outside the range"],
    ["a negative one", '{"a":-9007199254740993}', "outside the range"],
    ["a number beyond all", "[1e400]", "outside the range"],
    ["half of a surrogate pair", String.raw`["\ud83d"]`, "surrogate"],
    ["half of one in a name", String.raw`{"\udead":1}`, "surrogate"],
    ["half of one that is not escaped", '["\ud83d"]', "surrogate"],
    ["lists nested too deep", `${"[".repeat(MAX_DEPTH + 1)}${"]".repeat(MAX_DEPTH + 1)}`, "nested deeper"],
    ["a million lists in each other", `${"[".repeat(1e6)}${"]".repeat(1e6)}`, "nested deeper"],
    ["a comma too many", "[1,]", "Not valid JSON"],
    ["nothing", "", "Not valid JSON"],
    ["a byte order mark", "\ufeff[]", "begins with a byte order mark"],
    ["two values", "[] []", "Not valid JSON"],
  ])("refuses %s", (_, text, sentence) => {
    expect(() => readIJson(text)).toThrow(sentence);
    expect(() => readIJson(text)).toThrow(expect.objectContaining({ code: NotIJson.code }));
  });
});
