import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ExamplePayment } from "../messages.ts";
import { PlannedFaults } from "../../conformance/planned-faults.ts";

interface Refund {
  readonly id: string;
  readonly key: string;
  readonly state: "queued" | "done" | "failed";
  readonly amount: number;
  readonly charge: string;
}
type Kept = { -readonly [K in keyof ExamplePayment]: ExamplePayment[K] } & {
  readonly owner: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly refunds: Refund[];
  /** Members of the request beyond those of an ordinary payment. */
  readonly options: readonly string[];
};
type State = ExamplePayment["state"];
type Money = Pick<ExamplePayment, "amount" | "currency">;

/** The members of requests. */
interface Sent extends Partial<Money> {
  readonly reference?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly charge?: string;
  readonly expires_at?: string;
  readonly return_url?: string;
  readonly notification_url?: string;
}
interface Answer {
  readonly status: number;
  readonly body?: object;
}

/** States of a payment that the buyer may pay. */
export const OPEN: readonly State[] = ["open", "authorized", "processing"];

/** The members of the request for an ordinary payment. */
const ORDINARY: ReadonlySet<string> = new Set(
  "reference metadata amount currency description return_url notification_url expires_at".split(" "),
);

/** A fake of Example Pay: it keeps payments, knows two keys, and fails on request. */
export class ExampleProvider {
  readonly payments: Kept[] = [];
  readonly faults = new PlannedFaults({ namesEnvironment: true });
  /** Entries on a page of a list. */
  pageSize = 100;
  /** Events that could not be delivered, oldest first. */
  readonly undelivered: { readonly owner: string; readonly at: Date; readonly event: unknown }[] = [];
  readonly #answered = new Map<string, Answer>();
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

  /** The payment that the rail has made. */
  find(reference: string): Kept | null {
    return this.#current(this.payments.find(({ metadata }) => metadata.raffle_order === reference));
  }

  /** A payment of another system of the account: it has the same reference, is paid, and was refunded under the key. */
  plant(owner: string, reference: string, key: string, { amount, currency }: Money): Kept {
    this.#create(owner, { reference, amount: amount + 1, currency });
    const planted = this.payments.at(-1)!;
    planted.state = "paid";
    planted.charges.push({ id: `charge_${planted.id}`, amount: amount + 1, currency });
    refundOf(planted, { key, amount: 1, currency });
    return planted;
  }

  /** @param received the amount that the buyer pays, if it differs from the charge */
  pay(reference: string, received?: Money): boolean {
    const payment = this.find(reference);
    if (payment === null) return false;
    const { amount, currency } = received ?? payment;
    return this.move(reference, OPEN, "paid", { amount, currency });
  }

  move(reference: string, from: readonly State[], to: State, received?: Money): boolean {
    const payment = this.find(reference);
    if (payment === null || !from.includes(payment.state)) return false;
    payment.state = to;
    const id = `charge_${payment.charges.length}_${payment.id}`;
    if (received) payment.charges.push({ id, ...received });
    return true;
  }

  #current(payment: Kept | undefined): Kept | null {
    if (payment?.state === "open" && payment.expiresAt <= this.#now()) payment.state = "expired";
    return payment ?? null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.take();
    const raw = await text(request);
    if (fault === "hang") return;
    const status = typeof fault === "object" ? fault?.status : undefined;
    // Below 500 it refuses; from 500 on it has acted, and says nothing of it.
    const acted = (status ?? 500) >= 500 ? this.#act(request, raw === "" ? {} : JSON.parse(raw)) : null;
    const code = status ?? acted?.status ?? 500;
    // As providers do, a refusal quotes what was sent: a rail must not pass it on.
    const quoted = JSON.stringify({ message: `not for ${request.headers.authorization}` });
    if (code >= 400) this.faults.refusals.push(quoted);
    const body = code >= 400 ? quoted : textOf(acted?.body ?? {}, fault === "other environment");
    if (fault === "lose") request.socket.destroy();
    else response.writeHead(code).end(fault === "garble" ? "<html>" : body);
  }

