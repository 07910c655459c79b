import { Agent, type Dispatcher, errors, request } from "undici";
import type { WebhookAnswer, WebhookCall, WebhookSender } from "../../ports/webhook-sender.ts";
import { AddressGuard, type Resolve } from "./address-guard.ts";
import { guardedConnector, type OpenSocket } from "./guarded-connector.ts";

const RESPONSE_BYTES = 8 * 1024;
/** A body that takes longer is kept as far as it came: the status has decided. */
const BODY_MS = 2_000;
/** As many as the calls of a process, so that endpoints on one host never queue behind each other. */
const CONNECTIONS_PER_ORIGIN = 256;

export interface WebhookSenderOptions {
  /** For development only: plain http, and any port of the loopback. */
  readonly allowLoopback: boolean;
  /** How names are resolved; by name servers unless given. */
  readonly resolve?: Resolve;
  /** How sockets are opened; by `net.connect` unless given. */
  readonly open?: OpenSocket;
}

/** Posts with undici, over connections that are kept for the next call and shared with nothing else. */
export class UndiciWebhookSender implements WebhookSender {
  readonly #guard: AddressGuard;
  readonly #agent: Agent;

  constructor(options: WebhookSenderOptions) {
    this.#guard = new AddressGuard(options);
    this.#agent = new Agent({
      connections: CONNECTIONS_PER_ORIGIN,
      // The deadlines below are kept by a signal.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guardedConnector(this.#guard, options.open),
    });
  }

  refusal(url: string): string | null {
    return this.#guard.refusal(url);
  }

  refusalNow(url: string): Promise<string | null> {
    return this.#guard.refusalNow(url);
  }

  async send({ url, headers, body, timeoutMs }: WebhookCall): Promise<WebhookAnswer> {
    const started = performance.now();
    const durationMs = () => Math.round(performance.now() - started);
    // Once more, for an endpoint that was registered under other settings.
    if (this.#guard.refusal(url) !== null) return { error: "address_refused", durationMs: durationMs() };
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    try {
      const answer = await request(url, {
        method: "POST",
        headers,
        body,
        dispatcher: this.#agent,
        signal: abort.signal,
      });
      clearTimeout(timer);
      const status = answer.statusCode;
      const answeredMs = durationMs();
      return { status, response: await beginning(answer.body, abort), durationMs: answeredMs };
    } catch (error) {
      return { error: abort.signal.aborted ? "timeout" : reason(error), durationMs: durationMs() };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the calls under way. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

async function beginning(body: Dispatcher.ResponseData["body"], abort: AbortController): Promise<string> {
  const timer = setTimeout(() => abort.abort(), BODY_MS);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > RESPONSE_BYTES) break;
    }
  } catch {
    // Cut off: what came is the answer.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES).toString("utf8");
}

/** The code of what went wrong, which tells the operator enough and a stranger nothing about our network. */
function reason(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return "not_http";
  const { code, errors: inners, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === "string") return code;
  const inner = inners?.[0] ?? cause;
  return inner === undefined ? "connection_failed" : reason(inner);
}
