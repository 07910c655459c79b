import type { Letter } from "../../src/mails/mail.ts";
import { type Token, token } from "../token.ts";

/** accepted: a server has taken charge · refused: it never will · unreachable: it may later */
export type Posted =
  | { readonly outcome: "accepted" }
  /** @property reason an SMTP status or an error's code, nothing that a server wrote */
  | { readonly outcome: "refused" | "unreachable"; readonly reason: string };

/** Sends mails, each to one recipient. */
export interface Mailer {
  /** Number of mails that may be under way or wait for the server. More only wait, until they are given up. */
  readonly atOnce: number;
  /**
   * Ends within 30 seconds even if the server hangs. Refuses a text that is not exactly one address, and a call inside
   * a unit of work.
   * @param mail.from name that the reader sees as the sender; its address is configured
   * @param mail.urgent it leaves before others that wait for the server, which leave room for it. Default: false
   */
  post(mail: {
    readonly from: string;
    readonly to: string;
    readonly letter: Letter;
    readonly urgent?: boolean;
  }): Promise<Posted>;
  /** Ends its connections. */
  close(): Promise<void>;
}
export const Mailer: Token<Mailer> = token("Mailer");
