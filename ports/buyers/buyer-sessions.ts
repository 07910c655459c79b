import type { Identity } from "../../src/buyers/account.ts";
import type { AccountId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** The buyer who is signed in in a browser, at one organisation. */
export interface SignedIn extends Identity {
  readonly accountId: AccountId;
}

export interface NewSession {
  readonly organisationId: OrganisationId;
  readonly hash: Uint8Array;
  /**
   * The session that the browser had: its other organisations stay signed in, under the new hash alone. null: it had
   * none.
   */
  readonly formerHash: Uint8Array | null;
  /** A former session that was not in use since is over: nothing of it goes along. */
  readonly seenAfter: Date;
  readonly identity: Identity;
  readonly now: Date;
}

/** Browsers in which buyers are signed in, each at any number of organisations. */
export interface BuyerSessions {
  /** The account that an identity belongs to is made where there is none. Joins the unit of work. */
  begin(session: NewSession): Promise<AccountId>;
  /** Also records that the session is in use. null: it has ended, or there is none. */
  find(
    organisationId: OrganisationId,
    hash: Uint8Array,
    limits: { readonly seenAfter: Date; readonly signedInAfter: Date; readonly now: Date },
  ): Promise<SignedIn | null>;
  /** Signs out at the organisation. Repeating is safe. */
  end(organisationId: OrganisationId, hash: Uint8Array): Promise<void>;
}
export const BuyerSessions: Token<BuyerSessions> = token("BuyerSessions");
