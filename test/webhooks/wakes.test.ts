import { afterEach, beforeAll, expect, it } from "vitest";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { Partner } from "../support/builders/partner.ts";
import { startReceiver, type WebhookReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened } from "../support/opened.ts";

const path = "/admin/api/v1/organisations/shop";
const receivers: WebhookReceiver[] = [];
// No loop polls while these tests run: a delivery that arrives was woken.
const service = opened(() => TestService.open({ background: true, webhooksPollMs: 3_600_000 }));
beforeAll(async () => {
  await Partner.add(service, { slug: "shop" });
});
afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

async function operator(method: string, at: string, body?: unknown) {
  const { status, json, text } = await service.call(method, path + at, { key: ADMIN_TOKEN, body });
  expect(status, text).toBeLessThan(300);
  return json.data;
}

async function listening(status: () => number) {
  const target = await startReceiver(() => ({ status: status() }));
  receivers.push(target);
  const { id } = await operator("POST", "/webhook-endpoints", { url: target.url, events: ["ping"] });
  const endpoint = `/webhook-endpoints/${id}`;
  const newest = async () => (await operator("GET", `${endpoint}/deliveries`))[0];
  const recorded = async (attempts: number, state: string) => {
    await expect.poll(newest).toMatchObject({ state, attempts: { length: attempts } });
  };
  return { target, endpoint, newest, recorded };
}

it("a replayed delivery, and a replayed time, are sent without waiting for the next look", async () => {
  const { target, endpoint, newest, recorded } = await listening(() => 200);
  await operator("POST", `${endpoint}/ping`);
  await recorded(1, "delivered");
  await operator("POST", `/deliveries/${(await newest()).id}/replay`);
  await recorded(2, "delivered");
  const since = new Date(service.clock.now().getTime() - 60_000).toISOString();
  const until = new Date(service.clock.now().getTime() + 60_000).toISOString();
  await operator("POST", `${endpoint}/replay`, { since, until });
  await recorded(3, "delivered");
  expect(target.received).toHaveLength(3);
  // What is sent again says nothing of how late it was.
  expect((await service.call("GET", "/metrics")).text).toContain("webhook_delivery_lag_seconds_count 1\n");
});

it("what waited for a disabled endpoint is sent when it is enabled", async () => {
  let status = 500;
  const { target, endpoint, recorded } = await listening(() => status);
  await operator("POST", `${endpoint}/ping`);
  await recorded(1, "pending");
  await operator("PATCH", endpoint, { enabled: false });
  status = 200;
  service.clock.advance(10_000);
  await operator("PATCH", endpoint, { enabled: true });
  await recorded(2, "delivered");
  expect(target.received).toHaveLength(2);
});
