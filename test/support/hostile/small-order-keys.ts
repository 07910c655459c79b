import { ed25519 } from "@noble/curves/ed25519.js";

/** The order of the group, and the prime of its field. */
export const L = ed25519.Point.Fn.ORDER;
export const P = ed25519.Point.Fp.ORDER;

/** Little-endian, 32 of them. */
export function bytesOf(number: bigint): Buffer {
  return Buffer.from(Buffer.from(number.toString(16).padStart(64, "0"), "hex").toReversed());
}

/** The eight points of small order, and every other way to write them in 32 bytes. */
export function smallOrderKeys(): string[] {
  const { Point } = ed25519;
  const generator = smallOrderGenerator();
  const keys = new Set<string>();
  let point = Point.ZERO;
  for (let i = 0; i < 8; i++, point = point.add(generator)) {
    const y = point.toAffine().y;
    for (const written of [y, y + P]) {
      if (written >= 1n << 255n) continue;
      for (const sign of [0x00, 0x80]) {
        const bytes = bytesOf(written);
        bytes[31]! |= sign;
        keys.add(bytes.toString("hex"));
      }
    }
  }
  return [...keys];
}

/** What a multiple of the group's order leaves of a point is of small order; here of order 8. */
export function smallOrderGenerator(): InstanceType<typeof ed25519.Point> {
  for (let y = 2n; ; y++) {
    try {
      const point = ed25519.Point.fromBytes(bytesOf(y));
      const left = point.multiplyUnsafe(L - 1n).add(point);
      if (!left.multiplyUnsafe(4n).equals(ed25519.Point.ZERO)) return left;
    } catch {
      // not on the curve
    }
  }
}
