import { endOfNumber, stringAt } from "./json-token.ts";
import type { Issue } from "../problem.ts";

const MAX_NAME_LENGTH = 200;
/** A number with fewer characters and without an exponent is exact. */
const LONG_NUMBER = 16;
/** First number that canonical JSON writes with an exponent; no reader takes it for an integer of any size. */
const EXPONENT_BEGINS = 1e21;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonRules {
  /** Maximum nesting of lists and objects. */
  readonly maxDepth: number;
  /**
   * true: numbers and strings that another language reads differently, or cannot read, are flaws: a number that is, or
   * that canonical JSON writes as, an integer beyond 2^53 - 1, a number beyond the largest double, a lone surrogate
   * (I-JSON, RFC 7493).
   */
  readonly exchangeable: boolean;
}

interface JsonScan {
  /** The first flaw; null: none. For a text that is not JSON only too_deep is reported. */
  readonly flaw: Issue | null;
  /** true: a member's name is spelled with a backslash. */
  readonly hasEscapedName: boolean;
}

/** An object or array that encloses the current position. */
interface Frame {
  /** null: an array. */
  names: { first: string | null; others: Set<string> | null } | null;
  name: string;
  index: number;
  /** The next string is a name. */
  naming: boolean;
}

/**
 * Finds duplicate members, too much nesting, and the flaws that `rules` adds. One pass without recursion, over any
 * text. Throws a SyntaxError for an invalid string.
 */
export function scanJson(json: string, { maxDepth, exchangeable }: JsonRules): JsonScan {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let hasEscapedName = false;
  const found = (code: string, message: string): JsonScan => ({
    flaw: { path: pathOf(frames), code, message },
    hasEscapedName,
  });

  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === QUOTE) {
      const { end, escaped } = stringAt(json, at);
      const naming = frame?.naming ?? false;
      if (naming || (escaped && exchangeable)) {
        const text: string = escaped ? JSON.parse(json.slice(at, end + 1)) : json.slice(at + 1, end);
        if (frame && naming) {
          frame.naming = false;
          frame.name = text;
          hasEscapedName ||= escaped;
          if (isRepeated(frame.names!, text)) return found("repeated", "occurs twice in one object");
        }
        if (escaped && exchangeable && !text.isWellFormed())
          return found("invalid_characters", "must not contain a lone surrogate");
      }
      at = end;
    } else if (character === MINUS || (character >= ZERO && character <= NINE)) {
      const end = endOfNumber(json, at);
      if (exchangeable && !isExchangeable(json.slice(at, end)))
        return found("invalid_number", "is outside the range of numbers that all languages read exactly");
      at = end - 1;
    } else if (character === COMMA && frame) {
      frame.index++;
      frame.naming = frame.names !== null;
    } else if (character === OPEN_OBJECT || character === OPEN_LIST) {
      const object = character === OPEN_OBJECT;
      if (frames.length === maxDepth) return found("too_deep", `is nested deeper than ${maxDepth} levels`);
      frame = { names: object ? { first: null, others: null } : null, name: "", index: 0, naming: object };
      frames.push(frame);
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
      frames.pop();
      frame = frames.at(-1);
    }
  }
  return { flaw: null, hasEscapedName };
}

/** Returns whether other readers get the same number: some languages have integers of any size, all have doubles. */
function isExchangeable(literal: string): boolean {
  if (literal.length < LONG_NUMBER && !/e/i.test(literal)) return true;
  const value = Number(literal);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  return /[.e]/i.test(literal) && Math.abs(value) >= EXPONENT_BEGINS && Number.isFinite(value);
}

/** Returns whether a name is repeated. Most objects are small or have one member; those need no set. */
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
  // As toWellFormed, which is younger than browsers that verify draws.
  return steps.join(".").replaceAll(/\p{Cs}/gu, "\uFFFD");
}
