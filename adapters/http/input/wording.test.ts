import { expect, test } from "vitest";
import { z } from "zod";
import { InvalidRequest, Problem } from "../../../src/shared/problem.ts";
import {
  integer,
  label,
  lines,
  optional,
  optionalOr,
  prose,
  text,
} from "../../../src/shared/input/fields.ts";
import { validate } from "../../../src/shared/input/validation.ts";
import { httpsUrl, id, walletAddress } from "./fields.ts";

/** The code and the sentence of the first fault. */
function faultOf(schema: z.ZodType, value: unknown): [string, string] {
  try {
    validate(schema, value);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== InvalidRequest.code) throw error;
    const { code, message } = error.facts.issues![0]!;
    return [code, message];
  }
  throw new Error("nothing was wrong");
}

const never = z.custom(() => false);

test.each<[z.ZodType, unknown, string, string]>([
  [z.string(), 1, "invalid_type", "must be a string"],
  [z.number(), "1", "invalid_type", "must be a number"],
  [z.int(), 1.5, "invalid_type", "must be an integer"],
  [z.boolean(), "true", "invalid_type", "must be true or false"],
  [z.object({}), [], "invalid_type", "must be an object"],
  [z.record(z.string(), z.int()), 1, "invalid_type", "must be an object"],
  [z.array(z.int()), {}, "invalid_type", "must be an array"],
  [z.null(), 1, "invalid_type", "must be null"],
  [z.never(), 1, "invalid_type", "must be of another type"],
  [z.enum(["draft", "active"]), "ended", "invalid_value", "must be one of draft, active"],
  [z.literal("done"), "over", "invalid_value", "must be done"],
  [z.int().min(1), 0, "too_small", "must be at least 1"],
  [z.int().max(9), 10, "too_big", "must be at most 9"],
  [z.number().gt(1), 1, "too_small", "must be above 1"],
  [z.number().lt(9), 9, "too_big", "must be below 9"],
  [z.string().min(2), "a", "too_small", "must have at least 2 characters"],
  [z.string().max(2), "abc", "too_big", "must have at most 2 characters"],
  [z.string().length(2), "abc", "too_big", "must have exactly 2 characters"],
  [z.array(z.int()).min(1), [], "too_small", "must have at least 1 items"],
  [z.array(z.int()).max(1), [1, 2], "too_big", "must have at most 1 items"],
  [z.number().multipleOf(5), 7, "not_multiple_of", "must be a multiple of 5"],
  [z.url(), "no address", "invalid_format", "must be a URL"],
  [z.email(), "nobody", "invalid_format", "must be an email address"],
  [z.uuid(), "1", "invalid_format", "must be a UUID"],
  [z.ipv4(), "1", "invalid_format", "must be an IPv4 address"],
  [z.ipv6(), "1", "invalid_format", "must be an IPv6 address"],
  [z.string().regex(/^a+$/), "b", "invalid_format", "must match /^a+$/"],
  [z.string().startsWith("a"), "b", "invalid_format", "must have the documented format"],
  [
    z.iso.datetime({ offset: true }),
    "yesterday",
    "invalid_format",
    "must be an ISO 8601 date and time with its zone, such as 2030-01-31T12:00:00Z",
  ],
  [z.union([z.string(), z.boolean()]), 1, "invalid_union", "must have one of the documented forms"],
  [
    z.record(z.string().regex(/^[A-Z]+$/), z.int()),
    { a: 1 },
    "invalid_key",
    "has a field name that is not allowed",
  ],
  [z.set(z.int()).max(1), new Set([1, 2]), "too_big", "must have at most 1 items"],
  [z.map(z.object({}), z.int()), new Map([[{}, "a"]]), "invalid_element", "has an item that is not allowed"],
  [never, 1, "invalid", "is not valid"],
  [z.strictObject({}), { a: 1 }, "unknown_field", "is not a known field"],
  [z.strictObject({ a: z.int() }), {}, "required", "is required"],
  [z.int().refine(() => false, "must be lucky"), 1, "invalid", "must be lucky"],
])("a fault of %o is reported in the service's words: %o", (schema, value, code, message) => {
  expect(faultOf(schema, value)).toEqual([code, message]);
});

