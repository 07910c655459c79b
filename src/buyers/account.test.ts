import { describe, expect, it } from "vitest";
import { checksummedWallet, masked } from "./account.ts";

// The addresses of EIP-55.
const CHECKSUMMED = [
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

describe("checksummedWallet", () => {
  it.each(CHECKSUMMED)("spells %s as EIP-55 does, from any one case", (address) => {
    expect(checksummedWallet(address)).toBe(address);
    expect(checksummedWallet(address.toLowerCase())).toBe(address);
    expect(checksummedWallet(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it("refuses a wrong mixed-case checksum and a text that is not an address", () => {
    expect(checksummedWallet("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBeNull();
    expect(checksummedWallet("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe")).toBeNull();
    expect(checksummedWallet("5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")).toBeNull();
  });
});

it.each([
  [{ email: null, wallet: CHECKSUMMED[0]! }, "0x5aAe…eAed"],
  [{ email: "jo@example.com", wallet: null }, "j***@e***.com"],
  [{ email: "j@mail.example.co.uk", wallet: null }, "j***@m***.uk"],
])("masks %o", (buyer, text) => expect(masked(buyer)).toBe(text));
