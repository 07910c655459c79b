import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { Pool } from "undici";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { analyze, atTheEnd, end, openService, serviceEnvironment, startCluster } from "./servers/cluster.ts";
import { measure, type Round } from "./support/load.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openShop, sellBeforehand, type ServiceWorld } from "./servers/service-database.ts";
import { anyOf } from "./support/world.ts";

// Sessions are created on other lots of an organisation and at another organisation, while 30 buyers want one lot whose
// row somebody holds for 40 seconds; beside the same buyers while nobody holds it, before and after, and while a
// transaction is open as long that holds a row which nobody wants: any keeps PostgreSQL from clearing old versions.
const CLIENTS = 8;
const BUYERS = 30;
/** A buyer who was answered tries again. */
const AGAIN_MS = 500;
const HOLD_MS = 40_000;
const REFERENCE_MS = 20_000;
const MOST_CHANGE = 0.2;

try {
  await bench();
} finally {
  await end();
}

/** A service that has sold for two organisations, in a process of its own. */
async function openSelling() {
  const { create, folder } = await startCluster();
  const url = await create("service");
  await migrate(url);
  const { wiring, database } = await openService(url);
  const shops = [await openShop(wiring, "same"), await openShop(wiring, "other")] as const;
  for (const world of shops) await sellBeforehand(wiring, world, 5_000);
  await database.close();
  await analyze(url);

  const output = openSync(join(folder, "service.log"), "w");
  const server = await ServerProcess.start("service-server.ts", {
    environment: serviceEnvironment(url),
    output,
  });
  atTheEnd(() => server.stop());
  closeSync(output);
  const http = new Pool(server.origin, { connections: 2 * CLIENTS + BUYERS, headersTimeout: 60_000 });
  atTheEnd(() => http.destroy());
  return { url, shops, http };
}

async function bench(): Promise<void> {
  const { url, shops, http } = await openSelling();
  const [same, other] = shops;

  /** Both at once. */
  const load = (forMs: number) =>
    Promise.all(
      [same, other].map((world) =>
        measure({
          clients: CLIENTS,
          forMs,
          atMost: 1_000_000,
          work: async () => {
            const status = await createSession(http, world, anyOf(world.many));
            invariant(status === 201, `a session for a lot that nobody holds is created, not ${status}`);
          },
        }),
      ),
    );
  const beside = async (forMs: number) => {
    const buyers = crowd(http, same);
    const rounds = await load(forMs);
    return { rounds, answers: await buyers.leave() };
  };

  const whileHolding = async (row: string) => {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin");
    await holder.query(`select from ${row} for no key update`);
    const held = await beside(HOLD_MS);
    await holder.query("rollback");
    await holder.end();
    return held;
  };

  await load(2_000);
  const before = await beside(REFERENCE_MS);
  const open = await whileHolding("write_check");
  const held = await whileHolding(`lot where id = ${same.hot[0]}`);
  const after = await beside(REFERENCE_MS);
  invariant(!held.answers.has(201) && held.answers.has(503), "nobody buys what somebody holds");

  report({ before, open, held, after });
}

/** Sessions of both organisations, and what the buyers were answered. */
interface Beside {
  readonly rounds: readonly Round[];
  readonly answers: ReadonlyMap<number, number>;
}

function report(all: Readonly<Record<"before" | "open" | "held" | "after", Beside>>): void {
  const { before, open, held, after } = all;
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${CLIENTS} clients each, ${BUYERS} buyers of the held lot\n`,
  );
  console.log(
    [
      "| sessions created, p50 / p99 ms | nothing held | a transaction is open | the lot is held | nothing held | p99 held to open | held to nothing | target |",
      "|---|--:|--:|--:|--:|--:|--:|--:|",
      ...["other lots of its organisation", "another organisation"].map((title, i) =>
        lineOf(
          title,
          [before, open, held, after].map(({ rounds }) => rounds[i]!),
        ),
      ),
    ].join("\n"),
  );
  const answered = [...held.answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`\nBuyers of the held lot were answered in ${HOLD_MS / 1000} s: ${answered}.`);
}

/** @param rounds before, beside an open transaction, while the lot is held, after */
function lineOf(title: string, rounds: readonly Round[]): string {
  const [before, open, held, after] = rounds.map(({ p99Ms }) => p99Ms) as [number, number, number, number];
  const changes = [held / open - 1, held / ((before + after) / 2) - 1].map((change) => {
    const shown = `${change < 0 ? "" : "+"}${Math.round(change * 100)} %`;
    return change > MOST_CHANGE ? `**${shown}**` : shown;
  });
  const latencies = rounds.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`);
  return `| ${[title, ...latencies, ...changes, `< ${MOST_CHANGE * 100} %`].join(" | ")} |`;
}

/** Buyers who each want the hot lot, again and again. */
function crowd(http: Pool, world: ServiceWorld) {
  const leaving = new AbortController();
  const answers = new Map<number, number>();
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!leaving.signal.aborted) {
      const status = await createSession(http, world, world.hot[0]!);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await pause(AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  });
  return {
    /** @returns how often each status was answered before they were told to leave */
    leave: async () => {
      const before = new Map(answers);
      leaving.abort();
      // One may still wait for the lot.
      atTheEnd(() => Promise.all(buyers));
      return before;
    },
  };
}

async function createSession(http: Pool, { key }: ServiceWorld, competitionId: number): Promise<number> {
  const { statusCode, body } = await http.request({
    method: "POST",
    path: "/api/v1/checkout/sessions",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      competitionId,
      quantity: 1,
      buyer: { email: `buyer-${crypto.randomUUID()}@example.com` },
    }),
  });
  await body.dump();
  return statusCode;
}
