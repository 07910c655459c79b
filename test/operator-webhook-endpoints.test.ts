import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OperatorRig, ok, refused } from "./setup/operator-rig.ts";
import type { Json } from "./setup/service.ts";

let rig: OperatorRig;

beforeAll(async () => {
  rig = await OperatorRig.open();
});
afterAll(() => rig.close());

describe("webhook endpoints", () => {
  const hook = { url: "http://127.0.0.1:9/hook" };

  it("show their secret once, are changed, pinged and deleted", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    const created = await ok(rig.admin("POST", path, { ...hook, events: ["ping", "lot.closed"] }), 201);
    expect(created).toMatchObject({
      ...hook,
      events: ["ping", "lot.closed"],
      enabled: true,
      disabledReason: null,
    });
    expect(created.secret).toMatch(/^whsec_/);
    const { secret, ...shown } = created as unknown as Record<string, string>;
    expect(await ok(rig.admin("GET", path))).toEqual([shown]);
    const changed = await ok(rig.admin("PATCH", `${path}/${created.id}`, { events: null }));
    expect(changed).toMatchObject({ id: created.id, events: null, enabled: true });
    const ping = await ok(rig.admin("POST", `${path}/${created.id}/ping`));
    expect(ping.eventId).toMatch(/^evt_/);
    expect(await ok(rig.admin("GET", `${path}/${created.id}/deliveries`))).toEqual([]);
    await ok(rig.admin("PATCH", `${path}/${created.id}`, { enabled: false }));
    expect(await refused(rig.admin("POST", `${path}/${created.id}/ping`))).toEqual([
      409,
      "endpoint_disabled",
    ]);
    expect(await ok(rig.admin("DELETE", `${path}/${created.id}`))).toEqual({ id: created.id, deleted: true });
    expect(await refused(rig.admin("GET", `${path}/${created.id}/deliveries`))).toEqual([404, "not_found"]);

    const audit = await rig.audit(slug);
    expect(audit.map(({ action }) => action)).toEqual([
      "webhook_endpoint.removed",
      "webhook_endpoint.changed",
      "webhook_endpoint.pinged",
      "webhook_endpoint.changed",
      "webhook_endpoint.created",
      "organisation.created",
    ]);
    expect(JSON.stringify(audit) + rig.service.logLines.join("")).not.toContain(secret);
  });

  it("are listed in pages, and are at most so many", async () => {
    const slug = await rig.organisation();
    const path = `/organisations/${slug}/webhook-endpoints`;
    for (let i = 0; i < 20; i++) await ok(rig.admin("POST", path, hook), 201);
    expect(await refused(rig.admin("POST", path, hook))).toEqual([409, "too_many_endpoints"]);
    const all = (await ok(rig.admin("GET", path))) as Json[];
    const page = await rig.admin("GET", `${path}?limit=15`);
    expect(page.json.data).toEqual(all.slice(0, 15));
    const next = /<\/admin\/api\/v1([^>]*)>/.exec(page.headers.get("link") ?? "")![1]!;
    const last = await rig.admin("GET", next);
    expect(last.json.data).toEqual(all.slice(15));
    expect(last.headers.get("link")).toBeNull();
  });

  it.each([
    [{ url: "https://user:pw@example.com" }, "url"],
    [{ url: "not a url" }, "url"],
    [{ events: ["lot.exploded"] }, "events.0"],
    [{ events: [] }, "events"],
    [{ secret: "short" }, "secret"],
  ])("refuse %j, naming the field", async (wrong, path) => {
    const slug = await rig.organisation();
    const answer = rig.admin("POST", `/organisations/${slug}/webhook-endpoints`, { ...hook, ...wrong });
    expect(await refused(answer)).toEqual([400, "invalid_request", path]);
    expect(await rig.audit(slug)).toHaveLength(1);
  });

  it("of another organisation are 404", async () => {
    const [one, other] = [await rig.organisation(), await rig.organisation()];
    const { id } = await ok(rig.admin("POST", `/organisations/${one}/webhook-endpoints`, hook), 201);
    const path = `/organisations/${other}/webhook-endpoints/${id}`;
    for (const [method, at] of [
      ["PATCH", path],
      ["DELETE", path],
      ["POST", `${path}/ping`],
      ["GET", `${path}/deliveries`],
    ] as const) {
      expect(await refused(rig.admin(method, at))).toEqual([404, "not_found"]);
    }
  });
});
