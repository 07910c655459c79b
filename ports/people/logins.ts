import type { Login, LoginMeans, SignedIn, Whereabouts } from "../../src/people/login.ts";
import type { LoginId, PersonId } from "../../src/shared/ids.ts";
import type { Budget } from "../organisations/access-control.ts";
import { type Token, token } from "../token.ts";

/** Logins. One that ends is deleted, so it has ended for every process at its next request. */
export interface Logins {
  /** @param login.hash SHA-256 of the cookie's value. @param login.confirmed whether the person has just proved to be there */
  begin(
    login: Whereabouts & {
      readonly hash: Uint8Array;
      readonly personId: PersonId;
      readonly means: LoginMeans;
      readonly confirmed: boolean;
      readonly now: Date;
    },
  ): Promise<LoginId>;
  /**
   * Finds the login and takes one request from its budget, in one round trip. null: there is none, or it has ended.
   */
  admit(
    hash: Uint8Array,
    now: Date,
  ): Promise<{ readonly signedIn: SignedIn; readonly budget: Budget } | null>;
  /** Those that have not ended, the youngest first, 100 at most. */
  list(personId: PersonId, now: Date): Promise<Login[]>;
  end(personId: PersonId, id: LoginId): Promise<boolean>;
  /** @returns how many have ended. @param except is kept */
  endAll(personId: PersonId, except: LoginId | null): Promise<number>;
  /** Ends the login with this hash of its cookie's value. */
  endByHash(hash: Uint8Array): Promise<void>;
  /** @returns whether the login is still there */
  confirm(id: LoginId, now: Date): Promise<boolean>;
}
export const Logins: Token<Logins> = token("Logins");
