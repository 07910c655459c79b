import { beforeEach, describe, expect, it } from "vitest";
import { Pruning } from "../../ports/jobs/pruning.ts";
import { Notifications } from "../../src/settlement/notifications.ts";
import { RailHealthWatch } from "../../src/rail-accounts/rail-health.ts";
import { paidEvent } from "../support/rails/scripted-rail.ts";
import { CREDENTIALS, ScriptedRig } from "../support/builders/scripted-rig.ts";
import { ok, refused, type Shop } from "../support/builders/operator-rig.ts";
import { opened } from "../support/opened.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const rig = opened(() => ScriptedRig.open());

beforeEach(() => rig.reset());

describe("putting a rail account", () => {
  it.each([
    ["an unknown credential", { credentials: { ...CREDENTIALS, secret: "x" } }, ["credentials.secret"]],
    ["an unknown setting", { settings: { colour: "red" } }, ["settings.colour"]],
    [
      "missing and empty ones",
      { credentials: { apiKey: "" } },
      ["credentials.apiKey", "credentials.signingKey"],
    ],
    [
      "a credential of another shape",
      { credentials: { ...CREDENTIALS, apiKey: "pk_1" } },
      ["credentials.apiKey"],
    ],
    ["a setting of another shape", { settings: { merchant: 12345 } }, ["settings.merchant"]],
    ["a setting that is no plain value", { settings: { live: [true] } }, ["settings.live"]],
    ["a name that every object has", { settings: { constructor: "x" } }, ["settings.constructor"]],
  ])("refuses %s, naming it", async (_, changes, paths) => {
    const slug = await rig.operator.organisation();
    expect(await refused(rig.put(slug, changes))).toEqual([400, "invalid_request", ...paths]);
    expect(await ok(rig.operator.admin("GET", `/organisations/${slug}/rails`))).toEqual([]);
  });

  it("never repeats a value in its refusal", async () => {
    const slug = await rig.operator.organisation();
    const { text } = await rig.put(slug, {
      credentials: { apiKey: "Key_canary", signingKey: "sign-canary" },
    });
    expect(text).toContain("credentials.apiKey");
    expect(text).not.toContain("canary");
  });

  it("takes numbers and booleans as settings, tries the credentials, and says when they were accepted", async () => {
    const slug = await rig.operator.organisation();
    const settings = { merchant: 1234, live: false };
    for (let twice = 0; twice < 2; twice++) {
      const answer = await ok(rig.put(slug, { settings }));
      expect(answer).toMatchObject({ settings, verifiedAt: expect.stringMatching(/^20/), health: null });
      expect(await rig.account(slug)).toEqual(answer);
    }
    expect((await rig.operator.audit(slug))[0]!.facts).toMatchObject({ verified: true });
  });

  it.each([
    ["a credential", "apiKey", "credentials.apiKey"],
    ["a setting", "merchant", "settings.merchant"],
    ["nobody knows what", null, "credentials"],
  ])("that the provider refuses for %s is refused, and nothing changes", async (_, field, where) => {
    const slug = await rig.operator.organisation();
    rig.said.check = { outcome: "refused", reason: "it is not known there", field };
    const answer = await rig.put(slug);
    expect(await refused(Promise.resolve(answer))).toEqual([400, "invalid_request", where]);
    expect(answer.json.message).toContain("it is not known there");
    expect(await ok(rig.operator.admin("GET", `/organisations/${slug}/rails`))).toEqual([]);
  });

  it("that the provider does not check is taken, unverified", async () => {
    const slug = await rig.operator.organisation();
    rig.said.check = { outcome: "unknown", reason: "timeout" };
    expect(await ok(rig.put(slug))).toMatchObject({ enabled: true, verifiedAt: null });
  });

  it("that is disabled is not checked", async () => {
    const slug = await rig.operator.organisation();
    rig.said.check = { outcome: "refused", reason: "it is not known there", field: null };
    expect(await ok(rig.put(slug, { enabled: false }))).toMatchObject({ enabled: false, verifiedAt: null });
  });

  it("asks the provider while no transaction is open", async () => {
    const slug = await rig.operator.organisation();
    let open = -1;
    rig.said.check = async () => {
      const query = `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
          and backend_type = 'client backend'`;
      open = (await rig.service.sql(query))[0].open;
      return { outcome: "accepted" };
    };
    await ok(rig.put(slug));
    expect(open).toBe(0);
  });
});

