import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign } from "node:crypto";

/** The Ed25519 key of one client. */
export class ProofKey {
  readonly privateKey: KeyObject;
  /** Input of register-key: SPKI DER in base64url. */
  readonly publicKey: string;
  /** The 32 bytes inside it. */
  readonly rawPublicKey: Uint8Array;

  /** @param keys default: new ones */
  constructor({ publicKey, privateKey } = generateKeyPairSync("ed25519")) {
    const spki = publicKey.export({ format: "der", type: "spki" });
    this.privateKey = privateKey;
    this.publicKey = spki.toString("base64url");
    this.rawPublicKey = spki.subarray(-32);
  }

  /** A proof of possession for one request, without a library: benches time it. @param path with the base path, without the query */
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
    return `${signed}.${sign(null, Buffer.from(signed), this.privateKey).toString("base64url")}`;
  }
}
