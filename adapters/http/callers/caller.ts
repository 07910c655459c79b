import type { Principal } from "../../../ports/principal.ts";
import type { ActSource } from "../../../src/operations/audit-entry.ts";
import type { SignedIn } from "../../../src/people/login.ts";
import type { Browser } from "./browser.ts";

/** A caller of the operator interface. */
export interface Operator {
  readonly principal: Principal;
  readonly source: ActSource;
  /** null: no person has signed in yet, or a token was sent. */
  readonly signedIn: SignedIn | null;
  /** null: a token was sent. */
  readonly browser: Browser | null;
}

/** A caller of the public API, who needs no key. */
export interface Visitor {
  /** The organisation of the host; null on the main domain. */
  readonly tenantSlug: string | null;
  /** Spends one more unit of the address's budget, for further work on the same request. The budget may fall below zero. */
  charge(): void;
}

/** Returns a caller who is not a person. @param client the network address; null: none */
export function operatorCaller(principal: Principal, client: string | null = null): Operator {
  const source = { name: null, email: null, loginId: null, client };
  return { principal, source, signedIn: null, browser: null };
}
