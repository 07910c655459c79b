import { describe, expect, it } from "vitest";
import { isOrderId } from "../../src/shared/ids.ts";
import { CryptoRandom } from "./crypto-random.ts";
import { TimeOrderedIds } from "./time-ordered-ids.ts";

const START = Date.parse("2027-01-11T12:13:14.567Z");

function idsAt(time: { ms: number }, digit = "0"): TimeOrderedIds {
  return new TimeOrderedIds({ now: () => new Date(time.ms) }, new CryptoRandom(), { digit });
}

describe("ids of orders and events", () => {
  it("have the documented formats", () => {
    const ids = idsAt({ ms: START });
    expect(ids.order()).toMatch(/^cs_[0-9a-z]{26}$/);
    expect(isOrderId(ids.order())).toBe(true);
    expect(ids.event()).toMatch(/^evt_[0-9a-z]{26}$/);
  });

  it("sort as text in the order of their times, to the millisecond and across the years", () => {
    const time = { ms: 0 };
    const ids = idsAt(time);
    const times = [0, 1, 35, 36, START, START + 1, START + 86_400_000, Date.parse("5000-01-01")];
    const generated = times.map((ms) => {
      time.ms = ms;
      return ids.order();
    });
    expect(generated.toSorted()).toEqual(generated);
    expect(generated.map((id) => Number.parseInt(id.slice(3, 12), 36))).toEqual(times);
  });

  it("name their cell behind the time", () => {
    for (const digit of ["0", "9", "z"]) expect(idsAt({ ms: START }, digit).event()[13]).toBe(digit);
  });

  it("have sixteen characters of chance, in which every character is as likely", () => {
    const ids = idsAt({ ms: START });
    const draws = 10_000;
    const generated = Array.from({ length: draws }, () => ids.order());
    expect(new Set(generated.map((id) => id.slice(0, 13))).size).toBe(1);
    const chances = generated.map((id) => id.slice(13));
    expect(new Set(chances).size).toBe(draws);
    for (let place = 0; place < 16; place++) {
      const counts = Map.groupBy(chances, (chance) => chance[place]);
      expect(counts.size).toBe(36);
      // Chi-squared with 35 degrees of freedom is beyond 110 once in a hundred million runs.
      const deviation = [...counts.values()].reduce((sum, { length }) => sum + (length - draws / 36) ** 2, 0);
      expect(deviation / (draws / 36)).toBeLessThan(110);
    }
  });

  it("are not made for a time that they could not tell", () => {
    expect(() => idsAt({ ms: -1 }).order()).toThrow("the years 1970 to 5188");
  });
});
