import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Notifications } from "../src/checkout/notifications.ts";
import { MissedEvents } from "../src/checkout/missed-events.ts";
import { Orders } from "../ports/orders.ts";
import { Pruning } from "../ports/pruning.ts";
import { RailHealthWatch } from "../src/organisations/rail-health.ts";
import { addRail, type ExampleProvider, ExampleRail, paidEvent, signatureOf } from "./setup/example-rail.ts";
import { OperatorRig, ok, refused, type Shop } from "./setup/operator-rig.ts";
import type { Json } from "./setup/service.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let rig: OperatorRig;
let said: ExampleProvider;
beforeAll(async () => {
  const rail = new ExampleRail();
  said = rail.said;
  rig = await OperatorRig.open({ replace: (wiring) => addRail(wiring, rail) });
});
beforeEach(() => {
  said.check = { outcome: "accepted" };
  said.payment = { outcome: "pending", stage: "open" };
  said.missed = [];
  said.askedSince.length = 0;
});
afterAll(() => rig.close());

const credentials = { apiKey: "key_one-canary", signingKey: "signing-canary-1" };
const account = { provider: "example", currencies: ["USD"], credentials };
const path = (slug: string) => `/organisations/${slug}/rails/redirect`;
const put = (slug: string, changes: object = {}) => rig.admin("PUT", path(slug), { ...account, ...changes });
const listed = async (slug: string): Promise<Json> =>
  (await ok(rig.admin("GET", `/organisations/${slug}/rails`)))[0];
