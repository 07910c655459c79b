const DEEPEST = 110;
/** Integers up to here are read alike by every program. */
const SAFE = Number.MAX_SAFE_INTEGER;
const INFINITE_DIGITS = 1e21;
const TOKEN =
  /[ \t\n\r]*(?:([[\]{},:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)|(true|false|null))[ \t\n\r]*/uy;

/** A text that is not JSON, or that readers of JSON do not take alike. */
export class NotIJson extends Error {
  override readonly name: string = "NotIJson";
}

/**
 * Reads JSON that every reader takes alike (RFC 7493). `JSON.parse` of some platforms confuses names that are spelled
 * with escapes.
 * @throws NotIJson: also for a name twice, half of a surrogate pair, and an integer that some readers round
 */
export function readIJson(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (!reader.isAtEnd) throw new NotIJson("more than one value");
  return value;
}

/** Returns the form of RFC 8785. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) throw new NotIJson("too many levels");
    const [, sign, string, number, fraction, power, word] = this.#token();
    if (string !== undefined) return textOf(string);
    if (number !== undefined)
      return numberOf(number, { isInteger: fraction === undefined && power === undefined });
    if (word !== undefined) return JSON.parse(word);
    if (sign === "[") return this.#list(depth);
    if (sign === "{") return this.#object(depth);
    throw new NotIJson(`a value is missing at ${this.#at}`);
  }

  #list(depth: number): unknown[] {
    const elements: unknown[] = [];
    if (this.#skips("]")) return elements;
    do elements.push(this.value(depth + 1));
    while (this.#continues("]"));
    return elements;
  }

  #object(depth: number): Record<string, unknown> {
    const members = Object.create(null) as Record<string, unknown>;
    if (this.#skips("}")) return members;
    do {
      const [, , string] = this.#token();
      if (string === undefined) throw new NotIJson(`a name is missing at ${this.#at}`);
      const name = textOf(string);
      if (Object.hasOwn(members, name)) throw new NotIJson("an object has a name twice");
      if (this.#token()[1] !== ":") throw new NotIJson(`a colon is missing at ${this.#at}`);
      members[name] = this.value(depth + 1);
    } while (this.#continues("}"));
    return members;
  }

  #token(): RegExpExecArray {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) throw new NotIJson(`no JSON at ${this.#at}`);
    this.#at = TOKEN.lastIndex;
    return found;
  }

  #skips(end: string): boolean {
    const before = this.#at;
    if (this.#token()[1] === end) return true;
    this.#at = before;
    return false;
  }

  #continues(end: string): boolean {
    const [, sign] = this.#token();
    if (sign !== "," && sign !== end) throw new NotIJson(`a comma is missing before ${this.#at}`);
    return sign === ",";
  }
}

function textOf(string: string): string {
  let text: string;
  try {
    text = JSON.parse(string) as string;
  } catch {
    throw new NotIJson("a text has an escape or a character that there is not");
  }
  // Half of a surrogate pair has no bytes.
  if (/\p{Cs}/u.test(text)) throw new NotIJson("a text has half of a character");
  return text;
}

function numberOf(digits: string, { isInteger }: { readonly isInteger: boolean }): number {
  const value = Number(digits);
  const size = Math.abs(value);
  const isKept = isInteger
    ? size <= SAFE
    : Number.isFinite(value) && (size <= SAFE || size >= INFINITE_DIGITS);
  if (!isKept) throw new NotIJson(`${digits.slice(0, 40)} is not a number that every reader keeps`);
  return value === 0 ? 0 : value;
}
