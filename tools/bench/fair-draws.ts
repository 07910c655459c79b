import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { operatorPrincipal } from "../../ports/principal.ts";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { OrganisationAdministration } from "../../src/organisations/organisation-administration.ts";
import { candidatesHash, winnerIndices } from "../../src/fair-draws/fair-draw.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { analyze, atTheEnd, end, openService, serviceEnvironment, startCluster } from "./servers/cluster.ts";
import { DrawFunction } from "./support/draw-function.ts";
import { DrawPartner, quantiles, type Times } from "./support/draw-partner.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { SLUG } from "./support/world.ts";

// Measures reveals of one list, and the least that any service must do: parse, hash and shuffle the same list, here in the
// bench's process.
const QUICK = process.argv.includes("--quick");
const CLIENTS = 10;
const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };
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

try {
  await bench();
} finally {
  await end();
}

async function bench(): Promise<void> {
  const startedAt = performance.now();
  const { create, folder } = await startCluster();
  const url = await create("service");
  await migrate(url);
  const environment = serviceEnvironment(url);
  const { organisationId, secret, apiKeyId } = await openAccount(url);
  await analyze(url);
  const output = openSync(join(folder, "service.log"), "w");
  const service = await ServerProcess.start("service-server.ts", { environment, output });
  atTheEnd(() => service.stop());
  closeSync(output);
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
      `${availableParallelism()} × ${cpus()[0]?.model ?? "?"}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s in all; times are p50 / p99 in ms`,
      "",
      `| | floor: parse, hash, shuffle | reveal as a function | ratio | target | over HTTP | ratio | ${CLIENTS} clients over HTTP | a second | event loop held up at most, CPU / clock |`,
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
      ...lines,
    ].join("\n"),
  );
}

/** An organisation with a balance that lasts, and two API keys: one's secret, for HTTP, and the other's id. */
async function openAccount(url: string) {
  const { wiring, database } = await openService(url);
  const administration = wiring.get(OrganisationAdministration);
  const { id } = await administration.createOrganisation(ACT, { slug: SLUG, name: "Bench" });
  const facts = {
    name: "bench",
    scopes: ["draws:create"] as const,
    rateLimit: 10_000_000,
    rateWindowSec: 1,
  };
  const { secret } = await administration.createApiKey(ACT, id, facts);
  const { apiKey } = await administration.createApiKey(ACT, id, facts);
  await database.pool.query(
    "insert into draw_account (organisation_id, balance_cents) values ($1, 1000000000)",
    [id],
  );
  await database.close();
  return { organisationId: id, secret, apiKeyId: apiKey.id };
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

function timesText({ p50Ms, p99Ms }: Times): string {
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;
}
