import { type Issue, RaffleError } from "./raffle-error.ts";
import { TYPESCRIPT, VERSION } from "./version.ts";

const MOST_TRIES = 3;
const LONGEST_WAIT_SEC = 30;
/** Codes and statuses of what time can lift. */
const PASSING: ReadonlySet<unknown> = new Set(["no_answer", "idempotency_in_progress", 429, 502, 503, 504]);
const WRITES = new Set(["POST", "PATCH", "PUT"]);
const BODILESS = new Set([204, 205, 304]);

interface TriesOptions {
  /** null: none is sent. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

/** Returns a `fetch` that tries a request again where that is safe and may help, and throws for a refusal. */
export function fetchWithTries(options: TriesOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = headersOf(request, options.apiKey);
    const bytes = await request.arrayBuffer();
    const body = bytes.byteLength === 0 ? null : bytes;
    const most = headers.has("Service-Proof") ? 1 : MOST_TRIES;
    for (let number = 1; ; number += 1) {
      const answer = await tryOnce(request, { headers, body }, options);
      if (answer instanceof Response && answer.ok) return answer;
      const error = answer instanceof Response ? await refusalOf(answer, options.apiKey) : answer;
      const waitSec = error.retryAfter ?? 0.25 * 2 ** number;
      if (number >= most || !mayPass(error) || waitSec > LONGEST_WAIT_SEC) throw error;
      await pause(waitSec + Math.random() / 4, request.signal);
    }
  };
}

/** Waits. Throws when the signal ends it. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1_000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

function headersOf(request: Request, apiKey: string | null): Headers {
  const headers = new Headers(request.headers);
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  headers.set("User-Agent", `partner-raffle/${VERSION} typescript/${TYPESCRIPT}`);
  if (WRITES.has(request.method) && !headers.has("Idempotency-Key"))
    headers.set("Idempotency-Key", crypto.randomUUID());
  return headers;
}

/** Sends a request and reads the whole answer; returns an error where none came. */
async function tryOnce(
  request: Request,
  sent: Pick<RequestInit, "headers" | "body">,
  { timeoutMs, fetch, apiKey }: TriesOptions,
): Promise<Response | RaffleError> {
  const { url, method } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    // A redirect would take the key elsewhere.
    const answer = await fetch(url, { method, ...sent, signal, redirect: "manual" });
    const bytes = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(BODILESS.has(status) ? null : bytes, { status, headers });
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    const reason = timeout.aborted ? `none within ${timeoutMs / 1_000} s` : reasonOf(error);
    return new RaffleError(`no answer: ${without(apiKey, reason)}`, { code: "no_answer" });
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? "the connection broke";
}

/** Returns true for what time can lift. */
export function mayPass({ code, status }: RaffleError): boolean {
  return PASSING.has(code) || PASSING.has(status);
}

interface Refusal {
  readonly error?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
  readonly docUrl?: string;
}

async function refusalOf(answer: Response, apiKey: string | null): Promise<RaffleError> {
  const { status, headers } = answer;
  const body = parsed(without(apiKey, await answer.text())) as Refusal | null;
  const code = typeof body?.error === "string" ? body.error : "unexpected_answer";
  const text = typeof body?.message === "string" ? body.message : "the answer is not one of the service";
  const requestId = headers.get("X-Request-Id");
  const after = requestId === null ? "" : `, request ${requestId}`;
  const issues = Array.isArray(body?.issues) ? body.issues : [];
  const retryAfter = secondsOf(headers.get("Retry-After"));
  const { docUrl } = body ?? {};
  const details = { code, status, issues, requestId, docUrl, retryAfter, body };
  return new RaffleError(`${text} (${code}, ${status}${after})`, details);
}

function without(apiKey: string | null, text: string): string {
  return apiKey === null ? text : text.replaceAll(apiKey, "sk_…");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param header seconds, or a time */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
