import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PlannedFaults } from "../../conformance/planned-faults.ts";
import { compileSchemas, objections, objectionsToNotification } from "./schemas.ts";
import {
  type Answer,
  linkBody,
  optionsOf,
  quoting,
  refusal,
  signatureOf,
  type SimulatedAccount,
  type SimulatedItem,
  type SimulatedPayment,
  type WireAmount,
  WORDS,
} from "./simulated-payment.ts";

type Fault = "lose" | "garble" | "hang" | { readonly status: number; readonly body: string };

interface SeenRequest {
  readonly operation: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown>;
}

const HOUR_MS = 3_600_000;
/** A stateful stand-in for Adyen Checkout v72, on a loopback port. It validates what it takes and what it says. */
export class AdyenSimulator {
  readonly payments: SimulatedPayment[] = [];
  readonly requests: SeenRequest[] = [];
  /** Differences of requests, answers and notifications from the published documents. */
  readonly objections: string[] = [];
  /** Notifications that are due, oldest first. */
  readonly due: SimulatedItem[] = [];
  nextFault: Fault | null = null;
  readonly planned = new PlannedFaults();
  /** Calls that were hung up on while they waited. */
  abandoned = 0;
  readonly #accounts: readonly SimulatedAccount[];
  readonly #now: () => Date;
  readonly #server: Server;
  readonly #answered = new Map<string, Answer>();
  readonly #results = new Map<string, { readonly id: string; readonly body: object }>();
  #serial = 0;

