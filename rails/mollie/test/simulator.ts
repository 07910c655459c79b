import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { PlannedFaults } from "../../conformance/planned-faults.ts";

export interface Amount {
  readonly currency: string;
  readonly value: string;
}

interface KeptRefund {
  readonly id: string;
  readonly amount: Amount;
  status: string;
  readonly metadata: unknown;
}

export interface KeptPayment {
  readonly id: string;
  readonly apiKey: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly description: string;
  readonly redirectUrl: string;
  readonly webhookUrl: string;
  readonly metadata: { readonly orderId?: string; readonly order?: string };
  readonly method: readonly string[];
  status: string;
  amount: Amount;
  readonly refunds: KeptRefund[];
  readonly chargebacks: { readonly id: string; readonly amount: Amount; reversedAt: string | null }[];
}

const HOUR_MS = 3_600_000;
const UNPAID_FOR_MS = 15 * 60_000;
const OPEN = ["open", "pending", "authorized"];

const amount = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^\d+(\.\d{2})?$/),
});
/** Requests as the reference of the Payments API describes them. */
const creation = z.strictObject({
  amount,
  description: z.string().min(1).max(255),
  redirectUrl: z.url(),
  cancelUrl: z.url(),
  webhookUrl: z.url(),
  metadata: z.object({ orderId: z.string() }),
  method: z.array(z.string()).min(1).optional(),
});
const refunding = z.strictObject({ amount, metadata: z.record(z.string(), z.string()) });

interface Answer {
  readonly status: number;
  readonly body?: object;
}

