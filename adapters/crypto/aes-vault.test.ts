import { describe, expect, it } from "vitest";
import { AesVault, encryptionKeys } from "./aes-vault.ts";

const OLD = { id: 1, key: Buffer.alloc(32, 1) };
const NEW = { id: 2, key: Buffer.alloc(32, 2) };
const plain = Buffer.from('{"apiKey":"Größe"}');

describe("the vault", () => {
  it("opens what it sealed, the empty text too", () => {
    const vault = new AesVault([OLD]);
    for (const text of [plain, Buffer.alloc(0), Buffer.alloc(100_000, 7)]) {
      expect(Buffer.from(vault.open(vault.seal(text, "idempotency"), "idempotency"))).toEqual(text);
    }
  });

  it("seals the same text differently each time and shows nothing of it", () => {
    const vault = new AesVault([OLD]);
    const sealed = Buffer.from(vault.seal(plain, "idempotency"));
    expect(sealed).not.toEqual(vault.seal(plain, "idempotency"));
    expect(sealed.includes("apiKey")).toBe(false);
    expect(sealed).toHaveLength(plain.length + 29);
  });

  it("opens for no other purpose", () => {
    const vault = new AesVault([OLD]);
    const sealed = vault.seal(plain, "idempotency");
    expect(() => vault.open(sealed, "rail-credentials")).toThrow();
  });

  it("refuses what was changed in any byte, or cut short", () => {
    const vault = new AesVault([OLD]);
    const sealed = vault.seal(plain, "idempotency");
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed);
      changed[at]! ^= 1;
      expect(() => vault.open(changed, "idempotency")).toThrow();
      expect(() => vault.open(sealed.subarray(0, at), "idempotency")).toThrow();
    }
  });

  it("seals with the first key and still opens what an older one sealed", () => {
    const before = new AesVault([OLD]).seal(plain, "idempotency");
    const rotated = new AesVault([NEW, OLD]);
    expect(Buffer.from(rotated.open(before, "idempotency"))).toEqual(plain);
    expect(rotated.seal(plain, "idempotency")[0]).toBe(2);
    expect(() => new AesVault([NEW]).open(before, "idempotency")).toThrow("the key with the id 1");
  });
});

describe("ENCRYPTION_KEY", () => {
  const hex = "0123456789abcdef".repeat(4);
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, i) => 7 * i));
  const base64 = bytes.toString("base64");

  it("is 64 hexadecimal or 44 base64 characters; a single key has the id 0", () => {
    expect(encryptionKeys(hex)).toEqual([{ id: 0, key: Buffer.from(hex, "hex") }]);
    expect(encryptionKeys(base64)).toEqual([{ id: 0, key: bytes }]);
  });

  it("may be several keys with their ids, in their order", () => {
    expect(encryptionKeys(`7:${hex}, 0:${base64}`)).toEqual([
      { id: 7, key: Buffer.from(hex, "hex") },
      { id: 0, key: bytes },
    ]);
  });

  it.each([
    ["a key that is too short", hex.slice(2), "key 1 is neither"],
    ["a word", "correct horse battery staple, or so", "has no id"],
    ["an id beyond a byte", `256:${hex}`, "the id of key 1"],
    ["an id that is a word", `new:${hex}`, "the id of key 1"],
    ["several keys without ids", `${hex},${hex}`, "has no id"],
    ["the same id twice", `1:${hex},1:${base64}`, "the same id"],
    ["the same key twice", `1:${hex},2:${hex}`, "the same key"],
    ["one byte again and again", "03".repeat(32), "key 1 is not random"],
    ["nothing behind the id", `1:${hex},2:`, "key 2 is neither"],
  ])("is refused as %s, without showing it", (_, text, sentence) => {
    expect(() => encryptionKeys(text)).toThrow(sentence);
    expect(() => encryptionKeys(text)).toThrow(/^ENCRYPTION_KEY: (?!.*0123456789)/);
  });
});
