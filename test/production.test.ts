import { expect, it } from "vitest";
import { Partner } from "./support/builders/partner.ts";
import { ADMIN_TOKEN, TestService } from "./support/service/service.ts";
import { opened } from "./support/opened.ts";

const service = opened(() =>
  TestService.open({
    environment: {
      NODE_ENV: "production",
      BASE_URL: "https://raffles.example",
      WEBHOOK_ALLOW_LOOPBACK: "false",
      CHAIN_RPC_URL: "http://127.0.0.1:1",
      CHAIN_ID: "1",
    },
  }),
);

it("production has no simulated provider", async () => {
  const partner = await Partner.add(service, { rails: {} });
  const path = `/admin/api/v1/organisations/${partner.organisation.slug}/rails/redirect`;
  const body = { provider: "sandbox", currencies: ["USD"] };
  const put = await service.call("PUT", path, { key: ADMIN_TOKEN, body });
  expect(put.status).toBe(400);
  expect(put.json.issues).toMatchObject([{ path: "provider", code: "unknown_provider" }]);
  expect((await service.call("POST", "/sandbox/payments/cs_x", { body: { outcome: "paid" } })).status).toBe(
    404,
  );
  expect((await service.call("GET", "/sandbox/pay/cs_x")).status).toBe(404);
  expect((await service.call("POST", "/sandbox/chain/mine", { body: { blocks: 1 } })).status).toBe(404);
});

it("the documents of production name no sandbox where a partner begins", async () => {
  const { text } = await service.call("GET", "/docs/README.md");
  const [, lines] = /^```sh\n([\s\S]*?)^```$/m.exec(text)!;
  expect(lines).toContain("https://raffles.example/api/v1/checkout/sessions");
  expect(lines).not.toContain("/sandbox");
});

it("without a rail a free competition is sold where crypto is on, and a priced one is not opened", async () => {
  const partner = await Partner.add(service, { rails: {}, cryptoEnabled: true });
  const free = await partner.lot({ priceCents: 0 });
  const sold = await partner.checkout(free.id);
  expect(sold.status).toBe(201);
  expect(sold.json.data).toMatchObject({ status: "paid", provider: null, payment: null, amount: 0 });
  const priced = await partner.lot({ priceCents: 100, status: "draft" });
  const opened = await partner.patch(`/competitions/${priced.id}`, { status: "active" });
  expect([opened.json.error, opened.json.reason]).toEqual(["no_usable_rail", "no_rail_account"]);
});
