import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";

export const ALGORITHM = "fair-draw-v1";
export const MAX_CANDIDATES = 10_000;

export interface DrawInputs {
  readonly clientSeed: string;
  readonly nonce: string;
  readonly candidatesHash: string;
  readonly candidateCount: number;
  readonly pick: number;
}

export function serverSeedHash(serverSeed: string): string {
  return bytesToHex(sha256(utf8ToBytes(serverSeed)));
}

export function candidatesHash(candidates: readonly unknown[]): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalize(candidates)!)));
}

export function winnerIndices(serverSeed: string, inputs: DrawInputs): number[] {
  const { clientSeed, nonce, candidatesHash, candidateCount, pick } = inputs;
  const keyed = hmac.create(sha256, utf8ToBytes(serverSeed));
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  let counter = 0;
  const below = (m: number): number => {
    for (;;) {
      if (at === block.byteLength) {
        const message = [ALGORITHM, clientSeed, nonce, candidatesHash, candidateCount, pick, counter++];
        const digest = keyed
          .clone()
          .update(utf8ToBytes(canonicalize(message)!))
          .digest();
        block = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
        at = 0;
      }
      const word = block.getUint32(at);
      at += 4;
      if (word < 2 ** 32 - (2 ** 32 % m)) return word % m;
    }
  };
  const positions = Array.from({ length: candidateCount }, (_, index) => index);
  for (let k = 0; k < pick; k++) {
    const j = k + below(candidateCount - k);
    [positions[k], positions[j]] = [positions[j]!, positions[k]!];
  }
  return positions.slice(0, pick);
}
