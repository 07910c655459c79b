import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { migrate } from "../../../adapters/persistence/schema/migrate.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { History, type HistorySize } from "./history.ts";
import { FILL } from "../support/world.ts";
import { type Cluster, openService, serviceEnvironment, tell } from "../servers/cluster.ts";
import { openShop, sellBeforehand, type ServiceWorld } from "../servers/service-database.ts";
import { buy, startSides } from "../servers/side.ts";

/** About 2,000 orders a lot, a hundred lots at a time. */
const SIZE: Omit<HistorySize, "orders"> = { step: 25_000, season: 200_000, lots: 100 };
/** Organisations that sell besides the one that is measured. */
const OTHERS = 19;
/** Purchases over HTTP, one of which is the model for the history. */
const REAL = 16;
/**
 * Settings while millions of rows are written, which need not survive a crash of the machine: a short log, and no vacuum
 * before `vacuum analyze` at the end.
 */
const HASTY = { full_page_writes: "off", autovacuum: "off", checkpoint_timeout: "30min" };

/** State of a kept folder, stored next to the database. */
interface FillState {
  readonly world: ServiceWorld;
  readonly filled: boolean;
}

/** The database is not full yet. */
export class NotFilled extends Error {}

/**
 * Fills a database with a history, or continues where filling ended. A step that a killed process had begun is repeated.
 * @param goOn called between steps of some seconds; false ends the filling
 */
export async function fillSome(
  { admin, folder }: Cluster,
  url: string,
  { orders, goOn }: { readonly orders: number; readonly goOn: () => boolean },
): Promise<ServiceWorld | NotFilled> {
  const file = join(folder, "grown.json");
  const save = async (next: FillState) => {
    await writeFile(`${file}.new`, JSON.stringify(next));
    await rename(`${file}.new`, file);
  };
  const text = await readFile(file, "utf8").catch(() => null);
  let state = text === null ? null : (JSON.parse(text) as FillState);
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const history = new History(client, { ...SIZE, orders });
    for (const [name, value] of Object.entries(HASTY))
      await admin.query(`alter system set ${name} = '${value}'`);
    await admin.query("select pg_reload_conf()");
    if (state === null) {
      invariant((await history.done()) === null, "a folder with a history remembers who sells");
      tell("opening shops");
      state = { world: await begin(client, url, folder, history), filled: false };
      await save(state);
    }
    while (!state.filled) {
      if (!goOn()) return new NotFilled(`${await history.done()} of ${orders} orders`);
      if (await history.step()) continue;
      tell("vacuum");
      await client.query("vacuum analyze");
      await sellSome(url, state.world);
      state = { ...state, filled: true };
      await save(state);
    }
    tell("filled");
    return state.world;
  } finally {
    await client.end();
    for (const name of Object.keys(HASTY)) await admin.query(`alter system reset ${name}`);
    await admin.query("select pg_reload_conf()");
  }
}

/** Opens the shops, and sells the model by real requests. */
async function begin(client: Client, url: string, folder: string, history: History): Promise<ServiceWorld> {
  const { wiring, database } = await openService(url);
  try {
    const world = await openShop(wiring);
    const others: ServiceWorld[] = [];
    for (let n = 1; n <= OTHERS; n++) others.push(await openShop(wiring, { slug: `other-${n}`, lots: 1 }));
    const ground = {
      program: "service-server.ts",
      environment: serviceEnvironment(url),
      world,
      database: database.pool,
      ticketTable: "ticket_range",
    } as const;
    const [side] = await startSides(folder, [ground]);
    await buy(side!, REAL, REAL);
    await side!.exchange.close();
    await side!.server.stop();
    const { rows } = await client.query("select id from ticket_order where status = 'paid' limit 1");
    await history.begin([world, ...others], rows[0].id);
    return world;
  } finally {
    await database.close();
  }
}

/** Sells as many tickets of the measured lots as an empty database has. */
async function sellSome(url: string, world: ServiceWorld): Promise<void> {
  const { wiring, database } = await openService(url);
  try {
    await sellBeforehand(wiring, world, FILL);
  } finally {
    await database.close();
  }
}
