import { hash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { Request, Response } from "express";
import type { Budget, Caller, Gate } from "../../ports/gate.ts";
import { InvalidApiKey, MissingApiKey, RateLimited, apiKeyHash } from "../../src/organisations/access.ts";
import type { Scope } from "../../src/organisations/scope.ts";
import type { ProblemDefinition } from "../../src/shared/problem.ts";
import type { Operator } from "./route.ts";

/** Who was let in, and for what. */
export interface Admitted<C> {
  readonly caller: C;
  readonly scopes: readonly Scope[];
  /** null: the operator. */
  readonly apiKeyId: number | null;
  /** SHA-256 of the token that was sent. */
  readonly tokenHash: Uint8Array;
}

/** How an API learns who calls it. */
export interface Authentication<C> {
  /** What its OpenAPI document says of the bearer token. */
  readonly description: string;
  /** Whether each caller has a rate budget, shown in the headers of every authenticated response. */
  readonly budgeted: boolean;
  /** Raises missing_api_key, invalid_api_key, rate_limited. Sets the rate headers of the response. */
  admit(request: Request, response: Response): Promise<Admitted<C>>;
}

/** @param baseDomain `<slug>.<baseDomain>` serves only the keys of that organisation; null: no tenant hosts */
export function apiKeyAuthentication(gate: Gate, baseDomain: string | null): Authentication<Caller> {
  return {
    description:
      "A secret API key of your organisation: `sk_` and 43 characters. Never to be used in a browser.",
    budgeted: true,
    async admit(request, response) {
      const keyHash = apiKeyHash(await bearerToken(gate, request));
      const admission = keyHash && (await gate.admit(keyHash, tenantOf(request.hostname, baseDomain)));
      if (!admission || admission.outcome === "unknown") return refuse(gate, request, InvalidApiKey);
      const { caller, budget } = admission;
      showBudget(response, budget);
      if (admission.outcome === "exhausted") throw rateLimited(budget);
      return { caller, scopes: caller.scopes, apiKeyId: caller.apiKeyId, tokenHash: keyHash };
    },
  };
}

/** @param tokens those that count, of at least 16 characters each: two while they are being changed */
export function operatorAuthentication(gate: Gate, tokens: readonly string[]): Authentication<Operator> {
  const operators = tokens.map((token): Admitted<Operator> => {
    const tokenHash = hash("sha256", token, "buffer");
    return { caller: { operator: "admin" }, scopes: [], apiKeyId: null, tokenHash };
  });
  return {
    description: "The operator's token, the `ADMIN_TOKEN` of the configuration.",
    budgeted: false,
    async admit(request) {
      const presented = hash("sha256", await bearerToken(gate, request), "buffer");
      const operator = operators.find(({ tokenHash }) => timingSafeEqual(presented, tokenHash));
      return operator ?? refuse(gate, request, InvalidApiKey);
    },
  };
}

/** What follows `Bearer`; the empty string when something else is there. */
async function bearerToken(gate: Gate, request: Request): Promise<string> {
  const { authorization } = request.headers;
  if (!authorization) return refuse(gate, request, MissingApiKey);
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
}

/** Guessing is limited by client address; the budget of a valid key is never touched by it. */
async function refuse(gate: Gate, request: Request, problem: ProblemDefinition): Promise<never> {
  const budget = await gate.spendFailure(addressOf(request));
  throw budget.allowed ? problem.because() : rateLimited(budget);
}

function rateLimited({ retryAfterSec }: Budget) {
  return RateLimited.because(undefined, { retryAfter: Math.max(1, retryAfterSec) });
}

function showBudget(response: Response, { limit, remaining, resetAt }: Budget): void {
  response.setHeader("X-RateLimit-Limit", limit);
  response.setHeader("X-RateLimit-Remaining", remaining);
  response.setHeader("X-RateLimit-Reset", resetAt);
}

/** What a proxy wrote is believed only where it is an address. */
function addressOf({ ip, socket }: Request): string {
  return ip && isIP(ip) ? ip : (socket.remoteAddress ?? "unknown");
}

function tenantOf(hostname: string | undefined, baseDomain: string | null): string | null {
  const host = hostname?.toLowerCase();
  return baseDomain && host?.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;
}
