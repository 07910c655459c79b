import { setTimeout as pause } from "node:timers/promises";
import { Wake } from "../../adapters/jobs/wake.ts";
import { NewIds } from "../../ports/ids.ts";
import { analyze, atTheEnd, machine, openService, runBench, serviceEnvironment } from "./servers/cluster.ts";
import { LagReceiver } from "./servers/lag-receiver.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { quantile } from "./support/load.ts";
import { type CrowdMember, newEvents, openCrowd, writeEvents } from "./support/webhook-crowd.ts";
import { anyOf } from "./support/world.ts";

// What one endpoint that hangs costs the others: from an event's writing to its arrival at 999 endpoints, the same
// load with all healthy and with one that answers nothing, in turn. The service gives each of its calls 10 s.
const ORGANISATIONS = 50;
const ENDPOINTS_EACH = 20;
/** Each goes to all endpoints of one organisation. */
const EVENTS_PER_SEC = 20;
/** For the one endpoint alone, at the beginning of each phase: it has a backlog for as long as it hangs. */
const BACKLOG = 200;
const ROUNDS = 2;
const SETTLE_MS = 1_000;
/** Longer than a call that hangs, so that others take its place. */
const MEASURED_MS = 10_500;
/** Events of each organisation beforehand. */
const FILL = 5;
const WARM_UP_MS = 1_000;

type Phase = "healthy" | "hanging";

await runBench(async ({ url, folder }) => {
  const environment: Record<string, string> = { ...serviceEnvironment(url), WEBHOOK_ALLOW_LOOPBACK: "true" };
  const { wiring, database } = await openService(url, environment);
  atTheEnd(() => database.close());
  const wake = new Wake({
    directUrl: url,
    log: { info() {}, warn: (_facts, message) => console.error(message) },
  });
  await wake.start();
  atTheEnd(() => wake.stop());
  const receiver = await LagReceiver.start();
  const crowd = await openCrowd(wiring, ORGANISATIONS, ENDPOINTS_EACH, (organisation, endpoint) =>
    organisation === 0 && endpoint === 0 ? receiver.one : `${receiver.origin}/${organisation}/${endpoint}`,
  );
  const [first] = crowd as [CrowdMember];
  const ids = wiring.get(NewIds);
  const write = async (member: CrowdMember) => {
    const [event] = newEvents(ids, member, 1);
    receiver.expect(event!.id, member === first ? ENDPOINTS_EACH - 1 : ENDPOINTS_EACH);
    await writeEvents(database.pool, [event!]);
    wake.eventsWritten();
  };
  // Plans are made for tables that are in use.
  for (const member of crowd) await writeEvents(database.pool, newEvents(ids, member, FILL));
  await analyze(url);
  await ServerProcess.start("service-server.ts", folder, environment);
  await steadily(WARM_UP_MS, () => write(anyOf(crowd)));
  await receiver.lags();

  const lagsMs: Record<Phase, number[]> = { healthy: [], hanging: [] };
  /** Phases of one kind that differ show what else the machine was busy with. */
  const p99s: Record<Phase, string[]> = { healthy: [], hanging: [] };
  const held: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const phase of ["healthy", "hanging"] as const) {
      receiver.hang(phase === "hanging");
      const one = { organisationId: first.organisationId, endpointId: first.endpointIds[0]! };
      await writeEvents(database.pool, newEvents(ids, one, BACKLOG));
      await steadily(SETTLE_MS, () => write(anyOf(crowd)));
      await receiver.lags();
      await steadily(MEASURED_MS, () => write(anyOf(crowd)));
      if (phase === "hanging") held.push(receiver.held);
      const ofPhase = await receiver.lags();
      lagsMs[phase].push(...ofPhase);
      p99s[phase].push(quantile(ascending(ofPhase), 0.99).toFixed(1));
    }
  }
  receiver.hang(false);
  const sorted = { healthy: ascending(lagsMs.healthy), hanging: ascending(lagsMs.hanging) };
  console.log(
    [
      machine(),
      `${EVENTS_PER_SEC} events a second to ${ENDPOINTS_EACH} endpoints each; calls that hung at the end of each phase: ${held.join(", ")}`,
      "",
      "| lag, event written to received | all healthy | one hangs | change | target |",
      "|---|--:|--:|--:|--:|",
      lineOf("p50", 0.5, sorted, null),
      lineOf("p99", 0.99, sorted, 0.2),
      `| p99 of each phase, ms | ${p99s.healthy.join(", ")} | ${p99s.hanging.join(", ")} | | |`,
      `| deliveries | ${sorted.healthy.length} | ${sorted.hanging.length} | | |`,
    ].join("\n"),
  );
});

/** Acts at an even pace. */
async function steadily(forMs: number, act: () => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let dueMs = 0; dueMs < forMs; dueMs += 1000 / EVENTS_PER_SEC) {
    await pause(Math.max(0, start + dueMs - performance.now()));
    await act();
  }
}

function lineOf(
  title: string,
  q: number,
  { healthy, hanging }: Readonly<Record<Phase, readonly number[]>>,
  target: number | null,
): string {
  const [before, after] = [quantile(healthy, q), quantile(hanging, q)];
  const change = after / before - 1;
  const percent = `${change < 0 ? "" : "+"}${(change * 100).toFixed(0)} %`;
  const missed = target !== null && change >= target;
  const cells = [
    title,
    `${before.toFixed(1)} ms`,
    `${after.toFixed(1)} ms`,
    missed ? `**${percent}**` : percent,
    target === null ? "" : `< ${target * 100} %`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function ascending(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
