import { Transform } from "node:stream";
import type { Transporter } from "nodemailer";
import { Mailer, type Posted } from "../../ports/mails/mailer.ts";
import { type Token, token } from "../../ports/token.ts";
import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { isMailAddress } from "../../src/mails/mail-address.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { MailTurns } from "./mail-turns.ts";

/** A mail server, and the sender of mails. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** implicit: TLS from the first byte · starttls: TLS or no mail · none: no TLS, in a trusted network */
  readonly tls: "implicit" | "starttls" | "none";
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** The address that mails are from. */
  readonly from: string;
  /** The authority to trust in the place of the machine's, and the name in the certificate. */
  readonly trusted?: { readonly ca: string; readonly servername: string };
  /** Default: 5. */
  readonly connections?: number;
  /** Mails a second at most. Default: no limit. */
  readonly perSec?: number | undefined;
  /** Default: as long as a patient server may take. */
  readonly limits?: Partial<SmtpLimits>;
}
/** null: no server. */
export const SmtpSettings: Token<SmtpSettings | null> = token("SmtpSettings");

interface SmtpLimits {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly silenceMs: number;
  readonly wholeMs: number;
}
const LIMITS: SmtpLimits = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 10_000, wholeMs: 25_000 };
const CONNECTIONS = 5;
/** Mails under way for each connection, so that none is idle while others are claimed. */
const MAILS_A_CONNECTION = 4;
/** Seconds that a mail waits for its turn at most when the server's rate is limited. */
const LONGEST_TURN_SEC = 10;
/** Commands whose replies are about the mail. Replies to others, such as AUTH, are about the service. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/;

/**
 * Sends by nodemailer, over a few connections that are kept, urgent mails first. Without a server it accepts everything
 * and sends nothing: a mailbox shows what was accepted.
 */
export class SmtpMailer implements Mailer {
  static readonly as = Mailer;
  static readonly needs = [SmtpSettings, UnitOfWork] as const;
  readonly #settings: SmtpSettings | null;
  readonly #limits: SmtpLimits;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  readonly #turns: MailTurns;
  readonly atOnce: number;
  #transport: Promise<Transporter> | undefined;

  constructor(settings: SmtpSettings | null, unitOfWork: Pick<UnitOfWork, "open">) {
    this.#settings = settings;
    this.#unitOfWork = unitOfWork;
    this.#limits = { ...LIMITS, ...settings?.limits };
    const { connections = CONNECTIONS, perSec = Infinity } = settings ?? {};
    this.#turns = new MailTurns({ connections, perSec });
    this.atOnce = Math.min(MAILS_A_CONNECTION * connections, LONGEST_TURN_SEC * perSec);
  }

  async post({ from, to, letter, urgent = false }: Parameters<Mailer["post"]>[0]): Promise<Posted> {
    invariant(!this.#unitOfWork.open, "no mail server is called inside a unit of work");
    if (!isMailAddress(to)) return { outcome: "refused", reason: "no_address" };
    if (this.#settings === null) return { outcome: "accepted" };
    this.#transport ??= transportOf(this.#settings, this.#limits);
    const transport = await this.#transport;
    // A server that sends single bytes is never silent.
    const signal = AbortSignal.timeout(this.#limits.wholeMs);
    const end = await this.#turns.take(urgent, signal);
    if (end === null) return { outcome: "unreachable", reason: "EBUSY" };
    return transport
      .sendMail({
        from: { name: from, address: this.#settings.from },
        // Not text, which would be parsed: a list, or a second header, would send the mail to another recipient.
        to: { name: "", address: to },
        envelope: { from: this.#settings.from, to: [to] },
        ...letter,
        replyTo: letter.replyTo === null ? undefined : { name: "", address: letter.replyTo },
        signal,
      })
      .then((): Posted => ({ outcome: "accepted" }), postedOf)
      .finally(end);
  }

  async close(): Promise<void> {
    (await this.#transport)?.close();
  }
}

/** The library is loaded with the first mail. */
async function transportOf(
  { host, port, tls, login, trusted, connections = CONNECTIONS }: SmtpSettings,
  limits: SmtpLimits,
): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    // Another try is ours, by the row.
    maxRequeues: 1,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    auth: login ?? undefined,
    tls: { minVersion: "TLSv1.2", ...trusted },
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ message }, done) => {
    message.transform(gathered);
    done();
  });
  return transport;
}

/** Gathers a mail's parts, so that it leaves with one write instead of one a part. */
function gathered(): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
    flush: (done) => done(null, Buffer.concat(parts)),
  });
}

/** 5xx to the mail itself is final. Nothing of the error's text is taken: servers repeat addresses in it. */
function postedOf(error: unknown): Posted {
  const { responseCode, command, code } = error as {
    readonly responseCode?: number;
    readonly command?: string;
    readonly code?: string;
  };
  const final = responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.test(command ?? "");
  const reason = responseCode === undefined ? (code ?? "unknown") : String(responseCode);
  return { outcome: final ? "refused" : "unreachable", reason };
}
