import { ChainWatch } from "../adapters/metrics/chain-watch.ts";
import { ClockWatch } from "../adapters/jobs/clock-watch.ts";
import { Loop, type LoopOptions } from "../adapters/jobs/loop.ts";
import { RaffleWatchGauges } from "../adapters/metrics/raffle-watch-gauges.ts";
import { LoopAges } from "../adapters/jobs/loop-ages.ts";
import { RaffleGauges } from "../adapters/metrics/raffle-gauges.ts";
import { TillGauges } from "../adapters/metrics/till-gauges.ts";
import type { Wake } from "../adapters/jobs/wake.ts";
import { Database } from "../adapters/persistence/database/database.ts";
import { UndiciWebhookSender } from "../adapters/outbound/webhook-sender.ts";
import { Clock, WorldClock } from "../ports/clock.ts";
import { Pruning } from "../ports/jobs/pruning.ts";
import { Log } from "../ports/log.ts";
import { Heartbeats, type Role } from "../ports/operations/heartbeats.ts";
import { Random } from "../ports/crypto.ts";
import { SimulatedClock } from "../ports/simulated/simulated-clock.ts";
import { newUuid } from "../src/shared/new-ids.ts";
import { AccessControl } from "../ports/organisations/access-control.ts";
import { RaffleContract } from "../ports/onchain/raffle-contract.ts";
import { TillContract } from "../ports/onchain/till-contract.ts";
import { Deposits } from "../src/deposits/deposits.ts";
import { LotDrawRunner } from "../src/lot-draws/lot-draw-runner.ts";
import { LotCloser } from "../src/lots/lot-closer.ts";
import { LotUnwinder } from "../src/lots/lot-unwinder.ts";
import { LotCreationRecovery } from "../src/onchain/lot-creation-recovery.ts";
import { DrawFunds } from "../src/onchain/draw-funds.ts";
import { RaffleLots } from "../src/onchain/raffle-lots.ts";
import { RaffleWatcher } from "../src/onchain/raffle-watcher.ts";
import { ContractCalls } from "../src/onchain/contract-calls.ts";
import { NoticeMails } from "../src/people/notice-mails.ts";
import { MailSender } from "../src/mails/mail-sender.ts";
import { UnpaidMails } from "../src/mails/unpaid-mails.ts";
import { FigureCounter } from "../src/operations/figure-counter.ts";
import { SelfCheck } from "../src/operations/self-check.ts";
import { RailHealthWatch } from "../src/rail-accounts/rail-health.ts";
import { RefundRunner } from "../src/refunds/refund-runner.ts";
import { EventFetcher } from "../src/settlement/event-fetcher.ts";
import { MissedEvents } from "../src/settlement/missed-events.ts";
import { Notifications } from "../src/settlement/notifications.ts";
import { Reconciliation } from "../src/settlement/reconciliation.ts";
import { TillTransfers } from "../src/till/till-transfers.ts";
import { TillWatcher } from "../src/till/till-watcher.ts";
import { Dispatcher, relayGapMs } from "../src/webhooks/dispatcher.ts";
import type { Wiring } from "./wiring.ts";

/** Longest wait of an event or a delivery whose notification was lost. */
const WEBHOOKS_POLL_MS = 1_000;
/** Limit of a process's own writes that a failover can lose unnoticed. */
const HEARTBEAT_MS = 1_000;
const CHAIN_LOOK_MS = 15_000;
const HOUR_MS = 3_600_000;
const PRUNED_AT_ONCE = 1_000;

interface Background {
  /** Resolves when running work has ended and no more begins. */
  stop(): Promise<void>;
}

/** Starts the writers of every process, in any role: its rails' health, its uses of keys, and its heartbeat. */
export function startReports(wiring: Wiring, role: Role): Background {
  const health = wiring.get(RailHealthWatch);
  const access = wiring.get(AccessControl);
  const heartbeats = wiring.get(Heartbeats);
  const process = { id: newUuid(wiring.get(Random)), role, startedAt: new Date() };
  const reports = [
    startLoop(wiring, "rail-health", () => health.writeOnce(), {
      everyMs: 5_000,
      last: () => health.writeOnce({ all: true }),
    }),
    startLoop(wiring, "key-uses", () => access.writeUses(), {
      everyMs: 60_000,
      last: () => access.writeUses(),
    }),
    startLoop(wiring, "heartbeat", () => heartbeats.beat(process), {
      everyMs: HEARTBEAT_MS,
      last: () => heartbeats.leave(process.id),
    }),
  ];
  return {
    async stop() {
      await Promise.all(reports.map((report) => report.stop()));
    },
  };
}

