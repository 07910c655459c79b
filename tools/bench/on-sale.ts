import { parseArgs } from "node:util";
import { invariant } from "../../src/shared/invariant.ts";
import { type Cluster, machine, runBench, tell } from "./servers/cluster.ts";
import { type OpenRound, openLoop } from "./on-sale/open-loop.ts";
import { Stage, type Used } from "./on-sale/stage.ts";
import { Steps } from "./on-sale/steps.ts";
import { anyOf, SLUG } from "./support/world.ts";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;

/** Arrivals a second, in rising order: the first that is too much ends a side. */
const HOSTED_PER_SEC = quick ? [5, 10] : [5, 10, 20, 30, 40, 50, 60, 80];
const API_PER_SEC = quick ? [50, 100] : [50, 100, 200, 400, 600, 800, 1_000];
const FOR_MS = quick ? 3_000 : 7_000;
/** A rate is sustained if each step's 99th percentile is below this, and as many end as arrive. */
const PATIENCE_MS = 1_000;
const ALL = 0.9;
/** Buyers at once for the costs of one purchase. */
const AT_ONCE = 8;
const HOSTED_EACH = quick ? 10 : 25;
const API_EACH = quick ? 40 : 150;
/** Hosted purchases of each client before those that are measured: the pages' code is compiled meanwhile. */
const WARM_EACH = quick ? 40 : 100;
const ANSWER_MS = 50;
const HOT_TICKETS = quick ? 40 : 200;
const REFUSED_PER_SEC = quick ? 30 : 100;
const FRAMES = quick ? 300 : 1_000;

await runBench(bench);

async function bench(cluster: Cluster & { readonly url: string }): Promise<void> {
  tell("PostgreSQL runs; filling");
  const stage = await Stage.open(cluster, HOT_TICKETS);
  const { exchange, buyers, world, mails } = stage;
  let paidByApi = 0;
  const api = async (steps: Steps) => {
    const session = await steps.time("create", () => exchange.session(world.many));
    await steps.time("provider's word", () => exchange.pay(session));
    paidByApi++;
    await steps.time("poll", () => exchange.hasTickets(session.id));
  };
  const hosted = (steps: Steps) => buyers.buy(anyOf(world.many), steps);

  tell("costs of one purchase");
  await costOf(stage, api, API_EACH);
  await costOf(stage, hosted, WARM_EACH);
  const [apiEach, hostedEach] = [
    await costOf(stage, api, API_EACH),
    await costOf(stage, hosted, HOSTED_EACH),
  ];
  tell("rates");
  const apiRounds = await rising(stage, API_PER_SEC, api);
  const hostedRounds = await rising(stage, HOSTED_PER_SEC, hosted);
  tell("mails of a slow server");
  mails.answerMs = ANSWER_MS;
  const [apiBest, hostedBest] = [apiRounds.findLast(isSustained), hostedRounds.findLast(isSustained)];
  const { perSec } = hostedBest ?? hostedRounds[0]!;
  const slowMails = await openLoop({ perSec, forMs: FOR_MS, work: hosted });
  mails.answerMs = 0;
  tell("frames, and a lot that is sold out");
  const frames = await framesAtOnce(stage);
  const refusals = await soldOut(stage, () => (paidByApi += 1));

  const ratio = (one: number, other: number) => (one / other).toFixed(2);
  console.log(`${machine()}\n`);
  console.log(rateTable({ API: apiRounds, hosted: hostedRounds }));
  console.log(`\n${costTable({ API: apiEach, hosted: hostedEach })}`);
  console.log(`\n${stepTable(hostedBest ?? hostedRounds[0]!)}`);
  console.log(`
| | measured | goal |
|---|--:|--:|
| hosted purchases a second that are sustained, to those over the API | ${hostedBest && apiBest ? ratio(hostedBest.donePerSec, apiBest.donePerSec) : "none is sustained"} | ≥ 0.2 |
| processor time of a hosted purchase to one over the API, ${AT_ONCE} at once | ${ratio(hostedEach.serviceMs + hostedEach.databaseMs, apiEach.serviceMs + apiEach.databaseMs)} | ≤ 4 |
| round trips to PostgreSQL | ${hostedEach.roundTrips.toFixed(1)} : ${apiEach.roundTrips.toFixed(1)} | ≤ 20 : 6 |
| bytes of log | ${ratio(hostedEach.walBytes, apiEach.walBytes)} | ≤ 1.4 |
| ${FRAMES} frames at once: processor time of counter and page to that of the counter | ${ratio(frames.counterMs + frames.pageMs, frames.counterMs)} | ≤ 3 |
| a code's way to a mail server with answers of ${ANSWER_MS} ms, at ${perSec} a second, p99 | ${Math.round(slowMails.steps.quantiles(0.99).get("code arrives")!)} ms | ≤ 2,000 ms |
| sold out, at ${REFUSED_PER_SEC} a second: p99 of a refusal | ${Math.round(refusals)} ms | ≤ 100 ms |
`);
  console.log(await stage.check(paidByApi + buyers.paid));
}

interface Round extends OpenRound {
  /** Processors that were busy. */
  readonly cores: Readonly<Record<"service" | "database" | "driver" | "others", number>>;
}

