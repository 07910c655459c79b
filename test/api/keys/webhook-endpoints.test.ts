import { expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { ADMIN_TOKEN, type Json, sharedService } from "../../support/service/service.ts";

const service = await sharedService();
const partner = await Partner.add(service, { slug: "own-endpoints" });
const { id: keyId, key } = await partner.addKey(["webhooks:manage"]);
const PATH = "/api/v1/webhook-endpoints";

const call = (method: string, path = "", body?: object, headers?: Record<string, string>) =>
  service.call(method, PATH + path, { key, body, headers });

it("a key alone registers, reads, changes, pings, rotates and removes an endpoint, and the audit names it", async () => {
  const created = await call("POST", "", { url: "http://127.0.0.1:9/own" });
  expect(created.status).toBe(201);
  const { secret, ...endpoint } = created.json.data;
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  expect(endpoint.standardWebhooks).toBe(true);
  expect((await call("GET")).json.data).toEqual([endpoint]);
  expect((await call("GET", `/${endpoint.id}`)).json.data).toEqual(endpoint);
  const changed = await call("PATCH", `/${endpoint.id}`, { events: ["ping"] });
  expect(changed.json.data).toMatchObject({ id: endpoint.id, events: ["ping"] });
  expect((await call("POST", `/${endpoint.id}/ping`)).json.data.eventId).toMatch(/^evt_/);
  expect((await call("GET", `/${endpoint.id}/deliveries`)).status).toBe(200);
  const rotated = await call("POST", `/${endpoint.id}/rotate-secret`);
  expect(rotated.json.data.secret).not.toBe(secret);
  expect((await call("DELETE", `/${endpoint.id}`)).json.data).toEqual({ id: endpoint.id, deleted: true });
  expect((await call("GET", `/${endpoint.id}`)).status).toBe(404);

  const path = "/admin/api/v1/organisations/own-endpoints/audit";
  const { json, text } = await service.call("GET", path, { key: ADMIN_TOKEN });
  const acts = (json.data as Json[]).filter(({ action }) => String(action).startsWith("webhook_endpoint."));
  expect(acts.map(({ action }) => action)).toEqual(
    ["removed", "secret_rotated", "pinged", "changed", "created"].map((act) => `webhook_endpoint.${act}`),
  );
  for (const act of acts) expect(JSON.stringify(act)).toContain(`api_key:${keyId}`);
  expect(text).not.toContain(secret);
});

it("a repeated Idempotency-Key creates one endpoint and shows the same secret", async () => {
  const create = () =>
    call("POST", "", { url: "http://127.0.0.1:9/once" }, { "Idempotency-Key": "own-once" });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.text]).toEqual([201, first.text]);
  expect((await call("GET")).json.data).toHaveLength(1);
});
