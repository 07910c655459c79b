import { MailSender } from "./mail-sender.ts";

export const MAILS = [MailSender] as const;
