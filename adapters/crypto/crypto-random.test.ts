import { describe, expect, it } from "vitest";
import { BASE_62 } from "../../src/shared/new-ids.ts";
import { CryptoRandom } from "./crypto-random.ts";

const random = new CryptoRandom();

describe("random values", () => {
  it("have the requested prefix, length and alphabet", () => {
    for (const length of [1, 26, 43, 500]) {
      expect(random.text("sk_", length, BASE_62)).toMatch(new RegExp(`^sk_[0-9A-Za-z]{${length}}$`));
    }
    expect(random.text("only the prefix", 0, "ab")).toBe("only the prefix");
    expect(random.bytes(32)).toHaveLength(32);
  });

  it("do not repeat", () => {
    const drawn = Array.from({ length: 1000 }, () => random.text("", 26, BASE_62));
    expect(new Set(drawn).size).toBe(1000);
  });

  it("use every character of the alphabet equally often", () => {
    const draws = 62 * 4000;
    const counts = Map.groupBy(random.text("", draws, BASE_62), (character) => character);
    expect(counts.size).toBe(62);
    // Chi-squared with 61 degrees of freedom is beyond 140 once in ten million runs; a plain modulo is beyond 700.
    const expected = draws / 62;
    const deviation = [...counts.values()].reduce(
      (sum, { length }) => sum + (length - expected) ** 2 / expected,
      0,
    );
    expect(deviation).toBeLessThan(140);
  });

  it("refuse an alphabet that a byte cannot choose from", () => {
    expect(() => random.text("", 4, "a")).toThrow("alphabet");
    expect(() => random.text("", 4, "a".repeat(257))).toThrow("alphabet");
  });
});
