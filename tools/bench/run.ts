import { parseArgs } from "node:util";
import { Pool } from "pg";
import { invariant } from "../../src/shared/invariant.ts";
import {
  analyze,
  atTheEnd,
  type Cluster,
  machine,
  openService,
  runBench,
  serviceEnvironment,
  tell,
} from "./servers/cluster.ts";
import { callCosts } from "./support/call-costs.ts";
import { DatabaseCosts } from "./support/costs.ts";
import type { Exchange } from "./support/exchange.ts";
import { fillFloor } from "./servers/floor-database.ts";
import { functionRows } from "./support/function-rows.ts";
import type { Round } from "./support/load.ts";
import { forgetEvents, openFilledShop } from "./servers/service-database.ts";
import { closeChecked, measured, otherCosts, purchases, type Side, startSides } from "./servers/side.ts";
import { type Row, tableOf, type Target } from "./support/table.ts";
import { CLIENTS, FEWER_CLIENTS, FILL, POOL_SIZE } from "./support/world.ts";

const { quick, only, calls } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    calls: { type: "boolean", default: false },
  },
}).values;
/** Many short rounds: the machine's speed changes between minutes, and neighbours in time are alike. */
const ROUNDS = quick ? 2 : 5;
const FUNCTION_ROUNDS = quick ? 1 : 3;
const SECOND_MS = quick ? 400 : 1_000;
const PURCHASES_MS = 1.8 * SECOND_MS;
const READS_MS = SECOND_MS;

await runBench(calls ? instructionsOfCalls : bench);

async function bench({ url: serviceUrl, folder, admin, create }: Cluster & { url: string }): Promise<void> {
  const floorUrl = await create("floor");
  tell("PostgreSQL runs; filling");
  const world = await openFilledShop(serviceUrl);
  const floorWorld = await fillFloor(floorUrl, world.key, FILL);
  await analyze(serviceUrl, floorUrl);

  // New connections from here on: their statements are planned for full tables.
  const { wiring, database } = await openService(serviceUrl);
  atTheEnd(() => database.close());
  const floorPool = new Pool({ connectionString: floorUrl, max: POOL_SIZE });
  floorPool.on("error", () => {});
  atTheEnd(() => floorPool.end());
  const functions: Row[] = [];
  if (only === undefined) {
    tell("functions");
    const subject = { wiring, world, floorPool, floorWorld };
    await functionRows(subject, { rounds: 1, forMs: SECOND_MS / 5 });
    functions.push(...(await functionRows(subject, { rounds: FUNCTION_ROUNDS, forMs: SECOND_MS / 4 })));
  }
  await forgetEvents(database);
  await analyze(serviceUrl, floorUrl);

  tell("servers");
  const [ours, bare] = (await startSides(folder, [
    {
      program: "service-server.ts",
      environment: serviceEnvironment(serviceUrl),
      world,
      database: database.pool,
      ticketTable: "ticket_range",
    },
    {
      program: "floor-server.ts",
      environment: { DATABASE_URL: floorUrl },
      world: floorWorld,
      database: floorPool,
      ticketTable: "ticket",
    },
  ])) as [Side, Side];
  tell("requests");
  const requests = await requestRows(ours, bare, await DatabaseCosts.of(admin));
  const others =
    only === undefined
      ? await otherCosts([
          { name: "service", side: ours, database: database.pool },
          { name: "floor", side: bare, database: floorPool },
        ])
      : "";
  for (const { exchange } of [ours, bare]) await closeChecked(exchange);
  const { rows } = await admin.query("show server_version");
  console.log(
    `Node ${process.versions.node}, PostgreSQL ${rows[0].server_version}, ${ROUNDS} rounds, ${POOL_SIZE} connections, ${machine()}`,
  );
  console.log(`\n${tableOf([...requests, ...functions])}\n\n${others}`);
}

async function instructionsOfCalls({ url }: { url: string }): Promise<void> {
  const world = await openFilledShop(url);
  await analyze(url);
  const { wiring, database } = await openService(url);
  atTheEnd(() => database.close());
  console.log(await callCosts({ wiring, database, world }));
}

/** Measures requests over HTTP, service and floor in turn. */
async function requestRows(service: Side, floor: Side, database: DatabaseCosts): Promise<Row[]> {
  const all: { title: string; target: Target | null; run: (side: Side) => Promise<Round> }[] = [
    ...[CLIENTS, FEWER_CLIENTS, 1].map((clients) => ({
      title: `purchase (create + settle), a hundred lots, ${clientsOf(clients)}`,
      target: clients === 1 ? null : { perSec: 0.7 },
      run: (side: Side) => purchases(side, database, side.world.many, { clients, forMs: PURCHASES_MS }),
    })),
    ...[CLIENTS, FEWER_CLIENTS].map((clients) => ({
      title: `purchase, one hot lot, ${clientsOf(clients)}`,
      target: { perSec: clients === CLIENTS ? 1.5 : 1 },
      run: (side: Side) => purchases(side, database, side.world.hot, { clients, forMs: PURCHASES_MS }),
    })),
    { title: "create a session, 1 client", target: { p50: 6 }, run: (side) => creations(side, database) },
    {
      title: `get competition, ${clientsOf(CLIENTS)}`,
      target: { perSec: 0.5 },
      run: (side) => reads(side, database, (x) => x.getCompetition()),
    },
    {
      title: `poll, ${clientsOf(CLIENTS)}`,
      target: null,
      run: (side) => reads(side, database, (x) => x.poll()),
    },
  ];
  const plans = all.filter(({ title }) => only === undefined || title.includes(only));
  invariant(plans.length > 0, `a row's name has "${only}" in it`);
  const rows = plans.map(({ title, target }) => ({
    title,
    target,
    service: [] as Round[],
    floor: [] as Round[],
  }));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, { run }] of plans.entries()) {
      const sides = [
        ["service", service],
        ["floor", floor],
      ] as const;
      // The sides take turns to be first.
      for (const [name, side] of round % 2 === 0 ? sides : sides.toReversed()) {
        const result = await run(side);
        // The first time through only warms up.
        if (round >= 0) rows[i]![name].push(result);
      }
    }
  }
  return rows;
}

function clientsOf(count: number): string {
  return count === 1 ? "1 client" : `${count} clients`;
}

async function creations(side: Side, database: DatabaseCosts): Promise<Round> {
  const { exchange, world } = side;
  return measured(side, database, {
    clients: 1,
    forMs: READS_MS,
    work: async () => void (await exchange.session(world.many)),
  });
}

async function reads(
  side: Side,
  database: DatabaseCosts,
  read: (exchange: Exchange) => Promise<void>,
): Promise<Round> {
  return measured(side, database, {
    clients: CLIENTS,
    forMs: READS_MS,
    work: () => read(side.exchange),
  });
}
