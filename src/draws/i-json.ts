import { defineProblem, type Issue } from "../shared/problem.ts";

/** A text that programs in other languages might read otherwise, or that is no JSON. */
export const NotIJson = defineProblem("not_i_json", "invalid", "This is no I-JSON.");

/** How deep lists and objects may lie in each other. Readers in other languages give up below a thousand. */
export const MAX_DEPTH = 100;
const MAX_NAME_LENGTH = 200;
/** A number of fewer characters without an exponent is exact. */
const LONG_NUMBER = 16;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const UPPER_E = 0x45;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LOWER_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** One object or array around the place that is looked at. */
interface Frame {
  /** null: an array. */
  names: { first: string | null; others: Set<string> | null } | null;
  /** Of the member that is looked at. */
  name: string;
  index: number;
  /** The next string is a name. */
  naming: boolean;
}

/** The value of a JSON text that says the same to every reader. Raises NotIJson. */
export function readIJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw NotIJson.because(`It is no JSON: ${(error as SyntaxError).message}`);
  }
  if (!text.isWellFormed()) throw NotIJson.because("It contains a lone surrogate.");
  const flaw = iJsonFlaw(text);
  if (flaw) throw NotIJson.because(`${flaw.path ? `${flaw.path}: ` : ""}${flaw.message}`);
  return value;
}

/**
 * Where a JSON text is read differently by another language, or is no I-JSON (RFC 7493): a name twice in one object,
 * an integer beyond 2^53 - 1, a number beyond the largest double, a lone surrogate, nesting deeper than 100 levels.
 * null: nowhere. One pass, without recursion.
 * @param json which JSON.parse accepts
 */
export function iJsonFlaw(json: string): Issue | null {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  const flaw = (code: string, message: string): Issue => ({ path: pathOf(frames), code, message });

  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) {
      const { end, escaped } = stringAt(json, at);
      if (escaped || frame?.naming) {
        const text: string = escaped ? JSON.parse(json.slice(at, end + 1)) : json.slice(at + 1, end);
        if (frame?.naming) {
          frame.naming = false;
          frame.name = text;
          if (isRepeated(frame.names!, text)) return flaw("repeated", "is given twice in one object");
        }
        if (escaped && !text.isWellFormed())
          return flaw("invalid_characters", "must not contain a lone surrogate");
      }
      at = end;
    } else if (character === MINUS || (character >= ZERO && character <= NINE)) {
      const end = endOfNumber(json, at);
      if (!isExchangeable(json.slice(at, end)))
        return flaw("invalid_number", "is beyond the numbers that every language reads alike");
      at = end - 1;
    } else if (character === COMMA) {
      frame!.index++;
      frame!.naming = frame!.names !== null;
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      const object = character === OPEN_OBJECT;
      if (frames.length === MAX_DEPTH) return flaw("too_deep", `is nested deeper than ${MAX_DEPTH} levels`);
      frame = { names: object ? { first: null, others: null } : null, name: "", index: 0, naming: object };
      frames.push(frame);
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      frames.pop();
      frame = frames.at(-1);
    }
  }
  return null;
}

/** Character by character: an indexOf for escapes would be moved out of its condition by the compiler, and cost squares. */
function stringAt(json: string, start: number): { readonly end: number; readonly escaped: boolean } {
  let escaped = false;
  let end = start + 1;
  for (let c = json.charCodeAt(end); c !== QUOTE; c = json.charCodeAt(++end)) {
    if (c !== BACKSLASH) continue;
    escaped = true;
    end++;
  }
  return { end, escaped };
}

function endOfNumber(json: string, start: number): number {
  let end = start + 1;
  for (; end < json.length; end++) {
    const c = json.charCodeAt(end);
    const inside = (c >= ZERO && c <= NINE) || c === POINT || c === LOWER_E || c === UPPER_E;
    if (!inside && c !== MINUS && c !== PLUS) break;
  }
  return end;
}

/** Whether others read the same number: some languages have integers of any size, all have doubles. */
function isExchangeable(literal: string): boolean {
  if (literal.length < LONG_NUMBER && !/e/i.test(literal)) return true;
  const value = Number(literal);
  return /[.e]/i.test(literal) ? Number.isFinite(value) : Number.isSafeInteger(value);
}

/** Most objects are small, or have one member: those cost no set. */
function isRepeated(names: NonNullable<Frame["names"]>, name: string): boolean {
  if (names.first === null) {
    names.first = name;
    return false;
  }
  names.others ??= new Set([names.first]);
  const before = names.others.size;
  return names.others.add(name).size === before;
}

function pathOf(frames: readonly Frame[]): string {
  const steps = frames.map(({ names, name, index }) => (names ? name.slice(0, MAX_NAME_LENGTH) : index));
  return steps.join(".").toWellFormed();
}
