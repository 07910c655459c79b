import { closeSync, openSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { migrate } from "../../adapters/persistence/schema/migrate.ts";
import { operatorPrincipal } from "../../ports/principal.ts";
import { OrganisationAdministration } from "../../src/organisations/organisation-administration.ts";
import { analyze, atTheEnd, end, openService, serviceEnvironment, startCluster } from "./servers/cluster.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { DrawPartner, quantiles, type Times } from "./support/draw-partner.ts";
import { largeList } from "./support/lists.ts";
import { RevealCrowd } from "./support/reveal-crowd.ts";

// Measures a paid reveal while another organisation sends twelve unpaid ones of 7 MB.
const QUICK = process.argv.includes("--quick");
const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };
const MOST = 2;

interface Case {
  readonly title: string;
  readonly body: string;
  readonly rounds: number;
}

const CASES: readonly Case[] = [
  { title: "one candidate", body: largeList(0), rounds: 40 },
  { title: "250 kB", body: largeList(250_000), rounds: 40 },
  { title: "2 MB", body: largeList(2_000_000), rounds: 20 },
  { title: "8 MB", body: largeList(7_990_000), rounds: 10 },
];

try {
  await bench();
} finally {
  await end();
}

async function bench(): Promise<void> {
  const { create, folder } = await startCluster();
  const url = await create("service");
  await migrate(url);
  const environment = serviceEnvironment(url);
  const [payer, poor] = await openAccounts(url);
  await analyze(url);
  const output = openSync(join(folder, "service.log"), "w");
  const service = await ServerProcess.start("service-server.ts", { environment, output });
  atTheEnd(() => service.stop());
  closeSync(output);
  const partner = await DrawPartner.open(service.origin, payer, 1);
  const crowd = await RevealCrowd.start(service.origin, poor);
  atTheEnd(async () => crowd.stop());

  const lines: string[] = [];
  for (const { title, body, rounds } of CASES) {
    const alone: number[] = [];
    const crowded: number[] = [];
    // In turn, so that both run on the same machine state. The first round only warms up.
    for (let round = -1; round < (QUICK ? 3 : rounds); round++) {
      const aloneMs = await (await partner.ready(body))();
      const crowdedMs = await crowd.during(await partner.ready(body));
      if (round < 0) continue;
      alone.push(aloneMs);
      crowded.push(crowdedMs);
    }
    const [by, among] = [quantiles(alone), quantiles(crowded)];
    const ratio = among.p50Ms / by.p50Ms;
    const ratioText = ratio > MOST ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
    lines.push(`| ${title} | ${timesText(by)} | ${timesText(among)} | ${ratioText} | ≤ ${MOST} |`);
  }
  await partner.close();
  console.log(
    [
      `${availableParallelism()} × ${cpus()[0]?.model ?? "?"}; times are p50 / p99 in ms`,
      "",
      "| a paid reveal | alone | during 12 unpaid reveals of 7 MB | p50 ratio | target |",
      "|---|--:|--:|--:|--:|",
      ...lines,
    ].join("\n"),
  );
}

/** Creates two organisations, the first with a balance for all draws. @returns their API keys */
async function openAccounts(url: string): Promise<[payer: string, poor: string]> {
  const { wiring, database } = await openService(url);
  const administration = wiring.get(OrganisationAdministration);
  const open = async (slug: string) => {
    const { id } = await administration.createOrganisation(ACT, { slug, name: slug });
    const scopes = ["draws:create"] as const;
    const facts = { name: "bench", scopes, rateLimit: 10_000_000, rateWindowSec: 1 };
    return { id, ...(await administration.createApiKey(ACT, id, facts)) };
  };
  const [payer, poor] = [await open("payer"), await open("poor")];
  await database.pool.query(
    "insert into draw_account (organisation_id, balance_cents) values ($1, 1000000000)",
    [payer.id],
  );
  await database.close();
  return [payer.secret, poor.secret];
}

function timesText({ p50Ms, p99Ms }: Times): string {
  return `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`;
}
