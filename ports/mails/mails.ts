import type { ClaimedMail, MailState, NewPersonMail } from "../../src/mails/mail.ts";
import type { MailId, OrganisationId } from "../../src/shared/ids.ts";
import type { Locale } from "../../src/shop/locale.ts";
import { type Token, token } from "../token.ts";

/** A mail as the mailbox of development shows it. */
export interface ShownMail {
  readonly id: MailId;
  readonly organisationName: string;
  readonly letterhead: ClaimedMail["letterhead"];
  readonly to: string;
  readonly locale: Locale;
  readonly content: ClaimedMail["content"];
  readonly state: MailState;
  readonly createdAt: Date;
}

/**
 * Mails that are to be sent, and what became of them. Recipient and content are stored encrypted, and are erased as soon
 * as a mail is over, unless a mailbox shows them. A mail about an order, a refund or a winner is written by the database
 * with its cause, once; it has neither until it is claimed, when both are made of the record as it is then.
 */
export interface Mails {
  /** Writes a mail of the service itself, in the unit of work of its cause. Mails to buyers are written by the database. */
  addForPerson(mail: NewPersonMail): Promise<void>;
  /**
   * Claims due mails under a lease, codes before others: no other process gets them until it ends. Withdraws mails whose
   * records no longer hold; these are not returned.
   */
  claimDue(claim: {
    readonly limit: number;
    /** Limit of those that are no codes. */
    readonly othersLimit: number;
    readonly leaseSec: number;
    readonly now: Date;
  }): Promise<ClaimedMail[]>;
  /** Nothing is sent here: what is due is withdrawn. @returns how many were */
  withdrawDue(now: Date, limit: number): Promise<number>;
  /** The mail is over. A later word does not change an earlier one, but a server that took it is always believed. */
  end(
    mail: Pick<ClaimedMail, "organisationId" | "id">,
    end: { readonly state: Exclude<MailState, "waiting">; readonly erased: boolean },
  ): Promise<void>;
  /** It is due again then. Has no effect once another has claimed it, or it is over. */
  postpone(mail: Pick<ClaimedMail, "organisationId" | "id" | "tries">, dueAt: Date): Promise<void>;
  /** null: the organisation has no such mail, or it was deleted. */
  stateOf(organisationId: OrganisationId, id: MailId): Promise<MailState | null>;
  /**
   * Returns the newest mails of an organisation, without erased ones, for the mailbox.
   * @param organisationId Default: of all organisations and people, for development only
   */
  newest(limit: number, organisationId?: OrganisationId | null): Promise<ShownMail[]>;
}
export const Mails: Token<Mails> = token("Mails");
