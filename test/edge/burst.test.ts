import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { createDatabase } from "../support/database/database.ts";
import { RawConnection } from "../support/service/raw-connection.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { opened } from "../support/opened.ts";

const BUYERS = 1_000;
/** Limit for connecting. Linux retries after one, three and seven seconds: a later connection found no place. */
const GIVE_UP_MS = 20_000;
const MOST = "/proc/sys/net/core/somaxconn";
const most = existsSync(MOST) ? Number(readFileSync(MOST, "utf8")) : 0;
const TOO_FEW = most < BUYERS;
if (TOO_FEW) console.log(`a burst is not tried: this system keeps ${most} connections waiting at most`);

const connections: RawConnection[] = [];

const database = opened(createDatabase);

afterAll(async () => {
  for (const connection of connections) connection.destroy();
  await killProcesses();
});

it.skipIf(TOO_FEW)(
  "a thousand who come while the process does nothing are connected, and all answered",
  async () => {
    const service = await ServiceProcess.start(database.url);
    service.kill("SIGSTOP");
    const coming = Array.from({ length: BUYERS }, async () => {
      const connection = await RawConnection.open(service.origin);
      connections.push(connection);
      connection.send("GET /healthz HTTP/1.1\r\nHost: raffle\r\n\r\n");
    });
    const come = Promise.allSettled(coming);
    await Promise.race([come, pause(GIVE_UP_MS)]);
    expect(connections).toHaveLength(BUYERS);
    service.kill("SIGCONT");
    await Promise.all(connections.map((connection) => connection.got('"status":"ok"')));
  },
);
