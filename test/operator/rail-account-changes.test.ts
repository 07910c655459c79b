import { beforeEach, describe, expect, it } from "vitest";
import { CREDENTIALS, ScriptedRig } from "../support/builders/scripted-rig.ts";
import { ok, refused } from "../support/builders/operator-rig.ts";
import { opened } from "../support/opened.ts";
import { paidEvent } from "../support/rails/scripted-rail.ts";

const rig = opened(() => ScriptedRig.open());

beforeEach(() => rig.reset());

const patch = (slug: string, body: object, query = "") =>
  rig.operator.admin("PATCH", `/organisations/${slug}/rails/redirect${query}`, body);
const test = (slug: string) => rig.operator.admin("POST", `/organisations/${slug}/rails/redirect/test`);

describe("the providers of rail accounts", () => {
  it("have the fields of an account, their help and patterns, and the address for the provider", async () => {
    const slug = await rig.operator.organisation();
    const { providers } = await ok(rig.operator.admin("GET", `/organisations/${slug}/rail-providers`));
    const provider = providers.find((each: { provider: string }) => each.provider === "example");
    expect(provider).toMatchObject({
      kind: "redirect",
      simulated: false,
      currencies: ["USD"],
      notificationUrl: `${rig.service.baseUrl}/rails/redirect/example/${slug}/notifications`,
    });
    expect(provider.fields.map(({ part, name, required }: never) => [part, name, required])).toEqual([
      ["credentials", "apiKey", true],
      ["credentials", "signingKey", true],
      ["settings", "merchant", false],
      ["settings", "live", false],
    ]);
    const [key] = provider.fields;
    expect(key).toMatchObject({ help: "The secret key, under Developers, API keys.", patternFlags: "" });
    expect(new RegExp(key.pattern, key.patternFlags).test(CREDENTIALS.apiKey)).toBe(true);
  });

  it("of a test organisation are simulated ones", async () => {
    const slug = await rig.operator.organisation({ mode: "test" });
    const { providers } = await ok(rig.operator.admin("GET", `/organisations/${slug}/rail-providers`));
    expect(providers.length).toBeGreaterThan(0);
    expect(providers.every(({ simulated }: { simulated: boolean }) => simulated)).toBe(true);
  });

  it("notify the address that the account has", async () => {
    const shop = await rig.shop();
    const order = await rig.operator.sell(shop, 1, "a@example.com");
    const { notificationUrl, mode } = await rig.account(shop.slug);
    expect(mode).toBe("live");
    const path = new URL(notificationUrl).pathname;
    expect(path).toBe(`/rails/redirect/example/${shop.slug}/notifications`);
    expect(await rig.notify(shop.slug, paidEvent(order!))).toBe(200);
  });
});

