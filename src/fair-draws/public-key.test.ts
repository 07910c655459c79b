import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import { ProofKey } from "../../test/support/draws/proof-key.ts";
import {
  bytesOf,
  P,
  smallOrderGenerator,
  smallOrderKeys,
} from "../../test/support/hostile/small-order-keys.ts";
import type { Problem } from "../shared/problem.ts";
import { publicKeyFromSpki } from "./possession.ts";

const KEY = new ProofKey();

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

describe("a public key", () => {
  const SPKI_PREFIX = "302a300506032b6570032100";
  const spki = (hex: string) => Buffer.from(SPKI_PREFIX + hex, "hex").toString("base64url");
  const refused = (publicKey: string) => {
    try {
      publicKeyFromSpki(publicKey);
    } catch (error) {
      const { code, facts } = error as Problem;
      return `${code} ${facts.issues?.[0]?.path} ${facts.issues?.[0]?.code}`;
    }
    return "accepted";
  };

  it("is the 32 bytes of an SPKI as every library exports it", () => {
    const key = publicKeyFromSpki(KEY.publicKey);
    expect(Buffer.from(key).toString("hex")).toBe(Buffer.from(KEY.rawPublicKey).toString("hex"));
    expect(key.constructor).toBe(Uint8Array);
  });

  it.each([
    ["nothing", ""],
    ["the raw key", base64url(KEY.rawPublicKey)],
    ["padding", `${KEY.publicKey}=`],
    ["the other alphabet", Buffer.from(SPKI_PREFIX + "fb".repeat(32), "hex").toString("base64")],
    ["a byte too many", base64url(Buffer.concat([Buffer.from(KEY.publicKey, "base64url"), Buffer.alloc(1)]))],
    ["a byte too few", base64url(Buffer.from(KEY.publicKey, "base64url").subarray(0, -1))],
    ["an X25519 key", KEY.publicKey.replace("MCowBQYDK2Vw", "MCowBQYDK2Vu")],
    ["PEM", "-----BEGIN PUBLIC KEY-----"],
    [
      "a length in the long form",
      base64url(Buffer.from(`30812a${SPKI_PREFIX.slice(4)}${"07".repeat(31)}`, "hex")),
    ],
  ])("is refused with %s", (_what, publicKey) => {
    expect(refused(publicKey)).toBe("invalid_request publicKey invalid_format");
  });

  it("is refused with bits that no byte takes up", () => {
    expect(KEY.publicKey).toHaveLength(59);
    const bent = KEY.publicKey.slice(0, -1) + String.fromCharCode(KEY.publicKey.charCodeAt(58) + 1);
    expect(refused(bent)).toBe("invalid_request publicKey invalid_format");
  });

  it.each(smallOrderKeys())("of small order is refused: %s", (hex) => {
    expect(refused(spki(hex))).toBe("invalid_request publicKey invalid_key");
  });

  it("is refused when it is not canonical, not on the curve, or has a part of small order", () => {
    const mixed = ed25519.Point.BASE.add(smallOrderGenerator()).toHex();
    for (const hex of [
      bytesOf(P + 3n).toString("hex"),
      bytesOf(2n).toString("hex"),
      "ff".repeat(32),
      mixed,
    ]) {
      expect(refused(spki(hex)), hex).toBe("invalid_request publicKey invalid_key");
    }
  });
});