function isSustained({ perSec, donePerSec, steps }: OpenRound): boolean {
  return steps.worstMs <= PATIENCE_MS && donePerSec >= ALL * perSec;
}

/** Measures one rate after the other, until one is too much, also in a second try: the machine may be busy with others. */
async function rising(
  stage: Stage,
  rates: readonly number[],
  work: (steps: Steps) => Promise<void>,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (const perSec of rates) {
    rounds.push(await roundOf(stage, perSec, work));
    if (!isSustained(rounds.at(-1)!)) rounds.push(await roundOf(stage, perSec, work));
    if (!isSustained(rounds.at(-1)!)) break;
  }
  return rounds;
}

async function roundOf(stage: Stage, perSec: number, work: (steps: Steps) => Promise<void>): Promise<Round> {
  const [before, since] = [await stage.used(), performance.now()];
  const round = await openLoop({ perSec, forMs: FOR_MS, work });
  const [after, ms] = [await stage.used(), performance.now() - since];
  const of = (name: keyof Used) => (after[name] - before[name]) / ms;
  const [service, database, driver] = [of("serviceMs"), of("databaseMs"), of("driverMs")];
  const others = of("machineMs") - service - database - driver;
  return { ...round, cores: { service, database, driver, others } };
}

/** Returns what one purchase uses, of several clients in a closed loop. @param each purchases of each client */
async function costOf(stage: Stage, work: (steps: Steps) => Promise<void>, each: number): Promise<Used> {
  const before = await stage.used();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = 0; n < each; n++) await work(new Steps());
    }),
  );
  const after = await stage.used();
  const of = (name: keyof Used) => (after[name] - before[name]) / (AT_ONCE * each);
  return {
    serviceMs: of("serviceMs"),
    databaseMs: of("databaseMs"),
    driverMs: of("driverMs"),
    machineMs: of("machineMs"),
    roundTrips: of("roundTrips"),
    walBytes: of("walBytes"),
  };
}

/** Returns the service's processor time of as many counters, and of as many frames, at once. */
async function framesAtOnce(stage: Stage): Promise<{ counterMs: number; pageMs: number }> {
  const { buyers, world } = stage;
  const cpuMsOf = async (path: string) => {
    await buyers.open(path, 1);
    const before = (await stage.used()).serviceMs;
    await buyers.open(path, FRAMES);
    return (await stage.used()).serviceMs - before;
  };
  return {
    counterMs: await cpuMsOf(`/embed/${SLUG}/live.json`),
    pageMs: await cpuMsOf(`/embed/${SLUG}/competition/${world.many[0]!}`),
  };
}

/** Sells the hot lot out, and measures more orders for it. @returns the 99th percentile of refusals, in milliseconds */
async function soldOut({ exchange, world: { hot } }: Stage, paid: () => void): Promise<number> {
  for (let n = 0; n < HOT_TICKETS; n++) {
    await exchange.pay(await exchange.session(hot));
    paid();
  }
  const work = async (steps: Steps) =>
    invariant(
      !(await steps.time("refusal", () => exchange.isSold(hot))),
      "a lot that is sold out sells nothing",
    );
  const { steps } = await openLoop({ perSec: REFUSED_PER_SEC, forMs: FOR_MS, work });
  return steps.quantiles(0.99).get("refusal")!;
}

function rateTable(sides: Readonly<Record<string, readonly Round[]>>): string {
  const lines = Object.entries(sides).flatMap(([side, rounds]) =>
    rounds.map((round) => {
      const [name, ms] = [...round.steps.quantiles(0.99)].toSorted(([, a], [, b]) => b - a)[0]!;
      const { service, database, driver, others } = round.cores;
      const cores = [service, database, driver, others].map((each) => each.toFixed(2)).join(" + ");
      const [done, isEnough] = [round.donePerSec.toFixed(1), isSustained(round) ? "yes" : "no"];
      return `| ${side} ${round.perSec} | ${done} | ${name}, ${Math.round(ms)} ms | ${isEnough} | ${cores} |`;
    }),
  );
  const head =
    "| arriving a second | done | slowest step, p99 | sustained | cores: service + PostgreSQL + driver + others |";
  return [head, "|---|--:|--:|---|--:|", ...lines].join("\n");
}

function stepTable({ perSec, steps }: OpenRound): string {
  const [median, worst] = [steps.quantiles(0.5), steps.quantiles(0.99)];
  const lines = [...median].map(
    ([step, ms]) => `| ${step} | ${ms.toFixed(1)} | ${worst.get(step)!.toFixed(1)} |`,
  );
  return [`| step, hosted, ${perSec} a second | p50 ms | p99 ms |`, "|---|--:|--:|", ...lines].join("\n");
}

function costTable(sides: Readonly<Record<string, Used>>): string {
  const head = `| a purchase, ${AT_ONCE} at once | service ms | PostgreSQL ms | driver ms | round trips | WAL bytes |`;
  const lines = Object.entries(sides).map(
    ([side, used]) =>
      `| ${side} | ${used.serviceMs.toFixed(1)} | ${used.databaseMs.toFixed(1)} | ${used.driverMs.toFixed(1)} | ${used.roundTrips.toFixed(1)} | ${Math.round(used.walBytes).toLocaleString("en")} |`,
  );
  return [head, "|---|--:|--:|--:|--:|--:|", ...lines].join("\n");
}
