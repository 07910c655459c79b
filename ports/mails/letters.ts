import type { Letter, MailContent } from "../../src/mails/mail.ts";
import type { Locale } from "../../src/shop/locale.ts";
import { type Token, token } from "../token.ts";

/** The words of mails. */
export interface Letters {
  letter(mail: {
    readonly organisationName: string;
    readonly locale: Locale;
    readonly content: MailContent;
  }): Promise<Letter>;
}
export const Letters: Token<Letters> = token("Letters");