/** Clears the sandbox account of a shop and gives it one of the example's. */
async function exampleShop(): Promise<Shop> {
  const shop = await rig.shop();
  await ok(rig.admin("DELETE", path(shop.slug)));
  await ok(put(shop.slug));
  return shop;
}
async function notify(slug: string, event: object, signingKey = credentials.signingKey): Promise<number> {
  const body = JSON.stringify(event);
  const answer = await fetch(`${rig.service.baseUrl}/rails/redirect/example/${slug}/notifications`, {
    method: "POST",
    headers: { signature: signatureOf(signingKey, body) },
    body,
  });
  await rig.service.idle();
  return answer.status;
}
const statusOf = async (shop: Shop, id: string): Promise<string> =>
  (await ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${id}`))).status;

describe("putting a rail account", () => {
  it.each([
    ["an unknown credential", { credentials: { ...credentials, secret: "x" } }, ["credentials.secret"]],
    ["an unknown setting", { settings: { colour: "red" } }, ["settings.colour"]],
    [
      "missing and empty ones",
      { credentials: { apiKey: "" } },
      ["credentials.apiKey", "credentials.signingKey"],
    ],
    [
      "a credential of another shape",
      { credentials: { ...credentials, apiKey: "pk_1" } },
      ["credentials.apiKey"],
    ],
    ["a setting of another shape", { settings: { merchant: 12345 } }, ["settings.merchant"]],
    ["a setting that is no plain value", { settings: { live: [true] } }, ["settings.live"]],
    ["a name that every object has", { settings: { constructor: "x" } }, ["settings.constructor"]],
  ])("refuses %s, naming it", async (_, changes, paths) => {
    const slug = await rig.organisation();
    expect(await refused(put(slug, changes))).toEqual([400, "invalid_request", ...paths]);
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toEqual([]);
  });

  it("never repeats a value in its refusal", async () => {
    const slug = await rig.organisation();
    const { text } = await put(slug, { credentials: { apiKey: "Key_canary", signingKey: "sign-canary" } });
    expect(text).toContain("credentials.apiKey");
    expect(text).not.toContain("canary");
  });

  it("takes numbers and booleans as settings, tries the credentials, and says when they were accepted", async () => {
    const slug = await rig.organisation();
    const settings = { merchant: 1234, live: false };
    for (let twice = 0; twice < 2; twice++) {
      const answer = await ok(put(slug, { settings }));
      expect(answer).toMatchObject({ settings, verifiedAt: expect.stringMatching(/^20/), health: null });
      expect(await listed(slug)).toEqual(answer);
    }
    expect((await rig.audit(slug))[0]!.facts).toMatchObject({ verified: true });
  });

  it.each([
    ["a credential", "apiKey", "credentials.apiKey"],
    ["a setting", "merchant", "settings.merchant"],
    ["nobody knows what", null, "credentials"],
  ])("that the provider refuses for %s is refused, and nothing changes", async (_, field, where) => {
    const slug = await rig.organisation();
    said.check = { outcome: "refused", reason: "it is not known there", field };
    const answer = await put(slug);
    expect(await refused(Promise.resolve(answer))).toEqual([400, "invalid_request", where]);
    expect(answer.json.message).toContain("it is not known there");
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toEqual([]);
  });

  it("that the provider cannot be asked about is taken, unverified", async () => {
    const slug = await rig.organisation();
    said.check = { outcome: "unknown", reason: "timeout" };
    expect(await ok(put(slug))).toMatchObject({ enabled: true, verifiedAt: null });
  });

  it("that is disabled asks nobody", async () => {
    const slug = await rig.organisation();
    said.check = { outcome: "refused", reason: "it is not known there", field: null };
    expect(await ok(put(slug, { enabled: false }))).toMatchObject({ enabled: false, verifiedAt: null });
  });

  it("asks the provider while no transaction is open", async () => {
    const slug = await rig.organisation();
    let open = -1;
    said.check = async () => {
      const query = `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
          and backend_type = 'client backend'`;
      open = (await rig.service.database.pool.query(query)).rows[0].open;
      return { outcome: "accepted" };
    };
    await ok(put(slug));
    expect(open).toBe(0);
  });
});

describe("replacing credentials", () => {
  const next = { credentials: { ...credentials, signingKey: "signing-canary-2" } };

  it("accepts notifications signed with those before for 24 hours, and those signed with the new ones", async () => {
    const shop = await exampleShop();
    const [first, second, third, late] = await Promise.all(
      ["a", "b", "c", "d"].map((name) => rig.sell(shop, 1, `${name}@example.com`)),
    );
    const replaced = await ok(put(shop.slug, next));
    const until = new Date(replaced.previousCredentialsUntil).getTime();
    expect(until - new Date(replaced.updatedAt).getTime()).toBe(24 * HOUR_MS);
    expect(await notify(shop.slug, paidEvent(first!), "signing-canary-1")).toBe(200);
    expect(await notify(shop.slug, paidEvent(second!), "signing-canary-2")).toBe(200);
    expect(await notify(shop.slug, paidEvent(third!), "signing-canary-0")).toBe(401);
    expect(await statusOf(shop, first!)).toBe("paid");
    expect(await statusOf(shop, second!)).toBe("paid");
    expect(await statusOf(shop, third!)).toBe("pending");
    rig.service.clock.advance(24 * HOUR_MS + 1);
    try {
      expect(await notify(shop.slug, paidEvent(late!), "signing-canary-1")).toBe(401);
      expect(await notify(shop.slug, paidEvent(late!), "signing-canary-2")).toBe(200);
    } finally {
      rig.service.clock.advance(-24 * HOUR_MS - 1);
    }
  });

  it("is no replacement where they are the same, in any order", async () => {
    const slug = await rig.organisation();
    await ok(put(slug));
    const { signingKey, apiKey } = credentials;
    const same = await ok(put(slug, { credentials: { signingKey, apiKey }, settings: { live: true } }));
    expect(same.previousCredentialsUntil).toBeNull();
    const replaced = await ok(put(slug, next));
    const again = await ok(put(slug, { ...next, settings: { live: false } }));
    expect(again.previousCredentialsUntil).toBe(replaced.previousCredentialsUntil);
  });

  it("forgets those before when their time is over", async () => {
    const slug = await rig.organisation();
    await ok(put(slug));
    await ok(put(slug, next));
    const query = {
      name: "test-previous",
      text: `select r.previous_credentials from rail_account r join organisation g on g.id = r.organisation_id
        where g.slug = $1`,
    };
    const prune = (at: number) => rig.service.wiring.get(Pruning).prune(new Date(at), 1000);
    const stored = async () =>
      (await rig.service.database.query<{ previous_credentials: Buffer | null }>(query, [slug]))[0]!;
    await prune(Date.now() + 23 * HOUR_MS);
    const { previous_credentials: sealed } = await stored();
    expect(sealed?.includes("canary")).toBe(false);
    await prune(Date.now() + 25 * HOUR_MS);
    expect(await stored()).toEqual({ previous_credentials: null });
    expect((await listed(slug)).previousCredentialsUntil).toBeNull();
  });

  it("loses no notification that was stored and not processed, however often they are replaced", async () => {
    const shop = await exampleShop();
    const id = await rig.sell(shop, 1, "stored@example.com");
    const orders = rig.service.wiring.get(Orders);
    const settle = orders.settle;
    orders.settle = async () => {
      throw new Error("the process dies here");
    };
    try {
      expect(await notify(shop.slug, paidEvent(id))).toBe(200);
    } finally {
      orders.settle = settle;
    }
    for (const signingKey of ["x", "y"])
      await ok(put(shop.slug, { credentials: { ...credentials, signingKey } }));
    expect(await statusOf(shop, id)).toBe("pending");
    await rig.service.database.pool.query("update rail_notification set lease_until = now()");
    await rig.service.wiring.get(Notifications).processOnce();
    expect(await statusOf(shop, id)).toBe("paid");
    const [row] = await ok(rig.admin("GET", `/organisations/${shop.slug}/rail-notifications`));
    expect(row).toMatchObject({ state: "processed", types: "payment.paid", tries: 1, error: null });
  });
});

describe("notifications worth a look", () => {
  const list = (slug: string, query = "") =>
    ok(rig.admin("GET", `/organisations/${slug}/rail-notifications${query}`)) as Promise<Json[]>;

  it("are those ignored, of unknown orders and refunds, and given up; not those that did what they say", async () => {
    const shop = await exampleShop();
    const id = await rig.sell(shop, 1, "known@example.com");
    await notify(shop.slug, paidEvent(id));
    await notify(shop.slug, { about: "ignored", dedupeKey: "new-1", type: "account.updated" });
    await notify(shop.slug, paidEvent("cs_00000000000000000000000000"));
    const amount = { amount: 500, currency: "USD" };
    const refund = { orderId: null, refundKey: "rf_unknown", refundId: null, state: "succeeded", amount };
    await notify(shop.slug, { about: "refund", dedupeKey: "refund-1", ...refund });
    await notify(shop.slug, { about: "refund", dedupeKey: "refund-1", ...refund });

    const rows = await list(shop.slug);
    expect(rows.map(({ state, types }) => [state, types])).toEqual([
      ["unmatched", "refund.succeeded"],
      ["unmatched", "payment.paid"],
      ["ignored", "account.updated"],
    ]);
    expect(Object.keys(rows[0]!).sort()).toEqual([
      "dedupeKey",
      "error",
      "id",
      "kind",
      "processedAt",
      "provider",
      "receivedAt",
      "state",
      "tries",
      "types",
    ]);
    expect(await list(shop.slug, "?state=ignored")).toEqual([rows[2]]);
    expect(await list(shop.slug, `?limit=1&after=${rows[0]!.id}`)).toEqual([rows[1]]);
    expect(await list(await rig.organisation())).toEqual([]);
  });

  it("wait while processing fails, and have failed when it was given up", async () => {
    const shop = await exampleShop();
    const id = await rig.sell(shop, 1, "failing@example.com");
    const orders = rig.service.wiring.get(Orders);
    const settle = orders.settle;
    orders.settle = async () => {
      throw new Error("a bug that names buyer@example.com");
    };
    try {
      await notify(shop.slug, paidEvent(id));
      for (let tries = 0; tries < 20; tries++) {
        if (tries === 1) expect(await list(shop.slug)).toMatchObject([{ state: "waiting", tries: 1 }]);
        await rig.service.database.pool.query("update rail_notification set lease_until = now()");
        await rig.service.wiring.get(Notifications).processOnce();
      }
    } finally {
      orders.settle = settle;
    }
    const rows = await list(shop.slug);
    expect(rows).toMatchObject([{ state: "failed", error: "processing failed too often" }]);
    expect(JSON.stringify(rows)).not.toContain("buyer@example.com");
  });
});

describe("the health of a rail account", () => {
  const write = () => rig.service.wiring.get(RailHealthWatch).writeOnce();
  const poll = async (shop: Shop, id: string) => {
    rig.service.clock.advance(6_000);
    await rig.service.call("GET", `/api/v1/checkout/sessions/${id}`, { key: shop.key });
  };

  it("shows the last answer and the last failure, written when it turns and otherwise once a minute", async () => {
    const shop = await exampleShop();
    const id = await rig.sell(shop, 1, "health@example.com");
    expect((await listed(shop.slug)).health).toBeNull();
    await write();
    const well = (await listed(shop.slug)).health;
    expect(well).toEqual({ lastSuccessAt: expect.any(String), lastError: null, consecutiveFailures: 0 });

    await poll(shop, id);
    await write();
    expect((await listed(shop.slug)).health).toEqual(well);

    said.payment = { outcome: "unknown", reason: "timeout" };
    await poll(shop, id);
    await poll(shop, id);
    await write();
    const ill = (await listed(shop.slug)).health;
    expect(ill).toMatchObject({
      lastError: { operation: "lookUp", code: "timeout" },
      consecutiveFailures: 2,
    });
    expect(ill.lastSuccessAt > well.lastSuccessAt).toBe(true);
    expect(ill.lastError.at > ill.lastSuccessAt).toBe(true);

    await poll(shop, id);
    await write();
    expect((await listed(shop.slug)).health.consecutiveFailures).toBe(2);
    rig.service.clock.advance(MINUTE_MS);
    await write();
    expect((await listed(shop.slug)).health.consecutiveFailures).toBe(3);

    said.payment = { outcome: "pending", stage: "open" };
    await poll(shop, id);
    await write();
    const again = (await listed(shop.slug)).health;
    expect(again).toMatchObject({ consecutiveFailures: 0, lastError: { code: "timeout" } });
  });

  it("is no business of the audit, nor of a sale's transaction", async () => {
    const shop = await exampleShop();
    const before = await rig.audit(shop.slug);
    await rig.sell(shop, 1, "quiet@example.com");
    await write();
    expect(await rig.audit(shop.slug)).toEqual(before);
  });
});

describe("events that a provider could not deliver", () => {
  const ask = () => rig.service.wiring.get(MissedEvents).askOnce();
  const forgetOthers = (slug: string) =>
    rig.service.database.pool.query(
      `update rail_account set enabled = false, updated_at = '2020-01-01'
       where organisation_id <> (select id from organisation where slug = $1)`,
      [slug],
    );

  it("are asked for every ten minutes, and each is taken in once, delivered late or not", async () => {
    const shop = await exampleShop();
    await forgetOthers(shop.slug);
    const [missed, both] = [
      await rig.sell(shop, 1, "missed@example.com"),
      await rig.sell(shop, 1, "both@example.com"),
    ];
    await notify(shop.slug, paidEvent(both));
    said.missed = [paidEvent(missed), paidEvent(both)];
    await ask();
    expect([await statusOf(shop, missed), await statusOf(shop, both)]).toEqual(["paid", "paid"]);
    expect(await notify(shop.slug, paidEvent(missed))).toBe(200);
    const { rows } = await rig.service.database.pool.query(
      `select count(*)::int as stored from rail_notification n join organisation g on g.id = n.organisation_id
       where g.slug = $1`,
      [shop.slug],
    );
    expect(rows).toEqual([{ stored: 2 }]);

    const firstAsked = rig.service.clock.now().getTime();
    rig.service.clock.advance(9 * MINUTE_MS);
    expect(await ask()).toBe(0);
    rig.service.clock.advance(MINUTE_MS + 1000);
    expect(await ask()).toBe(1);
    const [first, second] = said.askedSince;
    expect(firstAsked - first!.getTime()).toBeLessThan(5 * MINUTE_MS);
    // An hour before it was asked last: an event may be listed late.
    expect(Math.round((firstAsked - second!.getTime()) / MINUTE_MS)).toBe(60);
  });

  it("are asked for again from the same time when the provider could not be asked", async () => {
    const shop = await exampleShop();
    await forgetOthers(shop.slug);
    const id = await rig.sell(shop, 1, "later@example.com");
    said.missed = null;
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    said.missed = [paidEvent(id)];
    await rig.service.database.pool.query("update rail_event_cursor set lease_until = now()");
    expect(await ask()).toBe(1);
    expect(await statusOf(shop, id)).toBe("paid");
    expect(said.askedSince[1]).toEqual(said.askedSince[0]);
  });

  it("are asked for by one of several workers", async () => {
    const shop = await exampleShop();
    await forgetOthers(shop.slug);
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.reduce((a, b) => a + b)).toBe(1);
  });

  it("that are not processed at once are processed later", async () => {
    const shop = await exampleShop();
    await forgetOthers(shop.slug);
    const id = await rig.sell(shop, 1, "dies@example.com");
    said.missed = [paidEvent(id)];
    const orders = rig.service.wiring.get(Orders);
    const settle = orders.settle;
    orders.settle = async () => {
      throw new Error("the process dies here");
    };
    try {
      await ask();
    } finally {
      orders.settle = settle;
    }
    expect(await statusOf(shop, id)).toBe("pending");
    await rig.service.database.pool.query("update rail_notification set lease_until = now()");
    await rig.service.wiring.get(Notifications).processOnce();
    expect(await statusOf(shop, id)).toBe("paid");
  });
});
