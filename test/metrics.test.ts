import { expect, it } from "vitest";
import { Partner } from "./support/builders/partner.ts";
import { TestService } from "./support/service/service.ts";
import { opened } from "./support/opened.ts";

const service = opened(() => TestService.open());

it("metrics count requests by the route's template, never by an id, and need no key", async () => {
  const partner = await Partner.add(service);
  const lot = await partner.lot();
  const { id } = (await partner.checkout(lot.id)).json.data;
  await partner.provider(id, { outcome: "paid" });
  await partner.session(id);
  await service.call("GET", `/rails/redirect/${id}/return`);

  const { status, text } = await service.call("GET", "/metrics");
  expect(status).toBe(200);
  for (const route of [
    "/api/v1/checkout/sessions",
    "/api/v1/checkout/sessions/{id}",
    "/rails/{kind}/{provider}/{slug}/notifications",
    "/rails/{kind}/{sessionId}/return",
  ]) {
    expect(text).toContain(`route="${route}"`);
  }
  expect(text).not.toContain(id);
});
