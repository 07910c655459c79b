import type { Principal } from "../principal.ts";
import { type Token, token } from "../token.ts";

/** One try of a request that carries an Idempotency-Key. */
export interface IdempotentRequest {
  /** Whose key it is: another's is another key. Never public. */
  readonly principal: Principal;
  /** Method and path template: `POST /api/v1/competitions/{id}/cancel`. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 over what must be equal in every try: method, address and the body's value. */
  readonly requestHash: Uint8Array;
  readonly now: Date;
  /** UUID of this try. */
  readonly tryId: string;
  /** How long a try may hold the claim, by the database's clock. A crash frees it no later. */
  readonly leaseSec: 60;
}

export interface StoredAnswer {
  readonly status: number;
  /** The response body, byte for byte. The store encrypts it. */
  readonly body: Uint8Array;
}

export type Claim =
  /** This try runs. `resumed`: an earlier one ended without an answer; the id is the same in all tries. */
  | { readonly outcome: "claimed" | "resumed"; readonly id: string }
  | ({ readonly outcome: "replay" } & StoredAnswer)
  /** The key was used for another request. */
  | { readonly outcome: "conflict" }
  | { readonly outcome: "in_progress"; readonly retryAfterSec: number };

/** Remembers the answers of requests for 24 hours, per principal, route and Idempotency-Key. */
export interface Idempotency {
  /**
   * Atomic and at once durable, in no transaction of the caller: of simultaneous tries one gets the claim. Where it
   * fails, what it may have claimed all the same is given back.
   */
  claim(request: IdempotentRequest): Promise<Claim>;
  /**
   * Stores the answer; inside a unit of work it becomes durable with the rest, or not at all.
   * Throws when the request is answered already (a lease that ran out, taken over by another try):
   * an atomic effect then rolls back, and so happens once.
   */
  complete(id: string, answer: StoredAnswer): Promise<void>;
  /**
   * Ends the lease of this try: the next one resumes. Does nothing once the request is answered, or another try holds
   * the lease. Where the store is away it is done when it is back; so it never raises.
   */
  release(request: IdempotentRequest): Promise<void>;
}
export const Idempotency: Token<Idempotency> = token("Idempotency");
