import type { Credential, Passkey } from "../../src/people/passkey.ts";
import type { PasskeyId, PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** The purpose of a request to an authenticator. */
export type CeremonyPurpose = "add" | "sign_in" | "confirm";

export interface Passkeys {
  /** Inside a unit of work: others who add one to the same person wait. @returns how many the person has */
  lock(personId: PersonId): Promise<number>;
  /** null: a person has this credential already. */
  add(
    personId: PersonId,
    passkey: Credential & { readonly name: string; readonly createdAt: Date },
  ): Promise<Passkey | null>;
  /** In the order in which they were added. */
  list(personId: PersonId): Promise<(Passkey & Credential)[]>;
  /** Locks it until the unit of work ends. null: no person has it. */
  byCredential(
    credentialId: Uint8Array,
  ): Promise<(Passkey & Credential & { readonly personId: PersonId }) | null>;
  used(id: PasskeyId, use: { readonly counter: number; readonly now: Date }): Promise<void>;
  /** @returns its name; null: the person has no such passkey */
  remove(personId: PersonId, id: PasskeyId): Promise<string | null>;
  /** Also removes the person's challenges. */
  removeAll(personId: PersonId): Promise<void>;
  /** Returns the handle by which authenticators know the person. */
  handleOf(personId: PersonId): Promise<Uint8Array>;
  /** @param challenge.hash SHA-256 of the browser's value. @param challenge.personId null: any person with a passkey */
  addChallenge(challenge: {
    readonly hash: Uint8Array;
    readonly purpose: CeremonyPurpose;
    readonly challenge: string;
    readonly personId: PersonId | null;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** Once, outside of what follows. null: there is none for this, or it is too old. */
  takeChallenge(
    hash: Uint8Array,
    ceremony: { readonly purpose: CeremonyPurpose; readonly personId: PersonId | null; readonly now: Date },
  ): Promise<string | null>;
}
export const Passkeys: Token<Passkeys> = token("Passkeys");
