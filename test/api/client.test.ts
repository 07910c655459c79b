import { readFile } from "node:fs/promises";
import createClient, { type Client } from "openapi-fetch";
import { beforeAll, expect, test } from "vitest";
import { GENERATED } from "../../tools/client-types/generate.ts";
import type { ConfirmBody, CheckoutSession, CheckoutStatus } from "../../web/browser/service.d.ts";
import type { components, paths } from "../../clients/typescript/generated/partner-api.d.ts";
import { Partner } from "../support/builders/partner.ts";
import { ADMIN_TOKEN, sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const DAY_MS = 86_400_000;

let client: Client<paths>;
const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service, { rails: { USD: "redirect" } }));
beforeAll(async () => {
  const { servers } = (await service.call("GET", "/api/v1/openapi.json")).json;
  client = createClient<paths>({
    baseUrl: servers[0].url,
    headers: { Authorization: `Bearer ${partner.key}` },
  });
});

test("the committed types are those of the committed documents and sources (else run: npm run client-types)", async () => {
  for (const { file, text } of GENERATED)
    expect(await readFile(new URL(`../../${file}`, import.meta.url), "utf8"), file).toBe(await text());
});

test.each([
  ["openapi.json", "/api/v1", () => partner.key],
  ["openapi-admin.json", "/admin/api/v1", () => ADMIN_TOKEN],
])("docs/%s is the document that is served under %s, apart from the address", async (file, basePath, key) => {
  const { servers, ...served } = (await service.call("GET", `${basePath}/openapi.json`, { key: key() })).json;
  const text = await readFile(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  const { servers: paths, ...described } = JSON.parse(text);
  expect(served).toEqual(described);
  expect(paths).toEqual([{ url: basePath }]);
  expect(new URL(servers[0].url).pathname).toBe(basePath);
});

test("a client generated from the document sells: prize, competition, activate, session, poll", async () => {
  const prize = await client.POST("/prizes", {
    body: { retailValueUSDCents: 1_000_000, brand: "Example", model: "One", condition: "unworn" },
  });
  const prizeId = data(prize).id;

  const competition = await client.POST("/competitions", {
    body: {
      prizeId,
      title: "Win a watch",
      ticketPriceUSDCents: 2_500,
      maxTickets: 100,
      startDate: new Date(Date.now() - DAY_MS).toISOString(),
      endDate: new Date(Date.now() + DAY_MS).toISOString(),
    },
    params: { header: { "Idempotency-Key": "the-only-competition" } },
  });
  const { id } = data(competition);
  const path = { id };
  const activated = await client.PATCH("/competitions/{id}", {
    params: { path },
    body: { status: "active" },
  });
  const state: components["schemas"]["Competition"]["state"] = data(activated).state;
  expect(state).toBe("open");

  const session = await client.POST("/checkout/sessions", {
    body: { competitionId: id, quantity: 3, buyer: { email: "buyer@example.com" } },
  });
  const { id: sessionId, payment, amount } = data(session);
  expect([amount, payment?.type]).toEqual([7_500, "PAY_URL"]);

  const poll = async () =>
    data(await client.GET("/checkout/sessions/{id}", { params: { path: { id: sessionId } } }));
  expect(await poll()).toMatchObject({ status: "pending", ticketsIssued: false });
  await partner.provider(sessionId, { outcome: "paid" });
  expect(await poll()).toMatchObject({ status: "paid", ticketsIssued: true, competitionId: id });

  const page = await client.GET("/competitions", { params: { query: { limit: 1 } } });
  expect(data(page)).toMatchObject([{ id, ticketsSold: 3 }]);
});

test("what the SDK asks of a backend goes through a generated client as it is, and what comes back is the SDK's", async () => {
  const fields = await Partner.add(service, { rails: { USD: "fields" } });
  const headers = { Authorization: `Bearer ${fields.key}` };
  const lot = await fields.lot();
  const created = await client.POST("/checkout/sessions", {
    headers,
    body: { competitionId: lot.id, buyer: { email: "buyer@example.com" } },
  });
  const session: CheckoutSession = data(created);
  const path = { id: session.id };
  const confirm = async (body: ConfirmBody): Promise<CheckoutStatus> =>
    data(await client.POST("/checkout/sessions/{id}/confirm", { headers, params: { path }, body }));
  const sessionHref = `${service.baseUrl}/sandbox/sessions/challenge`;
  const device = { userAgent: "Test", acceptHeader: "*/*" };
  expect(await confirm({ sessionHref, device })).toMatchObject({ status: "pending" });
  expect(await confirm({ deviceData: { reference: null } })).toMatchObject({ status: "pending" });
  expect(await confirm({ challenge: "done" })).toMatchObject({ status: "paid" });
  const status: CheckoutStatus = data(
    await client.GET("/checkout/sessions/{id}", { headers, params: { path } }),
  );
  expect(status).toMatchObject({ status: "paid", ticketsIssued: true });
});

test("a refusal arrives where the document says it does", async () => {
  type Refusal = paths["/competitions/{id}"]["get"]["responses"][404]["content"]["application/json"];
  const code: NonNullable<Refusal["error"]> = "not_found";
  const path = { id: 999_999_999 };
  const { error, response } = await client.GET("/competitions/{id}", { params: { path } });
  expect([response.status, error?.error]).toEqual([404, code]);
});

function data<T>(answer: { readonly data?: { readonly data: T }; readonly error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data.data;
}
