import { afterEach, describe, expect, it } from "vitest";
import { Loop } from "../../adapters/jobs/loop.ts";
import { Wake } from "../../adapters/jobs/wake.ts";
import type { Deliveries } from "../../ports/webhooks/deliveries.ts";
import type { ClaimedDelivery, EndedAttempt } from "../../src/webhooks/delivery.ts";
import type { Dispatcher } from "../../src/webhooks/dispatcher.ts";
import type { NextStep } from "../../src/webhooks/retry-schedule.ts";
import { startReceiver, type WebhookReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll, openWebhookRig } from "../support/builders/webhook-rig.ts";
import { opened } from "../support/opened.ts";

const CLAIMER = "8d1f6c9e-2f0b-4c67-9c3e-0a4e6f1d2b35";
const OTHER = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";
const quiet = { info() {}, warn() {}, error() {} };
const closing: (() => Promise<unknown>)[] = [];

const rig = opened(() => openWebhookRig());

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rig.sql("truncate event, webhook_endpoint, delivery, delivery_attempt, delivery_queue");
});

async function listening(...answer: Parameters<typeof startReceiver>) {
  const organisation = await rig.organisation();
  const target: WebhookReceiver = await startReceiver(...answer);
  closing.push(() => target.close());
  const endpoint = await rig.endpoint(organisation.id, target.url);
  const list = () => rig.deliveries.list(organisation.id, endpoint.id, { limit: 1_000, after: null });
  return { organisation, target, endpoint, list };
}

/** Runs the dispatcher as a worker does. Its loop polls only once a minute: between polls it is woken. */
function work(dispatcher: Dispatcher): void {
  const options = { intervalMs: 60_000, gapMs: 5, log: quiet };
  const loop = new Loop({ name: "dispatch", step: () => dispatcher.dispatchOnce(), ...options });
  dispatcher.whenWork(() => loop.wake());
  loop.start();
  // Before the receivers close: they end calls that would hang.
  closing.push(() => loop.stop());
}

const claim = (limit: number, leaseSec = 30): Promise<ClaimedDelivery[]> =>
  rig.deliveries.claimDue({ claimer: CLAIMER, limit, perEndpoint: 32, leaseSec, now: rig.clock.now() });

function ended(claimed: ClaimedDelivery, status: number, next: NextStep): EndedAttempt {
  const { id: deliveryId, number } = claimed;
  return { deliveryId, number, at: rig.clock.now(), durationMs: 7, status, error: null, response: "", next };
}

describe("several dispatchers at once", () => {
  it("send each delivery once", async () => {
    const { organisation, target, list } = await listening();
    await rig.events(organisation.id, 400);
    await Promise.all([
      deliverAll(rig.dispatcher()),
      deliverAll(rig.dispatcher()),
      deliverAll(rig.dispatcher()),
    ]);
    const ids = target.received.map((call) => call.headers["x-service-delivery"]);
    expect(ids).toHaveLength(400);
    expect(new Set(ids).size).toBe(400);
    expect((await list()).every(({ state }) => state === "delivered")).toBe(true);
  });

  it("make at most 32 calls to one endpoint", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { organisation, target } = await listening(async () => {
      await released;
      return { status: 200 };
    });
    await rig.events(organisation.id, 150);
    const dispatchers = Array.from({ length: 3 }, () => rig.dispatcher());
    await dispatchers[0]?.relayOnce();
    for (let round = 0; round < 3; round++) {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.dispatchOnce()));
    }
    await target.arrived(32);
    release();
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.drain()));
    expect(target.received).toHaveLength(32);
    await Promise.all(dispatchers.map(deliverAll));
    expect(target.received).toHaveLength(150);
    expect(target.mostAtOnce).toBeLessThanOrEqual(32);
  });
});

