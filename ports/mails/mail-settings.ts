import { type Token, token } from "../token.ts";

/** How mails leave. */
export interface MailSettings {
  /** They do: by a server, or into the mailbox of development. Without it nothing that needs a mail is offered. */
  readonly offered: boolean;
  /** What was sent stays readable for a mailbox. Never in production. */
  readonly mailbox: boolean;
}
export const MailSettings: Token<MailSettings> = token("MailSettings");
