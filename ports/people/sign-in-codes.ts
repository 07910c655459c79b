import type { PersonId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Codes that browsers wait for. Each is found by its browser's value. */
export interface SignInCodes {
  /** Takes one of the starts of a client address. @returns seconds to wait; 0: it may begin */
  spendStart(client: string, perHour: number): Promise<number>;
  /**
   * Takes turns with others of the same address until the unit of work ends.
   * @returns whether another mail may go to the address now
   */
  lockMails(
    email: string,
    limits: { readonly perHour: number; readonly perDay: number; readonly now: Date },
  ): Promise<boolean>;
  /** Takes the one code an hour that goes to a known browser beyond the limits. @returns false: it was taken before */
  spendReserve(personId: PersonId): Promise<boolean>;
  add(code: {
    /** SHA-256 of the value that the browser alone has. */
    readonly hash: Uint8Array;
    readonly email: string;
    /** null: no code is right. */
    readonly codeMac: Uint8Array | null;
    readonly mailed: boolean;
    readonly tries: number;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /**
   * One try: it is used up, or, when the code is right, the code is.
   * @returns null: nothing is open here any more
   */
  try(
    hash: Uint8Array,
    codeMac: Uint8Array,
    now: Date,
  ): Promise<{ readonly right: boolean; readonly email: string; readonly triesLeft: number } | null>;
}
export const SignInCodes: Token<SignInCodes> = token("SignInCodes");
