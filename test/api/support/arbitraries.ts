import fc from "fast-check";
import type { JsonSchema } from "../../../adapters/http/openapi/openapi-components.ts";

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

export interface Vocabulary {
  /** The named schemas that `$ref` refers to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Members that only mean something when they name what exists: `prizeId`. */
  readonly members: Readonly<Record<string, fc.Arbitrary<JsonValue>>>;
}

const LONGEST = 60;
const HOUR_MS = 3_600_000;

/** Values that a JSON Schema of an OpenAPI 3.0 document describes. What it cannot say may still be refused. */
export function valueOf(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<JsonValue> {
  const described = fc.constantFrom(schema).chain((schema) => describedBy(schema, vocabulary));
  return schema.nullable === true
    ? fc.oneof({ weight: 3, arbitrary: described }, fc.constant(null))
    : described;
}

function describedBy(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<JsonValue> {
  if (typeof schema.$ref === "string")
    return valueOf(vocabulary.schemas[schema.$ref.split("/").at(-1)!]!, vocabulary);
  for (const part of ["anyOf", "oneOf", "allOf"] as const) {
    const options = schema[part] as JsonSchema[] | undefined;
    if (options && schema.properties)
      return fc.oneof(...options.map((form) => objects(ofForm(schema, form), vocabulary)));
    if (options) return fc.oneof(...options.map((option) => valueOf(option, vocabulary)));
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as JsonValue[]));
  switch (schema.type) {
    case "integer":
    case "number":
      return integers(schema);
    case "boolean":
      return fc.boolean();
    case "string":
      return strings(schema);
    case "array": {
      const minLength = Number(schema.minItems ?? 0);
      const maxLength = Math.max(minLength, Math.min(Number(schema.maxItems ?? 5), 5));
      return fc.uniqueArray(valueOf(schema.items as JsonSchema, vocabulary), {
        minLength,
        maxLength,
        comparator: (left, right) => JSON.stringify(left) === JSON.stringify(right),
      });
    }
    case "object":
      return objects(schema, vocabulary);
    default:
      return anything;
  }
}

const anything = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;

function integers({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = Number(minimum ?? Number.MIN_SAFE_INTEGER);
  const max = Number(maximum ?? Number.MAX_SAFE_INTEGER);
  const small = fc.integer({ min: Math.max(min, -10), max: Math.min(max, Math.max(min, 0) + 1000) });
  return fc.oneof(
    { weight: 4, arbitrary: small },
    fc.maxSafeInteger().map(within(min, max)),
    fc.constantFrom(min, max),
  );
}

const within = (min: number, max: number) => (value: number) => Math.max(min, Math.min(max, value));

const ofKinds = new Map<string, fc.Arbitrary<string>>();

/** Made once for each kind of text: that takes longer than a request. */
function strings({ format, pattern, not, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const kind = JSON.stringify([format, pattern, not, minLength, maxLength]);
  const made = ofKinds.get(kind) ?? stringsOf({ format, pattern, not, minLength, maxLength });
  ofKinds.set(kind, made);
  return made;
}

function stringsOf({ format, pattern, not, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  switch (format) {
    case "date-time":
      return dateTimes;
    case "uri":
      return fc.webUrl({ validSchemes: ["https"], withQueryParameters: true, withFragments: true });
    case "email":
      return fc.emailAddress();
  }
  if (typeof pattern === "string") {
    const refused = (not as JsonSchema | undefined)?.pattern;
    const fitting = fc.stringMatching(new RegExp(pattern));
    return typeof refused === "string" ? fitting.filter((text) => !new RegExp(refused).test(text)) : fitting;
  }
  const min = Number(minLength ?? 0);
  const max = Number(maxLength ?? LONGEST);
  const lengths = { minLength: min, maxLength: Math.max(min, Math.min(max, LONGEST)) };
  const longest = fc.constantFrom("x", "é", "🎟").map((character) => character.repeat(max));
  return fc.oneof(
    { weight: 8, arbitrary: fc.string(lengths) },
    { weight: 4, arbitrary: fc.string({ ...lengths, unit: "grapheme" }) },
    { weight: max > LONGEST && max <= 2_000 ? 1 : 0, arbitrary: longest },
  );
}

const now = Date.now();
/** Past and future, in UTC and with an offset. */
const dateTimes = fc.oneof(
  fc
    .date({ min: new Date(now + HOUR_MS), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc
    .date({ min: new Date("0001-01-01"), max: new Date(now), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom("2999-01-01T00:00:00Z", "2999-01-01T00:00:00.123456+14:00", "9999-12-31T23:59:59-23:59"),
);

/** An object in one of its forms, which say only what is special to them. */
function ofForm(schema: JsonSchema, form: JsonSchema): JsonSchema {
  const own = schema.properties as Record<string, JsonSchema>;
  const special = Object.entries(form.properties as Record<string, JsonSchema>);
  const changed = special.map(([name, member]) => [name, { ...own[name], nullable: false, ...member }]);
  return {
    ...schema,
    required: [...((schema.required ?? []) as string[]), ...(form.required as string[])],
    properties: { ...own, ...Object.fromEntries(changed) },
  };
}

/** Candidates for the values of a dictionary. */
const names = fc.oneof(fc.constantFrom("VND", "EUR", "KWD"), fc.string({ minLength: 1, maxLength: 20 }));

function objects(schema: JsonSchema, vocabulary: Vocabulary): fc.Arbitrary<JsonValue> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      vocabulary.members[name] ?? valueOf(member, vocabulary),
    ]),
  );
  const named = fc.record(members, { requiredKeys: (schema.required as string[] | undefined) ?? [] });
  const { additionalProperties } = schema;
  if (typeof additionalProperties !== "object" || additionalProperties === null) return named;
  return fc.dictionary(names, valueOf(additionalProperties as JsonSchema, vocabulary), { maxKeys: 5 });
}

/** Those that stand for halves of a character. */
const [SURROGATES, NO_SURROGATES] = [0xd800, 0xe000];
const BETWEEN = NO_SURROGATES - SURROGATES;

/** Every character there is, as the unit `binary` has them, which first makes a table of a million. */
const characters = fc.integer({ min: 0, max: 0x10ffff - BETWEEN }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + BETWEEN),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new Error("not one character");
    if (code >= SURROGATES && code < NO_SURROGATES) throw new Error("half a character");
    return code < SURROGATES ? code : code - BETWEEN;
  },
);

/** Written into JSON text as it stands behind the mark: numbers that JSON.stringify would not write. */
const RAW = "@raw:";

const nested = (depth: number, open: string, close: string) =>
  RAW + open.repeat(depth) + "0" + close.repeat(depth);

/** Values that no schema here expects. */
export const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    [],
    {},
    [[]],
    [{}],
    "",
    " ",
    0,
    -1,
    1.5,
    1e21,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
  ),
  fc
    .constantFrom("1e400", "-1e400", "-0", "1e-400", "9007199254740993", "1.0", "1e2", "9".repeat(400))
    .map((text) => RAW + text),
  fc.constantFrom(
    "\0",
    "a\0b",
    "\ud800",
    "a\udfffb",
    "\ufeff",
    "\u202e",
    "\u0085",
    "\ufffe",
    "١٢٣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "ſ",
    "İ",
    "ŉ".repeat(300),
  ),
  fc.constantFrom(
    "+275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0000-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.999-23:59",
    "2026-02-30T00:00:00Z",
    "2999-01-01T24:00:00Z",
    "2999-12-31T23:59:60Z",
    "2999-01-01",
    "infinity",
    "now",
  ),
  fc.constantFrom(
    "https://",
    "https://exa mple.com",
    "https://[::1]:99999/",
    "https://user:pass@host/",
    "https://host/\u0000",
    "javascript:alert(1)",
    "https://xn--",
    "https://a/%zz",
    `https://a/${"x".repeat(3000)}`,
    "file:///etc/passwd",
  ),
  fc.constantFrom(
    "'; drop table lot; --",
    "${7*7}",
    "<script>",
    "../../etc/passwd",
    "{{1}}",
    "%00",
    "null",
    "true",
    "1",
    "-1",
    "1e3",
    "0x10",
  ),
  fc.constantFrom("x".repeat(257), "x".repeat(20_001), "x".repeat(110_000), "🎟".repeat(10_001)),
  fc.constantFrom(
    nested(50, "[", "]"),
    nested(101, "[", "]"),
    nested(20_000, "[", "]"),
    nested(5_000, '{"a":', "}"),
  ),
  fc.jsonValue({ maxDepth: 3, stringUnit: characters }) as fc.Arbitrary<JsonValue>,
);

