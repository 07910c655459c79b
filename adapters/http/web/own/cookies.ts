import type { Request, Response } from "express";

/** As long as a session that is not used. */
const SESSION_MS = 30 * 86_400_000;
const ATTEMPT_MS = 10 * 60_000;
/** 256 bits as base64url. */
const VALUE = /^[\w-]{43}$/;

/** What a browser keeps: who is signed in, and a sign-in under way at an organisation. */
type CookieName = "buyer" | `attempt-${string}`;

/** The cookies of our own pages: for this host alone, out of scripts' reach, not sent by other sites' forms. */
export class Cookies {
  readonly #secure: boolean;

  /** @param baseUrl on plain HTTP, in development, there are no secure cookies */
  constructor(baseUrl: string) {
    this.#secure = new URL(baseUrl).protocol === "https:";
  }

  /** null: there is none, or it is none of ours. */
  read(request: Request, name: CookieName): string | null {
    const wanted = `${this.#nameOf(name)}=`;
    for (const pair of (request.headers.cookie ?? "").split(";")) {
      const cookie = pair.trim();
      if (!cookie.startsWith(wanted)) continue;
      const value = cookie.slice(wanted.length);
      return VALUE.test(value) ? value : null;
    }
    return null;
  }

  /** @param value null: the browser forgets it */
  write(response: Response, name: CookieName, value: string | null): void {
    const full = this.#nameOf(name);
    const options = { path: "/", secure: this.#secure, httpOnly: true, sameSite: "lax" } as const;
    const maxAge = name === "buyer" ? SESSION_MS : ATTEMPT_MS;
    if (value === null) response.clearCookie(full, options);
    else response.cookie(full, value, { ...options, maxAge });
  }

  #nameOf(name: CookieName): string {
    return this.#secure ? `__Host-${name}` : name;
  }
}
