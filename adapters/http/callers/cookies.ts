import type { Request, Response } from "express";

/** 256 bits as base64url. */
const VALUE = /^[\w-]{43}$/;
const LONGEST = 1_000;

interface CookieRules<Name extends string> {
  /** The address of the pages. On plain HTTP, in development, cookies are not secure. */
  readonly baseUrl: string;
  /** lax: also when a link of another site leads here */
  readonly sameSite: "lax" | "strict";
  readonly ageMs: (name: Name) => number;
}

/** Values that browsers keep for pages of ours: for this host alone, out of scripts' reach, not sent by other sites' forms. */
export class Cookies<Name extends string> {
  readonly #rules: CookieRules<Name>;
  readonly #secure: boolean;

  constructor(rules: CookieRules<Name>) {
    this.#rules = rules;
    this.#secure = new URL(rules.baseUrl).protocol === "https:";
  }

  /** Returns a random value; null: there is none, or it is none of ours. */
  read(request: Request, name: Name): string | null {
    const value = this.#valueOf(request, name);
    return value !== null && VALUE.test(value) ? value : null;
  }

  /** Returns a text; null: there is none. What it says is the browser's word. */
  readText(request: Request, name: Name): string | null {
    const value = this.#valueOf(request, name);
    return value === null || value.length > LONGEST ? null : Buffer.from(value, "base64url").toString("utf8");
  }

  writeText(response: Response, name: Name, text: string): void {
    this.write(response, name, Buffer.from(text).toString("base64url"));
  }

  /** @param value null: the browser forgets it */
  write(response: Response, name: Name, value: string | null): void {
    const { sameSite, ageMs } = this.#rules;
    const full = this.nameOf(name);
    const options = { path: "/", secure: this.#secure, httpOnly: true, sameSite };
    if (value === null) response.clearCookie(full, options);
    else response.cookie(full, value, { ...options, maxAge: ageMs(name) });
  }

  #valueOf(request: Request, name: Name): string | null {
    const start = `${this.nameOf(name)}=`;
    for (const pair of (request.headers.cookie ?? "").split(";")) {
      const cookie = pair.trim();
      if (cookie.startsWith(start)) return cookie.slice(start.length);
    }
    return null;
  }

  /** Returns the cookie's name in browsers. */
  nameOf(name: Name): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