const STRANGE_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "",
  "\0",
  "\ud800",
  "id",
  "organisationId",
  "nonce",
  "x".repeat(300),
];

type Mutation =
  | { readonly act: "replace"; readonly at: number; readonly by: JsonValue }
  | { readonly act: "remove" | "wrap" | "repeat"; readonly at: number }
  | { readonly act: "add"; readonly at: number; readonly name: string; readonly value: JsonValue };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("replace" as const), at: fc.nat(), by: junk }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom("remove" as const, "wrap" as const, "repeat" as const),
      at: fc.nat(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("add" as const),
      at: fc.nat(),
      name: fc.oneof(fc.constantFrom(...STRANGE_NAMES), fc.string()),
      value: junk,
    }),
  },
);

/** A value with some of its parts broken. */
export function broken(value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  return fc
    .tuple(value, fc.array(mutation, { minLength: 1, maxLength: 2 }))
    .map(([value, mutations]) => mutations.reduce(mutated, value));
}

function mutated(value: JsonValue, mutation: Mutation): JsonValue {
  const root: { [name: string]: JsonValue } = { value: structuredClone(value) };
  const places: { readonly holder: Record<string, JsonValue>; readonly name: string }[] = [];
  const visit = (holder: Record<string, JsonValue>, name: string) => {
    places.push({ holder, name });
    const inner = holder[name];
    if (typeof inner !== "object" || inner === null) return;
    for (const member of Object.keys(inner)) visit(inner as Record<string, JsonValue>, member);
  };
  visit(root, "value");
  const { holder, name } = places[mutation.at % places.length]!;
  const at = holder[name]!;
  switch (mutation.act) {
    case "replace":
      holder[name] = mutation.by;
      break;
    case "remove":
      if (holder !== root) delete holder[name];
      break;
    case "wrap":
      holder[name] = [at];
      break;
    case "repeat":
      holder[name] = Array<JsonValue>(30).fill(at);
      break;
    case "add":
      if (typeof at === "object" && at !== null)
        Object.defineProperty(at, mutation.name, {
          value: mutation.value,
          enumerable: true,
          configurable: true,
        });
  }
  return root.value!;
}

