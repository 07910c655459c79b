import type { Principal } from "../principal.ts";
import { type Token, token } from "../token.ts";

/** One try of a request with an Idempotency-Key. */
export interface IdempotentRequest {
  /** The owner of the key; equal keys of different principals are independent. Never public. */
  readonly principal: Principal;
  /** Method and path template: `POST /api/v1/competitions/{id}/cancel`. */
  readonly route: string;
  readonly key: string;
  /** SHA-256 over the parts that must be equal in every try: method, address and the body's value. */
  readonly requestHash: Uint8Array;
  readonly now: Date;
  /** UUID of this try. */
  readonly tryId: string;
  /**
   * Maximum duration of a claim in seconds, by the database's clock; also the delay until a crashed try's claim is
   * released.
   */
  readonly leaseSec: 60;
}

export interface StoredAnswer {
  readonly status: number;
  /** The response body, byte for byte. The store encrypts it. */
  readonly body: Uint8Array;
}

export type Claim =
  /** This try executes the request. `resumed`: an earlier try ended without an answer; all tries have the same id. */
  | { readonly outcome: "claimed" | "resumed"; readonly id: string }
  | ({ readonly outcome: "replay" } & StoredAnswer)
  /** The key was used for another request. */
  | { readonly outcome: "conflict" }
  | { readonly outcome: "in_progress"; readonly retryAfterSec: number };

/** Stores the answers of requests for 24 hours, per principal, route and Idempotency-Key. */
export interface Idempotency {
  /**
   * Atomic, and durable at once, outside any transaction of the caller: of concurrent tries exactly one gets the claim.
   * If the call fails, a claim that may still have been written is released.
   */
  claim(request: IdempotentRequest): Promise<Claim>;
  /**
   * Stores the answer; inside a unit of work it commits or rolls back with the rest.
   * @returns false: the request is already answered, as the lease expired and another try took over. The caller then raises,
   * so that an atomic effect rolls back and happens once
   */
  complete(id: string, answer: StoredAnswer): Promise<boolean>;
  /**
   * Ends the lease of this try, so that the next try resumes. Does nothing if the request is answered or another try
   * holds the lease. If the store is unavailable, the release is executed once it is back; never raises.
   */
  release(request: IdempotentRequest): Promise<void>;
}
export const Idempotency: Token<Idempotency> = token("Idempotency");
