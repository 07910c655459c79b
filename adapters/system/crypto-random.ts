import { randomBytes } from "node:crypto";
import { Random } from "../../ports/random.ts";
import { invariant } from "../../src/shared/invariant.ts";

/** The operating system's generator. */
export class CryptoRandom implements Random {
  static readonly as = Random;
  static readonly needs = [] as const;

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
      for (const byte of randomBytes(length + 16)) {
        if (byte < limit) text += alphabet[byte % size];
        if (text.length === prefix.length + length) break;
      }
    }
    return text;
  }
}
