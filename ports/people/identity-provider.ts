import { type Token, token } from "../token.ts";

/** What binds one way through the provider to the browser that began it. */
export interface Way {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: 43 characters or more. */
  readonly verifier: string;
}

/** Whom the provider has named, in an answer that is its own and of this way. */
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
  /** As people know it. */
  readonly name: string;
  readonly issuer: string;
  /** Operators sign in by nothing else. */
  readonly isOnlyWay: boolean;
  /**
   * The address to send the browser to. Raises provider_unreachable.
   * @param again the person signs in there anew, whoever is signed in already
   */
  addressFor(way: Way, again: boolean): Promise<string>;
  /**
   * Raises provider_unreachable. null: what came back proves nobody.
   * @param answer query of the address that the browser came back to
   */
  identityIn(answer: string, way: Way): Promise<Identity | null>;
}
/** null: none is configured. */
export const IdentityProvider: Token<IdentityProvider | null> = token("IdentityProvider");
