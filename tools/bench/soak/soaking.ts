import { setTimeout as pause } from "node:timers/promises";
import { end } from "../servers/cluster.ts";
import { Buyers } from "./load/buyers.ts";
import { ListDraws } from "./load/list-draws.ts";
import { Lots } from "./load/lots.ts";
import { Readers } from "./load/readers.ts";
import { openReceivers, type Receiver } from "./load/receivers.ts";
import { DeliveryCheck, wrongBooks, wrongLogs } from "./measure/books.ts";
import { judge, type Verdict } from "./measure/judge.ts";
import { RULES } from "./measure/rules.ts";
import { type Look, Sampler } from "./measure/sampler.ts";
import type { SoakOptions } from "./options.ts";
import { countsOf, lineOf, tablesOf, verdictsOf } from "./report.ts";
import { Stage } from "./stage.ts";

const TABLES_EVERY = 10;

/** Runs a soak; all that it started has ended when it returns. @returns what is wrong */
export async function soak(options: SoakOptions): Promise<string[]> {
  try {
    return await wrongAfter(options);
  } finally {
    await end();
  }
}

async function wrongAfter(options: SoakOptions): Promise<string[]> {
  const stage = await Stage.open(options);
  const { front, shops, operator, database, time } = stage;
  const receivers = await openReceivers(front, shops, operator);
  const deliveries = new DeliveryCheck(database, receivers, time.now());
  const lots = new Lots(front, shops, database);
  const draws = new ListDraws(front, shops[0]!);
  const buyers = new Buyers(front, shops, operator);
  const readers = new Readers(front, shops, operator);
  await lots.start();
  await draws.start();
  readers.start();
  buyers.start(options.perSec);
  stage.startTrouble();

  const looks = await watch(stage, options, async () => {
    await deliveries.look(time.now());
    await keepEnabled(receivers, stage);
  });
  await stage.endTrouble();
  await Promise.all([buyers.stop(), readers.stop(), lots.stop(), draws.stop()]);
  for (const receiver of receivers) receiver.recover();
  const stuck = await stage.quiet(() => keepEnabled(receivers, stage));
  if (options.tamper !== "") await database.query(options.tamper);
  await lots.verify();
  await deliveries.finish(time.now());

  const samples = looks.map(({ sample }) => sample);
  const verdicts = options.looks === null ? [] : RULES.map((rule) => judge(rule, samples));
  const wrong = [
    ...verdicts.map((verdict) => verdict.wrong).filter((sentence) => sentence !== null),
    ...stage.unlistedTables(looks),
    ...stuck,
    ...(await wrongBooks(stage.url, database, time.now())),
    ...deliveries.wrong,
    ...[...lots.wrong, ...draws.wrong].map((line) => `A draw cannot be verified: ${line}.`),
    ...[...front.unexpected].map(([what, example]) => `The service answered ${what}: ${example}.`),
    ...(await stage.stop()),
    ...wrongLogs(stage.logs),
  ];
  for (const receiver of receivers) await receiver.close();
  print({ stage, looks, verdicts, lots, draws, buyers, deliveries, receivers });
  const right = options.looks === null ? "Every rule holds." : "Nothing grows, and every rule holds.";
  console.log(`\n${wrong.length === 0 ? right : wrong.join("\n")}`);
  return wrong;
}

/** Enables disabled receivers. @returns whether one was disabled, and so is sent the events that it missed */
async function keepEnabled(receivers: readonly Receiver[], { front, operator }: Stage): Promise<boolean> {
  let wasDisabled = false;
  for (const receiver of receivers) if (await receiver.keepEnabled(front, operator)) wasDisabled = true;
  return wasDisabled;
}

/** Measures repeatedly, and prints the measures. */
async function watch(stage: Stage, options: SoakOptions, besides: () => Promise<void>): Promise<Look[]> {
  const sampler = new Sampler(stage);
  const looks: Look[] = [];
  const endMs = Date.now() + options.lastsMs;
  while (Date.now() < endMs || looks.length < (options.looks ?? 0)) {
    await pause(options.lookMs);
    try {
      const look = await sampler.look();
      await besides();
      console.log(lineOf(look, looks.at(-1) ?? null, stage.news()));
      looks.push(look);
      if (looks.length % TABLES_EVERY === 0) console.log(`\n${tablesOf(look)}\n`);
    } catch (error) {
      console.log(`not measured: ${(error as Error).message}`);
    }
  }
  return looks;
}

interface Ended {
  readonly stage: Stage;
  readonly looks: readonly Look[];
  readonly verdicts: readonly Verdict[];
  readonly lots: Lots;
  readonly draws: ListDraws;
  readonly buyers: Buyers;
  readonly deliveries: DeliveryCheck;
  readonly receivers: readonly Receiver[];
}

function print({ stage, looks, verdicts, lots, draws, buyers, deliveries, receivers }: Ended): void {
  const conducts = new Map<string, number>();
  for (const receiver of receivers)
    for (const [conduct, times] of receiver.conducts)
      conducts.set(conduct, (conducts.get(conduct) ?? 0) + times);
  const last = looks.at(-1);
  const parts = [
    ...(last === undefined ? [] : [tablesOf(last)]),
    ...(verdicts.length === 0 ? [] : [verdictsOf(verdicts)]),
    countsOf("Sessions by what became of them", buyers.fates),
    countsOf("Answers", stage.front.answers),
    countsOf("What receivers did", conducts),
    countsOf("Log lines", stage.logs.counts),
    countsOf("What happened", stage.happened),
    `${lots.verified} draws of competitions and ${draws.verified} over lists verified, ${deliveries.arrived} arrivals of events found, ${receivers.reduce((sum, { disabled }) => sum + disabled, 0)} × an endpoint enabled again, ${buyers.turnedAway} buyers did not come as too many were there.`,
  ];
  console.log(`\n${parts.join("\n\n")}`);
}
