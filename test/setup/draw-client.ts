import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from "node:crypto";
import type { Partner } from "./partner.ts";
import { type Answer, call } from "./service.ts";

/** The Ed25519 key of one client. */
export class ProofKey {
  readonly #privateKey: KeyObject;
  /** SPKI DER in base64url. */
  readonly publicKey: string;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.#privateKey = privateKey;
    this.publicKey = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  }

  /** A proof of possession for one request. @param path with the base path, without the query */
  proof(request: {
    readonly method: string;
    readonly path: string;
    readonly apiKey: string;
    readonly body: string | Uint8Array;
    readonly now: Date;
    readonly jti?: string;
  }): string {
    const { method, path, apiKey, body, now, jti = randomUUID() } = request;
    const iat = Math.floor(now.getTime() / 1_000);
    const sha = (data: string | Uint8Array) => hash("sha256", data, "base64url");
    const claims = { htm: method, htu: path, iat, jti, ath: sha(apiKey), bsh: sha(body) };
    const signed = [{ alg: "EdDSA", typ: "service-proof+jwt" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${signed}.${sign(null, Buffer.from(signed), this.#privateKey).toString("base64url")}`;
  }
}

/** A client of the draw service: one API key and the key that signs its proofs. */
export class DrawClient {
  readonly partner: Partner;
  readonly apiKey: string;
  proofKey = new ProofKey();

  private constructor(partner: Partner, apiKey: string) {
    this.partner = partner;
    this.apiKey = apiKey;
  }

  /** A key of its own with every scope of draws, registered. */
  static async add(
    partner: Partner,
    { registered = true, apiKey }: { readonly registered?: boolean; readonly apiKey?: string } = {},
  ): Promise<DrawClient> {
    const rate = { rateLimit: 1_000_000, rateWindowSec: 60 };
    const client = new DrawClient(partner, apiKey ?? (await partner.addKey(["draws:create"], rate)).key);
    if (registered) {
      const answer = await client.register();
      if (answer.status !== 200) throw new Error(answer.text);
    }
    return client;
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
      jti,
      headers = {},
    }: {
      readonly proofKey?: ProofKey;
      readonly jti?: string;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Answer> {
    const { service } = this.partner;
    const raw = written(body);
    const url = new URL(`/api/v1${path}`, service.baseUrl);
    const proof = proofKey.proof({
      method: "POST",
      path: url.pathname,
      apiKey: this.apiKey,
      body: raw,
      now: service.clock.now(),
      jti,
    });
    return call(service.baseUrl, "POST", url.pathname + url.search, {
      key: this.apiKey,
      raw,
      headers: { "Service-Proof": proof, ...headers },
    });
  }

  /** The id of a new commitment. */
  async commit(): Promise<string> {
    const { status, json, text } = await this.post("/draws/commit");
    if (status !== 200) throw new Error(text);
    return json.drawId;
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