  /** Under one key it acts once. */
  #act(request: IncomingMessage, sent: Sent): Answer {
    const owner = request.headers.authorization ?? "";
    if (!/^Bearer test_(ours|theirs)$/.test(owner)) return { status: 401 };
    const key = request.headers["idempotency-key"];
    const known = this.#answered.get(`${owner} ${key}`);
    if (key !== undefined && known !== undefined) return known;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://example");
    const answer = this.#carryOut(owner, request.method ?? "", pathname, searchParams, sent);
    if (key !== undefined && answer.status < 300) this.#answered.set(`${owner} ${key}`, answer);
    return answer;
  }

  #carryOut(owner: string, method: string, path: string, query: URLSearchParams, sent: Sent): Answer {
    const [, what, id = "", more] = path.split("/");
    if (what === "account") return { status: 200 };
    if (what === "refunds") return this.#refunds(owner, query);
    if (what === "events") return this.#events(owner, new Date(query.get("since") ?? ""));
    if (what !== "payments") return { status: 404 };
    if (id === "") return method === "POST" ? this.#create(owner, sent) : this.#list(owner, query);
    const payment = this.#current(this.payments.find((one) => one.id === id && one.owner === owner));
    if (payment === null) return { status: 404 };
    if (more === "cancel") this.move(payment.reference, ["open"], "cancelled");
    return more === "refunds" ? refundOf(payment, sent) : { status: 200, body: payment };
  }

  #create(owner: string, sent: Sent): Answer {
    const { reference = "", metadata = {}, amount = 0, currency = "" } = sent;
    const id = `pay_${this.payments.length}_${owner.length}`;
    this.payments.push({
      id,
      reference,
      metadata,
      test: owner.startsWith("Bearer test_"),
      state: "open",
      amount,
      currency,
      charges: [],
      url: `https://pay.example.com/${id}`,
      owner,
      createdAt: this.#now(),
      expiresAt: new Date(sent.expires_at ?? ""),
      returnUrl: sent.return_url ?? "",
      notificationUrl: sent.notification_url ?? "",
      refunds: [],
      options: Object.keys(sent).filter((name) => !ORDINARY.has(name)),
    });
    return { status: 201, body: { ...this.payments.at(-1) } };
  }

  /** Newest first. */
  #list(owner: string, query: URLSearchParams): Answer {
    const since = new Date(query.get("created_after") ?? "");
    const all = this.payments.filter((one) => one.owner === owner && one.createdAt >= since).toReversed();
    const { entries, next } = this.#page(all, query);
    return { status: 200, body: { payments: entries.map((payment) => this.#current(payment)), next } };
  }

  /** Oldest first; of one payment, where one is named. */
  #refunds(owner: string, query: URLSearchParams): Answer {
    const payment = query.get("payment");
    const of = this.payments.filter((one) => one.owner === owner && (payment === null || one.id === payment));
    const all = of.flatMap(({ refunds }) => refunds);
    const { entries, next } = this.#page(all, query);
    return { status: 200, body: { refunds: entries, next } };
  }

  #page<T extends { readonly id: string }>(all: readonly T[], query: URLSearchParams) {
    const rest = all.slice(all.findIndex(({ id }) => id === query.get("after")) + 1);
    const entries = rest.slice(0, this.pageSize);
    return { entries, next: rest.length > this.pageSize ? entries.at(-1)!.id : null };
  }

  #events(owner: string, since: Date): Answer {
    const events = this.undelivered.filter((one) => one.owner === owner && one.at >= since);
    return { status: 200, body: { events: events.map(({ event }) => event) } };
  }
}

/** @param flipped as the other environment would answer */
function textOf(body: object, flipped: boolean): string {
  return JSON.stringify(body, (name, value: unknown) =>
    flipped && name === "test" ? value !== true : value,
  );
}

/** Refunds the named charge, else the first. */
function refundOf(payment: Kept, { key = "", amount = 0, currency, charge }: Sent): Answer {
  const taken = payment.charges.find(({ id }) => charge === undefined || id === charge);
  const refunded = payment.refunds
    .filter((one) => one.charge === taken?.id)
    .reduce((sum, one) => sum + one.amount, 0);
  if (taken === undefined || currency !== taken.currency) return { status: 422 };
  if (!(Number.isInteger(amount) && amount > 0 && amount <= taken.amount - refunded)) return { status: 422 };
  const id = `refund_${payment.refunds.length}_${payment.id}`;
  payment.refunds.push({ id, key, state: "queued", amount, charge: taken.id });
  return { status: 201, body: payment.refunds.at(-1) };
}
