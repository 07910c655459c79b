import { setTimeout as delay } from "node:timers/promises";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorPrincipal } from "../../ports/principal.ts";
import { Deliveries } from "../../ports/webhooks/deliveries.ts";
import type { Delivery } from "../../src/webhooks/delivery.ts";
import { WebhookEndpointAdministration } from "../../src/webhooks/webhook-endpoint-administration.ts";
import { ask } from "../support/builders/books.ts";
import { createDatabase, type TestDatabase } from "../support/database/database.ts";
import { amount } from "../support/depth.ts";
import { FastClock } from "../support/service/fast-clock.ts";
import { Partner } from "../support/builders/partner.ts";
import { seller } from "../support/builders/seller.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import {
  CONDUCTS,
  startTroubledReceiver,
  type TroubledCall,
  type TroubledReceiver,
} from "../support/receivers/troubled-receiver.ts";
import { Chance } from "../simulation/chance.ts";
import { eventually } from "../support/eventually.ts";

/** Seed of faults, their targets and times; the order of events depends on the machine. */
const SEED = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
const ENDPOINTS = 3;
const WORKERS = 3;
/** `CHAOS_KILLS=40` for a long look. */
const KILLS = amount("workers killed while webhooks are sent", {
  usual: 1,
  deep: 4,
  variable: "CHAOS_KILLS",
});
const ORDERS_A_KILL = 63;
/** Each order has two. */
const EVENTS = 2 * KILLS * ORDERS_A_KILL;
/** Every other kill waits until it hits calls that are under way. */
const LEAST_HITS = KILLS / 2;
/** Two minutes of the retry schedule pass in little more than a second. */
const SPEED = 100;
const CALL_TIMEOUT_MS = 400;
/** Far more than a call of a living worker needs on any machine. */
const LEASE_SEC = 6;
/** A signature is made for its call: the machine may take so long from the one to the other. */
const SIGNATURE_AGE_SEC = 10 * SPEED;

const { webhooks } = new Stripe("sk_test_unused");
const chance = new Chance(SEED);
const startMs = Date.now();
const clock = new FastClock(startMs, SPEED);

interface Target {
  readonly id: number;
  readonly secret: string;
  readonly receiver: TroubledReceiver;
}

let database: TestDatabase;
let setUp: TestService;
let partner: Partner;
const targets: Target[] = [];
/** Number of calls under way, at each kill. */
const kills: number[] = [];
const killed = new Set<string>();
/** Expected body of each event. */
let payloads: Map<string, string>;
/** Per endpoint, by event. */
let deliveries: Map<string, Delivery>[];

beforeAll(
  async () => {
    console.info(`chaos: CHAOS_SEED=${SEED}`);
    database = await createDatabase();
    setUp = await TestService.open({ databaseUrl: database.url });
    partner = await Partner.add(setUp, { slug: "shop" });
    for (let i = 0; i < ENDPOINTS; i++) targets.push(await addTarget());
    await chaos();
    const stored = await ask<{ id: string; payload: string }>(database.url, "select id, payload from event");
    payloads = new Map(stored.map(({ id, payload }) => [id, payload]));
    deliveries = await Promise.all(targets.map(deliveriesTo));
  },
  120_000 + KILLS * 30_000,
);

afterAll(async () => {
  await killProcesses();
  await setUp.stop();
  await Promise.all(targets.map(({ receiver }) => receiver.close()));
  await database.drop();
});

async function addTarget(): Promise<Target> {
  const receiver = await startTroubledReceiver({
    chance: new Chance(chance.between(0, 2 ** 31)),
    share: 0.5,
    mostPerEvent: 3,
  });
  const act = { actor: operatorPrincipal("test"), requestId: "test-set-up" };
  const administration = setUp.wiring.get(WebhookEndpointAdministration);
  const wanted = { url: await administration.checkedUrl(receiver.url), events: null, secret: null };
  const { endpoint, secret } = await administration.register(act, partner.organisation.id, wanted);
  return { id: endpoint.id, secret, receiver };
}

/** Sells while workers die, then lets them finish. */
async function chaos(): Promise<void> {
  const sell = await seller(setUp, partner);
  const workers = await Promise.all(Array.from({ length: WORKERS }, (_, i) => startWorker(`w${i}`)));
  for (let i = 0; i < KILLS; i++) {
    const [anyone, waitMs, least] = [
      chance.between(0, WORKERS - 1),
      chance.between(0, 700),
      chance.between(1, 8),
    ];
    await sell(ORDERS_A_KILL);
    let victim = anyone;
    if (i % 2 === 0) victim = await whoever(workers, (worker) => underWay(worker) >= least);
    else await delay(waitMs);
    await kill(workers[victim]!);
    workers[victim] = await startWorker(`w${WORKERS + i}`);
  }
  const open = "select from delivery where state = 'pending' union all select from event_unrelayed limit 1";
  await eventually(async () => {
    await delay(100);
    return (await ask(database.url, open)).length === 0;
  });
  await Promise.all(workers.map(({ service }) => service.stop()));
}

