import { describe, expect, it } from "vitest";
import { centsOf, transactionHash } from "./deposit.ts";

describe("cents of a token's units", () => {
  it.each([
    [1_000_000n, 6, 100n],
    [10_000n, 6, 1n],
    [9_999n, 6, 0n],
    [19_999n, 6, 1n],
    [0n, 6, 0n],
    [10n ** 18n, 18, 100n],
    [10n ** 16n - 1n, 18, 0n],
    [123n, 2, 123n],
    [10n ** 30n, 30, 100n],
    [2n ** 256n - 1n, 2, 2n ** 256n - 1n],
  ])("are of %d units with %d decimals: %d", (units, decimals, cents) => {
    expect(centsOf(units, decimals)).toBe(cents);
  });
});

describe("a transaction's hash", () => {
  const hash = `0x${"0123456789abcdef".repeat(4)}`;
  it("has one spelling for any case of the input", () => {
    expect(transactionHash(hash)).toBe(hash);
    expect(transactionHash(`0x${hash.slice(2).toUpperCase()}`)).toBe(hash);
  });

  it.each([
    "",
    "0x",
    hash.slice(2),
    hash.slice(0, -1),
    `${hash}0`,
    ` ${hash}`,
    `${hash}\n`,
    `0X${hash.slice(2)}`,
    hash.replace("f", "g"),
  ])("is not %j: the refusal names the field", (text) => {
    expect(() => transactionHash(text)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        facts: { issues: [expect.objectContaining({ path: "txHash" })] },
      }),
    );
  });
});
