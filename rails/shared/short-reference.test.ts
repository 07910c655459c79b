import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberOfReference, shortReference } from "./short-reference.ts";

const ID = "cs_01jd2zk8x4w9m7q3r5t6v8b0ce";
const order = { id: ID, number: 4711 };

describe("a short reference", () => {
  it("is the same for the same order, as long as the provider allows, and of letters and digits", () => {
    expect(shortReference(order, 16)).toBe(shortReference({ ...order }, 16));
    for (const length of [12, 16, 25, 40])
      expect(shortReference(order, length)).toMatch(new RegExp(`^[0-9a-z]{${length}}$`));
  });

  it("tells orders apart by number and by the last character of the id", () => {
    const others = [
      { id: ID, number: 4712 },
      { id: `${ID.slice(0, -1)}f`, number: 4711 },
      { id: `x${ID}`, number: 4711 },
    ];
    for (const length of [12, 40]) {
      const references = [order, ...others].map((one) => shortReference(one, length));
      expect(new Set(references).size).toBe(references.length);
    }
  });

  it("gives the order's number back", () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 36 ** 8 - 1 }),
        fc.integer({ min: 12, max: 40 }),
        (id, number, length) => {
          const reference = shortReference({ id, number }, length);
          expect(reference).toHaveLength(length);
          expect(numberOfReference(reference ?? "")).toBe(number);
        },
      ),
    ));

  it.each([0, -1, 1.5, Number.NaN, 36 ** 8])("is none for the number %d", (number) =>
    expect(shortReference({ id: ID, number }, 16)).toBeNull(),
  );

  it.each([11, 41, 16.5])("cannot have %d characters", (length) =>
    expect(() => shortReference(order, length)).toThrow("12 to 40"),
  );

  it.each(["", "r4711", "0".repeat(12), "INVOICE-2026-11", "a".repeat(41)])(
    "%j names no order",
    (reference) => expect(numberOfReference(reference)).toBeNull(),
  );
});