/** Reads the time from the database once, then starts the loop that reads it again. */
export async function startClock(wiring: Wiring): Promise<Background> {
  const watch = wiring.get(ClockWatch);
  await watch.compare();
  return startLoop(wiring, "clock", () => watch.compareWhenDue(), { everyMs: 1_000 });
}

/** Follows what others change, read once before the first use: the standby's age, and the simulated clock's lead. */
export async function startFollowers(wiring: Wiring, wake: Wake): Promise<Background> {
  const followers = [await startStandby(wiring), await startSimulatedClock(wiring, wake)];
  return {
    async stop() {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}

/** Reads the lead of the simulated clock when it is moved, and each second. */
async function startSimulatedClock(wiring: Wiring, wake: Wake): Promise<Background> {
  const clock = wiring.get(SimulatedClock);
  if (wiring.get<typeof Clock>(Clock) !== clock) return { stop: async () => {} };
  await clock.follow();
  const loop = startLoop(wiring, "simulated-clock", () => clock.follow(), { everyMs: 1_000 });
  const deaf = wake.onWake("clock", loop.wake);
  return {
    stop() {
      deaf();
      return loop.stop();
    },
  };
}

/** Checks whether the standby can answer, if one is configured: once before the first read, then each second. */
async function startStandby(wiring: Wiring): Promise<Background> {
  const { standby } = wiring.get(Database);
  if (standby === null) return { stop: async () => {} };
  await standby.look();
  return startLoop(wiring, "standby", () => standby.look(), { everyMs: 1_000 });
}

interface StepTimes {
  readonly everyMs: number;
  /** Last run, after the loop has stopped. */
  readonly last?: () => Promise<unknown>;
}

/** Starts a loop that runs in every process, even while its clock is wrong. */
function startLoop(
  wiring: Wiring,
  name: string,
  step: () => Promise<unknown>,
  { everyMs, last }: StepTimes,
): Background & { readonly wake: () => void } {
  const log = wiring.get(Log);
  const loop = new Loop({
    name,
    step: () => step().then(() => 0),
    intervalMs: everyMs,
    log,
    ages: wiring.get(LoopAges),
  });
  loop.start();
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      // A failure must not prevent an orderly end, for example while the database is away.
      await last?.().catch((error: unknown) =>
        log.warn({ err: error, loop: name }, "the last report of a process was not written"),
      );
    },
  };
}

/** Starts everything that runs without a request. */
export function startBackground(
  wiring: Wiring,
  { wake, webhooksPollMs = WEBHOOKS_POLL_MS }: { readonly wake: Wake; readonly webhooksPollMs?: number },
): Background {
  const parts = { log: wiring.get(Log), ages: wiring.get(LoopAges) };
  const dispatcher = wiring.get(Dispatcher);
  const watch = wiring.get(ClockWatch);
  const held = () => !watch.usable;
  const every: Every = (intervalMs, name, step, { gapMs } = {}) =>
    new Loop({ name, step, intervalMs, gapMs, held, ...parts });
  const relay = every(webhooksPollMs, "relay", () => dispatcher.relayOnce(), { gapMs: relayGapMs });
  const dispatch = every(webhooksPollMs, "dispatch", () => dispatcher.dispatchOnce(), { gapMs: 5 });
  wake.onWake("events", () => relay.wake());
  wake.onWake("deliveries", () => dispatch.wake());
  dispatcher.whenWork(() => dispatch.wake());
  const mailSender = wiring.get(MailSender);
  // What is left after a step has no room yet: the sender wakes the loop when it has.
  const mail = every(1_000, "mail", () => mailSender.sendOnce().then(() => 0), { gapMs: 20 });
  wake.onWake("mails", () => mail.wake());
  mailSender.whenRoom(() => mail.wake());
  const unpaidMails = wiring.get(UnpaidMails);
  const noticeMails = wiring.get(NoticeMails);
  const pruning = wiring.get(Pruning);
  const clock = wiring.get(WorldClock);
  const selfCheck = wiring.get(SelfCheck);
  const chainWatch = wiring.get(ChainWatch);
  const loops = [
    relay,
    dispatch,
    mail,
    every(15_000, "unpaid-mails", () => unpaidMails.writeOnce(), { gapMs: 50 }),
    every(5_000, "notices", () => noticeMails.writeOnce(), { gapMs: 50 }),
    ...paymentLoops(wiring, every),
    ...lotLoops(wiring, every),
    ...chainLoops(wiring, every, wake),
    // A piece a second where sales have piled up, so that checks do not slow down sales.
    every(5_000, "self-check", () => selfCheck.checkOnce(), { gapMs: 1_000 }),
    every(CHAIN_LOOK_MS, "chain-head", () => chainWatch.look().then(() => 0)),
    // Until nothing is left, 5,000 rows of a kind in a second: more than are sold, at little cost to selling.
    every(HOUR_MS, "prune", () => pruning.prune(clock.now(), PRUNED_AT_ONCE), { gapMs: 200 }),
  ];
  for (const loop of loops) loop.start();
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
      await dispatcher.drain();
      await mailSender.close();
      await wiring.get(UndiciWebhookSender).close();
    },
  };
}

