import { checksummedWallet } from "../buyers/account.ts";
import { readMailAddress } from "../mails/mail-address.ts";
import type { LotId } from "../shared/ids.ts";

/** Interpretations of a search text, in the stored spelling. */
export interface SearchText {
  readonly text: string;
  /** Number, if the text is a positive integer. */
  readonly number: number | null;
  /** Email, if it can be a buyer's. At most one of the two is set. */
  readonly email: string | null;
  readonly wallet: string | null;
  /** true: its form is that of the service's own ids: then it is nothing else. */
  readonly ownId: boolean;
  /** Ticket, if the text names one as people do: `competition 12 ticket 340`. Then it is nothing else. */
  readonly ticket: { readonly lotId: LotId; readonly number: number } | null;
}

const INTEGER = /^[1-9]\d{0,15}$/;
const TICKET = /^competition\s*#?\s*([1-9]\d{0,14})\s*,?\s*ticket\s*#?\s*([1-9]\d{0,8})$/i;
const OWN_ID = /^(cs|evt)_[0-9a-z]{26}$/;

/** @param text not blank, without blanks around it */
export function searchTextOf(text: string): SearchText {
  const [, lotId, ticket] = TICKET.exec(text) ?? [];
  const number = INTEGER.test(text) ? Number(text) : null;
  return {
    text,
    number: number !== null && Number.isSafeInteger(number) ? number : null,
    email: readMailAddress(text),
    wallet: checksummedWallet(text),
    ownId: OWN_ID.test(text),
    ticket: lotId === undefined ? null : { lotId: Number(lotId) as LotId, number: Number(ticket) },
  };
}
