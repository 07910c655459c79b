import { isUtf8 } from "node:buffer";
import type { z } from "zod";
import { readJson, UnreadableJson, withoutMark } from "../json.ts";
import type { JsonRules } from "../json/json-scan.ts";
import { InvalidRequest, type Issue, type Problem, invalid } from "../problem.ts";
import { wordingOf } from "./wording.ts";

const MAX_DEPTH = 100;
const MAX_ISSUES = 50;
const MAX_PATH_LENGTH = 200;

/** Parses a JSON body with storable values; `{}` if empty. Ignores a byte order mark. Raises invalid_request. */
export function parseJson(raw: Buffer): unknown {
  const value = parseText(withoutMark(textOf(raw)), { maxDepth: MAX_DEPTH, exchangeable: false });
  const flaw = flawOf(value);
  if (flaw) throw invalidRequest([{ ...flaw, path: flaw.path.join(".") }]);
  return value;
}

/** Parses a JSON body that every language reads equally; `{}` for an empty body. Raises invalid_request. */
export function parseIJson(raw: Buffer, maxDepth: number): unknown {
  return parseText(textOf(raw), { maxDepth, exchangeable: true });
}

/**
 * Returns the value parsed by its schema, without undefined members. Raises invalid_request with an issue per fault, in
 * this service's wording.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: wordingOf });
  if (result.success) {
    dropUndefined(result.data);
    return result.data;
  }
  throw invalidRequest(distinct(result.error.issues.flatMap((issue) => issuesOf(issue, value))));
}

/** Removes duplicate faults: two rules may find one fault, such as a number above its limit and all safe ones. */
function distinct(issues: readonly Issue[]): Issue[] {
  const found = new Map(
    issues.map((issue) => [JSON.stringify([issue.path, issue.code, issue.message]), issue]),
  );
  return [...found.values()];
}

export function invalidRequest(issues: readonly Issue[]): Problem {
  const firstIssues = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ ...issue, path: issue.path.slice(0, MAX_PATH_LENGTH) }));
  const [first] = firstIssues;
  return InvalidRequest.because(first && `${first.path ? `${first.path}: ` : ""}${first.message}`, {
    issues: firstIssues,
  });
}

function textOf(raw: Buffer): string {
  if (!isUtf8(raw)) throw invalid("", "invalid_utf8", "The body is not valid UTF-8.");
  return raw.toString("utf8");
}

function parseText(text: string, rules: JsonRules): unknown {
  if (text === "") return {};
  try {
    return readJson(text, rules);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    const { issue, cause } = error;
    if (issue.code !== "invalid_json") throw invalidRequest([issue]);
    throw InvalidRequest.because("The body is not valid JSON.", { issues: [issue] }, { cause });
  }
}

/** Returns the issues of a fault. Codes are the schema library's, except where callers would find them unclear. */
function issuesOf(issue: z.core.$ZodIssue, input: unknown): Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join("."),
      code: "unknown_field",
      message: "is not a known field",
    }));
  }
  const path = issue.path.join(".");
  const ruled = issue.code === "custom";
  if (isAbsent(input, issue.path))
    return [{ path, code: "required", message: ruled ? issue.message : "is required" }];
  return [{ path, code: ruled ? "invalid" : issue.code, message: issue.message }];
}

/**
 * Removes members that were null where null counts as omitted, so that spreading changes skips them. Arrays are not
 * searched: they may be long, and no body has optional members inside one.
 */
function dropUndefined(value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) delete (value as Record<string, unknown>)[key];
    else dropUndefined(member);
  }
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
 * Finds flaws that schemas do not: strings that PostgreSQL or another language cannot represent, and names that change
 * an object's prototype. Depth is bounded by the parser.
 */
function flawOf(value: unknown): Flaw | null {
  if (typeof value === "string") {
    const flaw = flawOfString(value);
    return flaw && { ...flaw, path: [] };
  }
  if (typeof value !== "object" || value === null) return null;
  for (const key of Object.keys(value)) {
    const flawOfName = flawOfKey(key);
    if (flawOfName) return { ...flawOfName, path: [key] };
    const flaw = flawOf((value as Record<string, unknown>)[key]);
    if (flaw) return { ...flaw, path: [key, ...flaw.path] };
  }
  return null;
}

export function flawOfKey(key: string): Omit<Flaw, "path"> | null {
  if (key === "__proto__") return { code: "unknown_field", message: "is not an allowed field name" };
  return flawOfString(key);
}

export function flawOfString(text: string): Omit<Flaw, "path"> | null {
  if (text.includes("\0")) return { code: "invalid_characters", message: "must not contain U+0000" };
  if (!text.isWellFormed())
    return { code: "invalid_characters", message: "must not contain a lone surrogate" };
  return null;
}
