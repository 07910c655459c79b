import { defineProblem, type Problem } from "../shared/problem.ts";

/** A text that programs in other languages might read otherwise, or that is no JSON. */
export const NotIJson = defineProblem("not_i_json", "invalid", "This is no I-JSON.");

/** How deep lists and objects may lie in each other. Readers in other languages give up below a thousand. */
export const MAX_DEPTH = 500;

const INTEGER = /^-?\d+$/;
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/**
 * Reads JSON that says the same to every reader (RFC 7493): no name twice in an object, no integer beyond
 * 2^53 - 1, no number that is too large, no half of a surrogate pair, nothing nested deeper than MAX_DEPTH.
 * Raises NotIJson.
 */
export function readIJson(text: string): unknown {
  const json = parsed(text);
  const survey = new Survey();
  survey.visit(json, 0);
  // A name that comes twice is a member once.
  if (survey.members < membersSpelled(text)) throw refused("an object has a name twice");
  // Looking at every spelling takes ten times as long as reading: only where there can be something to see.
  if (survey.hasLargeNumber || SURROGATE_ESCAPE.test(text) || !text.isWellFormed()) requireExact(text);
  return json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw NotIJson.because(`It is no JSON: ${(error as SyntaxError).message}`);
  }
}

class Survey {
  members = 0;
  hasLargeNumber = false;

  visit(value: unknown, depth: number): void {
    if (typeof value === "number") this.hasLargeNumber ||= Math.abs(value) > Number.MAX_SAFE_INTEGER;
    if (typeof value !== "object" || value === null) return;
    if (depth === MAX_DEPTH) throw refused(`it is nested deeper than ${MAX_DEPTH}`);
    if (Array.isArray(value)) {
      for (const item of value) this.visit(item, depth + 1);
      return;
    }
    const values = Object.values(value);
    this.members += values.length;
    for (const item of values) this.visit(item, depth + 1);
  }
}

/** How many colons stand outside of texts. */
function membersSpelled(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) count += 1;
    else if (unit === QUOTE) at = endOfText(text, at);
  }
  return count;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Where the text ends that begins at this quote: at the next that no backslash escapes. */
function endOfText(text: string, begin: number): number {
  for (let end = begin; ;) {
    end = text.indexOf('"', end + 1);
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

/** What JSON.parse tells of a value beside itself. */
interface Spelling {
  readonly source?: string;
}

function requireExact(text: string): void {
  JSON.parse(text, (name: string, value: unknown, spelling?: Spelling) => {
    const texts = typeof value === "string" ? [name, value] : [name];
    if (!texts.every((one) => one.isWellFormed())) throw refused("a text has half of a surrogate pair");
    if (typeof value !== "number") return value;
    const source = spelling?.source ?? "";
    if (!Number.isFinite(value)) throw refused(`${source.slice(0, 40)} is too large for a number`);
    if (!INTEGER.test(source) || Number.isSafeInteger(value)) return value;
    throw refused(`${source.slice(0, 40)} is beyond 2^53 - 1: write it as text`);
  });
}

function refused(fault: string): Problem {
  return NotIJson.because(`It does not say the same to every reader of JSON: ${fault}.`);
}
