import type { Request, Response } from "express";
import { InvalidRequest } from "../../../src/shared/problem.ts";
import { defineProblem } from "../../../src/shared/problem.ts";
import type { Whereabouts } from "../../../src/people/login.ts";
import { clientOf } from "./client-address.ts";
import { Cookies } from "./cookies.ts";

/** The longest login; the service ends it before. */
const LOGIN_MS = 14 * 86_400_000;
const STEP_MS = 10 * 60_000;
const BROWSER_MAX = 300;
const CONTROLS = /\p{C}/gu;

/** What the console's browsers keep: a login, a code that is waited for, a passkey's challenge, a way through a provider. */
type ConsoleCookie = "login" | "code" | "passkey" | "oidc";
type ConsoleCookies = Cookies<ConsoleCookie>;

export const CrossSiteRequest = defineProblem(
  "cross_site_request",
  "forbidden",
  "Only the console's own pages may send this request with a cookie.",
);

export function consoleCookies(address: string): ConsoleCookies {
  const ageMs = (name: ConsoleCookie) => (name === "login" ? LOGIN_MS : STEP_MS);
  return new Cookies({ baseUrl: address, sameSite: "strict", ageMs });
}

/** The browser that a request of the console comes from. */
export class Browser {
  readonly #request: Request;
  readonly #response: Response;
  readonly #cookies: ConsoleCookies;

  constructor(request: Request, response: Response, cookies: ConsoleCookies) {
    this.#request = request;
    this.#response = response;
    this.#cookies = cookies;
  }

  /** null: it has none. */
  kept(name: ConsoleCookie): string | null {
    return this.#cookies.read(this.#request, name);
  }

  /** @param value null: it forgets */
  keep(name: ConsoleCookie, value: string | null): void {
    this.#cookies.write(this.#response, name, value);
  }

  get whereabouts(): Whereabouts {
    const browser = (this.#request.get("User-Agent") ?? "").replaceAll(CONTROLS, " ").slice(0, BROWSER_MAX);
    return { browser, client: clientOf(this.#request) };
  }

  /**
   * Another site's page can make a browser send a request with its cookies; it cannot make it say that it comes from here.
   * Raises cross_site_request, before anything is read.
   * @param address of the console
   */
  requireOwnPage(address: string): void {
    const { method } = this.#request;
    if (method === "GET" || method === "HEAD") return;
    const site = this.#request.get("Sec-Fetch-Site");
    const isOwn =
      site === undefined ? this.#request.get("Origin") === new URL(address).origin : site === "same-origin";
    if (!isOwn) throw CrossSiteRequest.because();
  }
}

/** Raises invalid_request where a request says twice who sends it. */
export function requireOneCaller(request: Request, login: string | null): void {
  if (login !== null && request.headers.authorization !== undefined)
    throw InvalidRequest.because("Send either a login's cookie or a bearer token, not both.");
}
