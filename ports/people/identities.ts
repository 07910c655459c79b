import type { LinkedIdentity } from "../../src/people/provider/provider.ts";
import type { PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Identities of people at an identity provider, and the browsers that are on their way through it. */
export interface Identities {
  /** null: no person has it. */
  personOf(identity: LinkedIdentity): Promise<PersonId | null>;
  /** Locks the person until the unit of work ends. null: linked to none */
  of(personId: PersonId): Promise<LinkedIdentity | null>;
  /** @param identity null: to none any more. */
  link(personId: PersonId, identity: LinkedIdentity | null): Promise<void>;
  /** @param way.hash SHA-256 of the browser's value. @param way.personId person who confirms; null: a sign-in */
  addWay(way: {
    readonly hash: Uint8Array;
    readonly personId: PersonId | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** Invalidates the ways of all browsers that were to confirm as this person. */
  endWays(personId: PersonId): Promise<void>;
  /** Once, outside of what follows. null: there is none, or it is too old. */
  takeWay(
    hash: Uint8Array,
    now: Date,
  ): Promise<{ readonly personId: PersonId | null; readonly createdAt: Date } | null>;
}
export const Identities: Token<Identities> = token("Identities");