describe("a lease", () => {
  it("that a killed dispatcher held passes, and the delivery is sent again with the same id", async () => {
    const { organisation, target, list } = await listening();
    const [id] = await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    expect(await claim(1, 1)).toMatchObject([{ eventId: id, number: 1, attemptsBefore: 0 }]);
    expect(await claim(1, 1)).toEqual([]);
    const other = rig.dispatcher();
    await expect.poll(() => other.dispatchOnce()).toBe(1);
    await other.drain();
    expect(target.received.map((call) => call.headers["x-service-delivery"])).toEqual([id]);
    expect(await list()).toMatchObject([{ state: "delivered", attempts: [{ number: 2, status: 200 }] }]);
  });

  it("that passed lets a late failure be recorded, but not decide", async () => {
    const { organisation, list, endpoint } = await listening();
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    const [first] = (await claim(1, 0)) as [ClaimedDelivery];
    const [second] = (await claim(1)) as [ClaimedDelivery];
    expect(second).toMatchObject({ id: first.id, number: 2 });
    rig.wait(1);
    await rig.deliveries.finish([ended(first, 410, { state: "failed", disable: "gone" })]);
    expect(await list()).toMatchObject([{ state: "pending", attempts: [{ status: 410 }] }]);
    expect(await rig.endpoints.byId(organisation.id, endpoint.id)).toMatchObject({ enabled: true });
    expect(await claim(1)).toEqual([]);
    await rig.deliveries.finish([ended(second, 200, { state: "delivered" })]);
    expect(await list()).toMatchObject([
      { state: "delivered", attempts: [{ status: 410 }, { status: 200 }] },
    ]);
  });

  it("that passed lets a late success decide: the receiver has it", async () => {
    const { organisation, list } = await listening();
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    const [first] = (await claim(1, 0)) as [ClaimedDelivery];
    const [second] = (await claim(1)) as [ClaimedDelivery];
    await rig.deliveries.finish([ended(first, 200, { state: "delivered" })]);
    await rig.deliveries.finish([ended(second, 500, { state: "pending", dueAt: rig.clock.now() })]);
    expect(await list()).toMatchObject([
      { state: "delivered", attempts: [{ status: 200 }, { status: 500 }] },
    ]);
    expect(await claim(1)).toEqual([]);
  });

  it("ends with its attempt, however often that is recorded", async () => {
    const { organisation, list } = await listening();
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    const [first] = (await claim(1)) as [ClaimedDelivery];
    const failure = ended(first, 500, { state: "pending", dueAt: rig.clock.now() });
    await rig.deliveries.finish([failure, failure]);
    const [second] = (await claim(1)) as [ClaimedDelivery];
    expect(second).toMatchObject({ number: 2, attemptsBefore: 1 });
    await rig.deliveries.finish([failure]);
    expect(await claim(1)).toEqual([]);
    expect(await list()).toMatchObject([{ state: "pending", attempts: [{ number: 1 }] }]);
  });
});

describe("attempts that are recorded together", () => {
  it("each decide about their own delivery, in whatever order they ended", async () => {
    const { organisation, list } = await listening();
    await rig.events(organisation.id, 30);
    await rig.deliveries.relay({ limit: 30, now: rig.clock.now() });
    const claimed = (await claim(30)).toReversed();
    expect(claimed).toHaveLength(30);
    const attempts = claimed.map((delivery, index): EndedAttempt => {
      const dueAt = new Date(rig.clock.now().getTime() + delivery.id * 1000);
      const failed = ended(delivery, 500, { state: "pending", dueAt });
      const delivered = ended(delivery, 200, { state: "delivered" });
      return { ...(index % 3 === 0 ? failed : delivered), durationMs: delivery.id };
    });
    await rig.deliveries.finish(attempts);
    const listed = new Map((await list()).map((delivery) => [delivery.id, delivery]));
    expect(attempts.map(({ deliveryId }) => listed.get(deliveryId))).toMatchObject(
      attempts.map(({ at, durationMs, status, next }) => ({
        state: next.state,
        dueAt: next.state === "pending" ? next.dueAt : null,
        finishedAt: next.state === "pending" ? null : new Date(at.getTime() + durationMs),
        attempts: [{ number: 1, status }],
      })),
    );
  });
});

