import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "pg";
import { migrate } from "../adapters/persistence/schema/migrate.ts";
import { invariant } from "../src/shared/invariant.ts";
import { sandboxSecret } from "../rails/sandbox/secret.ts";
import {
  analyze,
  atTheEnd,
  end,
  ENCRYPTION_KEY,
  openService,
  serviceEnvironment,
  startCluster,
} from "./servers/cluster.ts";
import { DatabaseCosts, rowsWritten } from "./support/costs.ts";
import { Exchange } from "./support/exchange.ts";
import { fillFloor } from "./servers/floor-database.ts";
import { functionRows } from "./support/function-rows.ts";
import { type Load, measure, type Round } from "./support/load.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { forgetEvents, openShop, sellBeforehand, type ServiceWorld } from "./servers/service-database.ts";
import { type Row, tableOf, type Target } from "./support/table.ts";
import { CLIENTS, FEWER_CLIENTS, FILL, POOL_SIZE, type World } from "./support/world.ts";

const { quick, only } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string" } },
}).values;
const ROUNDS = quick ? 1 : 3;
const SECOND_MS = quick ? 400 : 1_000;
const PURCHASES_MS = 2.5 * SECOND_MS;
const READS_MS = 1.5 * SECOND_MS;
/** The end of a round even where a server is faster than any that was seen. */
const AT_MOST = 20_000;
/** Purchases that rows are counted for; a multiple of the clients. */
const COUNTED = 640;
/** PostgreSQL's backends tell what they have written ten seconds after they became idle. */
const STATISTICS_MS = 11_000;

try {
  await bench();
} finally {
  await end();
}

async function bench(): Promise<void> {
  const startedAt = performance.now();
  const tell = (what: string) =>
    console.error(`${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${what}`);
  const { folder, admin, create } = await startCluster();
  const serviceUrl = await create("service");
  const floorUrl = await create("floor");

  tell("PostgreSQL runs; filling");
  const world = await fillService(serviceUrl);
  const floorWorld = await fillFloor(floorUrl, world.key, FILL);
  await analyze(serviceUrl, floorUrl);

  // From here on connections are new: what they prepare is planned for full tables.
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
    functions.push(...(await functionRows(subject, { rounds: ROUNDS, forMs: SECOND_MS / 4 })));
  }
  await forgetEvents(database);
  await analyze(serviceUrl, floorUrl);

  tell("servers");
  const [ours, bare] = await startSides(folder, {
    service: { url: serviceUrl, world, database: database.pool },
    floor: { url: floorUrl, world: floorWorld, database: floorPool },
  });
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
    [
      `Node ${process.versions.node}, PostgreSQL ${rows[0].server_version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"},`,
      `${ROUNDS} rounds, ${POOL_SIZE} connections, ${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`,
    ].join(" "),
  );
  console.log(`\n${tableOf([...requests, ...functions])}\n\n${others}`);
}

interface Side {
  readonly exchange: Exchange;
  readonly world: World;
  readonly server: ServerProcess;
}

/** What a server is started on, and asked for. */
interface Ground {
  readonly url: string;
  readonly world: World;
  readonly database: Pool;
}

/** Starts service and floor, each in a process of its own that writes to one log. */
async function startSides(
  folder: string,
  grounds: { readonly service: Ground; readonly floor: Ground },
): Promise<readonly [service: Side, floor: Side]> {
  const output = openSync(join(folder, "service.log"), "w");
  const start = async (program: string, environment: Record<string, string>) => {
    const server = await ServerProcess.start(program, { environment, output });
    atTheEnd(() => server.stop());
    return server;
  };
  const service = await start("service-server.ts", serviceEnvironment(grounds.service.url));
  const floor = await start("floor-server.ts", { DATABASE_URL: grounds.floor.url });
  closeSync(output);
  return [sideOf(service, grounds.service, "ticket_range"), sideOf(floor, grounds.floor, "ticket")];
}

function sideOf(
  server: ServerProcess,
  { world, database }: Ground,
  ticketTable: ConstructorParameters<typeof Exchange>[0]["ticketTable"],
): Side {
  const secret = sandboxSecret(ENCRYPTION_KEY);
  const exchange = new Exchange({ origin: server.origin, world, secret, database, ticketTable });
  return { exchange, world, server };
}

