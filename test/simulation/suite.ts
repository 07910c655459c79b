import { afterAll, beforeAll, expect, it } from "vitest";
import { History } from "./history.ts";
import { World } from "./world.ts";

/**
 * Histories of as many seeds, one after the other in one world. SIMULATION_SEED replays a single one:
 * `SIMULATION_SEED=17 npx vitest run test/simulation`.
 */
export function simulate(seeds: { readonly first: number; readonly count: number }): void {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  const only = process.env.SIMULATION_SEED;
  const { first, count } = only === undefined ? seeds : { first: Number(only), count: 1 };
  it(
    `the rules hold after each step of histories ${first} to ${first + count - 1}`,
    { timeout: 300_000 },
    async () => {
      const failures: string[] = [];
      for (let seed = first; seed < first + count && failures.length < 3; seed++) {
        try {
          await (await History.begin(world, seed)).run();
        } catch (error) {
          failures.push(`history ${seed} (replay: SIMULATION_SEED=${seed}): ${(error as Error).message}`);
          // What it left must not disturb the next.
          world.death.undone();
          world.chain.fallSilent(false);
        }
      }
      expect(failures.join("\n\n")).toBe("");
      if (only === undefined) expect(await world.unseen()).toEqual([]);
    },
  );
}
