import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, bytesToNumberBE, concatBytes, numberToBytesBE } from "@noble/curves/utils.js";

// For servers and browsers, as its imports. The elliptic-curve verifiable random function of Goldberg et al., on
// secp256k1, with the hashes of Chainlink's contract VRF.sol: 32 bytes a number, big-endian.

const { Point } = secp256k1;
const { Fp, Fn } = Point;
type CurvePoint = InstanceType<typeof Point>;
type Coordinates = readonly [x: bigint, y: bigint];

const HASH_TO_CURVE = 1n;
const SCALAR_FROM_POINTS = 2n;
const RANDOM_OUTPUT = 3n;

interface VrfProof {
  readonly publicKey: Coordinates;
  readonly gamma: Coordinates;
  readonly c: bigint;
  readonly s: bigint;
}

/**
 * Verifies a proof.
 * @param input the input of the number
 * @returns the only number that the key's owner could make of it; null: the proof proves nothing
 */
export function provenOutput(proof: VrfProof, input: bigint): bigint | null {
  const publicKey = pointAt(proof.publicKey);
  const gamma = pointAt(proof.gamma);
  if (publicKey === null || gamma === null) return null;
  const c = Fn.create(proof.c);
  const s = Fn.create(proof.s);
  const hash = hashToCurve(publicKey, input);
  const u = product(publicKey, c).add(product(Point.BASE, s));
  const v = product(gamma, c).add(product(hash, s));
  if (u.is0() || v.is0()) return null;
  return scalarFromPoints({ hash, publicKey, gamma, u, v }) === proof.c ? outputOf(gamma) : null;
}

/** Returns the input of a request: its pre-seed and the hash of its block. @param blockHash 0x and 64 hex digits */
export function vrfInput(preSeed: bigint, blockHash: string): bigint {
  return keccak(preSeed, BigInt(blockHash));
}

/** Returns the hash by which a request names its key. */
export function vrfKeyHash([x, y]: Coordinates): bigint {
  return keccak(x, y);
}

export function vrfRequestId(keyHash: bigint, preSeed: bigint): bigint {
  return keccak(keyHash, preSeed);
}

/** Returns the first random word that is made of an output. */
export function firstWord(output: bigint): bigint {
  return keccak(output, 0n);
}

/** Returns a point of the curve whose logarithm is unknown. */
export function hashToCurve(publicKey: CurvePoint, input: bigint): CurvePoint {
  let x = fieldHash(HASH_TO_CURVE, ...coordinates(publicKey), input);
  for (;;) {
    const point = evenPointAt(x);
    if (point !== null) return point;
    x = fieldHash(x);
  }
}

export function scalarFromPoints(points: {
  readonly hash: CurvePoint;
  readonly publicKey: CurvePoint;
  readonly gamma: CurvePoint;
  readonly u: CurvePoint;
  readonly v: CurvePoint;
}): bigint {
  const { hash, publicKey, gamma, u, v } = points;
  const numbers = [SCALAR_FROM_POINTS, ...[hash, publicKey, gamma, v].flatMap(coordinates)];
  return bytesToNumberBE(keccak_256(concatBytes(...numbers.map(word), addressOf(u))));
}

/** Returns the address of a public key: 20 bytes. */
export function addressOf(point: CurvePoint): Uint8Array {
  return keccak_256(concatBytes(...coordinates(point).map(word))).subarray(12);
}

function outputOf(gamma: CurvePoint): bigint {
  return keccak(RANDOM_OUTPUT, ...coordinates(gamma));
}

export function coordinates(point: CurvePoint): Coordinates {
  const { x, y } = point.toAffine();
  return [x, y];
}

function keccak(...numbers: readonly bigint[]): bigint {
  return bytesToNumberBE(keccak_256(concatBytes(...numbers.map(word))));
}

function word(number: bigint): Uint8Array {
  return numberToBytesBE(number, 32);
}

function fieldHash(...numbers: readonly bigint[]): bigint {
  let x = keccak(...numbers);
  while (x >= Fp.ORDER) x = keccak(x);
  return x;
}

function evenPointAt(x: bigint): CurvePoint | null {
  try {
    return Point.fromHex(`02${bytesToHex(word(x))}`);
  } catch {
    return null;
  }
}

function pointAt([x, y]: Coordinates): CurvePoint | null {
  try {
    const point = Point.fromAffine({ x, y });
    point.assertValidity();
    return point;
  } catch {
    return null;
  }
}

/** Multiplies a point by any scalar, 0 included. */
function product(point: CurvePoint, scalar: bigint): CurvePoint {
  return point.multiplyUnsafe(scalar);
}
