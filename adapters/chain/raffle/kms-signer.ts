import type { KMSClient } from "@aws-sdk/client-kms";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ChainUnavailable, type Hex } from "../../../ports/chain.ts";
import type { Log } from "../../../ports/log.ts";
import type { ChainSigner, DigestSignature } from "../../../ports/onchain/chain-signer.ts";
import type { UnitOfWork } from "../../../ports/unit-of-work.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { addressOf, signatureBy } from "./secp256k1.ts";

/** For one call, with its repetitions. */
const TIMEOUT_MS = 5_000;
const TRIES = 3;
/** A public key as a point that is not compressed: the end of what a key service answers, in DER (RFC 5480). */
const POINT_BYTES = 65;

/**
 * A key of AWS KMS, which cannot be exported. The service answers DER, with a high `s` half the time and without the
 * parity that a transaction needs. A signature by another key is rejected.
 */
export class KmsSigner implements ChainSigner {
  readonly #keyId: string;
  readonly #unitOfWork: Pick<UnitOfWork, "open">;
  readonly #log: Log;
  #client: Promise<KMSClient> | undefined;
  #publicKey: Promise<Uint8Array> | undefined;

  constructor(keyId: string, { unitOfWork, log }: { unitOfWork: Pick<UnitOfWork, "open">; log: Log }) {
    this.#keyId = keyId;
    this.#unitOfWork = unitOfWork;
    this.#log = log;
  }

  async address(): Promise<Hex> {
    return addressOf(await this.#key());
  }

  async sign(digest: Uint8Array): Promise<DigestSignature> {
    const publicKey = await this.#key();
    const der = await this.#call(async (client, abortSignal) => {
      const { SignCommand } = await import("@aws-sdk/client-kms");
      const command = new SignCommand({
        KeyId: this.#keyId,
        Message: digest,
        MessageType: "DIGEST",
        SigningAlgorithm: "ECDSA_SHA_256",
      });
      return (await client.send(command, { abortSignal })).Signature;
    });
    const signature = der && signatureIn(der);
    const own = signature ? signatureBy(publicKey, digest, signature) : null;
    if (own === null) {
      this.#log.error({ variable: "CHAIN_SIGNER_KMS_KEY" }, "the key service signed with another key");
      throw ChainUnavailable.because();
    }
    return own;
  }

  /** Read once: a key's public part never changes. */
  async #key(): Promise<Uint8Array> {
    this.#publicKey ??= this.#askKey();
    try {
      return await this.#publicKey;
    } catch (error) {
      this.#publicKey = undefined;
      throw error;
    }
  }

  async #askKey(): Promise<Uint8Array> {
    const der = await this.#call(async (client, abortSignal) => {
      const { GetPublicKeyCommand } = await import("@aws-sdk/client-kms");
      return (await client.send(new GetPublicKeyCommand({ KeyId: this.#keyId }), { abortSignal })).PublicKey;
    });
    const point = der?.subarray(-POINT_BYTES);
    if (point && point.length === POINT_BYTES && secp256k1.utils.isValidPublicKey(point, false)) return point;
    this.#log.error({ variable: "CHAIN_SIGNER_KMS_KEY" }, "KMS key is not a secp256k1 key");
    throw ChainUnavailable.because();
  }

  async #call<T>(ask: (client: KMSClient, deadline: AbortSignal) => Promise<T>): Promise<T> {
    invariant(!this.#unitOfWork.open, "no key service is called inside a unit of work");
    try {
      return await ask(await this.#connected(), AbortSignal.timeout(TIMEOUT_MS));
    } catch (error) {
      // Messages of errors may name accounts and addresses.
      this.#log.warn({ failure: (error as Error).name }, "key service failed");
      throw ChainUnavailable.because();
    }
  }

  /** Loaded here: most services have no such key. Region, credentials and endpoint are AWS's own variables. */
  #connected(): Promise<KMSClient> {
    this.#client ??= import("@aws-sdk/client-kms").then(
      ({ KMSClient }) => new KMSClient({ maxAttempts: TRIES }),
    );
    return this.#client;
  }
}

/** null: not a signature. */
function signatureIn(der: Uint8Array): { readonly r: bigint; readonly s: bigint } | null {
  try {
    return secp256k1.Signature.fromBytes(der, "der");
  } catch {
    return null;
  }
}
