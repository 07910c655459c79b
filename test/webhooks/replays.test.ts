import fc from "fast-check";
import { Stripe } from "stripe";
import { afterEach, describe, expect, it } from "vitest";
import { PostgresPruning } from "../../adapters/persistence/database/pruning.ts";
import { PostgresReplays } from "../../adapters/persistence/webhooks/replays.ts";
import type { EventType } from "../../src/webhooks/event.ts";
import { WAITS_SEC } from "../../src/webhooks/retry-schedule.ts";
import { startReceiver, type Received, type WebhookReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll, openWebhookRig, SECRET } from "../support/builders/webhook-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const DAY_SEC = 86_400;
const stripe = new Stripe("sk_test_unused");
const receivers: WebhookReceiver[] = [];

const rig = opened(() => openWebhookRig());
const replays = prepared(() => new PostgresReplays(rig.db));

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await rig.sql(
    "truncate event, event_unrelayed, webhook_endpoint, delivery, delivery_attempt, delivery_queue",
  );
});

async function listening(answer: () => number = () => 200, events: readonly EventType[] | null = null) {
  const organisation = await rig.organisation();
  const target = await startReceiver(() => ({ status: answer() }));
  receivers.push(target);
  const endpoint = await rig.endpoint(organisation.id, target.url, events);
  const list = () => rig.deliveries.list(organisation.id, endpoint.id, { limit: 1_000, after: null });
  const now = () => rig.endpoints.byId(organisation.id, endpoint.id);
  return { organisation, target, endpoint, list, now };
}

function verifies(call: Received | undefined, secret: string): boolean {
  const header = String(call?.headers["x-service-signature"]);
  const tolerance = 10 * DAY_SEC;
  try {
    stripe.webhooks.constructEvent(call?.rawBody ?? "", header, secret, tolerance);
    return true;
  } catch {
    return false;
  }
}

async function next(organisationId: number, target: WebhookReceiver): Promise<Received | undefined> {
  await rig.events(organisationId, 1);
  await deliverAll(rig.dispatcher());
  return target.received.at(-1);
}