  constructor(accounts: readonly SimulatedAccount[], now: () => Date) {
    this.#accounts = accounts;
    this.#now = now;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async start(): Promise<string> {
    compileSchemas();
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  find(reference: string): SimulatedPayment | null {
    const isOurs = ({ account }: SimulatedPayment) =>
      this.#accounts.some(({ merchantAccount }) => merchantAccount === account);
    return this.payments.find((payment) => payment.reference === reference && isOurs(payment)) ?? null;
  }

  /** Acts as the shopper. @returns whether it was possible */
  act(
    reference: string,
    what: "pay" | "payLate" | "process" | "decline" | "expire",
    received?: WireAmount,
  ): boolean {
    const payment = this.find(reference);
    if (payment === null) return false;
    this.#overdue(payment);
    const { state } = payment;
    payment.updatedAt = this.#now();
    if (what === "pay" || what === "payLate") {
      if (what === "pay" && state !== "open" && state !== "processing") return false;
      this.#take(payment, received ?? payment.amount);
      return true;
    }
    if (state !== "open" && !(what === "expire" && state === "processing")) return false;
    if (what === "process") payment.state = "processing";
    if (what === "expire") {
      payment.state = "expired";
      payment.expiresAt = this.#now();
      if (payment.kind === "qr")
        this.#notify(payment, { eventCode: "OFFER_CLOSED", pspReference: payment.id });
    }
    if (what === "decline") {
      // A refused attempt leaves a link open.
      if (payment.kind !== "link") payment.state = "declined";
      const pspReference = payment.kind === "qr" ? payment.id : this.#reference();
      this.#notify(payment, {
        eventCode: "AUTHORISATION",
        success: "false",
        pspReference,
        reason: "Refused",
      });
    }
    return true;
  }

  chargeBack(reference: string): void {
    const payment = this.find(reference);
    const [taken] = payment?.taken ?? [];
    if (!payment || !taken) return;
    payment.chargedBack = true;
    const originalReference = taken.pspReference;
    this.#notify(payment, { eventCode: "CHARGEBACK", pspReference: this.#reference(), originalReference });
  }

  /** Returns what Drop-in hands to the page when the buyer is done: the final state of the session. */
  sessionResult(reference: string): { readonly sessionId: string; readonly sessionResult: string } {
    const payment = this.find(reference);
    const sessionResult = `X3XtfGC9!${randomBytes(12).toString("base64")}`;
    if (payment?.kind !== "session") return { sessionId: "CS0000000000000000", sessionResult };
    this.#overdue(payment);
    const payments = payment.taken.map(({ pspReference, amount }) => ({
      pspReference,
      amount,
      paymentMethod: { type: "scheme", brand: "visa" },
      resultCode: "Authorised",
    }));
    const { id } = payment;
    const body = { id, reference, status: WORDS.session[payment.state], payments };
    this.#results.set(sessionResult, { id: payment.id, body });
    return { sessionId: payment.id, sessionResult };
  }

  /** A notification as Adyen posts it. */
  notification(items: readonly SimulatedItem[], hmacKey: string, live = false): Record<string, unknown> {
    const notificationItems = items.map((item) => {
      const additionalData = { ...item.additionalData, hmacSignature: signatureOf(item, hmacKey) };
      const eventDate = item.eventDate ?? this.#now().toISOString();
      return { NotificationRequestItem: { ...item, eventDate, additionalData } };
    });
    const body = { live: String(live), notificationItems };
    this.objections.push(...objectionsToNotification(body));
    return body;
  }

  refunded({ refunds }: SimulatedPayment, of?: string): number {
    const counted = refunds.filter((refund) => of === undefined || refund.of === of);
    return counted.reduce((sum, { amount }) => sum + amount.value, 0);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const planned = this.planned.take();
    const status = typeof planned === "object" ? planned?.status : undefined;
    const fault = this.nextFault ?? (typeof planned === "string" ? planned : null);
    this.nextFault = null;
    if (fault === "hang") {
      response.on("close", () => (this.abandoned += 1));
      return;
    }
    const text = Buffer.concat(chunks).toString("utf8");
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const refused = status === undefined ? null : refusal(status, status < 500 ? "000" : undefined, "said");
    const { status: code, body: answer } =
      typeof fault === "object" && fault !== null
        ? { status: fault.status, body: fault.body }
        : refused !== null && refused.status < 500
          ? refused
          : this.#answer(request, body);
    if (fault === "lose") {
      request.socket.destroy();
      return;
    }
    const content = refused?.body ?? answer;
    const plain = typeof content === "string" ? content : JSON.stringify(content);
    const isRefused = (status ?? code) >= 400 && typeof content !== "string";
    const sent = isRefused ? quoting(content, request.headers["x-api-key"]) : plain;
    if (isRefused) this.planned.refusals.push(sent);
    const key = request.headers["idempotency-key"];
    response.writeHead(status ?? code, {
      "content-type": "application/json",
      ...(key ? { "idempotency-key": key } : {}),
    });
    response.end(fault === "garble" ? sent.slice(0, sent.length / 2) : sent);
  }

  #answer(request: IncomingMessage, body: Record<string, unknown>): Answer {
    const url = new URL(request.url ?? "", "http://adyen.example");
    const path = url.pathname.replace(/^\/v72/, "");
    const [, resource = "", id = "", action = ""] = path.split("/");
    const template = [`/${resource}`, id === "" || id === "details" ? id : "{id}", action]
      .filter(Boolean)
      .join("/");
    const operation = `${request.method} ${template}`;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    this.requests.push({ operation, path: url.pathname, headers, body });
    if (!url.pathname.startsWith("/v72/")) return refusal(404, "000", "not this version");
    const account = this.#accounts.find(({ apiKey }) => apiKey === headers["x-api-key"]);
    if (account === undefined) return refusal(401, "000", "HTTP Status Response - Unauthorized");
    if (body.merchantAccount !== undefined && body.merchantAccount !== account.merchantAccount)
      return refusal(403, "901", "Invalid Merchant Account");
    const found = objections(operation, "request", body);
    if (found.length > 0) {
      this.objections.push(...found);
      return refusal(422, "702", found.join());
    }
    const key = headers["idempotency-key"];
    const known = key && this.#answered.get(`${account.apiKey} ${key}`);
    const answer = known || this.#act(operation, account, id, url.searchParams, body);
    if (key && answer.status < 300) this.#answered.set(`${account.apiKey} ${key}`, answer);
    this.objections.push(...objections(operation, "answer", answer.body, answer.status));
    return answer;
  }

  #act(
    operation: string,
    { merchantAccount }: SimulatedAccount,
    id: string,
    query: URLSearchParams,
    body: Record<string, unknown>,
  ): Answer {
    const mine = this.payments.find((payment) => payment.id === id && payment.account === merchantAccount);
    switch (operation) {
      case "POST /paymentMethods":
        return { status: 200, body: { paymentMethods: [{ name: "Cards", type: "scheme" }] } };
      case "POST /sessions":
        return this.#createSession(merchantAccount, body);
      case "GET /sessions/{id}":
        return this.#sessionStatus(mine, query.get("sessionResult") ?? "");
      case "POST /paymentLinks":
        return { status: 201, body: linkBody(this.#add("link", `PL${this.#reference()}`, body)) };
      case "GET /paymentLinks/{id}":
        return this.#link(mine);
      case "PATCH /paymentLinks/{id}":
        return this.#expireLink(mine);
      case "POST /payments":
        return this.#createQr(body as { paymentMethod: { type: string } });
      case "POST /payments/details":
        return this.#details(body as { details: { redirectResult?: string } });
      case "POST /cancels":
        return this.#cancel(merchantAccount, body as { paymentReference: string });
      case "POST /payments/{id}/refunds":
        return this.#refund(merchantAccount, id, body as { amount: WireAmount; reference?: string });
      default:
        return refusal(404, "000", operation);
    }
  }

  #createSession(merchantAccount: string, body: Record<string, unknown>): Answer {
    const session = this.#add("session", `CS${this.#reference()}`, body);
    const { amount, expiresAt, reference } = session;
    const { returnUrl } = body;
    const sessionData = `Ab02b4c0!${randomBytes(60).toString("base64")}`;
    const details = { id: session.id, amount, reference, merchantAccount, returnUrl, sessionData };
    return { status: 201, body: { ...details, expiresAt: expiresAt.toISOString() } };
  }

  #sessionStatus(session: SimulatedPayment | undefined, sessionResult: string): Answer {
    if (session === undefined) return refusal(404, "000", "No such session");
    const result = this.#results.get(sessionResult);
    return result?.id === session.id
      ? { status: 200, body: result.body }
      : refusal(422, "702", "sessionResult is invalid");
  }

  #link(link: SimulatedPayment | undefined): Answer {
    if (link === undefined) return refusal(404, "000", "No such link");
    this.#overdue(link);
    return { status: 200, body: linkBody(link) };
  }

  #expireLink(link: SimulatedPayment | undefined): Answer {
    if (link === undefined) return refusal(404, "000", "No such link");
    this.#overdue(link);
    if (link.state !== "open") return refusal(422, "702", "The link is not active");
    link.state = "expired";
    link.updatedAt = this.#now();
    return { status: 200, body: linkBody(link) };
  }

  #createQr(body: { readonly paymentMethod: { readonly type: string } }): Answer {
    const payment = this.#add("qr", this.#reference(), body);
    const qrCodeData = `00020101021226${payment.id}5303702`;
    const action = {
      type: "qrCode",
      paymentMethodType: body.paymentMethod.type,
      qrCodeData,
      paymentData: "Ab02",
    };
    // A payment that awaits an action has no reference of Adyen's yet.
    return { status: 200, body: { resultCode: "Pending", action } };
  }

  #details({ details }: { readonly details: { readonly redirectResult?: string } }): Answer {
    const session = this.payments.find((payment) => payment.id === details.redirectResult?.split("!")[1]);
    if (session === undefined) return refusal(422, "101", "Invalid redirectResult");
    if (session.state === "open") this.#take(session, session.amount);
    const [taken] = session.taken;
    const resultCode = taken ? "Authorised" : "Refused";
    const pspReference = taken?.pspReference ?? this.#reference();
    const { reference: merchantReference, amount } = session;
    return { status: 200, body: { resultCode, pspReference, merchantReference, amount } };
  }

  /** A captured payment stays captured; here that is all that was authorised. */
  #cancel(merchantAccount: string, { paymentReference }: { readonly paymentReference: string }): Answer {
    const pspReference = this.#reference();
    return { status: 201, body: { merchantAccount, paymentReference, pspReference, status: "received" } };
  }

  #refund(
    merchantAccount: string,
    paymentPspReference: string,
    { amount, reference }: { readonly amount: WireAmount; readonly reference?: string },
  ): Answer {
    const payment = this.payments.find(
      ({ account, taken }) =>
        account === merchantAccount && taken.some(({ pspReference }) => pspReference === paymentPspReference),
    );
    const taken = payment?.taken.find(({ pspReference }) => pspReference === paymentPspReference);
    if (!payment || !taken) return refusal(422, "167", "Original pspReference required for this operation");
    if (amount.value <= 0) return refusal(422, "137", "Invalid amount specified");
    if (amount.currency !== taken.amount.currency) return refusal(422, "111", "Currency mismatch");
    const pspReference = this.#reference();
    const possible =
      !payment.chargedBack &&
      this.refunded(payment, paymentPspReference) + amount.value <= taken.amount.value;
    if (possible) payment.refunds.push({ pspReference, of: paymentPspReference, reference, amount });
    this.#notify(payment, {
      eventCode: "REFUND",
      pspReference,
      originalReference: paymentPspReference,
      amount,
      success: possible ? "true" : "false",
      reason: possible ? "" : "Insufficient balance on payment",
    });
    const modification = { merchantAccount, paymentPspReference, pspReference, amount, reference };
    return { status: 201, body: { ...modification, status: "received" } };
  }

  #add(kind: SimulatedPayment["kind"], id: string, body: Record<string, unknown>): SimulatedPayment {
    const expiresAt = body.expiresAt ?? body.sessionValidity;
    const payment: SimulatedPayment = {
      kind,
      id,
      account: String(body.merchantAccount),
      reference: String(body.reference),
      metadata: (body.metadata ?? {}) as Record<string, string>,
      amount: body.amount as WireAmount,
      expiresAt: expiresAt ? new Date(String(expiresAt)) : new Date(this.#now().getTime() + HOUR_MS),
      returnUrl: String(body.returnUrl),
      updatedAt: this.#now(),
      state: "open",
      taken: [],
      refunds: [],
      chargedBack: false,
      options: optionsOf(body),
    };
    this.payments.push(payment);
    return payment;
  }

  #take(payment: SimulatedPayment, amount: WireAmount): void {
    const pspReference = payment.kind === "qr" ? payment.id : this.#reference();
    payment.state = "paid";
    payment.taken.push({ pspReference, amount });
    // Links are for a fixed amount; a rail must notice one with another amount.
    if (payment.kind === "link") payment.amount = amount;
    this.#notify(payment, { eventCode: "AUTHORISATION", pspReference, amount });
  }

  #overdue(payment: SimulatedPayment): void {
    if (payment.state === "open" && this.#now() >= payment.expiresAt) {
      payment.state = "expired";
      payment.updatedAt = payment.expiresAt;
    }
  }

  #notify(
    payment: SimulatedPayment,
    item: Pick<SimulatedItem, "eventCode" | "pspReference"> & Partial<SimulatedItem>,
  ): void {
    const { account: merchantAccountCode, reference: merchantReference, amount } = payment;
    this.due.push({ merchantAccountCode, merchantReference, amount, success: "true", ...item });
  }

  #reference(): string {
    this.#serial += 1;
    return `${this.#serial.toString(36).toUpperCase().padStart(6, "0")}${randomBytes(5).toString("hex").toUpperCase()}`;
  }
}
