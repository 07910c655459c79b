import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, bytesToNumberBE, numberToBytesBE } from "@noble/curves/utils.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import {
  addressOf,
  coordinates,
  hashToCurve,
  scalarFromPoints,
  vrfInput,
  vrfKeyHash,
} from "../../src/lot-draws/vrf/vrf-proof.ts";
import type { Hex } from "../../ports/chain.ts";

const { Point } = secp256k1;
const { Fp, Fn } = Point;
type CurvePoint = InstanceType<typeof Point>;

/** A proof for the coordinator's `fulfillRandomWords`. */
interface CoordinatorProof {
  readonly pk: readonly [bigint, bigint];
  readonly gamma: readonly [bigint, bigint];
  readonly c: bigint;
  readonly s: bigint;
  readonly seed: bigint;
  readonly uWitness: Hex;
  readonly cGammaWitness: readonly [bigint, bigint];
  readonly sHashWitness: readonly [bigint, bigint];
  readonly zInv: bigint;
}

/** A proving key, with which a node of Chainlink answers requests. */
export class VrfKey {
  readonly #secret: bigint;
  readonly #point: CurvePoint;

  constructor(secret: bigint) {
    this.#secret = secret;
    this.#point = Point.BASE.multiply(secret);
  }

  get publicKey(): readonly [bigint, bigint] {
    return coordinates(this.#point);
  }

  get hash(): Hex {
    return hex(numberToBytesBE(vrfKeyHash(this.publicKey), 32));
  }

  prove(preSeed: bigint, blockHash: Hex): CoordinatorProof {
    const input = vrfInput(preSeed, blockHash);
    const hash = hashToCurve(this.#point, input);
    const gamma = hash.multiply(this.#secret);
    const k = this.#nonce(input);
    const u = Point.BASE.multiply(k);
    const v = hash.multiply(k);
    const c = scalarFromPoints({ hash, publicKey: this.#point, gamma, u, v });
    const s = Fn.create(k - Fn.create(c) * this.#secret);
    const cGamma = gamma.multiply(Fn.create(c));
    const sHash = hash.multiply(s);
    return {
      pk: this.publicKey,
      gamma: coordinates(gamma),
      c,
      s,
      seed: preSeed,
      uWitness: hex(addressOf(u)),
      cGammaWitness: coordinates(cGamma),
      sHashWitness: coordinates(sHash),
      zInv: Fp.inv(sumDenominator(cGamma, sHash)),
    };
  }

  /** Returns a nonce, a different one for each input: two proofs with one nonce would reveal the key. */
  #nonce(input: bigint): bigint {
    const secretAndInput = [this.#secret, input].flatMap((number) => [...numberToBytesBE(number, 32)]);
    return Fn.create(bytesToNumberBE(keccak_256(Uint8Array.from(secretAndInput))));
  }
}

/** Returns the denominator z of the sum of two points, as VRF.sol computes it: its inverse is a part of the proof. */
function sumDenominator(p: CurvePoint, q: CurvePoint): bigint {
  const [px] = coordinates(p);
  const [qx] = coordinates(q);
  const lz = Fp.sub(qx, px);
  const square = Fp.mul(lz, lz);
  const cube = Fp.mul(square, lz);
  // dx = lz^2, dy = dx * lz; z is their product where they differ.
  return square === cube ? square : Fp.mul(square, cube);
}

function hex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}
