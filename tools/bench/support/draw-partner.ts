import { Pool } from "undici";
import { invariant } from "../../../src/shared/invariant.ts";
import { quantile } from "./load.ts";
import { ProofKey } from "../../../test/support/draws/proof-key.ts";

export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A partner that signs, commits and reveals; only the reveals are timed. */
export class DrawPartner {
  readonly #http: Pool;
  readonly #apiKey: string;
  readonly #proofKey = new ProofKey();

  private constructor(origin: string, apiKey: string, connections: number) {
    this.#http = new Pool(origin, { connections, pipelining: 1 });
    this.#apiKey = apiKey;
  }

  static async open(origin: string, apiKey: string, connections: number): Promise<DrawPartner> {
    const partner = new DrawPartner(origin, apiKey, connections);
    await partner.#post(
      "/draws/register-key",
      JSON.stringify({ publicKey: partner.#proofKey.publicKey }),
      null,
    );
    return partner;
  }

  async reveals(
    body: string,
    { clients, count }: { readonly clients: number; readonly count: number },
  ): Promise<Times & { readonly perSec: number }> {
    const draws: string[] = [];
    for (let i = 0; i < count; i++) draws.push(await this.commit());
    const times: number[] = [];
    const start = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let drawId = draws.pop(); drawId !== undefined; drawId = draws.pop())
          times.push(await this.#ready(drawId, body, 200)());
      }),
    );
    return { ...quantiles(times), perSec: count / ((performance.now() - start) / 1000) };
  }

  /** Commits to a draw and signs its reveal. @returns a function that reveals it and returns the milliseconds */
  async ready(body: string): Promise<() => Promise<number>> {
    return this.#ready(await this.commit(), body, 200);
  }

  /** Signs reveals of unpaid draws: each is refused, and may be repeated. */
  readyUnpaid(drawIds: readonly string[], body: string): (() => Promise<number>)[] {
    return drawIds.map((drawId) => this.#ready(drawId, body, 402));
  }

  async commit(): Promise<string> {
    return JSON.parse(await this.#post("/draws/commit", "", this.#proof("/draws/commit", ""))).drawId;
  }

  #ready(drawId: string, body: string, status: 200 | 402): () => Promise<number> {
    const path = `/draws/${drawId}/reveal`;
    const proof = this.#proof(path, body);
    const bytes = Buffer.from(body);
    return async () => {
      const from = performance.now();
      await this.#post(path, bytes, proof, status);
      return performance.now() - from;
    };
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #proof(path: string, body: string): string {
    const request = { method: "POST", path: `/api/v1${path}`, body, now: new Date() };
    return this.#proofKey.proof({ ...request, apiKey: this.#apiKey });
  }

  async #post(path: string, body: string | Buffer, proof: string | null, status = 200): Promise<string> {
    const answer = await this.#http.request({
      method: "POST",
      path: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${this.#apiKey}`,
        ...(body.length > 0 && { "content-type": "application/json" }),
        ...(proof !== null && { "service-proof": proof }),
      },
      body,
    });
    const text = await answer.body.text();
    invariant(answer.statusCode === status, `${path} is answered ${answer.statusCode} ${text.slice(0, 200)}`);
    return text;
  }
}

export function quantiles(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

export function timesText({ p50Ms, p99Ms }: Times): string {
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;
}
