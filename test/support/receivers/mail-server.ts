import { once } from "node:events";
import type { AddressInfo } from "node:net";
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
      onRcptTo: (_address, _session, done) => opened.#answer(done),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
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

  #answer(done: (error?: Error) => void): void {
    if (this.mood === "hang") return;
    if (this.mood === "friendly") done();
    else done(Object.assign(new Error("not now, nobody@secret.example"), { responseCode: this.mood }));
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
