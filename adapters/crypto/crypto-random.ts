import { randomBytes, randomFillSync } from "node:crypto";
import { Random } from "../../ports/crypto.ts";
import { invariant } from "../../src/shared/invariant.ts";

/** Fetched together: a call costs as much as hundreds of bytes. */
const POOL_BYTES = 4096;

/** The operating system's generator. */
export class CryptoRandom implements Random {
  static readonly as = Random;
  static readonly needs = [] as const;
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;

  bytes(length: number): Uint8Array {
    return randomBytes(length);
  }

  text(prefix: string, length: number, alphabet: string): string {
    const size = alphabet.length;
    invariant(size >= 2 && size <= 256, "an alphabet has 2 to 256 characters");
    // Bytes beyond the last whole multiple are thrown away: they would favour the first characters.
    const limit = 256 - (256 % size);
    let text = prefix;
    while (text.length < prefix.length + length) {
      const byte = this.#byte();
      if (byte < limit) text += alphabet[byte % size];
    }
    return text;
  }

  /** Each is given once, and forgotten. */
  #byte(): number {
    if (this.#used === POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    const byte = this.#pool[this.#used]!;
    this.#pool[this.#used++] = 0;
    return byte;
  }
}
