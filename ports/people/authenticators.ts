import type { Credential } from "../../src/people/passkey.ts";
import { type Token, token } from "../token.ts";

/** Requests to browsers and their answers, as Web Authentication spells them in JSON. */
export type BrowserJson = Readonly<Record<string, unknown>>;

/** Web Authentication at the console's address: a person is always verified, and nothing is attested. */
export interface Authenticators {
  /** @param known those that may not be added again */
  toAdd(person: {
    readonly handle: Uint8Array;
    readonly email: string;
    readonly name: string;
    readonly known: readonly Credential[];
  }): Promise<{ readonly options: BrowserJson; readonly challenge: string }>;
  /** @param known those that may answer; null: any */
  toProve(
    known: readonly Credential[] | null,
  ): Promise<{ readonly options: BrowserJson; readonly challenge: string }>;
  /** null: the response does not answer this challenge here. */
  added(response: BrowserJson, challenge: string): Promise<Credential | null>;
  /** Which credential answers. null: it names none */
  credentialIn(response: BrowserJson): Uint8Array | null;
  /** @returns the authenticator's counter; null: it is not a proof */
  proven(response: BrowserJson, challenge: string, credential: Credential): Promise<number | null>;
}
export const Authenticators: Token<Authenticators> = token("Authenticators");
