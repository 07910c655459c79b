import type { MailKind } from "../../src/mails/mail.ts";
import { type Token, token } from "../token.ts";
import type { Posted } from "./mailer.ts";

/** Counts mails for monitoring. Never throws, and never waits. */
export interface MailMeter {
  /** @param outcome stale: it was too late to send it */
  tried(kind: MailKind, outcome: Posted["outcome"] | "stale"): void;
}
export const MailMeter: Token<MailMeter> = token("MailMeter");
