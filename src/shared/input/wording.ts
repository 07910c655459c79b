import type { z } from "zod";

type RawIssue = z.core.$ZodRawIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
  null: "null",
  date: "a date and time",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  datetime: "an ISO 8601 date and time with its zone, such as 2030-01-31T12:00:00Z",
  date: "an ISO 8601 date, such as 2030-01-31",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** Returns the message for a fault without a message in its schema: the expected value. */
export function wordingOf(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${EXPECTED[issue.expected] ?? "of another type"}`;
    case "invalid_format":
      return formatWording(issue);
    case "invalid_value":
      return valueWording(issue.values);
    case "too_small":
      return boundWording(issue, "least", issue.minimum);
    case "too_big":
      return boundWording(issue, "most", issue.maximum);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "has unknown fields";
    case "invalid_union":
      return "must have one of the documented forms";
    case "invalid_key":
      return "has a field name that is not allowed";
    case "invalid_element":
      return "has an item that is not allowed";
    default:
      return "is not valid";
  }
}

function formatWording({ format, pattern }: Extract<RawIssue, { code: "invalid_format" }>): string {
  const name = FORMATS[format];
  if (name !== undefined) return `must be ${name}`;
  return pattern === undefined ? "must have the documented format" : `must match ${pattern}`;
}

function valueWording(values: readonly z.core.util.Primitive[]): string {
  const [first, ...others] = values.map((value) => (typeof value === "string" ? value : String(value)));
  return others.length === 0 ? `must be ${first}` : `must be one of ${[first, ...others].join(", ")}`;
}

function boundWording(
  { origin, inclusive = true, exact = false }: Extract<RawIssue, { code: "too_small" | "too_big" }>,
  side: "least" | "most",
  bound: number | bigint,
): string {
  const counted = COUNTED[origin];
  if (counted !== undefined) return `must have ${exact ? "exactly" : `at ${side}`} ${bound} ${counted}`;
  if (inclusive) return `must be at ${side} ${bound}`;
  return `must be ${side === "least" ? "above" : "below"} ${bound}`;
}

const COUNTED: Readonly<Record<string, string>> = {
  string: "characters",
  array: "items",
  set: "items",
  map: "members",
  object: "members",
  record: "members",
};
