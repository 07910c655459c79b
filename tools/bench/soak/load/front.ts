import { setTimeout as pause } from "node:timers/promises";
import { Agent } from "undici";
import type { SoakTime } from "../time.ts";

/** JSON of an answer, for reading into it freely. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly json: Json;
  /** The next page of a list; null: there is none. */
  readonly next: string | null;
}

interface Request {
  /** An API key, or the operator's token. */
  readonly key?: string;
  readonly body?: unknown;
  /** The body's text, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Errors that are allowed, besides 2xx. */
  readonly refusals?: readonly string[];
}

const CALL_MS = 30_000;
const AGAIN_MS = 250;
/** Longer than a request keeps its Idempotency-Key that died with its process. */
const TRIES = 480;
/** Returns true for answers to a request, or to its repetition, while a process or the database is away. */
function isAway({ status, json }: Answer): boolean {
  return status === 503 || json?.error === "idempotency_in_progress";
}

/** The processes of the service as callers see them: a request goes to any one, and to another if that does not answer. */
export class Front {
  readonly time: SoakTime;
  /** Origins of the processes that live. */
  origins: readonly string[] = [];
  /** Numbers of answers, by a name such as `POST /checkout/sessions 201`. */
  readonly answers = new Map<string, number>();
  /** Answers that must not occur, with an example each. */
  readonly unexpected = new Map<string, string>();
  readonly #agent = new Agent({ connections: 128, pipelining: 1, headersTimeout: CALL_MS });

  constructor(time: SoakTime) {
    this.time = time;
  }

  /**
   * Sends a request, and repeats it, as partners do, after a 503 or without an answer. The service may receive it twice.
   * @returns null: no answer came in the end, or an unexpected one
   */
  async call(method: string, path: string, request: Request = {}): Promise<Answer | null> {
    const route = `${method} ${path.replace(/\?.*/, "").replace(/\/(?:\d+|[a-z]+_[^/]+|shop-\d+|[0-9a-f-]{36})(?=\/|$)/g, "/{}")}`;
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await this.#once(method, path, request).catch(() => null);
      const error = answer === null || answer.status < 300 ? "" : ` ${answer.json?.error}`;
      this.#count(answer === null ? "no answer" : `${route} ${answer.status}${error}`);
      if (answer === null || isAway(answer)) {
        await pause(AGAIN_MS);
        continue;
      }
      if (answer.status < 300 || request.refusals?.includes(answer.json?.error)) return answer;
      this.unexpected.set(`${route} ${answer.status}${error}`, JSON.stringify(answer.json).slice(0, 300));
      return null;
    }
    this.unexpected.set(`${route}: no answer`, `after ${TRIES} tries`);
    return null;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #once(method: string, path: string, { key, body, raw, headers }: Request): Promise<Answer> {
    const origin = this.origins[Math.floor(Math.random() * this.origins.length)];
    const text = raw ?? (body === undefined ? "" : JSON.stringify(body));
    const answer = await this.#agent.request({
      origin: origin!,
      method: method as "POST",
      path,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(text !== "" && { "content-type": "application/json" }),
        ...headers,
      },
      body: text === "" ? null : text,
    });
    const answered = await answer.body.text();
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? null;
    return { status: answer.statusCode, json: answered === "" ? null : JSON.parse(answered), next };
  }

  #count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}
