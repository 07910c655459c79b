import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { sandboxSecret } from "../../../rails/sandbox/signature.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { type DatabaseCosts, rowsWritten } from "../support/costs.ts";
import { Exchange } from "../support/exchange.ts";
import { type Load, measure, type Round } from "../support/load.ts";
import { FEWER_CLIENTS, type World } from "../support/world.ts";
import { ENCRYPTION_KEY } from "./cluster.ts";
import { ServerProcess } from "./server-process.ts";

/** Most purchases of a round, above the figures of all known machines. */
const AT_MOST = 20_000;

/** A measured server with its exchange. */
export interface Side {
  readonly exchange: Exchange;
  readonly world: World;
  readonly server: ServerProcess;
}

/** Program, environment and database of a server. */
interface Ground {
  readonly program: "service-server.ts" | "floor-server.ts";
  readonly environment: Record<string, string>;
  readonly world: World;
  readonly database: Pool;
  readonly ticketTable: "ticket_range" | "ticket";
}

/** Starts servers one after the other, each in a separate process; all write to one log in a folder. */
export async function startSides(folder: string, grounds: readonly Ground[]): Promise<Side[]> {
  const secret = sandboxSecret(ENCRYPTION_KEY);
  const sides: Side[] = [];
  for (const { program, environment, world, database, ticketTable } of grounds) {
    const server = await ServerProcess.start(program, folder, environment);
    const exchange = new Exchange({ origin: server.origin, world, secret, database, ticketTable });
    sides.push({ exchange, world, server });
  }
  return sides;
}

export async function purchases(
  side: Side,
  database: DatabaseCosts,
  lots: readonly number[],
  { clients, forMs }: Pick<Load, "clients" | "forMs">,
): Promise<Round> {
  const { exchange } = side;
  const before = await exchange.sold();
  return measured(side, database, {
    clients,
    forMs,
    work: () => exchange.purchase(lots),
    done: (count) => exchange.untilSold(before + count),
  });
}

export function measured(
  { server }: Side,
  database: DatabaseCosts,
  load: Omit<Load, "atMost" | "costs">,
): Promise<Round> {
  const costs = async () => ({ serverCpuMs: await server.cpuMs(), ...(await database.soFar()) });
  return measure({ ...load, atMost: AT_MOST, costs });
}

/** Purchases whose rows are counted; a multiple of the clients. */
const COUNTED = 640;
/** PostgreSQL's backends report their writes ten seconds after they became idle. */
const STATISTICS_MS = 11_000;

/** Returns Markdown of what rounds do not measure: rows that a purchase writes, and the memory of a process after all rounds. */
export async function otherCosts(
  sides: readonly { readonly name: string; readonly side: Side; readonly database: Pool }[],
): Promise<string> {
  const memory = await Promise.all(sides.map(({ side }) => side.server.residentBytes()));
  const before = await settledRows(sides);
  for (const { side } of sides) await buy(side, COUNTED, FEWER_CLIENTS);
  const after = await settledRows(sides);
  const lines = sides.map(({ name }, i) => {
    const rows = (after[i]! - before[i]!) / COUNTED;
    return `| ${name} | ${rows.toFixed(1)} | ${Math.round(memory[i]! / 1e6)} MB |`;
  });
  return ["| | rows written a purchase | memory of the process |", "|---|--:|--:|", ...lines].join("\n");
}

/** Counts rows written, once the backends have reported theirs. */
async function settledRows(sides: readonly { readonly database: Pool }[]): Promise<number[]> {
  await pause(STATISTICS_MS);
  return Promise.all(sides.map(({ database }) => rowsWritten(database)));
}

/** Makes purchases by several clients; `count` is a multiple of `clients`. */
export async function buy({ exchange, world }: Side, count: number, clients: number): Promise<void> {
  const sold = await exchange.sold();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let i = 0; i < count / clients; i++) await exchange.purchase(world.many);
    }),
  );
  await exchange.untilSold(sold + count);
}

/** Checks that all sold tickets were issued, and closes. @param history whether earlier purchases had several tickets */
export async function closeChecked(exchange: Exchange, { history = false } = {}): Promise<void> {
  const [{ tickets, ranges }, sold] = [await exchange.tickets(), await exchange.sold()];
  invariant(tickets === sold, `the lots have sold ${tickets} tickets, not ${sold}`);
  invariant(history || ranges === tickets, "each purchase is one ticket");
  await exchange.close();
}