test.each<[string, z.ZodType, readonly unknown[], string]>([
  [
    "an integer",
    integer({ min: 1, max: 100 }),
    [0, 101, 1.5, "1", null, 2 ** 60],
    "must be an integer from 1 to 100",
  ],
  ["an id", id, [0, -1, 1.5, "1", null, 2 ** 53], "must be an integer of at least 1"],
  [
    "an image",
    httpsUrl,
    ["http://a.example/", "a.jpg", "javascript:alert(1)", 1, null],
    "must be an https URL",
  ],
  [
    "an image, which browsers would make a URI of",
    httpsUrl,
    [
      "https://a.example/a b.png",
      "https://a.example/ä.png",
      "https://a.example/%zz",
      "https:a.example",
      "https:///a.example/x.png",
      "https:\\\\a.example/",
    ],
    "must be an https URL",
  ],
  [
    "a name",
    label({ max: 9 }),
    [
      " ",
      "\t\n",
      "\u00a0\u2003",
      "\ufeff",
      "\u200b",
      "\u2060\u200d ",
      "\u3164",
      "\u2800",
      "\u0007",
      "\u{e0020}",
    ],
    "must not be blank",
  ],
  [
    "a name",
    label({ max: 9 }),
    ["a\nb", "a\r\nb", "a\tb", "a\u0007", "\u001b[2J", "a\u0085b", "a\u2028b", "a\u2029"],
    "must be one line without control characters",
  ],
  [
    "a name",
    label({ max: 9 }),
    ["\u202egnp.exe", "a\u202d", "\u202ba\u202c", "\u2066a\u2069", "a\u2067", "a\u2068", "a\u2069"],
    "must not change the direction of text (U+202A to U+202E, U+2066 to U+2069)",
  ],
  ["a wallet", walletAddress, [`0x${"0".repeat(40)}`], "must not be the zero address"],
])("%s: one sentence names all that is expected", (_, schema, values, message) => {
  for (const value of values) expect(faultOf(schema, value)[1], String(value)).toBe(message);
});

test.each([
  ["marks of direction that turn nothing", "عرض\u200f (A\u200e)"],
  ["joiners", "علی\u200cرضا 👩\u200d💻"],
  ["flags that are made of tags", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇺🇦"],
])("a name may have %s", (_, name) => {
  expect(validate(label({ max: 20 }), name)).toBe(name);
});

test("prose may have several lines", () => {
  for (const value of ["a\nb", "a\r\n\tb"]) expect(validate(prose({ max: 9 }), value)).toBe(value);
  expect(faultOf(prose({ max: 9 }), " \n")[1]).toBe("must not be blank");
});

test.each(["a\u0007", "\u001b[2J", "a\u0085b", "a\fb", "\u009b31m"])(
  "no text that is shown has controls: %j",
  (value) => {
    for (const schema of [prose({ max: 9 }), lines({ max: 9 })])
      expect(faultOf(schema, value)[1]).toBe(
        "must not contain control characters other than tabs and line breaks",
      );
  },
);

test("a description may be empty, and has several lines in any direction", () => {
  for (const value of ["", "a\n\tb", "عرض\u200f\n\u2067a\u2069 👩\u200d💻"])
    expect(validate(lines({ max: 20 }), value)).toBe(value);
});

test("null is as left out, where a member may be left out: it leaves no member behind", () => {
  const schema = z.strictObject({
    name: optional(text({ max: 5 })),
    size: optionalOr(integer({ min: 1 }), 7),
    inner: optional(z.strictObject({ flag: optional(z.boolean()) })),
  });
  const nothing = { size: 7 };
  expect(validate(schema, {})).toStrictEqual(nothing);
  expect(validate(schema, { name: null, size: null, inner: null })).toStrictEqual(nothing);
  expect(validate(schema, { name: undefined, inner: { flag: null } })).toStrictEqual({
    ...nothing,
    inner: {},
  });
  expect(validate(schema, { name: "", size: 1, inner: { flag: false } })).toStrictEqual({
    name: "",
    size: 1,
    inner: { flag: false },
  });
});