/** A function that starts a loop, which pauses while the clock is wrong. */
type Every = (
  intervalMs: number,
  name: string,
  step: () => Promise<number>,
  options?: Pick<LoopOptions, "gapMs">,
) => Loop;

/** Loops for payments, refunds and deposits: reports of rails and of the chain. */
function paymentLoops(wiring: Wiring, every: Every): Loop[] {
  const reconciliation = wiring.get(Reconciliation);
  const notifications = wiring.get(Notifications);
  const eventFetcher = wiring.get(EventFetcher);
  const missedEvents = wiring.get(MissedEvents);
  const refundRunner = wiring.get(RefundRunner);
  const deposits = wiring.get(Deposits);
  const figures = wiring.get(FigureCounter);
  return [
    every(2_000, "reconcile", () => reconciliation.reconcileOnce()),
    every(2_000, "cancel-at-rails", () => reconciliation.cancelAtRailsOnce()),
    every(5_000, "notifications", () => notifications.processOnce()),
    every(5_000, "named-events", () => eventFetcher.fetchOnce()),
    every(30_000, "missed-events", () => missedEvents.askOnce()),
    every(2_000, "refund", () => refundRunner.refundOnce()),
    every(2_000, "deposits", () => deposits.watchOnce()),
    every(5_000, "figures", () => figures.countOnce(), { gapMs: 200 }),
  ];
}

/** Loops for lots that are due. */
function lotLoops(wiring: Wiring, every: Every): Loop[] {
  const lotCloser = wiring.get(LotCloser);
  const drawRunner = wiring.get(LotDrawRunner);
  const lotUnwinder = wiring.get(LotUnwinder);
  return [
    every(1_000, "close", () => lotCloser.closeOnce()),
    every(1_000, "draw", () => drawRunner.drawOnce()),
    every(1_000, "unwind", () => lotUnwinder.unwindOnce()),
  ];
}

/** Loops for payments of lots off chain in tokens. */
function tillLoops(wiring: Wiring, every: Every, gauges: TillGauges): Loop[] {
  const tillWatcher = wiring.get(TillWatcher);
  const transfers = wiring.get(TillTransfers);
  return [
    every(2_000, "till-watch", () => tillWatcher.watchOnce(), { gapMs: 1_000 }),
    every(2_000, "till-care", () => transfers.moveOnce(), { gapMs: 50 }),
    every(CHAIN_LOOK_MS, "till-backlog", () => gauges.look().then(() => 0)),
    every(HOUR_MS, "till-prune", () => transfers.pruneOnce(), { gapMs: 200 }),
  ];
}

/** Loops for lots on the raffle contract; empty without one. */
function chainLoops(wiring: Wiring, every: Every, wake: Wake): Loop[] {
  // The metrics always exist, without values if there is no contract.
  const gauges = wiring.get(RaffleGauges);
  const lag = wiring.get(RaffleWatchGauges);
  const backlog = wiring.get(TillGauges);
  if (wiring.get(RaffleContract) === null) return [];
  const contractCalls = wiring.get(ContractCalls);
  const recovery = wiring.get(LotCreationRecovery);
  const calls = every(1_000, "chain-calls", () => contractCalls.sendOnce(), { gapMs: 50 });
  wake.onWake("calls", () => calls.wake());
  const raffleWatcher = wiring.get(RaffleWatcher);
  const lots = wiring.get(RaffleLots);
  const funds = wiring.get(DrawFunds);
  const till = wiring.get(TillContract) === null ? [] : tillLoops(wiring, every, backlog);
  return [
    ...till,
    calls,
    every(5_000, "chain-creations", () => recovery.recoverOnce()),
    every(CHAIN_LOOK_MS, "chain-accounts", () => gauges.look().then(() => 0)),
    every(2_000, "raffle-watch", () => raffleWatcher.watchOnce(), { gapMs: 20 }),
    every(CHAIN_LOOK_MS, "raffle-lag", () => lag.look().then(() => 0)),
    every(60_000, "draw-funds", () => funds.lookOnce().then(() => 0)),
    every(1_000, "raffle-lots", () => lots.stepOnce(), { gapMs: 50 }),
  ];
}
