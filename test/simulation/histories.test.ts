import { afterAll, beforeAll, expect, it } from "vitest";
import { History } from "./history.ts";
import { World } from "./world.ts";

/** `SIMULATION_HISTORIES=5000` for a long look; fewer than 75 do not come to everything that may happen. */
const HISTORIES = Number(process.env.SIMULATION_HISTORIES ?? 100);
/** Replays a single one: `SIMULATION_SEED=17 npx vitest run test/simulation`. */
const ONLY = process.env.SIMULATION_SEED;
const [FIRST, LAST] = ONLY === undefined ? [1, HISTORIES] : [Number(ONLY), Number(ONLY)];
const LIMIT_MS = Math.max(300_000, HISTORIES * 5_000);

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

it(
  `the rules hold after each step of histories ${FIRST} to ${LAST}, one after the other in one world`,
  { timeout: LIMIT_MS },
  async () => {
    const failures: string[] = [];
    for (let seed = FIRST; seed <= LAST && failures.length < 3; seed++) {
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
    if (ONLY === undefined) expect(await world.unseen()).toEqual([]);
  },
);