/** Mollie's Payments API as a small server: payments, refunds and chargebacks by API key, keys of repetition for an hour. */
export class MollieSimulator {
  readonly faults = new PlannedFaults({ namesEnvironment: true });
  /** Entries on a page of a list, also if more are requested. */
  pageMax = 250;
  readonly payments: KeptPayment[] = [];
  readonly requests: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  readonly #apiKeys: ReadonlySet<string>;
  readonly #now: () => Date;
  readonly #answered = new Map<string, { readonly at: Date; readonly answer: Answer }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  private constructor(apiKeys: readonly string[], now: () => Date) {
    this.#apiKeys = new Set(apiKeys);
    this.#now = now;
  }

  static async start(apiKeys: readonly string[], now: () => Date): Promise<MollieSimulator> {
    const simulator = new MollieSimulator(apiKeys, now);
    simulator.#server.listen(0, "127.0.0.1");
    await once(simulator.#server, "listening");
    return simulator;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  of(orderId: string): KeptPayment | null {
    return this.#current(this.payments.find(({ metadata }) => metadata.orderId === orderId));
  }

  move(orderId: string, from: readonly string[], to: string): boolean {
    const payment = this.of(orderId);
    if (payment === null || !from.includes(payment.status)) return false;
    payment.status = to;
    return true;
  }

  /** A payment as the API shows it. */
  view(payment: KeptPayment): object {
    const { id, apiKey, createdAt, expiresAt, status, description, redirectUrl, webhookUrl, metadata } =
      payment;
    const open = status === "open";
    return {
      resource: "payment",
      id,
      mode: apiKey.startsWith("live_") ? "live" : "test",
      createdAt: createdAt.toISOString().replace(/\.\d+Z$/, "+00:00"),
      status,
      isCancelable: open,
      ...(open && { expiresAt: expiresAt.toISOString() }),
      ...(status === "failed" && { details: { failureReason: "insufficient_funds" } }),
      amount: payment.amount,
      ...(payment.status === "paid" && { amountRefunded: refundedOf(payment) }),
      description,
      method: null,
      metadata,
      profileId: "pfl_simulated",
      redirectUrl,
      webhookUrl,
      _links: {
        self: { href: `${this.origin}/v2/payments/${id}`, type: "application/hal+json" },
        ...(open && { checkout: { href: `${this.origin}/checkout/${id}`, type: "text/html" } }),
      },
    };
  }

  shownRefund(payment: KeptPayment, { id, amount, status, metadata }: KeptRefund): object {
    return { resource: "refund", id, paymentId: payment.id, amount, status, metadata, description: "" };
  }

  #embedding(payment: KeptPayment, embed: readonly string[]): object {
    const refunds = payment.refunds.map((refund) => this.shownRefund(payment, refund));
    const chargebacks = payment.chargebacks.map((one) => ({
      resource: "chargeback",
      paymentId: payment.id,
      ...one,
    }));
    const embedded = {
      ...(embed.includes("refunds") && { refunds }),
      ...(embed.includes("chargebacks") && { chargebacks }),
    };
    return { ...this.view(payment), ...(embed.length > 0 && { _embedded: embedded }) };
  }

  #current(payment: KeptPayment | undefined): KeptPayment | null {
    if (payment?.status === "open" && payment.expiresAt <= this.#now()) payment.status = "expired";
    return payment ?? null;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.take();
    const raw = await text(request);
    const body: unknown = raw === "" ? undefined : JSON.parse(raw);
    this.requests.push({ method: request.method ?? "", path: request.url ?? "", body });
    if (fault === "hang") return;
    const planned = typeof fault === "object" ? fault?.status : undefined;
    // Below 500 it refuses; from 500 on it has acted, and says nothing of it.
    const acted = (planned ?? 500) >= 500 ? this.#act(request, body) : null;
    const { status, body: content } =
      planned === undefined && acted !== null ? acted : refusal(planned ?? 500, "Planned");
    if (fault === "lose") {
      request.socket.destroy();
      return;
    }
    // As providers do, a refusal quotes what was sent: a rail must not pass it on.
    const quoted = JSON.stringify({ ...content, title: `Not for ${request.headers.authorization}` });
    if (status >= 400) this.faults.refusals.push(quoted);
    const payload = content && JSON.stringify(content, fault === "other environment" ? otherMode : undefined);
    response.writeHead(status, { "content-type": "application/hal+json" });
    response.end(fault === "garble" ? "<html>" : status >= 400 ? quoted : payload);
  }

  /** Under one key it acts once an hour. */
  #act(request: IncomingMessage, body: unknown): Answer {
    const apiKey = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!this.#apiKeys.has(apiKey)) return refusal(401, "Missing authentication, or failed to authenticate");
    const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
    const known = this.#answered.get(`${apiKey} ${key}`);
    const now = this.#now();
    if (key !== undefined && known !== undefined && now.getTime() - known.at.getTime() < HOUR_MS)
      return known.answer;
    const answer = this.#carryOut(
      apiKey,
      request.method ?? "",
      new URL(request.url ?? "", this.origin),
      body,
    );
    if (key !== undefined && answer.status < 300) this.#answered.set(`${apiKey} ${key}`, { at: now, answer });
    return answer;
  }

  #carryOut(apiKey: string, method: string, { pathname, searchParams }: URL, body: unknown): Answer {
    const [, , what, id, more] = pathname.split("/");
    if (what !== "payments") return refusal(404, "No such endpoint");
    if (id === undefined)
      return method === "POST" ? this.#create(apiKey, body) : this.#list(apiKey, searchParams);
    const payment = this.#current(this.payments.find((one) => one.id === id && one.apiKey === apiKey));
    if (payment === null) return refusal(404, `No payment exists with token ${id}.`);
    if (more === "refunds" && method === "POST") return this.#refund(payment, body);
    if (method === "DELETE") {
      if (payment.status !== "open") return refusal(422, "The payment cannot be canceled");
      payment.status = "canceled";
    }
    const embed = searchParams.get("embed")?.split(",") ?? [];
    return { status: 200, body: this.#embedding(payment, embed) };
  }

  #create(apiKey: string, body: unknown): Answer {
    const request = creation.safeParse(body);
    if (!request.success) return refusal(422, request.error.message);
    const {
      amount: requestedAmount,
      description,
      redirectUrl,
      webhookUrl,
      metadata,
      method = [],
    } = request.data;
    if (Number(requestedAmount.value) === 0) return refusal(422, "The amount is lower than the minimum");
    const createdAt = this.#now();
    const payment: KeptPayment = {
      id: `tr_${String(this.payments.length + 1).padStart(10, "A")}`,
      apiKey,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + UNPAID_FOR_MS),
      description,
      redirectUrl,
      webhookUrl,
      metadata,
      method,
      status: "open",
      amount: requestedAmount,
      refunds: [],
      chargebacks: [],
    };
    this.payments.push(payment);
    return { status: 201, body: this.view(payment) };
  }

  /** Newest first. */
  #list(apiKey: string, query: URLSearchParams): Answer {
    const all = this.payments.filter((one) => one.apiKey === apiKey).toReversed();
    const from = query.get("from");
    const start = from === null ? 0 : all.findIndex(({ id }) => id === from);
    const limit = Math.min(this.pageMax, Number(query.get("limit") ?? 50));
    const page = all.slice(start, start + limit).map((payment) => this.view(this.#current(payment)!));
    const next = all[start + limit];
    const href = `${this.origin}/v2/payments?from=${next?.id}&limit=${limit}`;
    const links = { next: next === undefined ? null : { href, type: "application/hal+json" } };
    return { status: 200, body: { count: page.length, _embedded: { payments: page }, _links: links } };
  }

  #refund(payment: KeptPayment, body: unknown): Answer {
    const request = refunding.safeParse(body);
    if (!request.success) return refusal(422, request.error.message);
    const { amount: requestedAmount, metadata } = request.data;
    const refunded = payment.refunds
      .filter(({ status }) => status !== "failed" && status !== "canceled")
      .reduce((sum, one) => sum + Number(one.amount.value), 0);
    if (payment.status !== "paid") return refusal(422, "The payment is not paid");
    if (requestedAmount.currency !== payment.amount.currency) return refusal(422, "The currency differs");
    if (
      Number(requestedAmount.value) <= 0 ||
      refunded + Number(requestedAmount.value) > Number(payment.amount.value) + 1e-9
    )
      return refusal(422, "The amount is higher than the maximum");
    const id = `re_${payment.id.slice(3)}${payment.refunds.length}`;
    const refund: KeptRefund = { id, amount: requestedAmount, status: "pending", metadata };
    payment.refunds.push(refund);
    return { status: 201, body: this.shownRefund(payment, refund) };
  }

  /**
   * Another system of the profile makes a payment that names the order in its own texts, is paid, and was refunded in
   * part under the key.
   */
  plant(apiKey: string, orderId: string, refundKey: string, amount: Amount): KeptPayment {
    const id = `tr_planted${this.payments.length}`;
    const [, decimals = ""] = amount.value.split(".");
    const part = { currency: amount.currency, value: (1).toFixed(decimals.length) };
    const planted: KeptPayment = {
      id,
      apiKey,
      createdAt: this.#now(),
      expiresAt: new Date(this.#now().getTime() + UNPAID_FOR_MS),
      description: orderId,
      redirectUrl: `https://mugs.example/${orderId}`,
      webhookUrl: `https://mugs.example/${orderId}`,
      metadata: { order: orderId },
      method: [],
      status: "paid",
      amount,
      refunds: [{ id: `re_${id.slice(3)}`, amount: part, status: "refunded", metadata: { refundKey } }],
      chargebacks: [],
    };
    this.payments.push(planted);
    return planted;
  }

  /** The buyer acts on the hosted page. */
  pay(orderId: string, received?: Amount, from: readonly string[] = OPEN): boolean {
    const payment = this.of(orderId);
    if (payment === null || !from.includes(payment.status)) return false;
    payment.status = "paid";
    if (received !== undefined) payment.amount = received;
    return true;
  }
}

function refusal(status: number, detail: string): Answer {
  return { status, body: { status, title: "Error", detail, _links: {} } };
}

/** Returns the answer of the other mode. */
function otherMode(name: string, value: unknown): unknown {
  return name === "mode" ? { test: "live", live: "test" }[String(value)] : value;
}

function refundedOf({ amount, refunds }: KeptPayment): Amount {
  const [, decimals = ""] = amount.value.split(".");
  const sum = refunds
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((total, one) => total + Number(one.amount.value), 0);
  return { currency: amount.currency, value: sum.toFixed(decimals.length) };
}
