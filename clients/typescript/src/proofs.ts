const ED25519 = { name: "Ed25519" };
const HEADER = { alg: "EdDSA", typ: "service-proof+jwt" };

/** The request that a proof is for. */
export interface ProvenRequest {
  readonly apiKey: string;
  /** Default: `POST`. */
  readonly method?: string;
  /** From the first slash, without host and query: `/api/v1/draws/commit`. */
  readonly path: string;
  /** The bytes that are sent. Default: none. The client sends `JSON.stringify` of a call's body. */
  readonly body?: string | Uint8Array;
  /** Default: a random one. Both proofs of a new key have the same. */
  readonly jti?: string;
}

/**
 * Returns the value of `Service-Proof` for one request: it counts once, for 60 seconds.
 * @param privateKey Ed25519: a key of Web Crypto, or PKCS #8 as PEM
 */
export async function sign(request: ProvenRequest, privateKey: CryptoKey | string): Promise<string> {
  const { apiKey, method = "POST", path, body = "", jti = crypto.randomUUID() } = request;
  const key = typeof privateKey === "string" ? await imported(privateKey) : privateKey;
  const claims = {
    htm: method,
    htu: path,
    iat: Math.floor(Date.now() / 1_000),
    jti,
    ath: await sha256(apiKey),
    bsh: await sha256(body),
  };
  const signed = [HEADER, claims].map((part) => base64url(bytesOf(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign(ED25519, key, bytesOf(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** A key pair as text. */
export interface DrawKey {
  /** PKCS #8 as PEM: keep it like a password. */
  readonly privateKey: string;
  /** `publicKey` of register-key and rotate-key. */
  readonly publicKey: string;
}

/** Makes an Ed25519 key pair. */
export async function generateKey(): Promise<DrawKey> {
  const pair = (await crypto.subtle.generateKey(ED25519, true, ["sign", "verify"])) as CryptoKeyPair;
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", pair.privateKey);
  const spki = await crypto.subtle.exportKey("spki", pair.publicKey);
  const lines = base64(new Uint8Array(pkcs8))
    .match(/.{1,64}/g)!
    .join("\n");
  return {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
    publicKey: base64url(new Uint8Array(spki)),
  };
}

function imported(pem: string): Promise<CryptoKey> {
  const [, text] = /-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  if (text === undefined) throw new TypeError("privateKey: not PKCS #8 as PEM");
  const der = Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("pkcs8", der, ED25519, false, ["sign"]);
}

async function sha256(body: string | Uint8Array): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(body))));
}

function bytesOf(text: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return (typeof text === "string" ? new TextEncoder().encode(text) : text) as Uint8Array<ArrayBuffer>;
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
