import { HDKey } from "@scure/bip32";
import { mnemonicToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { ExtendedKeyAddresses, extendedPublicKey, PUBLISHED_KEY } from "./extended-key-addresses.ts";

/** The first mnemonic of BIP-39's vectors. */
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const JUNK = `${"test ".repeat(11)}junk`;
/** BIP-32, test vector 2, master key. */
const VECTOR_PUBLIC =
  "xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB";
const VECTOR_PRIVATE =
  "xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U";
/** Its child 0, in the same vector. */
const VECTOR_CHILD =
  "xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH";

function accountKey(mnemonic: string): string {
  return mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'" }).getHdKey().publicExtendedKey;
}

describe("addresses below an extended public key", () => {
  it("are those that wallets show for the mnemonics everybody knows", () => {
    expect(new ExtendedKeyAddresses(PUBLISHED_KEY).at(0)).toBe("0x9858effd232b4033e47d90003d41ec34ecaeda94");
    const anvil = new ExtendedKeyAddresses(accountKey(JUNK));
    expect([anvil.at(0), anvil.at(1)]).toEqual([
      "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
      "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
    ]);
  });

  it.each([MNEMONIC, JUNK])("are those that viem derives from the private side of %s", (mnemonic) => {
    const addresses = new ExtendedKeyAddresses(accountKey(mnemonic));
    for (const index of [0, 1, 2, 19, 1_000, 123_456_789, 2 ** 31 - 1]) {
      const account = mnemonicToAccount(mnemonic, { addressIndex: index });
      expect(addresses.at(index)).toBe(account.address.toLowerCase());
    }
  });

  it("has the published test key from the mnemonic that is said", () => {
    expect(accountKey(MNEMONIC)).toBe(PUBLISHED_KEY);
  });

  it("derives as BIP-32's own vector", () => {
    expect(extendedPublicKey(VECTOR_PUBLIC).deriveChild(0).publicExtendedKey).toBe(VECTOR_CHILD);
  });

  it("have a source that tells keys apart, does not disclose them, and ignores where a key says it comes from", () => {
    const one = new ExtendedKeyAddresses(PUBLISHED_KEY);
    expect(one.source).toMatch(/^[0-9a-f]{64}$/);
    expect(new ExtendedKeyAddresses(accountKey(JUNK)).source).not.toBe(one.source);
    const { publicKey, chainCode } = extendedPublicKey(PUBLISHED_KEY);
    const rootless = new HDKey({ publicKey: publicKey!, chainCode: chainCode! });
    expect(rootless.publicExtendedKey).not.toBe(PUBLISHED_KEY);
    expect(new ExtendedKeyAddresses(rootless.publicExtendedKey).source).toBe(one.source);
  });

  it("have no hardened index: that needs the private key", () => {
    expect(() => new ExtendedKeyAddresses(PUBLISHED_KEY).at(2 ** 31)).toThrow(/hardened/);
  });
});

describe("an extended public key", () => {
  it("that is private is refused in words that do not repeat it", () => {
    expect(() => extendedPublicKey(VECTOR_PRIVATE)).toThrow(/^is a private key, which must never be here/);
    expect(() => extendedPublicKey(`t${VECTOR_PRIVATE.slice(1)}`)).toThrow(/^is a private key/);
    expect(() => extendedPublicKey(VECTOR_PRIVATE)).not.toThrow(VECTOR_PRIVATE.slice(10, 30));
  });

  it.each([
    "",
    "xpub",
    "0x9858effd232b4033e47d90003d41ec34ecaeda94",
    `${VECTOR_PUBLIC.slice(0, -1)}C`,
    VECTOR_PUBLIC.replace("xpub", "ypub"),
    ` ${VECTOR_PUBLIC}`,
  ])("is not %j", (text) => {
    expect(() => extendedPublicKey(text)).toThrow(/^must be a BIP-32 extended public key \(xpub…\)$/);
  });
});
