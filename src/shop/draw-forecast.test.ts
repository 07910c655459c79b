import { expect, it } from "vitest";
import { type Chain, ChainUnavailable } from "../../ports/chain.ts";
import { DrawForecast } from "./draw-forecast.ts";

const NOW = new Date("2027-01-11T12:00:00Z");

/** Returns a chain with a block every twelve seconds, and this newest final one. */
function chainAt(final: () => number): Chain {
  const block = (number: number) => ({ number, hash: "0x" as const, timestamp: 1_800_000_000 + number * 12 });
  const chain = { final: async () => final(), block: async (number: number) => block(number) };
  return chain as unknown as Chain;
}

const settled = () => new Promise((resolve) => void setImmediate(resolve));

it("says when a block will be final by the pace of the chain, once a background query has answered", async () => {
  const forecast = new DrawForecast(chainAt(() => 1_000));
  expect(forecast.at(1_010, NOW)).toBeNull();
  await settled();
  expect(forecast.at(1_010, NOW)).toEqual(new Date(NOW.getTime() + 120_000));
  expect(forecast.at(1_000, NOW)).toBeNull();
});

it("says nothing while the chain does not answer, and asks again a minute later", async () => {
  let isAway = true;
  const forecast = new DrawForecast(
    chainAt(() => {
      if (isAway) throw ChainUnavailable.because();
      return 1_000;
    }),
  );
  forecast.at(1_010, NOW);
  await settled();
  expect(forecast.at(1_010, NOW)).toBeNull();
  isAway = false;
  const later = new Date(NOW.getTime() + 61_000);
  expect(forecast.at(1_010, later)).toBeNull();
  await settled();
  expect(forecast.at(1_010, later)).not.toBeNull();
});
