import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PlannedFaults } from "../../conformance/planned-faults.ts";
import { browserAnswer } from "./browser-side.ts";
import { queried, QUERIES_TYPE } from "./queries.ts";
import { type Card, type Merchant, optionsOf, Payment, type WireValue } from "./records.ts";
import { faultsOf, type Specification } from "./specification.ts";
import { refused, type Wire } from "./wire.ts";

type SimulatorFault = "lose" | "garble" | "hang";
const API_VERSION = "2024-06-01";

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly merchant: Merchant;
  readonly json: unknown;
}

/** Access Worldpay on a loopback port: payments, their 3-D Secure dialogue, refunds and queries, kept in memory. */
export class WorldpaySimulator {
  readonly payments: Payment[] = [];
  /** Differences from the official documents, in accepted requests and in answers. */
  readonly violations: string[] = [];
  /** Requests that arrived, `POST /api/payments` and so on. */
  readonly requests: string[] = [];
  readonly #merchants: readonly Merchant[];
  readonly #server: Server;
  readonly #now: () => Date;
  /** Card sessions: used once. */
  readonly #sessions = new Map<string, { card: Card; used: boolean }>();
  #fault: SimulatorFault | null = null;
  readonly planned = new PlannedFaults();
  /** Payments are listed only after this many requests more. */
  listingLag = 0;

  private constructor(server: Server, merchants: readonly Merchant[], now: () => Date) {
    this.#server = server;
    this.#merchants = merchants;
    this.#now = now;
  }

