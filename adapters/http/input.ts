import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import { InvalidRequest, type Issue, type Problem, invalid } from "../../src/shared/problem.ts";

const MAX_DEPTH = 100;
const MAX_ISSUES = 50;
const MAX_PATH_LENGTH = 200;

/**
 * The value of a JSON body; `{}` for an empty one. Raises invalid_request.
 * @param flawIn finds what is wrong with it although it is JSON
 */
export function parseJson(
  raw: Buffer,
  flawIn: (value: unknown, json: string) => Issue | null = flawOfValue,
): unknown {
  if (raw.length === 0) return {};
  if (!isUtf8(raw)) throw invalid("", "invalid_utf8", "The body is not valid UTF-8.");
  const json = raw.toString("utf8");
  const value = parse(json);
  const flaw = flawIn(value, json);
  if (flaw) throw invalidRequest([flaw]);
  return value;
}

function flawOfValue(value: unknown): Issue | null {
  const flaw = flawOf(value, 0);
  return flaw && { ...flaw, path: flaw.path.join(".") };
}

/** The members of a query string, each at most once. Raises invalid_request. */
export function parseQuery(search: string): Record<string, string> {
  if (search === "") return {};
  const members = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (members.has(name)) throw invalid(name, "repeated", `The parameter ${name} is given twice.`);
    const flaw = flawOfString(name) ?? flawOfString(value);
    if (flaw) throw invalidRequest([{ ...flaw, path: name }]);
    members.set(name, value);
  }
  return Object.fromEntries(members);
}

/** The value as its schema gives it. Raises invalid_request, with what is wrong where. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest(result.error.issues.flatMap((issue) => issuesOf(issue, value)));
}

function invalidRequest(issues: readonly Issue[]): Problem {
  const shown = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ ...issue, path: issue.path.slice(0, MAX_PATH_LENGTH) }));
  const [first] = shown;
  return InvalidRequest.because(first && `${first.path ? `${first.path}: ` : ""}${first.message}`, {
    issues: shown,
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw InvalidRequest.because(
      "The body is not valid JSON.",
      { issues: [{ path: "", code: "invalid_json", message: "not valid JSON" }] },
      { cause },
    );
  }
}

/** Codes are zod's, except where a caller would not know what is meant. */
function issuesOf(issue: z.core.$ZodIssue, input: unknown): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      code: "unknown_field",
      message: "is not known here",
    }));
  }
  const path = issue.path.join(".");
  if (isAbsent(input, issue.path)) return [{ path, code: "required", message: "is required" }];
  return [{ path, code: issue.code === "custom" ? "invalid" : issue.code, message: issue.message }];
}

function isAbsent(input: unknown, path: readonly PropertyKey[]): boolean {
  let at = input;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return false;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at === undefined;
}

interface Flaw {
  readonly path: string[];
  readonly code: string;
  readonly message: string;
}

/**
 * What no schema would refuse: strings that PostgreSQL or another language cannot hold, names that change an
 * object's prototype, and nesting that would exhaust the stack of whoever walks the value next.
 */
function flawOf(value: unknown, depth: number): Flaw | null {
  if (typeof value === "string") {
    const flaw = flawOfString(value);
    return flaw && { ...flaw, path: [] };
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth === MAX_DEPTH)
    return { path: [], code: "too_deep", message: `is nested deeper than ${MAX_DEPTH} levels` };
  for (const key of Object.keys(value)) {
    const flaw = flawOfKey(key) ?? flawOf((value as Record<string, unknown>)[key], depth + 1);
    if (flaw) return { ...flaw, path: [key, ...flaw.path] };
  }
  return null;
}

function flawOfKey(key: string): Flaw | null {
  if (key === "__proto__") return { path: [], code: "unknown_field", message: "is not allowed as a name" };
  const flaw = flawOfString(key);
  return flaw && { ...flaw, path: [] };
}

function flawOfString(text: string): Omit<Flaw, "path"> | null {
  if (text.includes("\0")) return { code: "invalid_characters", message: "must not contain U+0000" };
  if (!text.isWellFormed())
    return { code: "invalid_characters", message: "must not contain a lone surrogate" };
  return null;
}
