import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type PlannedFault, PlannedFaults } from "../../conformance/planned-faults.ts";
import { StripeRefusal } from "./refusal.ts";
import type { SimulatedStripeAccount } from "./simulated-account.ts";
import { chargeObject } from "./objects.ts";
import type { EventObject, IntentObject, RefundObject, SessionObject } from "./objects.ts";
import { decodeForm, type Form, stripeSchema } from "./schema.ts";

/**
 * The fault of one request. `lose`, `garble`: it is carried out, and its answer is lost or unreadable. `hang`, `stall`:
 * no answer arrives, or only half of it.
 */
type Fault =
  | { readonly fault: "lose" | "garble" | "hang" | "stall" }
  /** Answered like this without doing anything; with a key, `remembered` like any answer. */
  | {
      readonly fault: "answer";
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly remembered?: boolean;
    };

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Two POSTs with one key must be able to meet. */
const WORK_MS = 3;

/**
 * Stripe's API on a loopback port, as far as the rail uses it: with state, idempotency keys as the original has
 * them, and every request and answer checked against its description where that is at hand.
 */
export class StripeSimulator {
  readonly requests: SeenRequest[] = [];
  readonly planned = new PlannedFaults({ namesEnvironment: true });
  /** Entries on a page of a list, also if more are requested. */
  pageMax = 100;
  /** Differences from the description. */
  readonly violations: string[] = [];
  /** Requests that were left without an answer, and whose sender then hung up. */
  hungUp = 0;
  readonly #faults: { readonly fault: Fault; readonly on: (method: string, path: string) => boolean }[] = [];
  readonly #accounts = new Map<string, SimulatedStripeAccount>();
  readonly #keys = new Map<string, { readonly digest: string; answer: Answer | null }>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<StripeSimulator> {
    const server = createServer();
    const simulator = new StripeSimulator(server);
    server.on("request", (request, response) => void simulator.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return simulator;
  }

  get origin(): URL {
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  /** Returns whether a request is to be left without an answer. */
  get hangs(): boolean {
    return (
      this.planned.hangs || this.#faults.some(({ fault: { fault } }) => fault === "hang" || fault === "stall")
    );
  }

  addAccount(secretKey: string, account: SimulatedStripeAccount): void {
    this.#accounts.set(secretKey, account);
  }

  /** For the next request, or for the next that `on` chooses. */
  next(fault: Fault, on: (method: string, path: string) => boolean = () => true): void {
    this.#faults.push({ fault, on });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://localhost");
    const key = headers["idempotency-key"];
    const seen: SeenRequest = {
      method,
      path: url.pathname,
      form: decodeForm(method === "GET" ? url.search.slice(1) : Buffer.concat(chunks).toString()),
      version: String(headers["stripe-version"]),
      idempotencyKey: key === undefined ? undefined : String(key),
    };
    this.requests.push(seen);
    const at = this.#faults.findIndex(({ on }) => on(method, url.pathname));
    const plannedFault = this.planned.take();
    const fault = at < 0 ? faultOf(plannedFault) : this.#faults.splice(at, 1)[0]?.fault;
    if (fault?.fault === "hang" || fault?.fault === "stall") {
      response.on("close", () => (this.hungUp += 1));
      if (fault.fault === "stall")
        response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
      return;
    }
    const planned = fault?.fault === "answer" ? fault : undefined;
    const answer =
      planned && planned.remembered !== true
        ? planned
        : await this.#idempotently(seen, headers.authorization, planned);
    if (fault?.fault === "lose") return void request.socket.destroy();
    const status = typeof plannedFault === "object" ? plannedFault?.status : undefined;
    const reply = status === undefined ? answer : statusAnswer(status);
    // What a test has planned in full is sent as it is.
    const content =
      status === undefined && planned ? reply.body : this.#quoting(reply, headers.authorization);
    const text = plannedFault === "other environment" ? otherMode(content) : content;
    const body = fault?.fault === "garble" ? text.slice(0, text.length / 2) : text;
    response.writeHead(reply.status, { "content-type": "application/json", ...planned?.headers }).end(body);
  }

  /** The body of an answer: a refusal's message quotes what was sent. */
  #quoting({ status, body }: Answer, authorization: string | undefined): string {
    if (status < 400) return body;
    const { error } = JSON.parse(body) as { readonly error: { readonly message?: string } };
    const quoted = JSON.stringify({ error: { ...error, message: `${error.message} (${authorization})` } });
    this.planned.refusals.push(quoted);
    return quoted;
  }

