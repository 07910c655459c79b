import { type JsonRules, scanJson } from "./json/json-scan.ts";
import { valueOf } from "./json/json-value.ts";
import type { Issue } from "./problem.ts";

/** A text that is not JSON, or is not accepted here. */
export class UnreadableJson extends Error {
  override readonly name = "UnreadableJson";
  /** Codes: invalid_json, repeated, too_deep; for exchangeable texts also invalid_characters, invalid_number. */
  readonly issue: Issue;

  constructor(issue: Issue, options?: ErrorOptions) {
    super(`${issue.path ? `${issue.path}: ` : ""}${issue.message}`, options);
    this.issue = issue;
  }
}

/** A text whose fault and position JSON.parse reports. */
class NoJson extends UnreadableJson {
  constructor(cause: SyntaxError) {
    super({ path: "", code: "invalid_json", message: "not valid JSON" }, { cause });
    this.message = `Not valid JSON: ${cause.message}`;
  }
}

const LONE_SURROGATE: Issue = {
  path: "",
  code: "invalid_characters",
  message: "must not contain a lone surrogate",
};

const MARK = "\ufeff";
const MARKED: Issue = {
  path: "",
  code: "invalid_json",
  message: "begins with a byte order mark (U+FEFF)",
};

/** Returns the text without a byte order mark, which readers of JSON may ignore (RFC 8259, 8.1). */
export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text;
}

/**
 * Returns the value of a JSON text that comes from outside or is verified: the same after any earlier reading in this
 * process, which JSON.parse does not promise (see `valueOf`). Refuses a member that occurs twice in one object, which
 * other readers interpret differently, and nesting that would exhaust the stack of the next reader. The caller must
 * bound the length. Raises UnreadableJson.
 */
export function readJson(text: string, rules: JsonRules): unknown {
  if (text.startsWith(MARK)) throw new UnreadableJson(MARKED);
  try {
    const { flaw, hasEscapedName } = scanJson(text, rules);
    // Before the value is built.
    if (flaw?.code === "too_deep") throw new UnreadableJson(flaw);
    const value: unknown = JSON.parse(text);
    if (rules.exchangeable && !text.isWellFormed()) throw new UnreadableJson(LONE_SURROGATE);
    if (flaw) throw new UnreadableJson(flaw);
    return hasEscapedName ? valueOf(text) : value;
  } catch (error) {
    throw error instanceof SyntaxError ? new NoJson(error) : error;
  }
}
