import { describe, expect, it } from "vitest";
import { OperatorRig, ok, refused } from "../support/builders/operator-rig.ts";
import type { Json } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const rig = prepared(() => OperatorRig.shared());

describe("rail accounts", () => {
  const usd = { provider: "sandbox", currencies: ["USD"] };

  it("are one per kind and provider; putting replaces all of it, and credentials are never shown", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/rails/embed`;
    const credentials = { apiKey: "secret-of-the-provider" };
    const first = await ok(rig.admin("PUT", path, { ...usd, credentials, settings: { theme: "dark" } }));
    expect(first).toMatchObject({ kind: "embed", ...usd, settings: { theme: "dark" }, enabled: true });
    const second = await ok(
      rig.admin("PUT", path, { provider: "sandbox", currencies: ["EUR", "USD"], enabled: false }),
    );
    expect(second).toMatchObject({ id: first.id, currencies: ["EUR", "USD"], settings: {}, enabled: false });
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toEqual([second]);
    const audit = await rig.audit(slug);
    expect(audit.map(({ action }) => action).slice(0, 2)).toEqual([
      "rail_account.replaced",
      "rail_account.added",
    ]);
    expect(audit[1]!.facts).toMatchObject({ credentialNames: ["apiKey"] });
    expect(JSON.stringify(audit) + rig.service.logLines.join("")).not.toContain("secret-of-the-provider");
    const stored = await rig.service.database.query<{ credentials: Buffer }>({
      name: "test-credentials",
      text: "select credentials from rail_account",
    });
    for (const row of stored) expect(row.credentials.includes("secret-of-the-provider")).toBe(false);
  });

  it("serve a currency one at a time: a second enabled one is 409, a disabled one is not", async () => {
    const slug = await rig.organisation();
    const path = (kind: string) => `/organisations/${slug}/rails/${kind}`;
    await ok(rig.admin("PUT", path("embed"), { provider: "sandbox", currencies: ["USD", "EUR"] }));
    const second = await rig.admin("PUT", path("qr"), { provider: "sandbox", currencies: ["VND", "EUR"] });
    expect([second.status, second.json.error]).toEqual([409, "rail_account_exists"]);
    expect(second.json.message).toContain("EUR");
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toHaveLength(1);
    await ok(
      rig.admin("PUT", path("qr"), { provider: "sandbox", currencies: ["VND", "EUR"], enabled: false }),
    );
    await ok(rig.admin("PUT", path("embed"), { provider: "sandbox", currencies: ["USD"] }));
    await ok(rig.admin("PUT", path("qr"), { provider: "sandbox", currencies: ["VND", "EUR"] }));
    expect((await rig.audit(slug)).map(({ action }) => action)).toHaveLength(5);
  });

  it("are put once by a repeated Idempotency-Key", async () => {
    const slug = await rig.organisation();
    const put = () =>
      rig.admin("PUT", `/organisations/${slug}/rails/embed`, usd, { "Idempotency-Key": "put-once" });
    const [first, second] = [await put(), await put()];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect((await rig.audit(slug)).map(({ action }) => action)).toEqual([
      "rail_account.added",
      "organisation.created",
    ]);
  });

  it("are put once by a request whose first answer was lost with its process", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/rails/embed`;
    await ok(rig.admin("PUT", path, { ...usd, credentials: { apiKey: "former" } }));
    const next = { ...usd, credentials: { apiKey: "next" } };
    const put = () => rig.admin("PUT", path, next, { "Idempotency-Key": "put-lost" });
    await rig.forgetful("put-lost", async () => expect((await put()).status).toBe(500));
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toMatchObject([
      { previousCredentialsUntil: null },
    ]);
    expect((await ok(put())).previousCredentialsUntil).toEqual(expect.any(String));
    expect((await rig.audit(slug)).map(({ action }) => action)).toEqual([
      "rail_account.replaced",
      "rail_account.added",
      "organisation.created",
    ]);
  });

  it("of all kinds that want one currency at once, one gets it", async () => {
    const slug = await rig.organisation();
    const kinds = ["flow", "embed", "fields", "redirect", "qr"];
    const puts = await Promise.all(
      kinds.map((kind) => rig.admin("PUT", `/organisations/${slug}/rails/${kind}`, usd)),
    );
    expect(puts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it.each([
    ["embed", { provider: "nobody" }, "provider"],
    ["embed", { currencies: ["XAU"] }, "currencies.0"],
    ["embed", { currencies: ["USD", "ZZZ"] }, "currencies.1"],
    ["embed", { currencies: ["usd"] }, "currencies.0"],
    ["embed", { currencies: [] }, "currencies"],
    ["embed", { currencies: ["USD", "USD"] }, "currencies"],
    ["embed", { credentials: { key: 1 } }, "credentials.key"],
    ["embed", { settings: [] }, "settings"],
    ["embed", { mode: "live" }, "mode"],
  ])("%s refuses %j, naming the field", async (kind, wrong, path) => {
    const slug = await rig.organisation();
    const answer = rig.admin("PUT", `/organisations/${slug}/rails/${kind}`, { ...usd, ...wrong });
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
  });

  it("of a kind that does not exist are 404", async () => {
    const slug = await rig.organisation();
    expect(await refused(rig.admin("PUT", `/organisations/${slug}/rails/cash`, usd))).toEqual([
      404,
      "not_found",
    ]);
    expect(await refused(rig.admin("DELETE", `/organisations/${slug}/rails/qr`))).toEqual([404, "not_found"]);
    const removal = rig.admin("DELETE", `/organisations/${slug}/rails/qr?provider=nobody`);
    expect(await refused(removal)).toEqual([404, "not_found"]);
  });

  it("are removed, and free their currencies", async () => {
    const slug = await rig.organisation();
    await ok(rig.admin("PUT", `/organisations/${slug}/rails/embed`, usd));
    const removal = await ok(rig.admin("DELETE", `/organisations/${slug}/rails/embed`));
    expect(removal).toEqual({ kind: "embed", provider: "sandbox", outcome: "removed" });
    await ok(rig.admin("PUT", `/organisations/${slug}/rails/qr`, usd));
    expect(await ok(rig.admin("GET", `/organisations/${slug}/rails`))).toHaveLength(1);
  });

  it("that charged an order are kept, disabled; the order still settles, and another may serve the currency", async () => {
    const shop = await rig.shop();
    const orderId = await rig.sell(shop, 1, "kept@example.com");
    const removal = await ok(
      rig.admin("DELETE", `/organisations/${shop.slug}/rails/redirect?provider=sandbox`),
    );
    expect(removal.outcome).toBe("disabled");
    const [account] = (await ok(rig.admin("GET", `/organisations/${shop.slug}/rails`))) as Json[];
    expect(account).toMatchObject({ kind: "redirect", enabled: false });
    await ok(rig.admin("PUT", `/organisations/${shop.slug}/rails/embed`, usd));
    await rig.pay(orderId);
    const order = await ok(rig.admin("GET", `/organisations/${shop.slug}/orders/${orderId}`));
    expect(order).toMatchObject({ status: "paid", rail: "redirect" });
  });
});
