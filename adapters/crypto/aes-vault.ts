import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Vault } from "../../ports/crypto.ts";
import { invariant } from "../../src/shared/invariant.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES;

interface EncryptionKey {
  /** 0 to 255; the first byte of everything sealed with it. */
  readonly id: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/**
 * AES-256-GCM. Sealed: key id (1 byte), nonce (12), ciphertext, tag (16); the purpose is authenticated with it.
 * Nonces are random, so a key should be replaced before it has sealed 2^32 texts (NIST SP 800-38D, 8.3).
 */
export class AesVault implements Vault {
  readonly #keys = new Map<number, KeyObject>();
  readonly #sealingId: number;

  /** The first key seals; all open. */
  constructor(keys: readonly EncryptionKey[]) {
    const [first] = keys;
    invariant(first, "a vault has a key");
    for (const { id, key } of keys) this.#keys.set(id, createSecretKey(key));
    this.#sealingId = first.id;
  }

  seal(plain: Uint8Array, purpose: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#keys.get(this.#sealingId)!, nonce, {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(purpose));
    const encrypted = cipher.update(plain);
    return Buffer.concat([Buffer.of(this.#sealingId), nonce, encrypted, cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Uint8Array, purpose: string): Uint8Array {
    if (sealed.length < HEADER_BYTES + TAG_BYTES) throw new Error("what is sealed is longer");
    const key = this.#keys.get(sealed[0]!);
    if (!key)
      throw new Error(`ENCRYPTION_KEY lacks the key with the id ${sealed[0]}, which this was sealed with`);
    const nonce = sealed.subarray(1, HEADER_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()]);
  }
}

/**
 * The keys of ENCRYPTION_KEY: one key, which has the id 0, or `id:key,id:key`. A key is 32 bytes as 64 hexadecimal or
 * 44 base64 characters.
 * @throws Error that names the fault without disclosing any part of a key
 */
export function encryptionKeys(text: string): EncryptionKey[] {
  const parts = text.split(",").map((part) => part.trim());
  const keys = parts.map((part, position) => {
    const colon = part.indexOf(":");
    if (colon === -1 && parts.length > 1) throw fault(`key ${position + 1} has no id: write id:key,id:key`);
    const idText = colon === -1 ? "0" : part.slice(0, colon);
    const id = Number(idText);
    if (!/^\d{1,3}$/.test(idText) || id > 255)
      throw fault(`the id of key ${position + 1} is not a number from 0 to 255`);
    const key = decoded(part.slice(colon + 1));
    if (!key)
      throw fault(`key ${position + 1} is neither 64 hexadecimal nor 44 base64 characters (32 bytes)`);
    if (key.every((byte) => byte === key[0]))
      throw fault(`key ${position + 1} is not random: all its bytes are equal`);
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw fault("two keys have the same id");
  if (new Set(keys.map(({ key }) => key.toString("hex"))).size < keys.length)
    throw fault("two ids have the same key");
  return keys;
}

function decoded(text: string): Buffer | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  const key = Buffer.from(text, "base64");
  return key.length === KEY_BYTES ? key : null;
}

function fault(sentence: string): Error {
  return new Error(`ENCRYPTION_KEY: ${sentence}`);
}
