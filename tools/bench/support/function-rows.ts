import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { Orders, type Placement } from "../../../ports/checkout/orders.ts";
import { NewIds } from "../../../ports/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Wiring } from "../../../app/wiring.ts";
import { FLOOR } from "../servers/floor-database.ts";
import { measure, type Round } from "./load.ts";
import { placementsOf, type ServiceWorld, settlementsOf } from "../servers/service-database.ts";
import type { Row } from "./table.ts";
import { anyOf, POOL_SIZE, type World } from "./world.ts";

const BATCH = 50;
/** More callers than this only queue for the pool. */
const SINGLE_CALLERS = POOL_SIZE;
const BATCH_CALLERS = 4;

interface Pair {
  readonly place: Round;
  readonly settle: Round;
}

interface Subject {
  readonly wiring: Wiring;
  readonly world: ServiceWorld;
  readonly floorPool: Pool;
  readonly floorWorld: World;
}

/** `place` and `settle` as functions, called from this process: no HTTP, no rail, no second process. */
export async function functionRows(
  { wiring, world, floorPool, floorWorld }: Subject,
  { rounds, forMs }: { readonly rounds: number; readonly forMs: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const lots of ["hot", "many"] as const) {
    const name = lots === "hot" ? "one lot" : "a hundred lots";
    const single: Pair[] = [];
    const batched: Pair[] = [];
    const floor: Pair[] = [];
    for (let round = 0; round < rounds; round++) {
      single.push(await ofService(wiring, world, world[lots], 1, forMs));
      floor.push(await ofFloor(floorPool, floorWorld[lots], forMs));
      batched.push(await ofService(wiring, world, world[lots], BATCH, forMs));
    }
    for (const step of ["place", "settle"] as const) {
      const pick = (pairs: readonly Pair[]) => pairs.map((pair) => pair[step]);
      const title = `\`${step}\` as a function, ${name}`;
      rows.push({ title: `${title}, singly`, target: null, service: pick(single), floor: pick(floor) });
      rows.push({ title: `${title}, ${BATCH} a call`, target: null, service: pick(batched), floor: [] });
    }
  }
  return rows;
}

async function ofService(
  wiring: Wiring,
  world: ServiceWorld,
  lots: readonly number[],
  batch: number,
  forMs: number,
): Promise<Pair> {
  const orders = wiring.get(Orders);
  const ids = wiring.get(NewIds);
  const clients = batch === 1 ? SINGLE_CALLERS : BATCH_CALLERS;
  const waiting: Placement[][] = [];
  const place = await measure({
    clients,
    forMs,
    atMost: 1_000,
    items: batch,
    work: async () => {
      const placements = placementsOf(ids, world, anyOf(lots), batch);
      const placed = await orders.place(placements);
      invariant(
        placed.every(({ outcome }) => outcome === "placed"),
        "every order is placed",
      );
      waiting.push(placements);
    },
  });
  const settle = await measure({
    clients,
    forMs: 10 * forMs,
    atMost: waiting.length,
    items: batch,
    work: async () => {
      const results = await orders.settle(settlementsOf(ids, waiting.pop()!));
      invariant(
        results.every(({ outcome }) => outcome === "settled"),
        "every order is settled",
      );
    },
  });
  return { place, settle };
}

async function ofFloor(pool: Pool, lots: readonly number[], forMs: number): Promise<Pair> {
  const waiting: string[] = [];
  const place = await measure({
    clients: SINGLE_CALLERS,
    forMs,
    atMost: 1_000,
    work: async () => {
      const id = `cs_${randomUUID()}`;
      const values = [1, anyOf(lots), id, `${id}@example.com`, 1];
      const { rows } = await pool.query({ ...FLOOR.place, values });
      invariant(rows.length === 1, "every purchase is placed");
      waiting.push(id);
    },
  });
  const settle = await measure({
    clients: SINGLE_CALLERS,
    forMs: 10 * forMs,
    atMost: waiting.length,
    work: async () => {
      const { rows } = await pool.query({ ...FLOOR.settle, values: [waiting.pop(), 2_500] });
      invariant(rows.length === 1, "every purchase is settled");
    },
  });
  return { place, settle };
}
