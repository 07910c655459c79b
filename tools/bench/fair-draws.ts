import { candidatesHash, winnerIndices } from "../../src/fair-draws/fair-draw.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { analyze, machine, openService, runBench, serviceEnvironment } from "./servers/cluster.ts";
import { addDrawKey, DrawFunction, openDrawAccount } from "./support/draw-function.ts";
import { DrawPartner, quantiles, timesText, type Times } from "./support/draw-partner.ts";
import { ServerProcess } from "./servers/server-process.ts";

// Measures reveals of one list, and the least that any service must do: parse, hash and shuffle the same list, here in the
// bench's process.
const QUICK = process.argv.includes("--quick");
const CLIENTS = 10;
const SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const names = Array.from({ length: 10_000 }, (_, index) => `participant-${index}`);
const people = names.map((name, id) => ({ id, email: `${name}@example.com`, note: "é".repeat(360) }));

interface Case {
  readonly title: string;
  readonly candidates: readonly unknown[];
  readonly pick: number;
  readonly rounds: number;
}

const CASES: readonly Case[] = [
  { title: "10,000 names, pick 1", candidates: names, pick: 1, rounds: 300 },
  { title: "10,000 names, pick 100", candidates: names, pick: 100, rounds: 300 },
  { title: "10,000 names, pick 10,000", candidates: names, pick: 10_000, rounds: 150 },
  { title: "10,000 objects in 8 MB, pick 1", candidates: people, pick: 1, rounds: 40 },
  { title: "10,000 objects in 8 MB, pick 10,000", candidates: people, pick: 10_000, rounds: 40 },
];

await runBench(async ({ url, folder }) => {
  const environment = serviceEnvironment(url);
  const { organisationId, secret, apiKeyId } = await openAccount(url);
  await analyze(url);
  const service = await ServerProcess.start("service-server.ts", folder, environment);
  const partner = await DrawPartner.open(service.origin, secret, CLIENTS);
  const direct = await DrawFunction.open(url, { organisationId, apiKeyId });

  const lines: string[] = [];
  for (const each of CASES) {
    const rounds = QUICK ? Math.ceil(each.rounds / 10) : each.rounds;
    const body = JSON.stringify({ clientSeed: "bench", candidates: each.candidates, pick: each.pick });
    const floor = await floorMs(each, body, rounds);
    await partner.reveals(body, { clients: CLIENTS, count: CLIENTS });
    const alone = await partner.reveals(body, { clients: 1, count: rounds });
    await service.heldUp();
    const loaded = await partner.reveals(body, { clients: CLIENTS, count: rounds });
    const held = await service.heldUp();
    const called = await direct.reveals(body, rounds);
    const ratio = (called.p50Ms / floor.p50Ms).toFixed(2);
    const overHttp = (alone.p50Ms / floor.p50Ms).toFixed(2);
    lines.push(
      `| ${each.title} | ${timesText(floor)} | ${timesText(called)} | ${Number(ratio) > 2 ? `**${ratio}**` : ratio} | ≤ 2 | ${timesText(alone)} | ${overHttp} | ${timesText(loaded)} | ${loaded.perSec.toFixed(0)} | ${held.cpuMs.toFixed(0)} / ${held.wallMs.toFixed(0)} ms |`,
    );
  }
  await partner.close();
  await direct.close();
  console.log(
    [
      `${machine()}; times are p50 / p99 in ms`,
      "",
      `| | floor: parse, hash, shuffle | reveal as a function | ratio | target | over HTTP | ratio | ${CLIENTS} clients over HTTP | a second | event loop held up at most, CPU / clock |`,
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
      ...lines,
    ].join("\n"),
  );
});

/** Creates an organisation with a balance for all draws, and two API keys: one's secret, for HTTP, and the other's id. */
async function openAccount(url: string) {
  const opened = await openService(url);
  const { id: organisationId, secret } = await openDrawAccount(opened, "bench", 1_000_000_000);
  const { apiKey } = await addDrawKey(opened, organisationId);
  await opened.database.close();
  return { organisationId, secret, apiKeyId: apiKey.id };
}

async function floorMs({ pick }: Case, body: string, rounds: number): Promise<Times> {
  const times: number[] = [];
  for (let i = 0; i < rounds + 5; i++) {
    const from = performance.now();
    const { candidates, clientSeed } = JSON.parse(body);
    const hash = candidatesHash(candidates);
    const inputs = { clientSeed, nonce: "0", candidatesHash: hash, candidateCount: candidates.length, pick };
    const indices = winnerIndices(SEED, inputs);
    if (i >= 5) times.push(performance.now() - from);
    invariant(indices.length === pick, "as many winners as requested");
    // Lets garbage be collected between rounds.
    await new Promise(setImmediate);
  }
  return quantiles(times);
}
