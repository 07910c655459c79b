import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { PlannedFaults } from "../../conformance/planned-faults.ts";
import {
  type Amount,
  captureRequest,
  type KeptOrder,
  type KeptRefund,
  orderRequest,
  refundRequest,
  shownCapture,
  shownOrder,
  shownRefund,
} from "./shapes.ts";

const HOUR_MS = 3_600_000;
const UNCAPTURED_FOR_MS = 3 * HOUR_MS;
const TOKEN_SECONDS = 32_400;
const ORDER_IDS_KEPT_MS = 6 * HOUR_MS;
const REFUND_IDS_KEPT_MS = 45 * 24 * HOUR_MS;

interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface StoredEvent {
  readonly owner: string;
  readonly event: { readonly id: string; readonly event_type: string; readonly resource: object };
}

/** PayPal's REST API as a small server: tokens, orders, captures, refunds and events by app; request ids are kept. */
export class PaypalSimulator {
  readonly faults = new PlannedFaults();
  readonly orders: KeptOrder[] = [];
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly requestId?: string;
    readonly body: unknown;
  }[] = [];
  /** The next capture is refused with this issue. */
  refuseCapture: string | null = null;
  /** The status of the next capture. */
  captureStatus = "COMPLETED";
  refundStatus = "COMPLETED";
  readonly #apps: readonly App[];
  readonly #now: () => Date;
  readonly #tokens = new Map<string, { readonly owner: string; readonly until: number }>();
  readonly #events = new Map<string, StoredEvent>();
  readonly #done = new Map<string, { readonly at: number; readonly view: () => object }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #ids = 0;

  private constructor(apps: readonly App[], now: () => Date) {
    this.#apps = apps;
    this.#now = now;
  }

  static async start(apps: readonly App[], now: () => Date): Promise<PaypalSimulator> {
    const simulator = new PaypalSimulator(apps, now);
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

  get tokensGiven(): number {
    return this.#tokens.size;
  }

  /** PayPal takes every token back before its time. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  of(sessionId: string): KeptOrder | null {
    return this.orders.find(({ custom_id: id }) => id === sessionId) ?? null;
  }

  /** The buyer agrees on PayPal's page. */
  approve(sessionId: string): boolean {
    const order = this.of(sessionId);
    if (order === null || this.#isGone(order) || order.status !== "PAYER_ACTION_REQUIRED") return false;
    order.status = "APPROVED";
    return true;
  }

  /** The order comes to this, as if it had been approved and captured. */
  capture(sessionId: string, status: string, received?: Amount, late = false): boolean {
    const order = this.of(sessionId);
    if (order === null || (!late && this.#isGone(order))) return false;
    const [last] = order.captures;
    if (last !== undefined && last.status !== "PENDING") return false;
    order.status = "COMPLETED";
    order.captures = [{ id: last?.id ?? this.#id(), status, amount: received ?? order.amount }];
    return true;
  }

  /**
   * Another system of the account makes an order that names ours in its own texts, captures it, and refunds a part
   * under the key. @returns its id
   */
  plant(owner: string, sessionId: string, refundKey: string, amount: Amount, part: Amount): string {
    const id = this.#id();
    this.orders.push({
      id,
      owner,
      createdAt: this.#now(),
      reference_id: sessionId,
      custom_id: "mug-4711",
      invoice_id: `mug-${sessionId}`,
      description: sessionId,
      amount,
      returnUrl: `https://mugs.example/${sessionId}`,
      status: "COMPLETED",
      captures: [{ id: this.#id(), status: "PARTIALLY_REFUNDED", amount }],
      refunds: [{ id: this.#id(), status: "COMPLETED", amount: part, custom_id: refundKey }],
    });
    return id;
  }

  /** An event that PayPal keeps for the app. The same about the same is the same event. */
  raise(owner: string, type: string, resource: object): StoredEvent["event"] {
    const digest = createHash("sha256")
      .update(JSON.stringify([owner, type, resource]))
      .digest("hex");
    const id = `WH-${digest.slice(0, 17)}-${digest.slice(17, 34)}`.toUpperCase();
    const event = {
      id,
      event_version: "1.0",
      create_time: "2026-11-21T12:00:00.000Z",
      resource_type: type.split(".")[1]!.toLowerCase(),
      event_type: type,
      resource,
    };
    this.#events.set(id, { owner, event });
    return event;
  }

  #id(): string {
    this.#ids += 1;
    return `${String(this.#ids).padStart(15, "0")}PP`;
  }

  #isGone({ createdAt, captures, forgotten }: KeptOrder): boolean {
    if (forgotten) return true;
    return captures.length === 0 && this.#now().getTime() - createdAt.getTime() >= UNCAPTURED_FOR_MS;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.take();
    const raw = await text(request);
    if (fault === "hang") return;
    const planned = typeof fault === "object" ? fault?.status : undefined;
    const acts = (planned ?? 500) >= 500;
    // Below 500 it refuses; from 500 on it has acted, and says nothing of it.
    const acted = acts ? this.#act(request, raw) : null;
    const { status, body } = planned === undefined && acted !== null ? acted : plannedProblem(planned ?? 500);
    if (fault === "lose") {
      request.socket.destroy();
      return;
    }
    // As providers do, a refusal quotes what was sent: a rail must not pass it on.
    const quoted = JSON.stringify({ ...body, message: `Not for ${request.headers.authorization}` });
    if (status >= 400) this.faults.refusals.push(quoted);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(fault === "garble" ? "<html>" : status >= 400 ? quoted : JSON.stringify(body));
  }

  #act(request: IncomingMessage, raw: string): Answer {
    const { method = "", headers } = request;
    const { pathname: path } = new URL(request.url ?? "", this.origin);
    if (path === "/v1/oauth2/token") return this.#giveToken(method, headers.authorization ?? "", raw);
    const value = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const token = this.#tokens.get(value);
    if (token === undefined || token.until <= this.#now().getTime())
      return {
        status: 401,
        body: { error: "invalid_token", error_description: "Token signature verification failed" },
      };
    if (method === "POST" && headers["content-type"] !== "application/json")
      return problem(415, "UNSUPPORTED_MEDIA_TYPE");
    const body: unknown = raw === "" ? undefined : JSON.parse(raw);
    const requestId = headers["paypal-request-id"];
    this.requests.push({
      method,
      path,
      body,
      ...(typeof requestId === "string" && { requestId }),
    });
    return method === "POST"
      ? this.#once(token.owner, path, `${requestId}`, `${headers.prefer}`, body)
      : this.#show(token.owner, path);
  }

  #giveToken(method: string, authorization: string, raw: string): Answer {
    const [, basic = ""] = /^Basic (\S+)$/.exec(authorization) ?? [];
    const credentials = Buffer.from(basic, "base64").toString();
    const app = this.#apps.find(
      ({ clientId, clientSecret }) => `${clientId}:${clientSecret}` === credentials,
    );
    if (method !== "POST" || app === undefined)
      return {
        status: 401,
        body: { error: "invalid_client", error_description: "Client Authentication failed" },
      };
    if (raw !== "grant_type=client_credentials")
      return { status: 400, body: { error: "unsupported_grant_type" } };
    const value = `A21.secret-token-${this.#tokens.size + 1}-${app.clientId}`;
    this.#tokens.set(value, {
      owner: app.clientId,
      until: this.#now().getTime() + TOKEN_SECONDS * 1000,
    });
    return {
      status: 200,
      body: {
        access_token: value,
        token_type: "Bearer",
        expires_in: TOKEN_SECONDS,
        app_id: "APP-1",
        scope: "",
      },
    };
  }

  /** Acts once for each request id, and repeats the result for later requests with it. */
  #once(owner: string, path: string, requestId: string, prefer: string, body: unknown): Answer {
    if (requestId.length > 108) return problem(400, "INVALID_STRING_LENGTH");
    if (requestId === "undefined") return problem(400, "PAYPAL_REQUEST_ID_REQUIRED");
    const key = `${owner} ${path} ${requestId}`;
    const known = this.#done.get(key);
    const now = this.#now().getTime();
    const keptMs = path.startsWith("/v2/payments/") ? REFUND_IDS_KEPT_MS : ORDER_IDS_KEPT_MS;
    if (known !== undefined && now - known.at < keptMs) return { status: 200, body: known.view() };
    const view = this.#do(owner, path, body);
    if ("status" in view) return view;
    this.#done.set(key, { at: now, view: view.show });
    const full = view.show() as { readonly id: string; readonly status: string };
    const minimal = { id: full.id, status: full.status };
    return { status: 201, body: prefer === "return=representation" ? full : minimal };
  }

  #do(owner: string, path: string, body: unknown): Answer | { readonly show: () => object } {
    const [, , , what, id = "", action] = path.split("/");
    if (what === "orders" && id === "") return this.#create(owner, body);
    if (what === "orders" && action === "capture") return this.#capture(owner, id, body);
    if (what === "captures" && action === "refund") return this.#refund(owner, id, body);
    return problem(404, "RESOURCE_NOT_FOUND");
  }

  #create(owner: string, body: unknown): Answer | { readonly show: () => object } {
    const request = orderRequest.safeParse(body);
    if (!request.success) return problem(422, "INVALID_PARAMETER_VALUE", request.error.message);
    const [unit] = request.data.purchase_units;
    const context = request.data.payment_source.paypal.experience_context;
    const order: KeptOrder = {
      ...unit!,
      id: this.#id(),
      owner,
      createdAt: this.#now(),
      returnUrl: context.return_url,
      status: "PAYER_ACTION_REQUIRED",
      captures: [],
      refunds: [],
    };
    this.orders.push(order);
    return { show: () => shownOrder(order, this.origin) };
  }

  #capture(owner: string, id: string, body: unknown): Answer | { readonly show: () => object } {
    const order = this.orders.find((one) => one.id === id && one.owner === owner);
    if (order === undefined || this.#isGone(order)) return problem(404, "INVALID_RESOURCE_ID");
    if (!captureRequest.safeParse(body).success) return problem(400, "INVALID_REQUEST");
    const refused = this.refuseCapture;
    this.refuseCapture = null;
    if (refused !== null) return problem(422, refused);
    if (order.captures.length > 0) return problem(422, "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return problem(422, "ORDER_NOT_APPROVED");
    const twice = this.orders.some(
      (one) => one.owner === owner && one.invoice_id === order.invoice_id && one.captures.length > 0,
    );
    if (twice) return problem(422, "DUPLICATE_INVOICE_ID");
    order.status = "COMPLETED";
    order.captures = [{ id: this.#id(), status: this.captureStatus, amount: order.amount }];
    return { show: () => shownOrder(order, this.origin) };
  }

  #refund(owner: string, captureId: string, body: unknown): Answer | { readonly show: () => object } {
    const order = this.orders.find(
      (one) => one.owner === owner && one.captures.some(({ id }) => id === captureId),
    );
    const capture = order?.captures.find(({ id }) => id === captureId);
    if (order === undefined || capture === undefined) return problem(404, "INVALID_RESOURCE_ID");
    const request = refundRequest.safeParse(body);
    if (!request.success) return problem(400, "INVALID_PARAMETER_VALUE", request.error.message);
    const { amount, custom_id } = request.data;
    if (capture.status === "PENDING") return problem(422, "CAPTURE_NOT_COMPLETED");
    if (amount.currency_code !== capture.amount.currency_code)
      return problem(422, "REFUND_CURRENCY_MISMATCH");
    const refunded = order.refunds
      .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
      .reduce((sum, one) => sum + Number(one.amount.value), 0);
    if (refunded + Number(amount.value) > Number(capture.amount.value) + 1e-9)
      return problem(422, "REFUND_AMOUNT_EXCEEDED");
    const refund: KeptRefund = { id: this.#id(), status: this.refundStatus, amount, custom_id };
    order.refunds.push(refund);
    capture.status =
      refunded + Number(amount.value) >= Number(capture.amount.value) - 1e-9
        ? "REFUNDED"
        : "PARTIALLY_REFUNDED";
    return { show: () => shownRefund(refund, captureId, this.origin) };
  }

  #show(owner: string, path: string): Answer {
    const [, version, , what, id] = path.split("/");
    const own = this.orders.filter((one) => one.owner === owner);
    if (version === "v1" && what === "webhooks") return { status: 200, body: { webhooks: [] } };
    if (version === "v1" && what === "webhooks-events") {
      const stored = this.#events.get(id ?? "");
      return stored?.owner === owner
        ? { status: 200, body: stored.event }
        : problem(404, "RESOURCE_NOT_FOUND");
    }
    for (const order of own) {
      if (what === "orders" && order.id === id && !this.#isGone(order))
        return { status: 200, body: shownOrder(order, this.origin) };
      const capture = order.captures.find((one) => one.id === id);
      if (what === "captures" && capture) return { status: 200, body: shownCapture(order, capture) };
      const refund = order.refunds.find((one) => one.id === id);
      if (what === "refunds" && refund)
        return { status: 200, body: shownRefund(refund, order.captures[0]!.id, this.origin) };
    }
    return problem(404, "RESOURCE_NOT_FOUND");
  }
}

/** A token that is refused, and trouble on PayPal's side, name no issue. */
function plannedProblem(status: number): Answer {
  if (status !== 401 && status < 500) return problem(status, "PLANNED");
  return { status, body: { name: "PLANNED", error: "invalid_token", debug_id: "simulated" } };
}

function problem(status: number, issue: string, description = ""): Answer {
  const name = status === 404 ? "RESOURCE_NOT_FOUND" : "UNPROCESSABLE_ENTITY";
  return {
    status,
    body: { name, message: description, debug_id: "simulated", details: [{ issue, description }] },
  };
}
