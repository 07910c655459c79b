import fc from "fast-check";
import { expect, test } from "vitest";
import { scanJson } from "./json-scan.ts";

const flawOf = (json: string) => {
  JSON.parse(json);
  const { flaw } = scanJson(json, { maxDepth: 100, exchangeable: true });
  return flaw && [flaw.path, flaw.code];
};

test("any JSON that JSON.stringify writes has no flaw, but for integers beyond 2^53 - 1", () => {
  const values = fc.jsonValue({ maxDepth: 6, stringUnit: "grapheme" }).filter((value) => {
    const numbers = JSON.stringify(value).match(/-?\d{16,}/g) ?? [];
    return numbers.every((number) => Number.isSafeInteger(Number(number)));
  });
  fc.assert(
    fc.property(values, (value) => {
      for (const space of [0, 2]) expect(flawOf(JSON.stringify(value, null, space))).toBeNull();
    }),
    { seed: 2_026, numRuns: 500 },
  );
});

test("a name that comes twice in one object is found, however it is written and wherever it stands", () => {
  const objects = fc.uniqueArray(fc.string({ unit: "binary-ascii" }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(objects, fc.nat(), fc.boolean(), (names, at, escaped) => {
      const again = names[at % names.length]!;
      const member = (name: string) => `${JSON.stringify(name)}:{"same":[1,{}]}`;
      const units = [...again].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
      const last = escaped ? `"${units.join("")}":0` : `${JSON.stringify(again)}:0`;
      const members = names.map(member);
      expect(flawOf(`[[],{${members.join()}}]`)).toBeNull();
      expect(flawOf(`[[],{${[...members, last].join()}}]`)).toEqual([`1.${again}`, "repeated"]);
    }),
    { seed: 2_026, numRuns: 500 },
  );
});

test.each([
  ['{"a":{"a":{"a":1}}}', null],
  ['[{"a":1},{"a":1}]', null],
  ['{"a":"\\\\","b":"\\"a\\":1,","c":"{"}', null],
  ['{"":1,"":2}', ["", "repeated"]],
  ["9007199254740991", null],
  ["[-9007199254740991]", null],
  ["[9007199254740992]", ["0", "invalid_number"]],
  ["[0,-9007199254740993 ]", ["1", "invalid_number"]],
  [`{"n":${"9".repeat(400)}}`, ["n", "invalid_number"]],
  ["[1e21,-1E+21,9007199254740991.0,1e-400,0.1,-0]", null],
  ["[9007199254740991.5]", ["0", "invalid_number"]],
  ["[0,-1e20]", ["1", "invalid_number"]],
  ["[999999999999999868928.0]", ["0", "invalid_number"]],
  ["[1000000000000000000000]", ["0", "invalid_number"]],
  ["[1e308,1e309]", ["1", "invalid_number"]],
  [`[0.${"1".repeat(400)}]`, null],
  ['["\\ud83d\\ude00","\\ud83d"]', ["1", "invalid_characters"]],
  ['["\\\\ud83d"]', null],
  ['{"a":[{"\\udc00":1}]}', ["a.0.\ufffd", "invalid_characters"]],
  [`${"[".repeat(100)}${"]".repeat(100)}`, null],
  [`${"[".repeat(101)}${"]".repeat(101)}`, [Array(100).fill(0).join("."), "too_deep"]],
])("%s", (json, expected) => expect(flawOf(json)).toEqual(expected));