describe("changing a rail account", () => {
  it("keeps the secrets that are not sent, and checks all of them at the provider", async () => {
    const shop = await rig.shop();
    const order = await rig.operator.sell(shop, 1, "a@example.com");
    const changed = await ok(patch(shop.slug, { settings: { merchant: "1234" } }));
    expect(changed).toMatchObject({ settings: { merchant: "1234" }, currencies: ["USD"], enabled: true });
    expect(changed.previousCredentialsUntil).toBeNull();
    // The signing key is still the one that was set first.
    expect(await rig.notify(shop.slug, paidEvent(order!), CREDENTIALS.signingKey)).toBe(200);
    const rotated = await ok(patch(shop.slug, { credentials: { signingKey: "signing-canary-2" } }));
    expect(rotated).toMatchObject({ settings: { merchant: "1234" } });
    expect(rotated.previousCredentialsUntil).not.toBeNull();
    expect(await ok(patch(shop.slug, { settings: { merchant: null } }))).toMatchObject({ settings: {} });
    const [last, second] = await rig.operator.audit(shop.slug);
    expect(last).toMatchObject({ action: "rail_account.changed", facts: { credentialNames: [] } });
    expect(second).toMatchObject({ facts: { credentialNames: ["signingKey"] } });
    expect(JSON.stringify([last, second])).not.toContain("canary");
  });

  it.each([
    ["a removed credential that is required", { credentials: { apiKey: null } }, "credentials.apiKey"],
    ["a credential of another shape", { credentials: { apiKey: "pk_1" } }, "credentials.apiKey"],
    ["an unknown setting", { settings: { colour: "red" } }, "settings.colour"],
    ["a currency of no use", { currencies: ["EUR"] }, "currencies.0"],
  ])("refuses %s, and changes nothing", async (_, body, path) => {
    const slug = await rig.operator.organisation();
    const before = await ok(rig.put(slug));
    expect(await refused(patch(slug, body))).toEqual([400, "invalid_request", path]);
    expect(await rig.account(slug)).toEqual(before);
  });

  it("is refused with what the provider says, naming the field", async () => {
    const slug = await rig.operator.organisation();
    await ok(rig.put(slug));
    rig.said.check = { outcome: "refused", reason: "it was revoked", field: "apiKey" };
    const answer = await patch(slug, { credentials: { apiKey: "key_two" } });
    expect(answer.json).toMatchObject({ issues: [{ path: "credentials.apiKey" }] });
    expect(answer.json.message).toContain("it was revoked");
  });

  it("keeps both of two changes at once, or refuses one", async () => {
    const slug = await rig.operator.organisation();
    await ok(rig.put(slug));
    let waiting = 0;
    const both = Promise.withResolvers<void>();
    rig.said.check = async () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return { outcome: "accepted" };
    };
    const answers = await Promise.all([
      patch(slug, { settings: { merchant: "1111" } }),
      patch(slug, { settings: { live: "yes" } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409)!;
    expect(late.json.error).toBe("rail_account_changed");
    // The refused one is sent again: it keeps the other.
    rig.said.check = { outcome: "accepted" };
    const again = late === answers[0] ? { merchant: "1111" } : { live: "yes" };
    expect(await ok(patch(slug, { settings: again }))).toMatchObject({
      settings: { merchant: "1111", live: "yes" },
    });
  });

  it("of one that does not exist is not found", async () => {
    const slug = await rig.operator.organisation();
    expect((await patch(slug, { enabled: false })).status).toBe(404);
    await ok(rig.put(slug));
    expect((await patch(slug, { enabled: false }, "?provider=other")).status).toBe(404);
    expect(await ok(patch(slug, { enabled: false }))).toMatchObject({ enabled: false });
  });

  it("keeps the time of the last acceptance if the provider cannot be reached and the credentials stay", async () => {
    const slug = await rig.operator.organisation();
    const { verifiedAt } = await ok(rig.put(slug));
    rig.said.check = { outcome: "unknown", reason: "timeout" };
    expect(await ok(patch(slug, { currencies: ["USD"] }))).toMatchObject({ verifiedAt });
    expect(await ok(patch(slug, { credentials: { apiKey: "key_two" } }))).toMatchObject({ verifiedAt: null });
  });
});

it("an account whose credentials cannot be decrypted is listed, and has to be set again", async () => {
  const slug = await rig.operator.organisation();
  const { id } = await ok(rig.put(slug));
  await rig.service.sql("update rail_account set credentials = '\\x00' where id = $1", id);
  expect(await rig.account(slug)).toMatchObject({ id, mode: null });
  for (const answer of [await patch(slug, { enabled: false }), await test(slug)])
    expect([answer.status, answer.json.error]).toEqual([409, "rail_credentials_unreadable"]);
  await rig.service.sql("delete from rail_account where id = $1", id);
});

describe("testing a rail account", () => {
  it("says what the provider says, and writes an audit entry", async () => {
    const slug = await rig.operator.organisation();
    rig.said.check = { outcome: "unknown", reason: "timeout" };
    await ok(rig.put(slug));
    expect(await ok(test(slug))).toMatchObject({ outcome: "unknown", reason: "timeout", field: null });
    expect(await rig.account(slug)).toMatchObject({ verifiedAt: null });
    rig.said.check = { outcome: "refused", reason: "the key was revoked", field: "apiKey" };
    const refusal = { outcome: "refused", reason: "the key was revoked" };
    expect(await ok(test(slug))).toMatchObject({ ...refusal, field: "apiKey" });
    expect((await rig.operator.audit(slug))[0]).toMatchObject({
      action: "rail_account.tested",
      facts: refusal,
    });
    rig.said.check = { outcome: "accepted" };
    const { testedAt, ...result } = await ok(test(slug));
    expect(result).toEqual({ outcome: "accepted", reason: null, field: null });
    expect(await rig.account(slug)).toMatchObject({ verifiedAt: testedAt });
  });
});