/** Waits for one of which it holds, and looks often: calls are short. */
async function whoever<T>(things: readonly T[], holds: (thing: T) => boolean): Promise<number> {
  for (;;) {
    const found = things.findIndex(holds);
    if (found >= 0) return found;
    await delay(2);
  }
}

interface Worker {
  readonly name: string;
  readonly service: ServiceProcess;
}

async function startWorker(name: string): Promise<Worker> {
  const service = await ServiceProcess.start(database.url, {
    program: "hasty-worker",
    environment: {
      ROLE: "worker",
      WORKER: name,
      CLOCK_START_MS: String(startMs),
      CLOCK_SPEED: String(SPEED),
      TIMEOUT_MS: String(CALL_TIMEOUT_MS),
      LEASE_SEC: String(LEASE_SEC),
    },
  });
  return { name, service };
}

async function kill(worker: Worker): Promise<void> {
  kills.push(underWay(worker));
  killed.add(worker.name);
  worker.service.kill("SIGKILL");
  await worker.service.exited;
}

/** Its calls that are open at the receivers. */
function underWay({ name }: Worker): number {
  return targets.reduce((sum, { receiver }) => sum + receiver.open(name), 0);
}

async function deliveriesTo({ id }: Target): Promise<Map<string, Delivery>> {
  const port = setUp.wiring.get(Deliveries);
  const all = await port.list(partner.organisation.id, id, { limit: 10_000, after: null });
  return new Map(all.map((delivery) => [delivery.eventId, delivery]));
}

const received = (): (readonly [Target, TroubledCall])[] =>
  targets.flatMap((target) => target.receiver.calls.map((call) => [target, call] as const));

/** Attempts whose end the service does not know: their process died, or no status came. */
function unknownEnds({ attempts }: Delivery): number {
  const silent = attempts.filter(({ status }) => status === null).length;
  const last = attempts.at(-1)?.number ?? 0;
  return silent + last - attempts.length;
}

describe(`${EVENTS} events, three endpoints, workers killed at random (CHAOS_SEED=${SEED})`, () => {
  it("went through chaos", () => {
    expect(kills).toHaveLength(KILLS);
    expect(kills.filter((calls) => calls > 0).length).toBeGreaterThanOrEqual(LEAST_HITS);
    for (const { receiver } of targets) {
      expect(CONDUCTS.filter((conduct) => !receiver.conducts.has(conduct))).toEqual([]);
    }
    const lost = deliveries.flatMap((all) =>
      [...all.values()].filter(({ attempts }) => attempts.at(-1)!.number > attempts.length),
    );
    expect(lost.length, "attempts whose process died").toBeGreaterThanOrEqual(LEAST_HITS);
  });

  it("each arrives at each endpoint, and is recorded so", () => {
    expect(payloads.size).toBe(EVENTS);
    const ids = [...payloads.keys()].toSorted();
    for (const [i, { receiver }] of targets.entries()) {
      const taken = receiver.calls.filter(({ accepted }) => accepted).map(({ eventId }) => eventId);
      expect([...new Set(taken)].toSorted()).toEqual(ids);
      expect([...deliveries[i]!.keys()].toSorted()).toEqual(ids);
      expect([...deliveries[i]!.values()].filter(({ state }) => state !== "delivered")).toEqual([]);
    }
  });

  it("each body is the event's own bytes, under one id, verified by the stock stripe library", () => {
    const wrong = received().filter(([{ secret }, { eventId, rawBody, signature, at }]) => {
      const receivedAt = clock.at(at).getTime();
      const event = webhooks.constructEvent(
        Buffer.from(rawBody),
        signature,
        secret,
        SIGNATURE_AGE_SEC,
        undefined,
        receivedAt,
      );
      return event.id !== eventId || !Buffer.from(payloads.get(eventId) ?? "").equals(rawBody);
    });
    expect(wrong).toEqual([]);
  });

  it("one is taken twice only where the service could not know how an attempt ended", () => {
    const unexplained: string[] = [];
    let duplicates = 0;
    for (const [i, { receiver }] of targets.entries()) {
      for (const [eventId, delivery] of deliveries[i]!) {
        const took = receiver.calls.filter((call) => call.eventId === eventId && call.accepted).length;
        duplicates += took - 1;
        if (took - 1 > unknownEnds(delivery)) unexplained.push(`${eventId} at ${i}: ${took} times`);
      }
    }
    expect(unexplained).toEqual([]);
    expect(duplicates).toBeGreaterThan(0);
  });

  it("no call is made beside the attempts that are counted, and those of the living are recorded", () => {
    const uncounted: string[] = [];
    for (const [i, { receiver }] of targets.entries()) {
      for (const [eventId, { attempts }] of deliveries[i]!) {
        const came = receiver.calls.filter((call) => call.eventId === eventId);
        const ofTheLiving = came.filter(({ worker }) => !killed.has(worker)).length;
        if (came.length > attempts.at(-1)!.number || ofTheLiving > attempts.length) {
          uncounted.push(`${eventId} at ${i}: ${came.length} calls, ${attempts.length} attempts`);
        }
      }
    }
    expect(uncounted).toEqual([]);
  });
});
