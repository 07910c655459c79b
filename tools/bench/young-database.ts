import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { sandboxSecret } from "../../rails/sandbox/secret.ts";
import {
  atTheEnd,
  ENCRYPTION_KEY,
  end,
  openService,
  serviceEnvironment,
  startCluster,
} from "./servers/cluster.ts";
import { Exchange } from "./support/exchange.ts";
import { measure } from "./support/load.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openShop } from "./servers/service-database.ts";

// Purchases on a new installation, from the first one on: no statistics, and plans made for empty tables.
const CLIENTS = 32;
const ROUND_MS = 4_000;
const ROUNDS = 8;

try {
  await bench();
} finally {
  await end();
}

async function bench(): Promise<void> {
  const { create, folder } = await startCluster();
  const url = await create("service");
  await migrate(url);
  const { wiring, database } = await openService(url);
  const world = await openShop(wiring);
  await database.close();

  const output = openSync(join(folder, "service.log"), "w");
  const service = await ServerProcess.start("service-server.ts", {
    environment: serviceEnvironment(url),
    output,
  });
  atTheEnd(() => service.stop());
  closeSync(output);
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on("error", () => {});
  atTheEnd(() => pool.end());
  const secret = sandboxSecret(ENCRYPTION_KEY);
  const options = { origin: service.origin, world, secret, database: pool, ticketTable: "ticket_range" };
  const exchange = new Exchange(options);

  const rounds: string[] = [];
  const purchase = () => exchange.purchase(world.many);
  for (let i = 0; i < ROUNDS; i++) {
    const { perSec } = await measure({
      clients: CLIENTS,
      forMs: ROUND_MS,
      atMost: 100_000,
      work: purchase,
    });
    rounds.push(Math.round(perSec).toString());
  }
  await exchange.close();
  console.log(
    `${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${CLIENTS} clients: purchases a second in ${ROUNDS} rounds of ${ROUND_MS / 1000} s: ${rounds.join(", ")}`,
  );
}
