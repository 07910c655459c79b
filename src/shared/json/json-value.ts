import { endOfNumber, stringAt } from "./json-token.ts";

/**
 * Returns the value of a JSON text, for texts in which a member's name is spelled with an escape. JSON.parse of Node 24
 * to 26 may confuse such a name with another one from the same place of an earlier text of any origin: it compares the
 * spelled characters (nodejs/node#63785, V8 521080746). This reader takes names, strings and numbers one at a time: a
 * text without members has no name to confuse.
 * @param json accepted by JSON.parse, nested no deeper than recursion reaches
 */
export function valueOf(json: string): unknown {
  return new ValueReader(json).value();
}

class ValueReader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  value(): unknown {
    switch (this.#next()) {
      case "{":
        return this.#object();
      case "[":
        return this.#list();
      case '"':
        return this.#string();
      case "t":
        return this.#literal("true", true);
      case "f":
        return this.#literal("false", false);
      case "n":
        return this.#literal("null", null);
      default:
        return this.#number();
    }
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    while (this.#goesOn("}")) {
      const name = this.#string();
      this.#next();
      this.#at += ":".length;
      const value = this.value();
      // An assignment would set the prototype, or nothing.
      if (name === "__proto__") {
        Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
      } else object[name] = value;
    }
    return object;
  }

  #list(): unknown[] {
    const list: unknown[] = [];
    while (this.#goesOn("]")) list.push(this.value());
    return list;
  }

  /** Consumes the next token. Opening bracket or comma: true; closing bracket: false. */
  #goesOn(closing: string): boolean {
    if (this.#next() !== closing) {
      this.#at += 1;
      if (this.#next() !== closing) return true;
    }
    this.#at += 1;
    return false;
  }

  /** Returns the next character after white space. */
  #next(): string | undefined {
    while (" \n\t\r".includes(this.#json.charAt(this.#at)) && this.#at < this.#json.length) this.#at += 1;
    return this.#json[this.#at];
  }

  #string(): string {
    return JSON.parse(this.#token(stringAt(this.#json, this.#at).end + 1)) as string;
  }

  #number(): number {
    return Number(this.#token(endOfNumber(this.#json, this.#at)));
  }

  #literal<T>(name: string, value: T): T {
    this.#at += name.length;
    return value;
  }

  #token(end: number): string {
    const token = this.#json.slice(this.#at, end);
    this.#at = end;
    return token;
  }
}
