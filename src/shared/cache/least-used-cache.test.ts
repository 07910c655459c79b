import { expect, it } from "vitest";
import { leastUsedCache } from "./least-used-cache.ts";

it("holds at most this many values and forgets the least recently used one", () => {
  const cache = leastUsedCache<string, number>(3);
  for (const [value, key] of ["a", "b", "c"].entries()) cache.set(key, value);
  expect(cache.get("a")).toBe(0);
  cache.set("d", 3);
  expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
  for (let value = 0; value < 100; value++) cache.set(`more ${value}`, value);
  expect([...cache.values()].toSorted()).toEqual([97, 98, 99]);
  cache.delete("more 98");
  expect(cache.size).toBe(2);
});

it("takes room as it fills", () => {
  const before = process.memoryUsage();
  const caches = Array.from({ length: 100 }, () => leastUsedCache<string, number>(100_000));
  const after = process.memoryUsage();
  const taken = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  expect(taken / caches.length).toBeLessThan(100_000);
});
