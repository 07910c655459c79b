import { expect, it } from "vitest";
import { operatorPrincipal } from "../../../ports/principal.ts";
import { ApiKeyAdministration } from "../../../src/organisations/api-key-administration.ts";
import { DEFAULT_RATE } from "../../../src/organisations/api-key.ts";
import { Partner } from "../../support/builders/partner.ts";
import { ADMIN_TOKEN, sharedService } from "../../support/service/service.ts";

const service = await sharedService();
const partner = await Partner.add(service, { slug: "whoami" });
const KEYS = `/admin/api/v1/organisations/whoami/api-keys`;

const whoami = (key: string) => service.call("GET", "/api/v1/whoami", { key });

it("shows a key its organisation, scopes, budget and expiry, and no part of its secret", async () => {
  const settings = {
    name: "till",
    scopes: ["entries:create"],
    rateLimit: 50,
    rateWindowSec: 10,
    expiresAt: "2999-01-02T03:04:05.000Z",
  };
  const created = await service.call("POST", KEYS, { key: ADMIN_TOKEN, body: settings });
  const { key, prefix } = created.json.data;
  const { status, json, text, headers } = await whoami(key);
  expect(status).toBe(200);
  expect(json).toEqual({
    data: {
      organisation: { slug: "whoami", name: "Partner whoami", mode: "live" },
      key: { prefix, name: "till" },
      scopes: ["entries:create"],
      rateLimit: 50,
      rateWindowSec: 10,
      expiresAt: "2999-01-02T03:04:05.000Z",
    },
  });
  expect(text).not.toContain(key);
  expect(headers.get("X-RateLimit-Limit")).toBe("50");
});

it("answers a key without scopes and without expiry", async () => {
  const { key } = await partner.addKey([]);
  expect((await whoami(key)).json.data).toMatchObject({ scopes: [], ...DEFAULT_RATE, expiresAt: null });
});

it("shows a rolled key under both secrets", async () => {
  const { id, key } = await partner.addKey(["winners:read"]);
  const administration = service.wiring.get(ApiKeyAdministration);
  const act = { actor: operatorPrincipal("test"), requestId: "test-roll" };
  const rolled = await administration.roll(act, partner.organisation.id, id, 1);
  const seen = await Promise.all([whoami(key), whoami(rolled.secret)]);
  for (const { json } of seen) expect(json.data.key.prefix).toBe(rolled.apiKey.prefix);
});
