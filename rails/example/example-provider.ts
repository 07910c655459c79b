import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ExamplePayment } from "./messages.ts";

export type Kept = { -readonly [K in keyof ExamplePayment]: ExamplePayment[K] } & {
  readonly owner: string;
  readonly expiresAt: Date;
  readonly charges: { amount: number; currency: string }[];
  readonly refunds: Map<string, { id: string; state: string; amount: number }>;
};
type State = ExamplePayment["state"];

/** The members of requests. */
interface Sent {
  readonly reference?: string;
  readonly key?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly expires_at?: string;
}

/** A fake of Example Pay: it keeps payments, knows two keys, and fails when it is told to. */
export class ExampleProvider {
  readonly payments = new Map<string, Kept>();
  nextFault: "lose" | "garble" | "hang" | null = null;
  readonly #now: () => Date;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(now: () => Date) {
    this.#now = now;
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  find(reference: string): Kept | null {
    const payment = this.payments.get(reference) ?? null;
    if (payment?.state === "open" && payment.expiresAt <= this.#now()) payment.state = "expired";
    return payment;
  }

  move(reference: string, from: readonly State[], to: State, received: Kept["received"] = null): boolean {
    const payment = this.find(reference);
    if (payment === null || !from.includes(payment.state)) return false;
    payment.state = to;
    payment.received = received;
    if (received) payment.charges.push(received);
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.nextFault;
    this.nextFault = null;
    const raw = await text(request);
    if (fault === "hang") return;
    const { status, body } = this.#act(request, raw === "" ? {} : JSON.parse(raw));
    if (fault === "lose") request.socket.destroy();
    else response.writeHead(status).end(fault === "garble" ? "<html>" : JSON.stringify(body ?? {}));
  }

  #act(request: IncomingMessage, sent: Sent): { status: number; body?: object } {
    const owner = request.headers.authorization ?? "";
    if (!/^Bearer test_(ours|theirs)$/.test(owner)) return { status: 401 };
    const [, , reference = "", what, key = sent.key ?? ""] = (request.url ?? "").split("/");
    if (request.url === "/payments") return this.#create(owner, sent);
    const payment = this.find(reference);
    if (payment?.owner !== owner) return { status: 404 };
    if (what === "cancel") this.move(reference, ["open"], "cancelled");
    if (what !== "refunds") return { status: 200, body: payment };
    const present = payment.refunds.get(key);
    if (present || request.method === "GET") return { status: present ? 200 : 404, body: present };
    const refunded = [...payment.refunds.values()].reduce((sum, { amount }) => sum + amount, 0);
    const { amount = 0, currency } = sent;
    const left = (payment.received?.amount ?? 0) - refunded;
    if (!(Number.isInteger(amount) && amount > 0 && amount <= left)) return { status: 422 };
    if (currency !== payment.received?.currency) return { status: 422 };
    payment.refunds.set(key, { id: `refund_${key}`, state: "succeeded", amount });
    return { status: 201, body: payment.refunds.get(key) };
  }

  #create(owner: string, sent: Sent): { status: number; body?: object } {
    const { reference = "", amount = 0, currency = "", expires_at = "" } = sent;
    const present = this.find(reference);
    if (present)
      return { status: present.owner === owner && present.amount === amount ? 200 : 409, body: present };
    this.payments.set(reference, {
      id: `pay_${reference}`,
      reference,
      state: "open",
      amount,
      currency,
      received: null,
      url: `https://pay.example.com/${reference}`,
      owner,
      expiresAt: new Date(expires_at),
      charges: [],
      refunds: new Map(),
    });
    return { status: 201, body: this.payments.get(reference) };
  }
}
