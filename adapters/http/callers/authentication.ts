import { hash, timingSafeEqual } from "node:crypto";
import type { Request, Response } from "express";
import type { WorldClock } from "../../../ports/clock.ts";
import type { AccessControl, Budget, Caller } from "../../../ports/organisations/access-control.ts";
import { type Principal, TOKEN_OPERATOR, apiKeyPrincipal } from "../../../ports/principal.ts";
import { InvalidApiKey, MissingApiKey, RateLimited, apiKeyHash } from "../../../src/organisations/access.ts";
import { type Permission, TOKENS_PERMISSIONS } from "../../../src/operations/permission.ts";
import type { Scope } from "../../../src/organisations/api-key.ts";
import { RateBudgets } from "../../../src/organisations/rate-budgets.ts";
import { type Operator, operatorCaller, type Visitor } from "./caller.ts";
import { note } from "../server/request-log.ts";
import { clientOf, isWithin } from "./client-address.ts";
import { tenantOf } from "./tenant-host.ts";
import type { Guess, WrongKeys } from "./wrong-keys.ts";

const NONE: ReadonlySet<Permission> = new Set();
const NO_TOKEN = new Uint8Array();
const ADDRESSES_MAX = 50_000;

/** The authenticated caller and its rights. */
export interface Admitted<C> {
  readonly caller: C;
  readonly scopes: readonly Scope[];
  /** An operator's permissions; empty for other callers. */
  readonly permissions: ReadonlySet<Permission>;
  readonly principal: Principal;
  /** SHA-256 of the token that was sent; empty on routes without a token. */
  readonly tokenHash: Uint8Array;
  /**
   * Checks a right that depends on the organisation; present for people. Raises what `requireRight` does.
   * @param slug of the path; null: the route is not about an organisation
   */
  readonly requireRight?: (required: Permission, slug: string | null) => void;
}

/** The bearer token of an API, as its OpenAPI document shows it. */
export interface BearerToken {
  readonly description: string;
  /** true: each caller has a rate budget, shown in the headers of every authenticated response. */
  readonly budgeted: boolean;
}

export const API_KEY: BearerToken = {
  description:
    "A secret API key of your organisation: `sk_` and 43 characters, `sk_test_` and 43 of a test organisation. Never use it in a browser.",
  budgeted: true,
};
export const OPERATOR_TOKEN: BearerToken = {
  description: "The operator's token, the `ADMIN_TOKEN` of the configuration.",
  budgeted: false,
};

/** The authentication of an API's callers. */
export interface Authentication<C> {
  readonly kind: Principal["kind"];
  /** Raises missing_api_key, invalid_api_key, rate_limited. Sets the rate headers of the response. */
  admit(request: Request, response: Response): Promise<Admitted<C>>;
  /** Admits callers of routes that need no identity. Default: nothing is known of the caller. */
  admitStranger?(request: Request, response: Response): Promise<Admitted<C>>;
}

/** @param baseDomain `<slug>.<baseDomain>` serves only the keys of that organisation; null: no tenant hosts */
export function apiKeyAuthentication(
  accessControl: AccessControl,
  wrongKeys: WrongKeys,
  baseDomain: string | null,
): Authentication<Caller> {
  return {
    kind: "api_key",
    admit: (request, response) =>
      judged(wrongKeys, request, async (token, guess) => {
        const keyHash = apiKeyHash(token);
        const admission = keyHash && (await accessControl.admit(keyHash, tenantOf(request, baseDomain)));
        if (!admission || admission.outcome === "unknown") throw await guess.wrong(InvalidApiKey);
        const { caller, budget, allowedAddresses } = admission;
        if (allowedAddresses !== null && !isWithin(request, allowedAddresses))
          throw await guess.wrong(InvalidApiKey);
        note(response, { organisation: caller.organisationSlug, apiKeyId: caller.apiKeyId });
        showBudget(response, budget);
        if (admission.outcome === "exhausted") {
          throw RateLimited.because(undefined, { retryAfter: Math.max(1, budget.retryAfterSec) });
        }
        accessControl.used(caller);
        const principal = apiKeyPrincipal(caller.apiKeyId);
        return { caller, scopes: caller.scopes, permissions: NONE, principal, tokenHash: keyHash };
      }),
  };
}

/** @param tokens at least 16 characters each; any of them is right */
export function operatorAuthentication(
  wrongKeys: WrongKeys,
  tokens: readonly string[],
): Authentication<Operator> {
  const right = tokens.map((token) => hash("sha256", token, "buffer"));
  return {
    kind: "operator",
    admit: (request) =>
      judged(wrongKeys, request, async (token, guess) => {
        const presented = hash("sha256", token, "buffer");
        // Each is compared, whichever it is.
        const fitting = right.filter((expected) => timingSafeEqual(presented, expected));
        if (fitting.length === 0) throw await guess.wrong(InvalidApiKey);
        const principal = TOKEN_OPERATOR;
        const permissions = TOKENS_PERMISSIONS;
        const caller = operatorCaller(principal, clientOf(request));
        return { caller, scopes: [], permissions, principal, tokenHash: presented };
      }),
  };
}

/**
 * Admits every caller whose client address has budget left. Raises rate_limited. The budgets are in the memory of this
 * process, so that a flood from one address never reaches what the others wait for.
 * @param perMinute requests of one address
 */
export function publicAuthentication(
  { perMinute, clock }: { readonly perMinute: number; readonly clock: WorldClock },
  baseDomain: string | null,
): Authentication<Visitor> {
  const budgets = new RateBudgets({ perMinute, most: ADDRESSES_MAX });
  return {
    kind: "public",
    async admit(request, response) {
      const client = clientOf(request);
      const budget = budgets.spend(client, clock.now().getTime());
      showBudget(response, budget);
      if (!budget.allowed) {
        throw RateLimited.because("Too many requests came from your address. Wait, then try again.", {
          retryAfter: budget.retryAfterSec,
        });
      }
      const principal = { kind: "public", id: client } as const;
      const charge = () => {
        const rest = budgets.owe(client, clock.now().getTime());
        if (!response.headersSent) showBudget(response, rest);
      };
      const caller = { tenantSlug: tenantOf(request, baseDomain), charge };
      return { caller, scopes: [], permissions: NONE, principal, tokenHash: NO_TOKEN };
    },
  };
}

/** @param judge receives the token after `Bearer`; the empty string for another scheme */
async function judged<T>(
  wrongKeys: WrongKeys,
  request: Request,
  judge: (token: string, guess: Guess) => Promise<T>,
): Promise<T> {
  const { authorization } = request.headers;
  const guess = wrongKeys.begin(request, authorization);
  try {
    if (!authorization) throw await guess.wrong(MissingApiKey);
    return await judge(/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "", guess);
  } finally {
    guess.end();
  }
}

export function showBudget(response: Response, { limit, remaining, resetAt }: Budget): void {
  response.setHeader("X-RateLimit-Limit", limit);
  response.setHeader("X-RateLimit-Remaining", remaining);
  response.setHeader("X-RateLimit-Reset", resetAt);
}
