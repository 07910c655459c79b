import { type Token, token } from "../token.ts";

/** The values that bind one way through the provider to the browser that began it. */
export interface Way {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE: 43 characters or more. */
  readonly verifier: string;
}

/** The person in a genuine answer of the provider to this way. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null: the provider vouches for none. */
  readonly verifiedEmail: string | null;
  /** When the person last signed in at the provider; null: it does not say. */
  readonly authenticatedAt: Date | null;
}

/** An identity provider, by which operators sign in. */
export interface IdentityProvider {
  /** The name that people know it by. */
  readonly name: string;
  readonly issuer: string;
  /** Operators sign in by nothing else. */
  readonly isOnlyWay: boolean;
  /**
   * Returns the address to send the browser to. Raises provider_unreachable.
   * @param again the person must sign in there again, even if a person is signed in
   */
  addressFor(way: Way, again: boolean): Promise<string>;
  /**
   * Raises provider_unreachable. null: the answer proves no identity.
   * @param answer query of the address that the browser came back to
   */
  identityIn(answer: string, way: Way): Promise<Identity | null>;
}
/** null: none is configured. */
export const IdentityProvider: Token<IdentityProvider | null> = token("IdentityProvider");
