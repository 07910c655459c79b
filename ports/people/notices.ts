import type { KeyStep, News, NewsKind } from "../../src/mails/news.ts";
import type { ApiKeyId, OrganisationId } from "../../src/shared/ids.ts";
import { type Token, token } from "../token.ts";

/** What is to be told of one kind, to people of one organisation. */
export interface DueNotices {
  readonly organisationId: OrganisationId;
  readonly kind: NewsKind;
}

/**
 * What organisations' people are to be told of. The database writes it with its cause, but for what is done to keys, where
 * it does not know by whom. Times are real ones.
 */
export interface Notices {
  /** Joins the unit of work of the change. @param change.by whom people are told that it was */
  addOfKey(
    organisationId: OrganisationId,
    id: ApiKeyId,
    change: { readonly step: KeyStep; readonly by: string },
  ): Promise<void>;
  /** null: nothing is due. */
  nextDue(now: Date): Promise<DueNotices | null>;
  /** Takes turns with others who tell the same until the unit of work ends. @returns when it was last told; null: never */
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
