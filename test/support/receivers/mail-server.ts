import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

interface ArrivedMail {
  /** Sender and recipients of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly email: Email;
}

/** hang: says nothing more once it has the recipient · a number: answers it with this status */
type Mood = "friendly" | "hang" | number;

/** A mail server on the loopback. */
export class MailServer {
  readonly arrived: ArrivedMail[] = [];
  mood: Mood = "friendly";
  /** The mood with mails to some addresses; undefined: the one with all. */
  moodWith: (address: string) => Mood | undefined = () => undefined;
  /** Milliseconds before each answer to a mail's four commands. */
  answerMs = 0;
  /** Mails that it says nothing more to. */
  hanging = 0;
  /** Called when a mail has come, before that is acknowledged. */
  onMail: (mail: ArrivedMail) => Promise<void> | void = () => {};
  readonly port: number;
  readonly #server: SMTPServer;

  private constructor(server: SMTPServer, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** @param port one that is known to be free. Default: any */
  static async open({
    port = 0,
    ...options
  }: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      closeTimeout: 50,
      logger: false,
      onMailFrom: (_address, _session, done) => void setTimeout(done, opened.answerMs),
      onRcptTo: ({ address }, _session, done) =>
        void setTimeout(() => opened.#answer(address, done), opened.answerMs),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
          // Of the command and of the text: the library has no hook for the answer to the command.
          await pause(2 * opened.answerMs);
          await opened.#take(envelope, Buffer.concat(chunks));
          done();
        });
      },
      ...options,
    });
    server.on("error", () => {});
    const listening = server.listen(port, "127.0.0.1");
    await once(listening, "listening");
    const opened: MailServer = new MailServer(server, (listening.address() as AddressInfo).port);
    return opened;
  }

  to(address: string): ArrivedMail[] {
    return this.arrived.filter(({ to }) => to.includes(address));
  }

  close(): Promise<void> {
    return new Promise((closed) => void this.#server.close(() => closed()));
  }

  #answer(address: string, done: (error?: Error) => void): void {
    const mood = this.moodWith(address) ?? this.mood;
    if (mood === "hang") {
      this.hanging += 1;
      return;
    }
    if (mood === "friendly") done();
    else done(Object.assign(new Error("not now, buyer@secret.example"), { responseCode: mood }));
  }

  async #take(
    envelope: { mailFrom: false | { address: string }; rcptTo: readonly { address: string }[] },
    source: Buffer,
  ): Promise<void> {
    const mail = {
      from: envelope.mailFrom ? envelope.mailFrom.address : "",
      to: envelope.rcptTo.map(({ address }) => address),
      email: await PostalMime.parse(source),
    };
    this.arrived.push(mail);
    await this.onMail(mail);
  }
}