describe("a quick endpoint", () => {
  const ahead = (claimer: string, quick: readonly number[], limit = 500) =>
    rig.deliveries.claimDue({
      claimer,
      limit,
      perEndpoint: 32,
      ahead: 100,
      quick,
      leaseSec: 30,
      now: rig.clock.now(),
    });

  it("may be held ahead by one claimer alone; two hold 32 together", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 300);
    await rig.deliveries.relay({ limit: 300, now: rig.clock.now() });
    expect(await ahead(CLAIMER, [])).toHaveLength(32);
    expect(await ahead(CLAIMER, [endpoint.id])).toHaveLength(68);
    expect(await ahead(OTHER, [endpoint.id])).toHaveLength(0);
  });

  it("is shared when another holds some of it", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 300);
    await rig.deliveries.relay({ limit: 300, now: rig.clock.now() });
    expect(await ahead(CLAIMER, [endpoint.id], 20)).toHaveLength(20);
    expect(await ahead(OTHER, [endpoint.id])).toHaveLength(12);
    expect(await ahead(CLAIMER, [endpoint.id])).toHaveLength(0);
  });

  it("gets back what was not sent, as if it had not been claimed", async () => {
    const { organisation, endpoint, list } = await listening();
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    const claimed = await claim(1);
    await rig.deliveries.giveBack(OTHER, claimed);
    expect(await claim(1)).toEqual([]);
    await rig.deliveries.giveBack(CLAIMER, claimed);
    await rig.deliveries.giveBack(CLAIMER, claimed);
    const [again] = (await ahead(OTHER, [endpoint.id])) as [ClaimedDelivery];
    expect(again).toMatchObject({ id: claimed[0]?.id, number: 1, attemptsBefore: 0 });
    await rig.deliveries.giveBack(CLAIMER, claimed);
    await rig.deliveries.finish([ended(again, 200, { state: "delivered" })]);
    expect(await list()).toMatchObject([{ state: "delivered", attempts: [{ number: 1 }] }]);
  });

  it("is called 32 times at once at most, also when more are held; the end gives back the rest", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let slow = false;
    const { organisation, target, list } = await listening(async () => {
      if (slow) await released;
      return { status: 200 };
    });
    const dispatcher = rig.dispatcher();
    await rig.events(organisation.id, 400);
    await dispatcher.relayOnce();
    // The first answers make it quick.
    await dispatcher.dispatchOnce();
    await target.arrived(32);
    await expect.poll(() => dispatcher.dispatchOnce()).toBeGreaterThan(0);
    slow = true;
    while (target.received.length < 400 && (await dispatcher.dispatchOnce()) > 0);
    const end = dispatcher.drain();
    release();
    await end;
    expect(target.mostAtOnce).toBeLessThanOrEqual(32);
    // Nothing is leased any more: another worker continues at once.
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(400);
    expect(
      (await list()).every(({ state, attempts }) => state === "delivered" && attempts.length === 1),
    ).toBe(true);
  });

  it("that fails is called less until something gets through", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 40);
    await rig.deliveries.relay({ limit: 40, now: rig.clock.now() });
    const [first, ...others] = await claim(3);
    rig.wait(1);
    await rig.deliveries.finish([ended(first!, 500, { state: "pending", dueAt: rig.clock.now() })]);
    expect(await ahead(CLAIMER, [endpoint.id])).toHaveLength(2);
    await rig.deliveries.finish([ended(others[0]!, 200, { state: "delivered" })]);
    expect((await ahead(CLAIMER, [endpoint.id])).length).toBeGreaterThan(20);
  });
});

describe("a 410", () => {
  it("does not disable an endpoint that the operator changed while the call was under way", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 1, now: rig.clock.now() });
    const [claimed] = (await claim(1)) as [ClaimedDelivery];
    const gone = ended(claimed, 410, { state: "failed", disable: "gone" });
    rig.wait(1);
    await rig.administration.change(organisation.id, endpoint.id, { url: "http://127.0.0.1:1/moved" });
    await rig.deliveries.finish([gone]);
    expect(await rig.endpoints.byId(organisation.id, endpoint.id)).toMatchObject({ enabled: true });
  });
});

