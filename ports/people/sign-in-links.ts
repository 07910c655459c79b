import type { PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Addresses that sign a person in, once. */
export interface SignInLinks {
  /** The person's earlier links end. @param link.hash SHA-256 of its token */
  add(link: {
    readonly hash: Uint8Array;
    readonly personId: PersonId;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** @returns the link's person; null: there is no such link, it was used, or it is too old */
  use(hash: Uint8Array, now: Date): Promise<PersonId | null>;
  /** None of the person's links signs in any more. */
  endAll(personId: PersonId): Promise<void>;
}
export const SignInLinks: Token<SignInLinks> = token("SignInLinks");