  static async open(
    merchants: readonly Merchant[],
    now: () => Date = () => new Date(),
  ): Promise<WorldpaySimulator> {
    let simulator: WorldpaySimulator | null = null;
    const server = createServer((request, response) => void simulator?.serve(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    simulator = new WorldpaySimulator(server, merchants, now);
    return simulator;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** true: a request will be left without an answer. */
  get hangs(): boolean {
    return this.#fault === "hang" || this.planned.hangs;
  }

  failNext(fault: SimulatorFault): void {
    this.#fault = fault;
  }

  /** Returns the session that the hosted fields give the browser for a card. */
  session(card: Card): string {
    const href = `${this.origin}/sessions/${Buffer.from(`${card}:${randomUUID()}`).toString("base64url")}`;
    this.#sessions.set(href, { card, used: false });
    return href;
  }

  /** The payment of a reference; of several the last. */
  of(reference: string): Payment | undefined {
    return this.payments.findLast((payment) => payment.reference === reference);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    const body = await bodyOf(request);
    if (await browserAnswer(this, request, response, url, body)) return;
    this.requests.push(`${request.method} ${url.pathname}`);
    const fault = this.#fault ?? this.planned.take();
    this.#fault = null;
    if (fault === "hang") return;
    const status = typeof fault === "object" ? fault?.status : undefined;
    const acted = status === undefined || status >= 500 ? this.#answer(request, url, body) : null;
    const answer = acted === null || status !== undefined ? plannedAnswer(status ?? 500) : acted;
    if (fault === "lose" || answer.lost) return void request.socket.destroy();
    if (answer.schema) this.#check(answer.schema, answer.body);
    response.writeHead(answer.status, { "content-type": answer.type ?? "application/json" });
    const text = this.#textOf(answer, request.headers.authorization);
    response.end(fault === "garble" ? '{"outcome": "sent' : text);
  }

  /** Returns a refusal that quotes the request, as providers' do: a rail must not pass it on. */
  #textOf({ status, body }: Wire, authorization: string | undefined): string {
    if (status < 400) return JSON.stringify(body);
    const quoted = JSON.stringify({ ...(body as object), message: `Not for ${authorization}` });
    this.planned.refusals.push(quoted);
    return quoted;
  }

  #check([specification, name]: readonly [Specification, string], value: unknown): void {
    const faults = faultsOf(specification, name, value);
    if (faults !== "") this.violations.push(faults);
  }

  #answer(request: IncomingMessage, url: URL, body: string): Wire {
    const { method = "GET", headers } = request;
    const merchant = this.#merchants.find(
      ({ username, password }) =>
        headers.authorization === `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    );
    if (merchant === undefined) return refused(401, "accessDenied");
    const call: Asked = { method, url, headers, merchant, json: body === "" ? undefined : JSON.parse(body) };
    if (url.pathname.startsWith("/paymentQueries/payments"))
      return headers.accept === QUERIES_TYPE ? this.#query(call) : refused(406, "headerHasInvalidValue");
    if (url.pathname.startsWith("/payments/settlements/refunds/partials/"))
      return this.#refund(call, url.pathname.split("/").at(-1) ?? "");
    if (!url.pathname.startsWith("/api/payments")) return refused(404, "endpointNotFound");
    if (headers["wp-api-version"] !== API_VERSION) return refused(406, "headerHasInvalidValue");
    if (method === "POST" && headers["content-type"] !== "application/json")
      return refused(415, "headerHasInvalidValue");
    const [, , , linkData, action] = url.pathname.split("/");
    if (linkData === undefined) return this.#pay(call);
    switch (action) {
      case undefined:
        return this.#state(call, linkData);
      case "3dsDeviceData":
        return this.#deviceData(call, linkData);
      case "3dsChallenges":
        return this.#challenge(call, linkData);
      case "settlements":
        return this.#settle(call, linkData);
      case "partialRefunds":
        return this.#refund(call, linkData);
      default:
        return refused(404, "endpointNotFound");
    }
  }

  #pay({ json, merchant }: Asked): Wire {
    const faults = [
      faultsOf("payments", "PaymentRequest", json),
      faultsOf("payments", "PaymentsCardInstruction", (json as { instruction?: unknown }).instruction),
    ].join("");
    const {
      transactionReference,
      merchant: merchantName,
      instruction,
    } = json as {
      transactionReference: string;
      merchant: { entity: string };
      instruction: {
        value: WireValue;
        paymentInstrument: { sessionHref: string };
        settlement?: { auto?: boolean };
        threeDS?: { challenge: { returnUrl: string } };
      };
    };
    const { paymentInstrument, threeDS, value } = instruction;
    const more = [
      faultsOf("payments", "SessionPaymentInstrument", paymentInstrument),
      threeDS ? faultsOf("payments", "PaymentsIntegratedThreeDS", threeDS) : "",
    ].join("");
    if (faults !== "" || more !== "") {
      this.violations.push(faults + more);
      return refused(400, "bodyDoesNotMatchSchema");
    }
    const allowed = new Set(["type", "sessionHref", "cardHolderName", "billingAddress"]);
    if (Object.keys(paymentInstrument).some((name) => !allowed.has(name)))
      return refused(400, "fieldIsNotAllowed");
    if (merchantName.entity !== merchant.entity) return refused(400, "entityIsNotConfigured");
    const session = this.#sessions.get(paymentInstrument.sessionHref);
    if (session === undefined || session.used) return refused(400, "sessionHrefHasInvalidValue");
    session.used = true;
    const payment = new Payment({
      merchant,
      reference: transactionReference,
      value,
      card: session.card,
      challengeReturnUrl: threeDS?.challenge.returnUrl,
      options: optionsOf(instruction),
      now: this.#now,
    });
    this.payments.push(payment);
    const asks: readonly Card[] = [
      "frictionless",
      "challenge",
      "challengeFailed",
      "challengeUnavailable",
      "unavailable",
    ];
    if (asks.includes(payment.card) && threeDS !== undefined) {
      payment.awaits = "deviceData";
      return this.#created(payment, "PaymentsResponse201", {
        outcome: "3dsDeviceDataRequired",
        deviceDataCollection: {
          jwt: `jwt.${payment.linkData}`,
          url: `${this.origin}/cardinal/Collect`,
          bin: "400000",
        },
        _actions: { supply3dsDeviceData: this.#action(payment, "3dsDeviceData") },
      });
    }
    return this.#decide(payment, "PaymentsResponse");
  }

  /** Decides as the issuer, after any authentication. */
  #decide(payment: Payment, schema: string): Wire {
    const { card } = payment;
    if (card === "fraud") {
      return this.#created(payment, `${schema}201`, { outcome: "fraudHighRisk", score: 98.5, reason: [] });
    }
    if (card === "refuse") {
      payment.refuse("5");
      return this.#created(payment, `${schema}201`, {
        outcome: "refused",
        paymentId: payment.paymentId,
        refusalCode: "5",
        refusalDescription: "REFUSED",
        advice: { code: "01" },
      });
    }
    payment.authorize();
    const done = { paymentId: payment.paymentId, _links: { self: { href: this.#link(payment) } } };
    if (card === "authorize") {
      const actions = { settlePayment: this.#action(payment, "settlements") };
      return this.#created(payment, `${schema}201`, { outcome: "authorized", ...done, _actions: actions });
    }
    if (card === "mismatch") {
      payment.cancel();
      const answer = { outcome: "sentForCancellation", ...done };
      return this.#answered(payment, 202, `${schema}202`, answer);
    }
    payment.settle();
    const actions = { partiallyRefundPayment: this.#action(payment, "partialRefunds") };
    const answer = this.#answered(payment, 202, `${schema}202`, {
      outcome: "sentForSettlement",
      ...done,
      _actions: actions,
    });
    if (card === "serverError") return refused(500, "internalErrorOccurred");
    return card === "loseAnswer" ? { ...answer, lost: true } : answer;
  }

  #deviceData({ json, merchant }: Asked, linkData: string): Wire {
    const payment = this.#owned(merchant, linkData);
    this.#check(["payments", "DeviceDataRequest"], json);
    if (payment?.awaits !== "deviceData") return refused(404, "endpointNotFound");
    payment.awaits = null;
    if (payment.card === "unavailable") {
      return this.#created(payment, "DeviceDataResponse201", {
        outcome: "3dsUnavailable",
        authentication: { eci: "07", version: "2.2.0" },
      });
    }
    if (payment.card === "frictionless") return this.#decide(payment, "DeviceDataResponse");
    payment.awaits = "challenge";
    return this.#created(payment, "DeviceDataResponse201", {
      outcome: "3dsChallenged",
      authentication: { version: "2.2.0" },
      challenge: {
        reference: "706hovL8DK1tIGGzQUV1",
        url: `${this.origin}/cardinal/StepUp`,
        jwt: `jwt.${payment.linkData}`,
        payload: "eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ",
      },
      _actions: { complete3dsChallenge: this.#action(payment, "3dsChallenges") },
    });
  }

  #challenge({ merchant }: Asked, linkData: string): Wire {
    const payment = this.#owned(merchant, linkData);
    if (payment?.awaits !== "challenge") return refused(404, "endpointNotFound");
    payment.awaits = null;
    if (payment.card === "challengeUnavailable")
      return this.#created(payment, null, { outcome: "3dsUnavailable" });
    if (payment.card === "challengeFailed") {
      return this.#created(payment, "ChallengeResponse201", {
        outcome: "3dsAuthenticationFailed",
        authentication: { version: "2.2.0" },
      });
    }
    return this.#decide(payment, "ChallengeResponse");
  }

  #settle({ merchant }: Asked, linkData: string): Wire {
    const payment = this.#owned(merchant, linkData);
    if (payment?.lastEvent !== "Authorized") return refused(404, "endpointNotFound");
    payment.settle();
    return {
      status: 202,
      body: { outcome: "sentForSettlement", _links: { self: { href: this.#link(payment) } } },
      schema: ["payments", "SettleResponse"],
    };
  }

  #refund({ json, merchant, url }: Asked, linkData: string): Wire {
    const payment = this.#owned(merchant, linkData);
    if (payment === undefined || payment.charged === null) return refused(404, "endpointNotFound");
    const faults = faultsOf("payments", "PaymentsPartialRefundRequest", json);
    if (faults !== "") {
      this.violations.push(faults);
      return refused(400, "bodyDoesNotMatchSchema");
    }
    const { reference, value } = json as { reference: string; value: WireValue };
    if (value.currency !== payment.value.currency || payment.refunded + value.amount > payment.value.amount)
      return refused(400, "refundAmountExceedsSettledAmount");
    // A repeated reference is another refund: nothing in the documents says otherwise.
    payment.refund(reference, value);
    const body = {
      outcome: "sentForPartialRefund",
      paymentId: payment.paymentId,
      _links: { self: { href: this.#link(payment) } },
      _actions: { partiallyRefundPayment: this.#action(payment, "partialRefunds") },
    };
    const known = url.pathname.startsWith("/api/");
    return { status: 202, body, schema: known ? ["payments", "PartialRefundResponse"] : undefined };
  }

  #state({ merchant }: Asked, linkData: string): Wire {
    const payment = this.#owned(merchant, linkData);
    if (!payment?.lastEvent) return refused(404, "endpointNotFound");
    const actions =
      payment.charged === null ? {} : { partiallyRefundPayment: this.#action(payment, "partialRefunds") };
    const body = { lastEvent: payment.lastEvent, _actions: actions };
    return { status: 200, body, schema: ["payments", "QueryEventsResponse"] };
  }

  #query({ url, merchant }: Asked): Wire {
    if (this.listingLag > 0) this.listingLag -= 1;
    const listed = this.payments.filter(
      (payment) =>
        payment.merchant.username === merchant.username && payment.events.length > 0 && this.listingLag === 0,
    );
    return queried(url, listed);
  }

  #owned(merchant: Merchant, linkData: string): Payment | undefined {
    return this.payments.find((payment) => payment.linkData === linkData && payment.merchant === merchant);
  }

  #link(payment: Payment): string {
    return `${this.origin}/api/payments/${payment.linkData}`;
  }

  #action(payment: Payment, name: string): { href: string; method: "POST" } {
    return { href: `${this.#link(payment)}/${name}`, method: "POST" };
  }

  #created(payment: Payment, schema: string | null, body: object): Wire {
    return this.#answered(payment, 201, schema, body);
  }

  #answered(payment: Payment, status: number, schema: string | null, body: object): Wire {
    return {
      status,
      body: { transactionReference: payment.reference, ...body },
      schema: schema === null ? undefined : ["payments", schema],
    };
  }
}

/** A proxy in front of Worldpay answers trouble without the name of an error. */
function plannedAnswer(status: number): Wire {
  return status < 500 ? refused(status, "accessDenied") : { status, body: { message: "Bad gateway" } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