  /** The first answer to a key is the answer to it; while it is being made, a second request is refused. */
  async #idempotently(
    seen: SeenRequest,
    authorization: string | undefined,
    planned?: Answer,
  ): Promise<Answer> {
    const account = this.#accounts.get(authorization?.replace(/^Bearer /, "") ?? "");
    if (account === undefined)
      return refused(new StripeRefusal(401, { message: "Invalid API Key provided: sk_test_********abcd" }));
    if (seen.method !== "POST" || seen.idempotencyKey === undefined) return this.#answer(account, seen);
    const key = `${authorization} ${seen.idempotencyKey}`;
    const digest = createHash("sha256")
      .update(JSON.stringify([seen.path, seen.form]))
      .digest("hex");
    const present = this.#keys.get(key);
    if (present !== undefined) {
      if (present.answer === null)
        return refused(new StripeRefusal(409, { code: "idempotency_key_in_use", message: "In progress." }));
      if (present.digest !== digest)
        return refused(
          new StripeRefusal(400, {
            type: "idempotency_error",
            message: "Keys for idempotent requests can only be used with the same parameters.",
          }),
        );
      return present.answer;
    }
    const entry: { readonly digest: string; answer: Answer | null } = { digest, answer: null };
    this.#keys.set(key, entry);
    await delay(WORK_MS);
    try {
      entry.answer = planned ?? this.#carryOut(account, seen);
      return entry.answer;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      if (error.remembered) entry.answer = refused(error);
      else this.#keys.delete(key);
      return refused(error);
    }
  }

  #answer(account: SimulatedStripeAccount, seen: SeenRequest): Answer {
    try {
      return this.#carryOut(account, seen);
    } catch (error) {
      if (error instanceof StripeRefusal) return refused(error);
      throw error;
    }
  }

  #carryOut(account: SimulatedStripeAccount, seen: SeenRequest): Answer {
    const schema = stripeSchema();
    const { method, path, form } = seen;
    const wrong = schema?.request(method, path, form) ?? [];
    this.violations.push(...wrong.map((what) => `request ${method} ${path}: ${what}`));
    if (wrong.length > 0)
      throw new StripeRefusal(400, { code: "parameter_unknown", message: wrong.join("; ") });
    const body = this.#resource(account, method, path, form);
    const misdescribed = schema?.answer(method, path, 200, body) ?? [];
    this.violations.push(...misdescribed.map((what) => `answer to ${method} ${path}: ${what}`));
    return { status: 200, body: JSON.stringify(body) };
  }

  #resource(account: SimulatedStripeAccount, method: string, path: string, form: Form): object {
    const [, , collection = "", ...rest] = path.split("/");
    const [first = "", second = "", third] = rest;
    const list = <T extends Listed>(newestFirst: readonly T[], view?: (one: T) => object) =>
      listOf({ url: path, pageMax: this.pageMax, form }, newestFirst, view);
    const expand = new Set(Array.isArray(form["expand"]) ? (form["expand"] as string[]) : []);
    const viewOf = (session: SessionObject, prefix = ""): object => {
      const view = { ...session, client_secret: session.status === "open" ? session.client_secret : null };
      const withCharge = expand.has(`${prefix}payment_intent.latest_charge`);
      if (session.payment_intent === null || !(withCharge || expand.has(`${prefix}payment_intent`)))
        return view;
      const intent = account.intent(session.payment_intent);
      if (!withCharge || intent.latest_charge === null) return { ...view, payment_intent: intent };
      const charge = chargeObject(intent, account.refunded(intent.id));
      return { ...view, payment_intent: { ...intent, latest_charge: charge } };
    };
    switch (`${method} ${collection}`) {
      case "POST checkout":
        if (second === "") return viewOf(account.createSession(form));
        if (third === "expire") return viewOf(account.expireSession(second));
        break;
      case "GET checkout":
        if (second !== "") return viewOf(account.session(second));
        return list(account.sessions.toReversed().filter(within(form)), (one) =>
          viewOf(account.session(one.id), "data."),
        );
      case "GET payment_intents":
        return account.intent(first);
      case "POST refunds":
        return account.createRefund(form);
      case "GET refunds":
        if (first !== "") return account.refund(first);
        return list(
          account.refunds
            .toReversed()
            .filter((one) => (form["payment_intent"] ?? one.payment_intent) === one.payment_intent),
        );
      case "GET events":
        return list(account.events.toReversed().filter(within(form)).filter(filterOf(form)));
    }
    throw new StripeRefusal(404, { message: `Unrecognized request URL (${method}: ${path}).` });
  }
}

/** A status below 500 replaces the action; from 500 on it replaces only the answer. */
function faultOf(planned: PlannedFault | null): Fault | undefined {
  if (planned === null || planned === "other environment") return undefined;
  if (typeof planned === "string") return { fault: planned };
  return planned.status < 500 ? { fault: "answer", ...statusAnswer(planned.status) } : undefined;
}

function statusAnswer(status: number): Answer {
  return { status, body: JSON.stringify({ error: { type: "api_error", message: `Refused: ${status}` } }) };
}

function refused({ status, error }: StripeRefusal): Answer {
  return { status, body: JSON.stringify({ error }) };
}

function within(form: Form): (one: { readonly created: number }) => boolean {
  const { gte = "0", lte = "99999999999" } = (form["created"] ?? {}) as Record<string, string>;
  return ({ created }) => created >= Number(gte) && created <= Number(lte);
}

function filterOf(form: Form): (one: EventObject) => boolean {
  const types = form["types"] as readonly string[] | undefined;
  const undelivered = form["delivery_success"] === "false";
  return (one) =>
    (types === undefined || types.includes(one.type)) && (!undelivered || one.pending_webhooks > 0);
}

/** Returns the answer of the other mode. */
function otherMode(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => (name === "livemode" ? !value : value));
}

type Listed = SessionObject | IntentObject | RefundObject | EventObject;

function listOf<T extends Listed>(
  { url, pageMax, form }: { readonly url: string; readonly pageMax: number; readonly form: Form },
  newestFirst: readonly T[],
  view: (one: T) => object = (one) => one,
): object {
  const limit = Math.min(pageMax, Number(form["limit"] ?? 10));
  const after = newestFirst.findIndex((one) => one.id === form["starting_after"]);
  const rest = newestFirst.slice(after + 1);
  return { object: "list", url, has_more: rest.length > limit, data: rest.slice(0, limit).map(view) };
}
