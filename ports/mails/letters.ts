import type { ClaimedMail, Letter } from "../../src/mails/mail.ts";
import { type Token, token } from "../token.ts";

/** The words of mails. */
export interface Letters {
  letter(mail: Pick<ClaimedMail, "organisationName" | "letterhead" | "locale" | "content">): Promise<Letter>;
}
export const Letters: Token<Letters> = token("Letters");