/** What was sold has its tickets. */
async function closeChecked(exchange: Exchange): Promise<void> {
  const [tickets, sold] = [await exchange.tickets(), await exchange.sold()];
  invariant(tickets === sold, `the lots have sold ${tickets} tickets, not ${sold}`);
  await exchange.close();
}

/** Rows of requests over HTTP, service and floor in turn. */
async function requestRows(service: Side, floor: Side, database: DatabaseCosts): Promise<Row[]> {
  const all: { title: string; target: Target | null; run: (side: Side) => Promise<Round> }[] = [
    ...[CLIENTS, FEWER_CLIENTS, 1].map((clients) => ({
      title: `purchase (create + settle), a hundred lots, ${clientsOf(clients)}`,
      target: clients === 1 ? null : { perSec: 0.7 },
      run: (side: Side) => purchases(side, database, side.world.many, clients),
    })),
    ...[CLIENTS, FEWER_CLIENTS].map((clients) => ({
      title: `purchase, one hot lot, ${clientsOf(clients)}`,
      target: { perSec: clients === CLIENTS ? 1.5 : 1 },
      run: (side: Side) => purchases(side, database, side.world.hot, clients),
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
      for (const [name, side] of [
        ["service", service],
        ["floor", floor],
      ] as const) {
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

async function purchases(
  side: Side,
  database: DatabaseCosts,
  lots: readonly number[],
  clients: number,
): Promise<Round> {
  const { exchange } = side;
  const before = await exchange.sold();
  return measured(side, database, {
    clients,
    forMs: PURCHASES_MS,
    atMost: AT_MOST,
    work: () => exchange.purchase(lots),
    done: (count) => exchange.untilSold(before + count),
  });
}

async function creations(side: Side, database: DatabaseCosts): Promise<Round> {
  const { exchange, world } = side;
  return measured(side, database, {
    clients: 1,
    forMs: READS_MS,
    atMost: AT_MOST,
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
    atMost: AT_MOST,
    work: () => read(side.exchange),
  });
}

function measured({ server }: Side, database: DatabaseCosts, load: Load): Promise<Round> {
  const costs = async () => ({ serverCpuMs: await server.cpuMs(), ...(await database.soFar()) });
  return measure({ ...load, costs });
}

/** What the rounds do not show: rows that a purchase writes, and the memory of the process that sold all this. */
async function otherCosts(sides: readonly { name: string; side: Side; database: Pool }[]): Promise<string> {
  const lines = ["| | rows written a purchase | memory of the process |", "|---|--:|--:|"];
  const before = await settledRows(sides);
  const memory = await Promise.all(sides.map(({ side }) => side.server.residentBytes()));
  for (const { side } of sides) {
    const sold = await side.exchange.sold();
    await Promise.all(
      Array.from({ length: FEWER_CLIENTS }, async () => {
        for (let i = 0; i < COUNTED / FEWER_CLIENTS; i++) await side.exchange.purchase(side.world.many);
      }),
    );
    await side.exchange.untilSold(sold + COUNTED);
  }
  const after = await settledRows(sides);
  sides.forEach(({ name }, i) => {
    const rows = (after[i]! - before[i]!) / COUNTED;
    lines.push(`| ${name} | ${rows.toFixed(1)} | ${Math.round(memory[i]! / 1e6)} MB |`);
  });
  return lines.join("\n");
}

/** Rows written, once the backends have told theirs. */
async function settledRows(sides: readonly { readonly database: Pool }[]): Promise<number[]> {
  await pause(STATISTICS_MS);
  return Promise.all(sides.map(({ database }) => rowsWritten(database)));
}

/** Fills by function calls, on connections that are closed before anything is measured. */
async function fillService(url: string): Promise<ServiceWorld> {
  await migrate(url);
  const { wiring, database } = await openService(url);
  try {
    const world = await openShop(wiring);
    await sellBeforehand(wiring, world, FILL);
    return world;
  } finally {
    await database.close();
  }
}
