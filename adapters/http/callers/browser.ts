import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import { InvalidRequest, Problem, type ProblemKind } from "../../../src/shared/problem.ts";
import { defineProblem } from "../../../src/shared/problem.ts";
import type { Whereabouts } from "../../../src/people/login.ts";
import { clientOf, isWithin } from "./client-address.ts";
import { Cookies } from "./cookies.ts";
import type { WrongKeys } from "./wrong-keys.ts";

/** The longest login; the service ends it before. */
const LOGIN_MS = 14 * 86_400_000;
const STEP_MS = 10 * 60_000;
/** The longest that browsers keep a cookie. */
const KNOWN_MS = 400 * 86_400_000;
const BROWSER_MAX = 300;
const CONTROLS = /\p{C}/gu;

/**
 * Cookies of the console: a login, a code that is waited for, a passkey's challenge, a way through a provider, and the mark
 * of a browser in which a person has signed in by a code.
 */
type ConsoleCookie = "login" | "code" | "passkey" | "oidc" | "known";
type ConsoleCookies = Cookies<ConsoleCookie>;

const AGES_MS: { readonly [Name in ConsoleCookie]?: number } = { login: LOGIN_MS, known: KNOWN_MS };

/** Refusals that say nothing about the proof that was sent. */
const NO_FAILURES: ReadonlySet<ProblemKind> = new Set(["limited", "conflict", "upstream", "unavailable"]);

interface BrowserRules {
  readonly cookies: ConsoleCookies;
  /** CIDR ranges; null: operators work from anywhere. */
  readonly operatorNetworks: readonly string[] | null;
  /** The count of failed sign-ins. */
  readonly wrongKeys: WrongKeys;
}

export const CrossSiteRequest = defineProblem(
  "cross_site_request",
  "forbidden",
  "Only the console's own pages may send this request with a cookie.",
);

export function consoleCookies(address: string): ConsoleCookies {
  const ageMs = (name: ConsoleCookie) => AGES_MS[name] ?? STEP_MS;
  return new Cookies({ baseUrl: address, sameSite: "strict", ageMs });
}

/** The browser that a request of the console comes from. */
export class Browser {
  readonly #request: Request;
  readonly #response: Response;
  readonly #rules: BrowserRules;

  constructor(request: Request, response: Response, rules: BrowserRules) {
    this.#request = request;
    this.#response = response;
    this.#rules = rules;
  }

  /** null: it has none. */
  cookie(name: ConsoleCookie): string | null {
    return this.#rules.cookies.read(this.#request, name);
  }

  /** @param value null: it forgets */
  keep(name: ConsoleCookie, value: string | null): void {
    this.#rules.cookies.write(this.#response, name, value);
  }

  /** true: operators may work from the client's address. */
  get isOperatorsPlace(): boolean {
    const { operatorNetworks } = this.#rules;
    return operatorNetworks === null || isWithin(this.#request, operatorNetworks);
  }

  get whereabouts(): Whereabouts {
    const browser = (this.#request.get("User-Agent") ?? "").replaceAll(CONTROLS, " ").slice(0, BROWSER_MAX);
    return { browser, client: clientOf(this.#request) };
  }

  /**
   * Runs an attempt to prove an identity. A refusal spends the failure budget of the client's address, as a wrong key
   * does. Once the budget is spent the attempt is not run. Raises rate_limited.
   */
  async judged<T>(work: () => T | Promise<T>): Promise<T> {
    const guess = this.#rules.wrongKeys.begin(this.#request, randomUUID());
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || NO_FAILURES.has(error.kind)) throw error;
      throw await guess.wrong({ because: () => error });
    } finally {
      guess.end();
    }
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
