import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { afterEach, describe, expect, it } from "vitest";
import { PostgresPruning } from "../../adapters/persistence/database/pruning.ts";
import type { Relayed } from "../../ports/webhooks/deliveries.ts";
import { EventEnvelope } from "../../src/webhooks/event.ts";
import { relayGapMs } from "../../src/webhooks/dispatcher.ts";
import { WAITS_SEC } from "../../src/webhooks/retry-schedule.ts";
import {
  type Answer,
  type Received,
  startReceiver,
  type WebhookReceiver,
} from "../support/receivers/webhook-receiver.ts";
import { deliverAll, openWebhookRig, SECRET } from "../support/builders/webhook-rig.ts";
import { opened } from "../support/opened.ts";

const stripe = new Stripe("sk_test_unused");
const receivers: WebhookReceiver[] = [];

const rig = opened(() => openWebhookRig());

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  // No test sees what another left behind.
  await rig.sql("truncate event, webhook_endpoint, delivery, delivery_attempt, delivery_queue");
});

async function receiver(answer?: (call: Received, index: number) => Answer | Promise<Answer>) {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

async function listening(answer?: Parameters<typeof startReceiver>[0]) {
  const organisation = await rig.organisation();
  const target = await receiver(answer);
  const endpoint = await rig.endpoint(organisation.id, target.url);
  const list = () => rig.deliveries.list(organisation.id, endpoint.id, { limit: 1_000, after: null });
  return { organisation, target, endpoint, list };
}

const signedAt = (call: Received) =>
  Number(/^t=(\d+),/.exec(String(call.headers["x-service-signature"]))?.[1]);

describe("a delivery", () => {
  it("carries the stored payload, and a signature that the official stripe library verifies", async () => {
    const { organisation, target, list } = await listening(() => ({ status: 200, body: "thanks" }));
    const [id] = await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());

    const [call] = target.received;
    expect(target.received).toHaveLength(1);
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": "lot.cancelled",
      "x-service-delivery": id,
    });
    const [stored] = await rig.sql<{ payload: string }>("select payload from event where id = $1", [id]);
    expect(call?.rawBody).toBe(stored?.payload);
    const signature = String(call?.headers["x-service-signature"]);
    expect(stripe.webhooks.constructEvent(call?.rawBody ?? "", signature, SECRET)).toMatchObject({ id });
    expect(() => stripe.webhooks.constructEvent(`${call?.rawBody} `, signature, SECRET)).toThrow(/signature/);
    expect(await list()).toMatchObject([
      {
        eventId: id,
        state: "delivered",
        dueAt: null,
        attempts: [{ number: 1, status: 200, error: null, response: "thanks" }],
      },
    ]);
  });

  it("has the specified headers alone under a secret of before, and both signatures once it is replaced", async () => {
    const { organisation, target, endpoint } = await listening();
    const send = async () => {
      await rig.events(organisation.id, 1);
      await deliverAll(rig.dispatcher());
      const { headers, rawBody } = target.received.at(-1)!;
      return { headers: headers as Record<string, string>, rawBody };
    };
    const former = await send();
    expect(Object.keys(former.headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
    expect(await rig.endpoints.byId(organisation.id, endpoint.id)).toMatchObject({ standardWebhooks: false });

    const first = await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    expect(first.endpoint.standardWebhooks).toBe(true);
    const replaced = await send();
    new Webhook(first.secret).verify(replaced.rawBody, replaced.headers);
    expect(replaced.headers["webhook-signature"]).not.toContain(" ");
    const second = await rig.administration.rotateSecret(organisation.id, endpoint.id, null);
    const rotated = await send();
    for (const { secret } of [first, second]) {
      const signature = rotated.headers["x-service-signature"]!;
      expect(stripe.webhooks.constructEvent(rotated.rawBody, signature, secret)).toBeDefined();
      expect(new Webhook(secret).verify(rotated.rawBody, rotated.headers)).toBeDefined();
    }
  });

  it("of a 4xx is final", async () => {
    const { organisation, target, endpoint, list } = await listening(() => ({ status: 409 }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    rig.wait(86_400);
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(1);
    expect(await list()).toMatchObject([{ state: "failed", dueAt: null, attempts: [{ status: 409 }] }]);
    expect(await rig.endpoints.byId(organisation.id, endpoint.id)).toMatchObject({ enabled: true });
  });

  it("of a 410 disables its endpoint, which then gets nothing until it is enabled again", async () => {
    let status = 410;
    const { organisation, target, endpoint } = await listening(() => ({ status }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    const disabled = { enabled: false, disabledReason: "The endpoint answered 410 Gone." };
    expect(await rig.endpoints.byId(organisation.id, endpoint.id)).toMatchObject(disabled);
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(1);

    status = 200;
    rig.wait(1);
    expect(await rig.administration.change(organisation.id, endpoint.id, { enabled: true })).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(2);
  });

  it("of a 5xx is tried again later with the same id and body, and a new signature time", async () => {
    const { organisation, target, list } = await listening((_, index) => ({
      status: index === 0 ? 503 : 204,
    }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    const due = (await rig.deliveries.nextDueAt())?.getTime() ?? 0;
    expect(due - rig.clock.now().getTime()).toBeGreaterThanOrEqual(4_500);
    expect(due - rig.clock.now().getTime()).toBeLessThanOrEqual(5_500);
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(1);

    rig.wait(6);
    await deliverAll(rig.dispatcher());
    const [first, second] = target.received as [Received, Received];
    expect(second.rawBody).toBe(first.rawBody);
    expect(second.headers["x-service-delivery"]).toBe(first.headers["x-service-delivery"]);
    expect(signedAt(second) - signedAt(first)).toBe(6);
    const signature = String(second.headers["x-service-signature"]);
    stripe.webhooks.constructEvent(second.rawBody, signature, SECRET);
    expect(await list()).toMatchObject([
      { state: "delivered", attempts: [{ status: 503 }, { status: 204 }] },
    ]);
    expect(await rig.deliveries.nextDueAt()).toBeNull();
  });

  it("is given up after ten attempts in about six hours", async () => {
    const { organisation, target, list } = await listening(() => ({ status: 500 }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    for (const waitSec of WAITS_SEC) {
      rig.wait(waitSec * 1.1);
      await deliverAll(rig.dispatcher());
    }
    rig.wait(86_400);
    await deliverAll(rig.dispatcher());
    expect(target.received).toHaveLength(10);
    const [delivery] = await list();
    expect(delivery?.state).toBe("failed");
    expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("is tried again when no answer comes in time, and when nobody listens", async () => {
    const { organisation, list } = await listening(() => null);
    const gone = await receiver();
    await gone.close();
    const other = await rig.endpoint(organisation.id, gone.url);
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher({ timeoutMs: 1_000 }));
    expect(await list()).toMatchObject([
      { state: "pending", attempts: [{ status: null, error: "timeout" }] },
    ]);
    expect(await rig.deliveries.list(organisation.id, other.id, { limit: 1, after: null })).toMatchObject([
      { state: "pending", attempts: [{ status: null, error: "ECONNREFUSED", response: null }] },
    ]);
  });

  it("never follows a redirect, and tries again", async () => {
    const elsewhere = await receiver();
    const { organisation, list } = await listening(() => ({
      status: 307,
      headers: { location: elsewhere.url },
    }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    expect(elsewhere.received).toHaveLength(0);
    expect(await list()).toMatchObject([{ state: "pending", attempts: [{ status: 307 }] }]);
  });

  it("keeps of the answer what Postgres can hold, at most 8 kB", async () => {
    const { organisation, list } = await listening(() => ({
      status: 200,
      body: `a\0b${"x".repeat(100_000)}`,
    }));
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher());
    const response = (await list())[0]?.attempts[0]?.response ?? "";
    expect(response).toHaveLength(8192);
    expect(response.slice(0, 4)).toBe("a\u{fffd}bx");
  });
});

describe("relaying", () => {
  it("fans an event out to the organisation's enabled endpoints that listen to its type", async () => {
    const [ours, theirs] = [await rig.organisation(), await rig.organisation()];
    const names = ["all", "cancelled", "settled", "disabled", "removed", "foreign"] as const;
    const got = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await receiver()] as const)),
    );
    await rig.endpoint(ours.id, got.all!.url);
    await rig.endpoint(ours.id, got.cancelled!.url, ["lot.cancelled", "ping"]);
    await rig.endpoint(ours.id, got.settled!.url, ["payment.settled"]);
    const disabled = await rig.endpoint(ours.id, got.disabled!.url);
    await rig.administration.change(ours.id, disabled.id, { enabled: false });
    const removed = await rig.endpoint(ours.id, got.removed!.url);
    await rig.administration.remove(ours.id, removed.id);
    await rig.endpoint(theirs.id, got.foreign!.url);
    await rig.events(ours.id, 1);
    await deliverAll(rig.dispatcher());
    expect(names.filter((name) => got[name]!.received.length > 0)).toEqual(["all", "cancelled"]);
  });

  it("finds an event whose transaction committed after younger ones were relayed", async () => {
    const { organisation, target } = await listening();
    const client = await rig.db.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        "insert into event (id, organisation_id, type, payload, created_at) values ('evt_late', $1, 'lot.closed', '{}', now())",
        [organisation.id],
      );
      await rig.events(organisation.id, 1);
      await deliverAll(rig.dispatcher());
      expect(target.received).toHaveLength(1);
      await client.query("commit");
    } finally {
      client.release();
    }
    await deliverAll(rig.dispatcher());
    expect(target.received[1]?.headers["x-service-delivery"]).toBe("evt_late");
  });

  it("has nothing to send where nobody listens to an event", async () => {
    const { organisation, endpoint, target } = await listening();
    const dispatcher = rig.dispatcher();
    let woken = 0;
    dispatcher.whenWork(() => void woken++);
    await rig.administration.change(organisation.id, endpoint.id, { enabled: false });
    await rig.events(organisation.id, 3);
    expect(await dispatcher.relayOnce()).toBe(3);
    expect([await dispatcher.relayOnce(), woken]).toEqual([0, 0]);
    await rig.administration.change(organisation.id, endpoint.id, { enabled: true });
    await rig.events(organisation.id, 1);
    expect([await dispatcher.relayOnce(), woken]).toEqual([1, 1]);
    await deliverAll(dispatcher);
    expect(target.received).toHaveLength(1);
  });

  it.each([
    [0, 15],
    [7, 15],
    [8, 50],
    [499, 50],
    [500, 15],
  ])("of %i events is followed by the next after %i ms", (relayed, gapMs) => {
    expect(relayGapMs(relayed)).toBe(gapMs);
  });

  it("makes each delivery once when several relay at once", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 300);
    const relayed = await Promise.all(
      Array.from({ length: 30 }, () => rig.deliveries.relay({ limit: 20, now: rig.clock.now() })),
    );
    const sum = (what: keyof Relayed) => relayed.reduce((total, one) => total + one[what], 0);
    expect([sum("events"), sum("deliveries")]).toEqual([300, 300]);
    const [row] = await rig.sql("select count(*)::integer as n from delivery where endpoint_id = $1", [
      endpoint.id,
    ]);
    expect(row).toEqual({ n: 300 });
  });
});

describe("an event that is 30 days old", () => {
  it("goes with its deliveries, their attempts and what waits for a disabled endpoint, in batches", async () => {
    const { organisation, endpoint } = await listening();
    await rig.events(organisation.id, 3);
    await deliverAll(rig.dispatcher());
    await rig.events(organisation.id, 2);
    await rig.deliveries.relay({ limit: 10, now: rig.clock.now() });
    await rig.administration.change(organisation.id, endpoint.id, { enabled: false });
    rig.wait(31 * 24 * 3_600);
    const young = await rig.events(organisation.id, 1);
    const pruning = new PostgresPruning(rig.db);
    while ((await pruning.prune(rig.clock.now(), 2)) > 0);
    const left = async (table: string) => (await rig.sql(`select count(*)::integer as n from ${table}`))[0];
    expect(await rig.sql("select id from event")).toEqual(young.map((id) => ({ id })));
    for (const table of ["delivery", "delivery_attempt", "delivery_queue"])
      expect(await left(table), table).toEqual({ n: 0 });
  });
});

describe("a ping", () => {
  it("goes to its endpoint alone, whatever that listens to", async () => {
    const { organisation, target: other } = await listening();
    const target = await receiver();
    const endpoint = await rig.endpoint(organisation.id, target.url, ["lot.closed"]);
    const id = await rig.administration.ping(organisation, endpoint.id);
    await deliverAll(rig.dispatcher());
    expect(other.received).toHaveLength(0);
    expect(target.received).toHaveLength(1);
    const [call] = target.received as [Received];
    expect(call.headers["x-service-event"]).toBe("ping");
    expect(EventEnvelope.parse(JSON.parse(call.rawBody))).toEqual({
      id,
      type: "ping",
      createdAt: rig.clock.now().toISOString(),
      data: { endpointId: endpoint.id, organisation: organisation.slug },
    });
  });

  it("of a foreign, unknown or disabled endpoint is refused", async () => {
    const { endpoint, organisation } = await listening();
    const other = await rig.organisation();
    await expect(rig.administration.ping(other, endpoint.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(rig.administration.ping(organisation, 999_999_999)).rejects.toMatchObject({
      code: "not_found",
    });
    await rig.administration.change(organisation.id, endpoint.id, { enabled: false });
    await expect(rig.administration.ping(organisation, endpoint.id)).rejects.toMatchObject({
      code: "endpoint_disabled",
    });
  });
});
