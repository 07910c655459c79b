import { randomUUID } from "node:crypto";
import type { Partner } from "../builders/partner.ts";
import { ProofKey } from "./proof-key.ts";
import { type Answer, call } from "../service/service.ts";

/** A client of the draw service: one API key and the key that signs its proofs. */
export class DrawClient {
  readonly partner: Partner;
  readonly apiKey: string;
  proofKey: ProofKey;

  private constructor(partner: Partner, apiKey: string, proofKey: ProofKey) {
    this.partner = partner;
    this.apiKey = apiKey;
    this.proofKey = proofKey;
  }

  /** A separate key with every scope of draws, registered. */
  static async add(
    partner: Partner,
    {
      registered = true,
      apiKey,
      proofKey = new ProofKey(),
    }: { readonly registered?: boolean; readonly apiKey?: string; readonly proofKey?: ProofKey } = {},
  ): Promise<DrawClient> {
    const rate = { rateLimit: 1_000_000, rateWindowSec: 60 };
    const client = new DrawClient(
      partner,
      apiKey ?? (await partner.addKey(["draws:create"], rate)).key,
      proofKey,
    );
    if (registered) {
      const answer = await client.register();
      if (answer.status !== 200) throw new Error(answer.text);
    }
    return client;
  }

  /** A key that is registered already. */
  static known(partner: Partner, apiKey: string, proofKey: ProofKey): DrawClient {
    return new DrawClient(partner, apiKey, proofKey);
  }

  register(publicKey = this.proofKey.publicKey): Promise<Answer> {
    return this.plain("POST", "/draws/register-key", { publicKey });
  }

  /** Without a proof. */
  plain(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.partner.service.call(method, `/api/v1${path}`, { key: this.apiKey, body, headers });
  }

  get(path: string): Promise<Answer> {
    return this.plain("GET", path);
  }

  /** With a fresh proof. @param body what is not text or bytes is sent as JSON */
  async post(
    path: string,
    body?: unknown,
    {
      proofKey = this.proofKey,
      newKey,
      jti = randomUUID(),
      headers = {},
      at = this.partner.service.baseUrl,
    }: {
      readonly proofKey?: ProofKey;
      /** Signs, too. */
      readonly newKey?: ProofKey;
      readonly jti?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Origin of another process on the same database. */
      readonly at?: string;
    } = {},
  ): Promise<Answer> {
    const raw = written(body);
    const target = `/api/v1${path}`;
    const proof = this.proof("POST", target, raw, { proofKey, jti });
    const second = newKey && {
      "Service-Proof-New-Key": this.proof("POST", target, raw, { proofKey: newKey, jti }),
    };
    return call(at, "POST", target, {
      key: this.apiKey,
      raw,
      headers: { "Service-Proof": proof, ...second, ...headers },
    });
  }

  /** A fresh proof for one request. @param target path with its base path; a query is not part of the proof */
  proof(
    method: string,
    target: string,
    body: string | Uint8Array,
    { proofKey = this.proofKey, jti }: { readonly proofKey?: ProofKey; readonly jti?: string } = {},
  ): string {
    const [path] = target.split("?") as [string];
    const now = this.partner.service.clock.now();
    return proofKey.proof({ method, path, apiKey: this.apiKey, body, now, jti });
  }

  /** The id of a new commitment. */
  async commit(): Promise<string> {
    const { status, json, text } = await this.post("/draws/commit");
    if (status !== 200) throw new Error(text);
    return json.drawId;
  }

  /** To a key that is there, unless the options say otherwise. */
  rotate(newKey: ProofKey, options?: Parameters<DrawClient["post"]>[2]): Promise<Answer> {
    return this.post("/draws/rotate-key", { publicKey: newKey.publicKey }, { newKey, ...options });
  }

  reveal(drawId: string, body: unknown, options?: Parameters<DrawClient["post"]>[2]): Promise<Answer> {
    return this.post(`/draws/${drawId}/reveal`, body, options);
  }
}

function written(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body === undefined) return "";
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}
