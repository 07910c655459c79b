import { z } from "zod";
import { isMailAddress } from "../../src/mails/mail-address.ts";
import { isMailServer, urlOf } from "./urls.ts";

/** The variables of mail, as part of all. */
export const MAIL_VARIABLES = {
  SMTP_URL: {
    schema: urlOf(/^smtps?$/, "must be an smtp:// or smtps:// URL").refine(
      isMailServer,
      "must have a host, and nothing but user, password, port and ?tls=none",
    ),
    secret: true as const,
    help: "Mail server for mails to buyers: `smtps://user:password@host` with TLS from the start (port 465), `smtp://…` with STARTTLS (port 587), which is insisted on, `smtp://host:port?tls=none` without, for a relay on this machine or in a private network. A password has its special characters escaped. Default: none; then mails go to `/sandbox/mailbox` where SANDBOX is on, else no one can sign in by mail.",
  },
  MAIL_FROM: {
    schema: z.string().refine(isMailAddress, "must be one mail address, without a name"),
    help: "Address that mails are from; readers see the organisation's name next to it. Required with SMTP_URL.",
  },
  SMTP_CONNECTIONS: {
    schema: z.coerce.number().int().min(2).max(100),
    fallback: "5",
    help: "Connections to the mail server that one process uses at most. A quarter of them, rounded up, is kept for sign-in codes. Raise it for sales with many buyers a second: a mail takes four answers of the server.",
  },
  SMTP_PER_SEC: {
    schema: z.coerce.number().int().min(1).max(10_000),
    help: "Mails that one process sends in a second at most, as the mail server's provider allows; several workers share what it allows. Default: no limit.",
  },
};

/** The mail server, and the sender of mails. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** implicit: TLS from the first byte · starttls: TLS, or no mail · none: never */
  readonly tls: "implicit" | "starttls" | "none";
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
  readonly connections: number;
  /** Mails a second; undefined: no limit. */
  readonly perSec: number | undefined;
}

/** @param values valid ones: without a server there is nothing else */
export function mailServerOf(values: {
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string | undefined;
  readonly SMTP_CONNECTIONS: number;
  readonly SMTP_PER_SEC: number | undefined;
}): MailServer | null {
  const { SMTP_URL: url, MAIL_FROM: from, SMTP_CONNECTIONS: connections, SMTP_PER_SEC: perSec } = values;
  if (url === undefined || from === undefined) return null;
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const implicit = protocol === "smtps:";
  const tls = implicit ? "implicit" : searchParams.get("tls") === "none" ? "none" : "starttls";
  const login =
    username === "" ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: Number(port) || (implicit ? 465 : 587), tls, login, from, connections, perSec };
}
