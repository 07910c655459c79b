import type { LinkedIdentity } from "../../src/people/provider/provider.ts";
import type { PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Whom an identity provider knows people as, and the browsers that are on their way through it. */
export interface Identities {
  /** null: nobody */
  personOf(identity: LinkedIdentity): Promise<PersonId | null>;
  /** Locks the person until the unit of work ends. null: linked to none */
  of(personId: PersonId): Promise<LinkedIdentity | null>;
  /** @param identity null: to none any more. */
  link(personId: PersonId, identity: LinkedIdentity | null): Promise<void>;
  /** @param way.hash SHA-256 of the browser's value. @param way.personId who confirms; null: somebody signs in */
  addWay(way: {
    readonly hash: Uint8Array;
    readonly personId: PersonId | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** Whoever was on the way to confirm as this person comes back to nothing. */
  endWays(personId: PersonId): Promise<void>;
  /** Once, outside of what follows. null: there is none, or it is too old. */
  takeWay(
    hash: Uint8Array,
    now: Date,
  ): Promise<{ readonly personId: PersonId | null; readonly createdAt: Date } | null>;
}
export const Identities: Token<Identities> = token("Identities");