describe("replacing credentials", () => {
  const next = { credentials: { ...CREDENTIALS, signingKey: "signing-canary-2" } };

  it("accepts notifications signed with those before for 24 hours, and those signed with the new ones", async () => {
    const shop = await rig.shop();
    const [first, second, third, late] = await Promise.all(
      ["a", "b", "c", "d"].map((name) => rig.operator.sell(shop, 1, `${name}@example.com`)),
    );
    const replaced = await ok(rig.put(shop.slug, next));
    const until = new Date(replaced.previousCredentialsUntil).getTime();
    expect(until - new Date(replaced.updatedAt).getTime()).toBe(24 * HOUR_MS);
    expect(await rig.notify(shop.slug, paidEvent(first!), "signing-canary-1")).toBe(200);
    expect(await rig.notify(shop.slug, paidEvent(second!), "signing-canary-2")).toBe(200);
    expect(await rig.notify(shop.slug, paidEvent(third!), "signing-canary-0")).toBe(401);
    expect(await rig.statusOf(shop, first!)).toBe("paid");
    expect(await rig.statusOf(shop, second!)).toBe("paid");
    expect(await rig.statusOf(shop, third!)).toBe("pending");
    rig.service.clock.advance(24 * HOUR_MS + 1);
    try {
      expect(await rig.notify(shop.slug, paidEvent(late!), "signing-canary-1")).toBe(401);
      expect(await rig.notify(shop.slug, paidEvent(late!), "signing-canary-2")).toBe(200);
    } finally {
      rig.service.clock.advance(-24 * HOUR_MS - 1);
    }
  });

  it("counts at once, also where a process has a copy of those before", async () => {
    const shop = await rig.shop();
    const [first, second, third] = await Promise.all(
      ["a", "b", "c"].map((name) => rig.operator.sell(shop, 1, `${name}@example.com`)),
    );
    // A copy that stays young as long as this takes.
    const copied = await rig.service.clock.later(MINUTE_MS, () => rig.notify(shop.slug, paidEvent(first!)));
    expect(copied).toBe(200);
    for (const signingKey of ["signing-canary-2", "signing-canary-3"])
      await ok(rig.put(shop.slug, { credentials: { ...CREDENTIALS, signingKey } }));
    expect(await rig.notify(shop.slug, paidEvent(second!), "signing-canary-1")).toBe(401);
    expect(await rig.statusOf(shop, second!)).toBe("pending");
    expect(await rig.notify(shop.slug, paidEvent(third!), "signing-canary-3")).toBe(200);
    expect(await rig.statusOf(shop, third!)).toBe("paid");
  });

  it("does not count as a replacement where they are the same, in any order", async () => {
    const slug = await rig.operator.organisation();
    await ok(rig.put(slug));
    const { signingKey, apiKey } = CREDENTIALS;
    const same = await ok(rig.put(slug, { credentials: { signingKey, apiKey }, settings: { live: true } }));
    expect(same.previousCredentialsUntil).toBeNull();
    const replaced = await ok(rig.put(slug, next));
    const again = await ok(rig.put(slug, { ...next, settings: { live: false } }));
    expect(again.previousCredentialsUntil).toBe(replaced.previousCredentialsUntil);
  });

  it("forgets those before when their time is over", async () => {
    const slug = await rig.operator.organisation();
    await ok(rig.put(slug));
    await ok(rig.put(slug, next));
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
    expect((await rig.account(slug)).previousCredentialsUntil).toBeNull();
  });

  it("loses no notification that was stored and not processed, however often they are replaced", async () => {
    const shop = await rig.shop();
    const id = await rig.operator.sell(shop, 1, "stored@example.com");
    await rig.whileSettlingFails(new Error("the process dies here"), async () => {
      expect(await rig.notify(shop.slug, paidEvent(id))).toBe(200);
    });
    for (const signingKey of ["x", "y"])
      await ok(rig.put(shop.slug, { credentials: { ...CREDENTIALS, signingKey } }));
    expect(await rig.statusOf(shop, id)).toBe("pending");
    await rig.service.sql("update rail_notification set lease_until = now()");
    await rig.service.wiring.get(Notifications).processOnce();
    expect(await rig.statusOf(shop, id)).toBe("paid");
    const [row] = await ok(rig.operator.admin("GET", `/organisations/${shop.slug}/rail-notifications`));
    expect(row).toMatchObject({ state: "processed", types: "payment.paid", tries: 1, error: null });
  });
});

describe("the health of a rail account", () => {
  const write = () => rig.service.wiring.get(RailHealthWatch).writeOnce();
  const poll = async (shop: Shop, id: string) => {
    rig.service.clock.advance(6_000);
    await rig.service.call("GET", `/api/v1/checkout/sessions/${id}`, { key: shop.key });
  };

  it("shows the last answer and the last failure, written when it turns and otherwise once a minute", async () => {
    const shop = await rig.shop();
    const id = await rig.operator.sell(shop, 1, "health@example.com");
    expect((await rig.account(shop.slug)).health).toBeNull();
    await write();
    const well = (await rig.account(shop.slug)).health;
    expect(well).toEqual({ lastSuccessAt: expect.any(String), lastError: null, consecutiveFailures: 0 });

    await poll(shop, id);
    await write();
    expect((await rig.account(shop.slug)).health).toEqual(well);

    rig.said.payment = { outcome: "unknown", reason: "timeout" };
    await poll(shop, id);
    await poll(shop, id);
    await write();
    const ill = (await rig.account(shop.slug)).health;
    expect(ill).toMatchObject({
      lastError: { operation: "lookUp", code: "timeout" },
      consecutiveFailures: 2,
    });
    expect(ill.lastSuccessAt > well.lastSuccessAt).toBe(true);
    expect(ill.lastError.at > ill.lastSuccessAt).toBe(true);

    await poll(shop, id);
    await write();
    expect((await rig.account(shop.slug)).health.consecutiveFailures).toBe(2);
    rig.service.clock.advance(MINUTE_MS);
    await write();
    expect((await rig.account(shop.slug)).health.consecutiveFailures).toBe(3);

    rig.said.payment = { outcome: "pending", stage: "open" };
    await poll(shop, id);
    await write();
    const again = (await rig.account(shop.slug)).health;
    expect(again).toMatchObject({ consecutiveFailures: 0, lastError: { code: "timeout" } });
  });

  it("is written neither in the audit nor in a sale's transaction", async () => {
    const shop = await rig.shop();
    const before = await rig.operator.audit(shop.slug);
    await rig.operator.sell(shop, 1, "quiet@example.com");
    await write();
    expect(await rig.operator.audit(shop.slug)).toEqual(before);
  });
});