describe("a rotated secret", () => {
  it("signs beside the one before it for 24 hours, then alone", async () => {
    const { organisation, target, endpoint } = await listening();
    const { secret } = await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    expect(secret).not.toBe(SECRET);
    rig.wait(DAY_SEC - 1);
    const during = await next(organisation.id, target);
    expect(String(during?.headers["x-service-signature"])).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect([verifies(during, secret), verifies(during, SECRET)]).toEqual([true, true]);
    rig.wait(1);
    const after = await next(organisation.id, target);
    expect([verifies(after, secret), verifies(after, SECRET)]).toEqual([true, false]);
  });

  it("pushes out the one before the last", async () => {
    const { organisation, target, endpoint } = await listening();
    const one = await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    const two = await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    const call = await next(organisation.id, target);
    expect([two.secret, one.secret, SECRET].map((secret) => verifies(call, secret))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is kept encrypted, and the previous one is deleted when its time has passed", async () => {
    const { organisation, endpoint } = await listening();
    await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    const stored = async () => {
      const [row] = await rig.sql<{ previous_secret: Buffer | null }>(
        "select previous_secret from webhook_endpoint",
      );
      return row!.previous_secret;
    };
    const pruning = new PostgresPruning(rig.db);
    await pruning.prune(rig.clock.now(), 100);
    const sealed = await stored();
    expect(sealed?.length).toBeGreaterThan(0);
    expect(sealed?.includes(SECRET)).toBe(false);
    rig.wait(DAY_SEC);
    await pruning.prune(rig.clock.now(), 100);
    expect(await stored()).toBeNull();
  });
});

describe("replaying a delivery", () => {
  it("sends the same id and body again, counts attempts on, and begins its retries anew", async () => {
    let status = 500;
    const { organisation, target, list } = await listening(() => status);
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    for (const waitSec of WAITS_SEC) {
      rig.wait(waitSec * 1.1);
      await deliverAll(rig.dispatcher());
    }
    const [failed] = await list();
    expect(failed).toMatchObject({ state: "failed" });
    const replay = () => replays.replay(organisation.id, failed!.id, rig.clock.now());
    expect([await replay(), await replay()]).toEqual(["replayed", "pending"]);
    await deliverAll(rig.dispatcher());
    expect((await list())[0]).toMatchObject({ state: "pending" });
    status = 200;
    rig.wait(6);
    await deliverAll(rig.dispatcher());
    const [delivered] = await list();
    expect(delivered).toMatchObject({ state: "delivered" });
    expect(delivered?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const first = target.received[0]!;
    for (const call of target.received) {
      expect(call.rawBody).toBe(first.rawBody);
      expect(call.headers["x-service-delivery"]).toBe(first.headers["x-service-delivery"]);
    }
    expect(await replay()).toBe("replayed");
  });

  it("finds none of another organisation, of a removed endpoint, nor one whose endpoint is disabled", async () => {
    const { organisation, endpoint, list } = await listening();
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    const { id } = (await list())[0]!;
    const other = await rig.organisation();
    expect(await replays.replay(other.id, id, rig.clock.now())).toBe("missing");
    await rig.administration.change(organisation.id, endpoint.id, { enabled: false });
    expect(await replays.replay(organisation.id, id, rig.clock.now())).toBe("disabled");
    await rig.administration.remove(organisation.id, endpoint.id);
    expect(await replays.replay(organisation.id, id, rig.clock.now())).toBe("missing");
    expect(await rig.sql("select state from delivery")).toEqual([{ state: "delivered" }]);
  });
});

async function replayRange(
  range: { organisationId: number; endpointId: number; since: Date; until: Date },
  limit: number,
) {
  let after: string | null = null;
  let replayed = 0;
  let batches = 0;
  do {
    const batch: Awaited<ReturnType<PostgresReplays["replayBatch"]>> = await replays.replayBatch({
      ...range,
      after,
      limit,
      now: rig.clock.now(),
    });
    replayed += batch.replayed;
    batches++;
    after = batch.reached;
  } while (after !== null);
  return { replayed, batches };
}

describe("replaying a time", () => {
  it("takes what was delivered and what was never made, of the time and types alone, in batches", async () => {
    const { organisation, endpoint, target } = await listening(undefined, ["lot.cancelled"]);
    await rig.events(organisation.id, 1);
    rig.wait(60);
    const since = rig.clock.now();
    const delivered = await rig.events(organisation.id, 2);
    const unheard = await rig.events(organisation.id, 1, "lot.closed");
    await deliverAll(rig.dispatcher());
    await rig.administration.change(organisation.id, endpoint.id, { enabled: false });
    const missed = await rig.events(organisation.id, 2);
    await deliverAll(rig.dispatcher());
    await rig.administration.change(organisation.id, endpoint.id, { enabled: true });
    rig.wait(60);
    const until = rig.clock.now();
    await rig.events(organisation.id, 1);
    await rig.events((await rig.organisation()).id, 1);
    await deliverAll(rig.dispatcher());
    const before = target.received.length;

    const range = { organisationId: organisation.id, endpointId: endpoint.id, since, until };
    const replayAll = async () => (await replayRange(range, 2)).replayed;
    expect([await replayAll(), await replayAll()]).toEqual([4, 0]);
    await deliverAll(rig.dispatcher());
    const ids = target.received.slice(before).map((call) => call.headers["x-service-delivery"]);
    expect(ids.sort()).toEqual([...delivered, ...missed].sort());
    expect(ids).not.toContain(unheard[0]);
  });
});

describe("a replay of a time among many events", () => {
  const HOUR_MS = 3_600_000;
  const COUNT = 600;

  /** Events a minute apart, written in another order, as processes do whose clocks differ or that hesitate. */
  async function history(hesitationMs: (index: number) => number) {
    const { organisation, endpoint } = await listening();
    const beginning = rig.clock.now().getTime() - 20 * HOUR_MS;
    const times = Array.from({ length: COUNT }, (_, index) => beginning + index * 60_000)
      .map((time, index) => ({ time, writtenAt: time + hesitationMs(index) }))
      .sort((one, other) => one.writtenAt - other.writtenAt);
    const other = await rig.organisation();
    await rig.sql(
      `insert into event (id, organisation_id, type, payload, created_at)
       select event_ids_from(t.written_at) || lpad(t.n::text, 17, '0'), o.id, 'lot.closed', '{}', t.time
       from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as t (time, written_at, n)
         cross join unnest($3::bigint[]) as o (id)
       order by t.n, o.id`,
      [
        times.map(({ time }) => new Date(time)),
        times.map(({ writtenAt }) => new Date(writtenAt)),
        [organisation.id, other.id],
      ],
    );
    await rig.sql("delete from event_unrelayed");
    const range = (fromMs: number, toMs: number) => ({
      organisationId: organisation.id,
      endpointId: endpoint.id,
      since: new Date(beginning + fromMs),
      until: new Date(beginning + toMs),
    });
    return { range };
  }

  it("looks at those of that time and of an hour around it only", async () => {
    const { range } = await history(() => 0);
    // 10 minutes, 2 hours of slack; 13 batches or so of the 60 that all would take.
    const { replayed, batches } = await replayRange(range(5 * HOUR_MS, 5 * HOUR_MS + 600_000), 10);
    expect(replayed).toBe(10);
    expect(batches).toBeLessThan(16);
    expect(await replayRange(range(-9 * HOUR_MS, -8 * HOUR_MS), 10)).toEqual({ replayed: 0, batches: 1 });
    expect(await replayRange(range(19 * HOUR_MS, 20 * HOUR_MS), 10)).toEqual({ replayed: 0, batches: 1 });
  });

  it("misses none that was written up to an hour late", async () => {
    const lateMs = fc.array(fc.integer({ min: 0, max: HOUR_MS - 60_000 }), {
      minLength: COUNT,
      maxLength: COUNT,
    });
    const minute = fc.integer({ min: -10, max: COUNT + 10 });
    await fc.assert(
      fc.asyncProperty(lateMs, minute, minute, async (late, one, another) => {
        const { range } = await history((index) => late[index]!);
        const [from, to] = [Math.min(one, another), Math.max(one, another)];
        const { replayed } = await replayRange(range(from * 60_000, to * 60_000), 50);
        const kept = (minute: number) => Math.min(Math.max(minute, 0), COUNT);
        expect(replayed).toBe(kept(to) - kept(from));
        await rig.sql(
          "truncate event, event_unrelayed, webhook_endpoint, delivery, delivery_attempt, delivery_queue",
        );
      }),
      { numRuns: 10 },
    );
  });
});

describe("an endpoint whose every attempt failed for five days", () => {
  it("is disabled at the first failure after them, until it is enabled again", async () => {
    const { organisation, target, endpoint, now } = await listening(() => 404);
    await next(organisation.id, target);
    rig.wait(5 * DAY_SEC);
    await next(organisation.id, target);
    expect(await now()).toMatchObject({ enabled: true });
    rig.wait(1);
    await next(organisation.id, target);
    expect(await now()).toMatchObject({ enabled: false, disabledReason: "failed_for_5_days" });
    rig.wait(1);
    await rig.administration.change(organisation.id, endpoint.id, { enabled: true });
    await next(organisation.id, target);
    expect(await now()).toMatchObject({ enabled: true, disabledReason: null });
  });

  it("is none when one was delivered in between", async () => {
    let status = 404;
    const { organisation, target, now } = await listening(() => status);
    await next(organisation.id, target);
    rig.wait(4 * DAY_SEC);
    status = 200;
    await next(organisation.id, target);
    status = 404;
    await next(organisation.id, target);
    rig.wait(4 * DAY_SEC);
    await next(organisation.id, target);
    expect(await now()).toMatchObject({ enabled: true });
  });
});

it("two registrations at once make the twentieth endpoint once", async () => {
  const { id } = await rig.organisation();
  const url = "http://127.0.0.1:9/hook";
  for (let i = 0; i < 19; i++) await rig.endpoint(id, url);
  const wanted = { url, events: null, secret: null };
  const both = await Promise.allSettled([
    rig.administration.register(id, wanted),
    rig.administration.register(id, wanted),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await rig.endpoints.list(id)).toHaveLength(20);
});
