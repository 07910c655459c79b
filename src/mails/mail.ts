import type { Mode } from "../organisations/mode.ts";
import type { SellerDetails } from "../organisations/organisation.ts";
import { backoffMs } from "../shared/backoff.ts";
import type { Locale } from "../shop/locale.ts";
import type { Theme } from "../shop/theme.ts";
import type { MailId, OrganisationId } from "../shared/ids.ts";
import type { PersonMailContent } from "./person-mail.ts";

/** Content of a mail to a buyer. It is stored encrypted, so it may name the buyer. */
export type MailContent =
  | {
      readonly kind: "sign_in_code";
      readonly code: string;
      /** Minutes for which the code works. */
      readonly minutes: number;
    }
  | {
      readonly kind: "tickets_issued";
      readonly orderId: string;
      readonly lotTitle: string;
      readonly quantity: number;
      readonly firstTicket: number;
      readonly lastTicket: number;
      /** Amount as the reader writes it; null: nothing was charged for the tickets. */
      readonly amount: string | null;
      /** ISO 8601, as JSON has it. */
      readonly paidAt: string;
      readonly closesAt: string;
      /** Address of the page with all of the buyer's tickets. */
      readonly ticketsUrl: string;
      /** Address of the page that explains draws. */
      readonly drawsUrl: string;
    }
  | {
      readonly kind: "order_unpaid";
      readonly orderId: string;
      readonly lotTitle: string;
      readonly quantity: number;
      /** Amount to pay, as the reader writes it. */
      readonly amount: string;
      /** ISO 8601, as JSON has it. */
      readonly payUntil: string;
      /** Address of the order's page, where it is paid. */
      readonly orderUrl: string;
    }
  | {
      readonly kind: "refund";
      readonly orderId: string;
      readonly lotTitle: string;
      /** Amount as the reader writes it: `$1,250.00`. */
      readonly amount: string;
      /** sent: by the rail · by_hand: the organisation pays it itself · by_hand_done: it has */
      readonly state: "sent" | "by_hand" | "by_hand_done";
    }
  | {
      readonly kind: "winner";
      readonly lotTitle: string;
      readonly ticket: number;
      readonly resultUrl: string;
    };
export type MailKind = MailContent["kind"] | PersonMailContent["kind"];

/** An organisation's message to one address. */
export interface NewMail {
  readonly organisationId: OrganisationId;
  /** Exactly one address. */
  readonly to: string;
  /** The language of its text. */
  readonly locale: Locale;
  readonly content: MailContent;
}

/** The service's message to a person who works here. It is in English, as the console is. */
export interface NewPersonMail {
  /** Exactly one address. */
  readonly to: string;
  readonly content: PersonMailContent;
  /** Marks a mail that is written but never sent, so that the response time reveals nothing. */
  readonly withheld?: boolean;
}

/** Look of an organisation's mails, and what they tell about the seller. */
interface Letterhead extends SellerDetails {
  readonly theme: Theme;
}

/** A mail as its reader gets it. */
export interface Letter {
  /** Address for the reader's reply; null: the sender's. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * waiting: is sent, or sent again, until it is stale · sent: a server took it · refused: for good · stale: too late ·
 * withdrawn: its content is outdated, or it has no recipient
 */
export type MailState = "waiting" | "sent" | "refused" | "stale" | "withdrawn";

/** A mail that is to be sent now. */
export interface ClaimedMail extends Omit<NewMail, "organisationId" | "content"> {
  readonly id: MailId;
  /** null: to a person who works here. */
  readonly organisationId: OrganisationId | null;
  /** Name that the reader sees as the sender. */
  readonly organisationName: string;
  /** null: to a person who works here. */
  readonly letterhead: Letterhead | null;
  /** `test`: the mail is not sent. Mails to people who work here are. */
  readonly mode: Mode;
  readonly content: MailContent | PersonMailContent;
  /** Real time, as is the time of the next try. */
  readonly createdAt: Date;
  readonly freshUntil: Date;
  /** Including this try. */
  readonly tries: number;
}

/** Returns whether a reader waits for the mail at a page, so that it leaves before others. */
export function isCode(kind: MailKind): boolean {
  return kind === "sign_in_code" || kind === "person_code";
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_WAITS_MS = [3_000, 15_000, MINUTE_MS] as const;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;

/**
 * Returns the last time at which a mail is sent: later a code is useless and other content is outdated. `write_mail`
 * sets the same time for mails that the database writes.
 */
export function freshUntil({ content, createdAt }: Pick<ClaimedMail, "content" | "createdAt">): Date {
  const ms = "minutes" in content ? content.minutes * MINUTE_MS : 3 * DAY_MS;
  return new Date(createdAt.getTime() + ms);
}

/**
 * Returns the milliseconds until the next try. A buyer waits for a code, so its tries stay a minute apart.
 * @param tries including the last
 */
export function retryMs(kind: MailKind, tries: number): number {
  const first = FIRST_WAITS_MS[tries - 1];
  if (first !== undefined) return first;
  return isCode(kind) ? MINUTE_MS : backoffMs(MINUTE_MS, LONGEST_WAIT_MS, tries - FIRST_WAITS_MS.length);
}