describe("a dead endpoint", () => {
  it("holds back its own calls only", async () => {
    const dead = await listening(() => null);
    const live = await listening();
    await rig.events(dead.organisation.id, 300);
    const dispatcher = rig.dispatcher({ maxHeld: 40, timeoutMs: 60_000 });
    closing.push(() => dispatcher.drain());
    work(dispatcher);
    await dispatcher.relayOnce();
    await dead.target.arrived(32);
    await rig.events(live.organisation.id, 200);
    await dispatcher.relayOnce();
    await live.target.arrived(200);
    expect(dead.target.received).toHaveLength(32);
    await dead.target.close();
  });

  it("comes after endpoints with fewer calls under way", async () => {
    const dead = [await listening(), await listening()];
    for (const { organisation } of dead) await rig.events(organisation.id, 40);
    await rig.deliveries.relay({ limit: 100, now: rig.clock.now() });
    const held = await claim(20);
    expect(
      dead.map(({ endpoint }) => held.filter(({ endpointId }) => endpointId === endpoint.id).length),
    ).toEqual([10, 10]);
    rig.wait(1);
    const live = await listening();
    const ids = await rig.events(live.organisation.id, 3);
    await rig.deliveries.relay({ limit: 100, now: rig.clock.now() });
    expect((await claim(3)).map(({ eventId }) => eventId).sort()).toEqual(ids.sort());
  });
});

describe("the dispatcher", () => {
  it("needs less than one round trip an attempt", async () => {
    const { organisation, target, list } = await listening();
    await rig.events(organisation.id, 600);
    const dispatcher = rig.dispatcher();
    const before = rig.db.roundTrips;
    work(dispatcher);
    while ((await dispatcher.relayOnce()) > 0);
    await target.arrived(600);
    const roundTrips = rig.db.roundTrips - before;
    expect(roundTrips).toBeLessThan(600);
    await expect
      .poll(async () => (await list()).filter(({ state }) => state === "delivered").length)
      .toBe(600);
  });

  it("keeps what it could not record until it can", async () => {
    const { organisation, list, target } = await listening();
    await rig.events(organisation.id, 2);
    let away = true;
    const { deliveries } = rig;
    const unsteady: Deliveries = {
      relay: (batch) => deliveries.relay(batch),
      claimDue: (due) => deliveries.claimDue(due),
      giveBack: (...unsent) => deliveries.giveBack(...unsent),
      list: (...page) => deliveries.list(...page),
      look: (...page) => deliveries.look(...page),
      ofEvents: (...events) => deliveries.ofEvents(...events),
      byId: (...ids) => deliveries.byId(...ids),
      nextDueAt: () => deliveries.nextDueAt(),
      finish: (attempts) => (away ? Promise.reject(new Error("away")) : deliveries.finish(attempts)),
    };
    const dispatcher = rig.dispatcher({ deliveries: unsteady, maxHeld: 2 });
    await dispatcher.relayOnce();
    expect(await dispatcher.dispatchOnce()).toBe(2);
    await dispatcher.drain();
    await expect(dispatcher.dispatchOnce()).rejects.toThrow("away");
    away = false;
    expect(await dispatcher.dispatchOnce()).toBe(2);
    expect((await list()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(target.received).toHaveLength(2);
  });

  it("of one process sends at once what another wrote", async () => {
    const { organisation, target } = await listening();
    const [api, worker] = [
      new Wake({ directUrl: rig.url, log: quiet }),
      new Wake({ directUrl: rig.url, log: quiet }),
    ];
    closing.push(() => Promise.all([api.stop(), worker.stop()]));
    await Promise.all([api.start(), worker.start()]);
    const dispatcher = rig.dispatcher();
    work(dispatcher);
    const step = () => dispatcher.relayOnce();
    const relay = new Loop({ name: "relay", step, intervalMs: 60_000, gapMs: 5, log: quiet });
    closing.unshift(() => relay.stop());
    worker.onWake("events", () => relay.wake());
    relay.start();
    await rig.events(organisation.id, 1);
    api.eventsWritten();
    await target.arrived(1);
  });
});
