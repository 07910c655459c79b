import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { UndiciWebhookSender } from "../../adapters/outbound/webhook-sender.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { deliverAll, openWebhookRig, SECRET } from "../support/builders/webhook-rig.ts";
import { opened, prepared } from "../support/opened.ts";

const strictSender = new UndiciWebhookSender({ allowLoopback: false }, { open: false });
const wanted = { events: null, secret: null };

const rig = opened(() => openWebhookRig());
const strict = prepared(() => rig.administrationBy(strictSender));

afterAll(async () => {
  await strictSender.close();
});

describe("registering an endpoint", () => {
  it("makes a secret where none is given, keeps it encrypted, and shows it once", async () => {
    const { id } = await rig.organisation();
    const url = "https://example.com/hook";
    const { endpoint, secret } = await strict.register(id, { url, ...wanted });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(endpoint).toMatchObject({
      organisationId: id,
      url,
      events: null,
      enabled: true,
      disabledReason: null,
      standardWebhooks: true,
    });
    const [row] = await rig.sql<{ secret: Buffer }>("select secret from webhook_endpoint where id = $1", [
      endpoint.id,
    ]);
    expect(row?.secret.includes(secret)).toBe(false);
    expect(JSON.stringify(await rig.endpoints.list(id))).not.toContain("whsec_");
  });

  it("takes a given secret and a filter of types", async () => {
    const { id } = await rig.organisation();
    const events = ["lot.closed", "ping"] as const;
    const { endpoint, secret } = await strict.register(id, {
      url: "https://example.com",
      events,
      secret: SECRET,
    });
    expect(secret).toBe(SECRET);
    expect(endpoint.standardWebhooks).toBe(false);
    expect(await rig.endpoints.byId(id, endpoint.id)).toEqual(endpoint);
    expect(endpoint.events).toEqual(events);
    expect(await strict.change(id, endpoint.id, { events: null })).toMatchObject({ events: null });
  });

  it.each([
    "http://example.com/hook",
    "http://127.0.0.1:9/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
    "https://localhost./",
    "https://api.localhost/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
  ])("refuses %s outside development", async (url) => {
    const { id } = await rig.organisation();
    const refusal = { code: "invalid_request", facts: { issues: [{ path: "url", code: "not_public" }] } };
    await expect(strict.register(id, { url, ...wanted })).rejects.toMatchObject(refusal);
    const { endpoint } = await strict.register(id, { url: "https://example.com", ...wanted });
    await expect(strict.change(id, endpoint.id, { url })).rejects.toMatchObject(refusal);
  });

  it("refuses plain http to other machines in development, too", async () => {
    const { id } = await rig.organisation();
    for (const url of ["http://example.com/", "http://10.1.2.3/", "https://10.1.2.3/"]) {
      await expect(rig.administration.register(id, { url, ...wanted })).rejects.toMatchObject({
        code: "invalid_request",
      });
    }
    for (const url of ["http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]:1/"]) {
      await rig.administration.register(id, { url, ...wanted });
    }
  });

  it("ends at twenty an organisation, also when all come at once", async () => {
    const { id } = await rig.organisation();
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, () => strict.register(id, { url: "https://example.com", ...wanted })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const refused = tries.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "too_many_endpoints" } });
    const [first] = await rig.endpoints.list(id);
    await strict.remove(id, first?.id ?? 0);
    await strict.register(id, { url: "https://example.com", ...wanted });
  });
});

describe("an endpoint of another organisation", () => {
  it("is not found, whatever is asked", async () => {
    const [ours, theirs] = [await rig.organisation(), await rig.organisation()];
    const { endpoint } = await strict.register(theirs.id, { url: "https://example.com", ...wanted });
    for (const id of [endpoint.id, 999_999_999]) {
      await expect(strict.change(ours.id, id, {})).rejects.toMatchObject({ code: "not_found" });
      await expect(strict.change(ours.id, id, { enabled: false })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(strict.remove(ours.id, id)).rejects.toMatchObject({ code: "not_found" });
      expect(await rig.deliveries.list(ours.id, id, { limit: 1_000, after: null })).toEqual([]);
    }
    expect(await rig.endpoints.byId(theirs.id, endpoint.id)).toEqual(endpoint);
  });
});

describe("a removed endpoint", () => {
  it("is gone, and what waited for it is never sent", async () => {
    const organisation = await rig.organisation();
    const receiver = await startReceiver();
    const endpoint = await rig.endpoint(organisation.id, receiver.url);
    await rig.events(organisation.id, 1);
    await rig.deliveries.relay({ limit: 10, now: rig.clock.now() });
    await strict.remove(organisation.id, endpoint.id);
    await expect(strict.change(organisation.id, endpoint.id, {})).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(strict.remove(organisation.id, endpoint.id)).rejects.toMatchObject({ code: "not_found" });
    await deliverAll(rig.dispatcher());
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});

describe("sending outside development", () => {
  it("refuses an endpoint on the loopback that was registered before", async () => {
    const organisation = await rig.organisation();
    const receiver = await startReceiver();
    const endpoint = await rig.endpoint(organisation.id, `${receiver.url}/${randomBytes(4).toString("hex")}`);
    await rig.events(organisation.id, 1);
    await deliverAll(rig.dispatcher({ sender: strictSender }));
    expect(receiver.connections).toBe(0);
    const [delivery] = await rig.deliveries.list(organisation.id, endpoint.id, { limit: 1, after: null });
    expect(delivery).toMatchObject({
      state: "pending",
      attempts: [{ status: null, error: "address_refused" }],
    });
    await receiver.close();
  });
});
