import { parseArgs } from "node:util";
import { Pool } from "pg";
import { invariant } from "../../src/shared/invariant.ts";
import {
  analyze,
  atTheEnd,
  type Cluster,
  end,
  machine,
  serviceEnvironment,
  startCluster,
  startMigrated,
  tell,
} from "./servers/cluster.ts";
import { fillSome, NotFilled } from "./grown/grown-database.ts";
import { openFilledShop, type ServiceWorld } from "./servers/service-database.ts";
import { closeChecked, otherCosts, purchases, type Side, startSides } from "./servers/side.ts";
import { comparisonOf, costOf, type Pair, verdictOf } from "./grown/comparison.ts";
import { DatabaseCosts } from "./support/costs.ts";
import type { Round } from "./support/load.ts";
import { sizesOf } from "./grown/sizes.ts";
import { CLIENTS, FEWER_CLIENTS } from "./support/world.ts";

// Compares the costs of a purchase in a database with millions of past orders and in one without: two PostgreSQL, each with
// a process of the service, measured in turn.

const USAGE = `npm run bench:grown -- [options]

  --folder <path>         keeps the grown database in a folder, and continues with one that is there
  --only-fill-sec <n>     only fills, for about n seconds; prints "filled" when the database is full
  --orders <n>            past orders, in steps of 200,000; default 5,000,000
  --quick                 one short round`;

const { values: options } = parseArgs({
  options: {
    folder: { type: "string" },
    "only-fill-sec": { type: "string" },
    orders: { type: "string", default: "5000000" },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
/** Rounds that are not counted: after a checkpoint the first change of each page logs the whole page. */
const WARM_UP_ROUNDS = options.quick ? 1 : 2;
const ROUNDS = options.quick ? 1 : 9;
const ROUND_MS = options.quick ? 1_000 : 3_000;

if (options.help) console.log(USAGE);
else
  try {
    await bench();
  } finally {
    await end();
  }

/** A database that is ready to be measured. */
interface Prepared {
  readonly cluster: Cluster;
  readonly url: string;
  readonly world: ServiceWorld;
}

async function bench(): Promise<void> {
  const cluster = await startCluster(options.folder);
  const url = await cluster.create("service");
  const only = options["only-fill-sec"];
  const untilSec = only === undefined ? Number.POSITIVE_INFINITY : Number(only);
  invariant(untilSec > 0, `--only-fill-sec is a number above 0, not ${only}`);
  const grown = await fillSome(cluster, url, {
    orders: Number(options.orders),
    goOn: () => performance.now() / 1000 < untilSec,
  });
  if (only !== undefined) console.log(grown instanceof NotFilled ? grown.message : "filled");
  else if (grown instanceof NotFilled) throw grown;
  else await measureBoth(await emptyDatabase(), { cluster, url, world: grown });
}

/** Prepares a database without past orders, filled like that of the ordinary bench. */
async function emptyDatabase(): Promise<Prepared> {
  const cluster = await startMigrated();
  return { cluster, url: cluster.url, world: await openFilledShop(cluster.url) };
}

async function measureBoth(empty: Prepared, grown: Prepared): Promise<void> {
  tell("analyzing");
  await analyze(empty.url, grown.url);
  // New connections from here on: their statements are planned for tables that are in use.
  const both = [await opened(empty), await opened(grown)] as const;
  const sides = await startSides(
    empty.cluster.folder,
    both.map(({ url, world, database }) => ({
      program: "service-server.ts",
      environment: serviceEnvironment(url),
      world,
      database,
      ticketTable: "ticket_range",
    })),
  );
  const measured = both.map((one, i) => ({ ...one, name: ["empty", "grown"][i]!, side: sides[i]! }));
  tell("measuring");
  const pairs = await rounds(measured[0]!, measured[1]!);
  const others = await otherCosts(measured);
  for (const { exchange } of sides) await closeChecked(exchange, { history: true });
  const { rows: version } = await grown.cluster.admin.query("show server_version");
  const orders = Number(options.orders);
  const head = `Node ${process.versions.node}, PostgreSQL ${version[0].server_version}, ${orders.toLocaleString("en")} past orders, ${ROUNDS} rounds of ${ROUND_MS / 1000} s, ${machine()}`;
  const sizes = await sizesOf(both[1].database);
  console.log([head, comparisonOf(pairs), others, sizes, verdictOf(pairs, orders)].join("\n\n"));
}

interface Opened extends Prepared {
  readonly costs: DatabaseCosts;
  readonly database: Pool;
}

async function opened(prepared: Prepared): Promise<Opened> {
  const database = new Pool({ connectionString: prepared.url, max: 1 });
  database.on("error", () => {});
  atTheEnd(() => database.end());
  await database.query("delete from event_unrelayed");
  return { ...prepared, database, costs: await DatabaseCosts.of(prepared.cluster.admin) };
}

type Subject = Opened & { readonly side: Side };

/** Measures the loads in turn, each on one database and then on the other. */
async function rounds(empty: Subject, grown: Subject): Promise<Pair[]> {
  const loads = [
    { lots: "many", clients: CLIENTS },
    { lots: "many", clients: FEWER_CLIENTS },
    { lots: "many", clients: 1 },
    { lots: "hot", clients: CLIENTS },
  ] as const;
  const results = loads.map(() => [] as [Round, Round][]);
  const one = ({ side, costs }: Subject, { lots, clients }: (typeof loads)[number]) =>
    purchases(side, costs, side.world[lots], { clients, forMs: ROUND_MS });
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
    for (const [i, load] of loads.entries()) {
      const pair = {} as Record<"empty" | "grown", Round>;
      // They take turns at coming first.
      const turns = [
        ["empty", empty],
        ["grown", grown],
      ] as const;
      for (const [name, subject] of round % 2 === 0 ? turns : turns.toReversed())
        pair[name] = await one(subject, load);
      results[i]!.push([pair.empty, pair.grown]);
    }
  return loads.map(({ lots, clients }, i) => ({
    title: `${lots === "many" ? "a hundred lots" : "one hot lot"}, ${clients === 1 ? "1 client" : `${clients} clients`}`,
    rounds: results[i]!.slice(WARM_UP_ROUNDS),
    costRatios: results[i]!.map(([before, after]) => costOf(after) / costOf(before)),
  }));
}
