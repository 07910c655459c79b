import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { migrate } from "../../../adapters/persistence/schema/migrate.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { History, type HistorySize } from "./history.ts";
import { FILL, SLUG } from "../support/world.ts";
import { type Cluster, openService, serviceEnvironment } from "../servers/cluster.ts";
import { openShop, sellBeforehand, type ServiceWorld } from "../servers/service-database.ts";
import { buy, startSides } from "../servers/side.ts";

/** 2,000 orders a lot or so, a hundred lots at a time. */
const SIZE: Omit<HistorySize, "orders"> = { step: 25_000, season: 200_000, lots: 100 };
/** Organisations that sell besides the one that is measured. */
const OTHERS = 19;
/** Purchases over HTTP, of which one is the model of all that is filled in. */
const REAL = 16;
/**
 * While millions of rows are written that need not survive a crash of the machine: the log is short, and nothing is
 * collected meanwhile. `vacuum analyze` comes at the end.
 */
const HASTY = { full_page_writes: "off", autovacuum: "off", checkpoint_timeout: "30min" };

/** What a kept folder remembers beside the database. */
interface Kept {
  readonly world: ServiceWorld;
  readonly filled: boolean;
}

/** Not all is filled yet. */
export class NotFilled extends Error {}

/**
 * Fills a database with a history, or goes on where filling ended. What a killed process had begun is begun anew.
 * @param goOn asked between steps of some seconds
 * @param tell of what is done
 */
export async function fillSome(
  { admin, folder }: Cluster,
  url: string,
  {
    orders,
    goOn,
    tell,
  }: { readonly orders: number; readonly goOn: () => boolean; readonly tell: (what: string) => void },
): Promise<ServiceWorld | NotFilled> {
  const file = join(folder, "grown.json");
  const keep = async (kept: Kept) => {
    await writeFile(`${file}.new`, JSON.stringify(kept));
    await rename(`${file}.new`, file);
  };
  const text = await readFile(file, "utf8").catch(() => null);
  let kept = text === null ? null : (JSON.parse(text) as Kept);
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const history = new History(client, { ...SIZE, orders });
    for (const [name, value] of Object.entries(HASTY))
      await admin.query(`alter system set ${name} = '${value}'`);
    await admin.query("select pg_reload_conf()");
    if (kept === null) {
      invariant((await history.done()) === null, "a folder with a history remembers who sells");
      tell("opening shops");
      kept = { world: await begin(client, url, folder, history), filled: false };
      await keep(kept);
    }
    while (!kept.filled) {
      if (!goOn()) return new NotFilled(`${await history.done()} of ${orders} orders`);
      if (await history.step()) continue;
      tell("vacuum");
      await client.query("vacuum analyze");
      await sellSome(url, kept.world);
      kept = { ...kept, filled: true };
      await keep(kept);
    }
    tell("filled");
    return kept.world;
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
    const world = await openShop(wiring, SLUG);
    const others: ServiceWorld[] = [];
    for (let n = 1; n <= OTHERS; n++) others.push(await openShop(wiring, `other-${n}`, 1));
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

/** As much in the lots that are measured as an empty database gets. */
async function sellSome(url: string, world: ServiceWorld): Promise<void> {
  const { wiring, database } = await openService(url);
  try {
    await sellBeforehand(wiring, world, FILL);
  } finally {
    await database.close();
  }
}
