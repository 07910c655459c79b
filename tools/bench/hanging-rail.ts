import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { analyze, atTheEnd, end, openService, serviceEnvironment, startCluster } from "./servers/cluster.ts";
import { measure, middle, type Round } from "./support/load.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openShop, sellBeforehand, type ServiceWorld } from "./servers/service-database.ts";
import { anyOf } from "./support/world.ts";

// Sessions are created at one organisation's rail while 200 buyers of another organisation meet a provider that hangs
// on every call; beside the same buyers at a provider that answers.
const CLIENTS = 8;
const BUYERS = 200;
/** A buyer who was refused tries again. */
const AGAIN_MS = 5_000;
const ROUND_MS = 4_000;
const ROUNDS = 3;
/** The rail's own deadline, and a little: from then on the circuit is open. */
const DEADLINE_MS = 17_000;
const SLOW = "slow";

try {
  await bench();
} finally {
  await end();
}

/** A service of three organisations in a process of its own, where one's provider hangs. */
async function openSelling() {
  const { create, folder } = await startCluster();
  const url = await create("service");
  await migrate(url);
  const { wiring, database } = await openService(url);
  const shops = [];
  for (const slug of ["measured", "calm", SLOW]) shops.push(await openShop(wiring, slug));
  const [measured, calm, slow] = shops as [ServiceWorld, ServiceWorld, ServiceWorld];
  await sellBeforehand(wiring, measured, 5_000);
  await database.close();
  await analyze(url);

  const output = openSync(join(folder, "service.log"), "w");
  const server = await ServerProcess.start("service-server.ts", {
    environment: { ...serviceEnvironment(url), BENCH_HANGING: SLOW },
    output,
  });
  atTheEnd(() => server.stop());
  closeSync(output);
  const http = new Pool(server.origin, { connections: CLIENTS + BUYERS, headersTimeout: 60_000 });
  atTheEnd(() => http.destroy());
  return { measured, calm, slow, http };
}

async function bench(): Promise<void> {
  const { measured, calm, slow, http } = await openSelling();
  const round = () =>
    measure({
      clients: CLIENTS,
      forMs: ROUND_MS,
      atMost: 100_000,
      work: async () => {
        const status = await createSession(http, measured);
        invariant(status === 201, `a session of the rail that answers is created, not ${status}`);
      },
    });
  await round();
  const alone: Round[] = [];
  const besideCalm: Round[] = [];
  // Before and after, since a database that fills and a machine that is shared change meanwhile.
  const compared = async () => {
    for (let i = 0; i < ROUNDS; i++) {
      alone.push(await round());
      const buyers = crowd(http, calm);
      await pause(500);
      besideCalm.push(await round());
      await buyers.leave();
    }
  };
  await compared();
  const buyers = crowd(http, slow);
  await pause(500);
  const whileTheyWait = await rounds(round);
  await pause(Math.max(0, DEADLINE_MS - ROUNDS * ROUND_MS - 500));
  const whileOpen = await rounds(round);
  await buyers.leave();
  await compared();
  const answers = buyers.answers();
  invariant(answers.has(502) && !answers.has(201), "the provider that hangs gives nobody a session");

  report({ alone, besideCalm, whileTheyWait, whileOpen });
}

function report(
  all: Readonly<Record<"alone" | "besideCalm" | "whileTheyWait" | "whileOpen", readonly Round[]>>,
): void {
  const { alone, besideCalm, whileTheyWait, whileOpen } = all;
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${CLIENTS} clients, ${BUYERS} buyers, medians of rounds of ${ROUND_MS / 1000} s\n`,
  );
  const reference = middle(besideCalm).p99Ms;
  const line = (title: string, all: readonly Round[], compared: boolean) => {
    const { perSec, p50Ms, p99Ms } = middle(all);
    const ratio = p99Ms / reference;
    const shown = compared ? (ratio > 1.2 ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)) : "";
    return `| ${title} | ${Math.round(perSec)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${shown} | ${compared ? "≤ 1.2" : ""} |`;
  };
  console.log(
    [
      "| sessions created at a rail that answers | /s | p50 ms | p99 ms | p99 ratio | target |",
      "|---|--:|--:|--:|--:|--:|",
      line("with nobody else", alone, false),
      line("beside 200 buyers whose provider answers", besideCalm, false),
      line("beside 200 buyers whose provider hangs, while they wait", whileTheyWait, true),
      line("the same, once it is known to hang", whileOpen, true),
    ].join("\n"),
  );
}

async function rounds(round: () => Promise<Round>): Promise<Round[]> {
  const all: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) all.push(await round());
  return all;
}

/** Buyers who each want one session, and another a while later, whatever they were answered. */
function crowd(http: Pool, world: ServiceWorld) {
  const leaving = new AbortController();
  const answers = new Map<number, number>();
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!leaving.signal.aborted) {
      const status = await createSession(http, world);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await pause(AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  });
  return {
    answers: () => answers,
    leave: async () => {
      leaving.abort();
      await Promise.all(buyers);
    },
  };
}

async function createSession(http: Pool, { key, many }: ServiceWorld): Promise<number> {
  const { statusCode, body } = await http.request({
    method: "POST",
    path: "/api/v1/checkout/sessions",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      competitionId: anyOf(many),
      quantity: 1,
      buyer: { email: `buyer-${crypto.randomUUID()}@example.com` },
    }),
  });
  await body.dump();
  return statusCode;
}
