import { analyze, atTheEnd, machine, openService, runBench, serviceEnvironment } from "./servers/cluster.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openDrawAccount } from "./support/draw-function.ts";
import { DrawPartner, quantiles, timesText } from "./support/draw-partner.ts";
import { largeList } from "./support/lists.ts";
import { RevealCrowd } from "./support/reveal-crowd.ts";

// Measures a paid reveal while another organisation sends twelve unpaid ones of 7 MB.
const QUICK = process.argv.includes("--quick");
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

await runBench(async ({ url, folder }) => {
  const environment = serviceEnvironment(url);
  const [payer, poor] = await openAccounts(url);
  await analyze(url);
  const service = await ServerProcess.start("service-server.ts", folder, environment);
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
      `${machine()}; times are p50 / p99 in ms`,
      "",
      "| a paid reveal | alone | during 12 unpaid reveals of 7 MB | p50 ratio | target |",
      "|---|--:|--:|--:|--:|",
      ...lines,
    ].join("\n"),
  );
});

/** Creates two organisations, the first with a balance for all draws. @returns their API keys */
async function openAccounts(url: string): Promise<[payer: string, poor: string]> {
  const opened = await openService(url);
  const payer = await openDrawAccount(opened, "payer", 1_000_000_000);
  const poor = await openDrawAccount(opened, "poor", 0);
  await opened.database.close();
  return [payer.secret, poor.secret];
}
