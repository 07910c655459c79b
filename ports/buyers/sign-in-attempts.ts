import type { Identity } from "../../src/buyers/account.ts";
import type { MailState, NewMail } from "../../src/mails/mail.ts";
import type { AccountId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";
import type { NewSession } from "./buyer-sessions.ts";

interface NewAttempt {
  readonly organisationId: OrganisationId;
  /** SHA-256 of the value that the browser alone has. */
  readonly hash: Uint8Array;
  /** In its canonical form. */
  readonly value: string;
  /** The client's address, in the form that rate limits use. */
  readonly client: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly tries: number;
}

interface TriedCode extends Pick<NewAttempt, "organisationId" | "hash"> {
  readonly codeMac: Uint8Array;
  readonly startsAnHour: number;
}

interface Tried {
  /** true: the identity is proven. */
  readonly right: boolean;
  readonly identity: Identity;
  readonly triesLeft: number;
}

/** Tries of browsers to sign in. Each is found by its browser's value, at its organisation alone. */
export interface SignInAttempts {
  /** Takes one start from the client's budget at the organisation. @returns seconds to wait; 0: it may begin */
  spendStart(organisationId: OrganisationId, client: string, perHour: number): Promise<number>;
  /** Gives the start of a wallet's attempt back to the client that began it. Not idempotent: it belongs to the unit of work that uses the attempt. */
  giveStartBack(organisationId: OrganisationId, hash: Uint8Array, perHour: number): Promise<void>;
  /**
   * Takes one start as `spendStart`, and writes the attempt with the mail of its code, in turn with others of the same
   * address.
   * @returns seconds until another mail may go to the address; 0: both are written
   */
  addMail(
    attempt: NewAttempt & { readonly codeMac: Uint8Array },
    mail: Pick<NewMail, "locale" | "content">,
    limits: { readonly startsAnHour: number; readonly mailsAnHour: number; readonly mailsADay: number },
  ): Promise<number>;
  addWallet(attempt: NewAttempt & { readonly message: string }): Promise<void>;
  /** An attempt whose code may still come; null: there is none. */
  awaitedCode(
    organisationId: OrganisationId,
    hash: Uint8Array,
    now: Date,
  ): Promise<{
    readonly email: string;
    readonly triesLeft: number;
    /** null: it was deleted. */
    readonly mail: MailState | null;
  } | null>;
  /**
   * One try of a code: it is used up, or, when the code is right, the attempt is, and its start is given back.
   * @returns null: nothing can be proven with the attempt any more
   */
  tryCode(tried: TriedCode, now: Date): Promise<Tried | null>;
  /**
   * Tries a code as `tryCode`, and begins the session when it is right, as `BuyerSessions.begin`.
   * @returns accountId: null, the code was wrong
   */
  enter(
    tried: TriedCode,
    session: Pick<NewSession, "hash" | "formerHash" | "seenAfter">,
    now: Date,
  ): Promise<(Tried & { readonly accountId: AccountId | null }) | null>;
  /** Takes one try of a wallet's attempt, to be given back or used. null: as above. */
  takeTry(
    organisationId: OrganisationId,
    hash: Uint8Array,
    now: Date,
  ): Promise<{ readonly wallet: string; readonly message: string; readonly triesLeft: number } | null>;
  /** Has no effect on an attempt that has all its tries, is over, or was used. */
  giveTryBack(
    organisationId: OrganisationId,
    hash: Uint8Array,
    limits: { readonly most: number; readonly now: Date },
  ): Promise<void>;
  /** Once. @returns whether it was this call */
  use(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<boolean>;
}
export const SignInAttempts: Token<SignInAttempts> = token("SignInAttempts");