/** JSON text, with what only text can say written raw. */
export function jsonText(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /"@raw:((?:[^"\\]|\\.)*)"/g,
    (_, text: string) => JSON.parse(`"${text}"`) as string,
  );
}

/** Bytes that are no JSON document, or not the expected kind of one. */
export function corrupted(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const cut = (at: number) => bytes.subarray(0, at % Math.max(1, bytes.length));
  const insert = (at: number, inserted: Buffer) => {
    const position = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position)]);
  };
  const strange = [
    [0xff],
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xc0, 0xaf],
    [0x00],
    [0x22],
    [0xef, 0xbb, 0xbf],
  ];
  return fc.oneof(
    fc.nat().map(cut),
    fc
      .tuple(fc.nat(), fc.constantFrom(...strange.map((each) => Buffer.from(each))))
      .map(([at, each]) => insert(at, each)),
    fc
      .constantFrom(
        "null",
        "[]",
        '""',
        "0",
        "true",
        "{}{}",
        "{,}",
        "{'a':1}",
        " ",
        "\ufeff{}",
        '{"__proto__":{}}',
        "NaN",
        "\u001e{}",
      )
      .map((each) => Buffer.from(each)),
    fc.uint8Array({ maxLength: 50 }).map((each) => Buffer.from(each)),
  );
}
