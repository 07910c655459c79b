import type { Request, Response } from "express";
import { personPrincipal, type Principal } from "../../../ports/principal.ts";
import type { RealClock } from "../../../ports/clock.ts";
import type { Permission } from "../../../src/operations/permission.ts";
import { RateLimited } from "../../../src/organisations/access.ts";
import { RateBudgets } from "../../../src/organisations/rate-budgets.ts";
import { OperatorNetwork, type SignedIn, SignInRequired } from "../../../src/people/login.ts";
import { requireRight } from "../../../src/people/rights.ts";
import type { PersonSignIn } from "../../../src/people/person-sign-in.ts";
import { NotFound } from "../../../src/shared/problem.ts";
import type { Operator } from "./caller.ts";
import { note } from "../server/request-log.ts";
import { type Admitted, type Authentication, showBudget } from "./authentication.ts";
import { Browser, consoleCookies, requireOneCaller } from "./browser.ts";
import { clientOf } from "./client-address.ts";
import { tenantOf } from "./tenant-host.ts";
import type { WrongKeys } from "./wrong-keys.ts";

const NONE: ReadonlySet<Permission> = new Set();
const NO_TOKEN = new Uint8Array();
/** Requests of one client address without a signed-in person. */
const STRANGERS_PER_MINUTE = 120;
const ADDRESSES_MAX = 50_000;

interface ConsoleDoorOptions {
  readonly signIn: PersonSignIn;
  readonly clock: RealClock;
  /** The console's address, without a slash at the end. */
  readonly address: string;
  readonly baseDomain: string | null;
  /** CIDR ranges; null: operators, and the holder of their token, work from anywhere. */
  readonly operatorNetworks: readonly string[] | null;
  /** The count of failed sign-ins. */
  readonly wrongKeys: WrongKeys;
  /** Judges the operator's token. */
  readonly token: Authentication<Operator>;
}

/**
 * Admits the holder of the operator's token, or a person signed in by a cookie, never both at once. Before sign-in it
 * admits clients within the budget of their address. Tenants' hosts do not offer this.
 */
export function consoleAuthentication(options: ConsoleDoorOptions): Authentication<Operator> {
  const { signIn, clock, address, baseDomain, operatorNetworks, wrongKeys, token } = options;
  const rules = { cookies: consoleCookies(address), operatorNetworks, wrongKeys };
  const strangers = new RateBudgets({ perMinute: STRANGERS_PER_MINUTE, most: ADDRESSES_MAX });
  const spendAsStranger = (request: Request) => {
    const { allowed, retryAfterSec } = strangers.spend(clientOf(request), performance.now());
    if (allowed) return;
    throw RateLimited.because("Too many requests came from your address. Wait, then try again.", {
      retryAfter: retryAfterSec,
    });
  };
  const begin = (request: Request, response: Response) => {
    if (tenantOf(request, baseDomain) !== null) throw NotFound.because("This path does not exist.");
    const browser = new Browser(request, response, rules);
    const login = browser.cookie("login");
    requireOneCaller(request, login);
    return { browser, login };
  };
  return {
    kind: "operator",
    async admit(request, response) {
      const { browser, login } = begin(request, response);
      if (login === null) {
        const isBrowser = request.get("Sec-Fetch-Site") !== undefined;
        if (!isBrowser || request.headers.authorization !== undefined) {
          // Checked before the token, so that other networks cannot learn whether a token is right.
          if (!browser.isOperatorsPlace) throw OperatorNetwork.because();
          return token.admit(request, response);
        }
        spendAsStranger(request);
        throw SignInRequired.because();
      }
      browser.requireOwnPage(address);
      const admission = await signIn.admit(login);
      if (admission === null) {
        spendAsStranger(request);
        throw SignInRequired.because();
      }
      const { signedIn, budget } = admission;
      const { person, loginId } = signedIn;
      if (person.operatorRole !== null && !browser.isOperatorsPlace) throw OperatorNetwork.because();
      note(response, { personId: person.id, loginId });
      showBudget(response, budget);
      if (!budget.allowed)
        throw RateLimited.because(undefined, { retryAfter: Math.max(1, budget.retryAfterSec) });
      return admitted(personPrincipal(person.id), { browser, signedIn, request, clock });
    },
    async admitStranger(request, response) {
      const { browser } = begin(request, response);
      spendAsStranger(request);
      browser.requireOwnPage(address);
      const principal = { kind: "public", id: clientOf(request) } as const;
      return admitted(principal, { browser, signedIn: null, request, clock });
    },
  };
}

function admitted(
  principal: Principal,
  {
    browser,
    signedIn,
    request,
    clock,
  }: {
    readonly browser: Browser;
    readonly signedIn: SignedIn | null;
    readonly request: Request;
    readonly clock: RealClock;
  },
): Admitted<Operator> {
  const source = {
    name: signedIn?.person.name ?? null,
    email: signedIn?.person.email ?? null,
    loginId: signedIn?.loginId ?? null,
    client: clientOf(request),
  };
  return {
    caller: { principal, source, signedIn, browser },
    scopes: [],
    permissions: NONE,
    principal,
    tokenHash: NO_TOKEN,
    requireRight(required, slug) {
      if (signedIn === null) throw SignInRequired.because();
      requireRight(signedIn, required, slug, clock.now());
    },
  };
}
