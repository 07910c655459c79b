import type { KeyStep, News, NewsKind } from "../../src/mails/news.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** Due notices of one kind, for people of one organisation. */
export interface DueNotices {
  readonly organisationId: OrganisationId;
  readonly kind: NewsKind;
}

/**
 * Notices for organisations' people. The database writes each with its cause, except for changes of keys, whose author
 * it does not know. Times are real ones.
 */
export interface Notices {
  /** Joins the unit of work of the change. @param change.by the person that the notice names as its author */
  addOfKey(
    organisationId: OrganisationId,
    id: ApiKeyId,
    change: { readonly step: KeyStep; readonly by: string },
  ): Promise<void>;
  /** null: nothing is due. A kind that this version does not know is left to the next one. */
  nextDue(now: Date): Promise<DueNotices | null>;
  /**
   * Locks notices of this kind against other senders until the unit of work ends.
   * @returns when the last one was sent; null: never
   */
  takeTurn(due: DueNotices): Promise<Date | null>;
  /** None of these is due before that. */
  postpone(due: DueNotices, until: Date): Promise<void>;
  /**
   * Takes all that have come, of which the first ten are named. What is so no longer is not among them; null: nothing is so.
   */
  take(due: DueNotices, now: Date): Promise<News | null>;
  markMailed(due: DueNotices, now: Date): Promise<void>;
  /** Forgets what is due. @returns how many, at most 500 */
  forgetDue(now: Date): Promise<number>;
}
export const Notices: Token<Notices> = token("Notices");
