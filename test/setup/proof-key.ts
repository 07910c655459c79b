import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from "node:crypto";

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
