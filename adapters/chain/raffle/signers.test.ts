import { secp256k1 } from "@noble/curves/secp256k1.js";
import { recoverAddress, serializeSignature } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FakeKms } from "../../../test/support/chain/fake-kms.ts";
import { SILENT } from "../../../test/support/builders/organisations.ts";
import type { ChainSigner } from "../../../ports/onchain/chain-signer.ts";
import { KmsSigner } from "./kms-signer.ts";
import { RawKeySigner } from "./raw-key-signer.ts";
import { opened } from "../../../test/support/opened.ts";

/** The second of the accounts that every node for development has. */
const KEY = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const ADDRESS = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const HALF = secp256k1.Point.Fn.ORDER / 2n;
const unavailable = expect.objectContaining({ code: "chain_unavailable" });

const former = { ...process.env };
const kms = opened(() => FakeKms.start(KEY));
beforeAll(async () => {
  Object.assign(process.env, kms.environment);
});
beforeEach(() => {
  kms.failing = false;
  kms.half = "high";
});
afterAll(async () => {
  process.env = former;
});

const open = (unitOfWork = { open: false }) => new KmsSigner("operator", { unitOfWork, log: SILENT });

/** Signs until both parities came. */
async function expectSignatures(signer: ChainSigner): Promise<void> {
  expect(await signer.address()).toBe(ADDRESS);
  const parities = new Set<number>();
  for (let i = 0; i < 64 && parities.size < 2; i++) {
    const digest = new Uint8Array(32).fill(i + 1);
    const { r, s, parity } = await signer.sign(digest);
    expect(BigInt(s) <= HALF).toBe(true);
    const signature = serializeSignature({ r, s, yParity: parity });
    const hash = `0x${Buffer.from(digest).toString("hex")}` as const;
    expect((await recoverAddress({ hash, signature })).toLowerCase()).toBe(ADDRESS);
    parities.add(parity);
  }
  expect([...parities].toSorted()).toEqual([0, 1]);
}

describe("a signature has s in the lower half and the parity that recovers the key", () => {
  it("of a key in memory", () => expectSignatures(new RawKeySigner(KEY)));
  it.each(["high", "low"] as const)("of a key service that answers %s s without a parity", async (half) => {
    kms.half = half;
    await expectSignatures(open());
  });
});

describe("a key service", () => {
  it("is called for its public key once", async () => {
    const signer = open();
    kms.calls.length = 0;
    await Promise.all([signer.address(), signer.address(), signer.sign(new Uint8Array(32).fill(7))]);
    await signer.address();
    expect(kms.calls.toSorted()).toEqual(["GetPublicKey", "Sign"]);
  });

  it("that signs with another key is not believed", async () => {
    const signer = open();
    await signer.address();
    const own = kms.secret;
    kms.secret = new Uint8Array(32).fill(9);
    await expect(signer.sign(new Uint8Array(32).fill(7))).rejects.toEqual(unavailable);
    kms.secret = own;
    await signer.sign(new Uint8Array(32).fill(7));
  });

  it("is called again after a failure", async () => {
    const signer = open();
    kms.failing = true;
    await expect(signer.address()).rejects.toEqual(unavailable);
    kms.failing = false;
    expect(await signer.address()).toBe(ADDRESS);
  });

  it("is never called inside a unit of work", async () => {
    await expect(open({ open: true }).address()).rejects.toThrow("inside a unit of work");
  });
});
