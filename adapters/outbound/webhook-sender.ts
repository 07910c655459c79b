import { UnitOfWork } from "../../ports/unit-of-work.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { Agent, type Dispatcher, errors } from "undici";
import { type Token, token } from "../../ports/token.ts";
import { type WebhookAnswer, type WebhookCall, WebhookSender } from "../../ports/webhooks/webhook-sender.ts";
import { AddressGuard, type Resolve } from "./address-guard.ts";
import { guardedConnector, type OpenSocket } from "./guarded-connector.ts";
import { leastUsedCache } from "../../src/shared/cache/least-used-cache.ts";

const RESPONSE_BYTES = 8 * 1024;
/** A body that takes longer is kept as far as it came: the status has decided. */
const BODY_MS = 2_000;
/** The number of calls of a process, so that endpoints on one host never queue behind each other. */
const CONNECTIONS_PER_ORIGIN = 256;
/** URLs whose parts are remembered: a busy endpoint's is read once, not at every call. */
const KNOWN_URLS = 1_000;

export interface WebhookSenderSettings {
  /** For development only: plain http, and any port of the loopback. */
  readonly allowLoopback: boolean;
  /** Resolves names; default: name servers. */
  readonly resolve?: Resolve;
  /** Opens sockets; default: `net.connect`. */
  readonly open?: OpenSocket;
}
export const WebhookSenderSettings: Token<WebhookSenderSettings> = token("WebhookSenderSettings");

/**
 * Posts with undici, over connections that are reused and shared with nothing else. A call inside a unit of work, which
 * is a bug, raises.
 */
export class UndiciWebhookSender implements WebhookSender {
  static readonly as = WebhookSender;
  static readonly needs = [WebhookSenderSettings, UnitOfWork] as const;
  readonly #guard: AddressGuard;
  readonly #agent: Agent;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  /** false: it is refused. */
  readonly #targets = leastUsedCache<string, Target | false>(KNOWN_URLS);

  constructor(settings: WebhookSenderSettings, unitOfWork: Pick<UnitOfWork, "open">) {
    this.#unitOfWork = unitOfWork;
    this.#guard = new AddressGuard(settings);
    this.#agent = new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      // A call keeps its own deadlines.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guardedConnector(this.#guard, settings.open),
    });
  }

  refusal(url: string): string | null {
    return this.#guard.refusal(url);
  }

  async refusalNow(url: string): Promise<string | null> {
    invariant(!this.#unitOfWork.open, "no name server is called inside a unit of work");
    return this.#guard.refusalNow(url);
  }

  async send({ url, headers, body, timeoutMs }: WebhookCall): Promise<WebhookAnswer> {
    invariant(!this.#unitOfWork.open, "no endpoint is called inside a unit of work");
    const target = this.#target(url);
    // Once more, for an endpoint that was registered under other settings.
    if (!target) return { error: "address_refused", durationMs: 0 };
    return new Promise((answered) => {
      const { origin, path } = target;
      const call = new Call(timeoutMs, answered);
      this.#agent.dispatch({ origin, path, method: "POST", headers, body }, call);
    });
  }

  /** Ends the calls under way. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #target(url: string): Target | false {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    const target = this.#guard.refusal(url) === null && targetOf(new URL(url));
    this.#targets.set(url, target);
    return target;
  }
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

function targetOf({ origin, pathname, search }: URL): Target {
  return { origin, path: pathname + search };
}

/**
 * One call, as undici's handler. It answers once, by the deadline at the latest, and closes a connection that still
 * sends data that is not read.
 */
class Call implements Dispatcher.DispatchHandler {
  readonly #started = performance.now();
  readonly #chunks: Uint8Array[] = [];
  readonly #answered: (answer: WebhookAnswer) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout;
  #over = false;
  #status = 0;
  #durationMs = 0;
  #length = 0;

  constructor(timeoutMs: number, answered: (answer: WebhookAnswer) => void) {
    this.#answered = answered;
    this.#timer = setTimeout(() => this.#cut(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The connection came too late: nothing is sent.
    if (this.#over) controller.abort(new Error("the call has ended"));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#over) return;
    clearTimeout(this.#timer);
    this.#durationMs = this.#elapsedMs();
    this.#status = status;
    this.#timer = setTimeout(() => this.#cut(), BODY_MS);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > RESPONSE_BYTES) this.#cut();
  }

  onResponseEnd(): void {
    this.#answer(null);
  }

  /** The body was cut off after the status: the part received is the answer. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#answer(reason(error));
  }

  #cut(): void {
    this.#answer("timeout");
    this.#controller?.abort(new Error("the call has ended"));
  }

  /** @param error the reason, without a status */
  #answer(error: string | null): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#answered(
      this.#status === 0
        ? { error: error ?? "connection_failed", durationMs: this.#elapsedMs() }
        : { status: this.#status, response: this.#response(), durationMs: this.#durationMs },
    );
  }

  #response(): string {
    if (this.#length === 0) return "";
    return Buffer.concat(this.#chunks).subarray(0, RESPONSE_BYTES).toString("utf8");
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#started);
  }
}

/** The error's code: enough for the operator, without details of the network for others. */
function reason(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return "not_http";
  const { code, errors: inners, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === "string") return code;
  const inner = inners?.[0] ?? cause;
  return inner === undefined ? "connection_failed" : reason(inner);
}
