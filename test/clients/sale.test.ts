import { inspect } from "node:util";
import { expect, it } from "vitest";
import { PartnerRaffle, RaffleError, type RaffleOptions } from "../../clients/typescript/src/index.ts";
import { generateKey, sign } from "../../clients/typescript/src/proofs.ts";
import { verify } from "../../clients/typescript/src/webhooks.ts";
import { signatureHeader } from "../../src/webhooks/signature.ts";
import { Partner } from "../support/builders/partner.ts";
import { prepared } from "../support/opened.ts";
import { sharedService } from "../support/service/service.ts";

const DAY_MS = 86_400_000;
const BUYER = { email: "buyer@example.com" };

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
const raffle = (options: RaffleOptions = {}) =>
  new PartnerRaffle({ apiKey: partner.key, baseUrl: service.baseUrl, ...options });
/** Returns the error that a call throws. */
const refusal = async (call: Promise<unknown>): Promise<RaffleError> => {
  const error = await call.then(
    () => expect.unreachable("it is refused"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(RaffleError);
  return error as RaffleError;
};
const prize = { name: "Road bike", category: "bike", retailValueUSDCents: 320_000 };

it("sells: a prize, a competition, a session, the tickets", async () => {
  const client = raffle();
  const { id: prizeId } = await client.post("/prizes", { body: prize });
  const { id } = await client.post("/competitions", {
    body: {
      prizeId,
      title: "Win a road bike",
      ticketPriceUSDCents: 2_500,
      maxTickets: 100,
      startDate: new Date(Date.now() - DAY_MS).toISOString(),
      endDate: new Date(Date.now() + DAY_MS).toISOString(),
    },
  });
  const { state } = await client.patch("/competitions/{id}", { path: { id }, body: { status: "active" } });
  expect(state).toBe("open");
  const session = await client.post("/checkout/sessions", {
    body: { competitionId: id, quantity: 2, buyer: BUYER },
  });
  expect([session.amount, session.payment?.type]).toEqual([5_000, "PAY_URL"]);
  const waiting = client.sessions.waitUntilFinal(session.id, { everySec: 0.05 });
  await partner.provider(session.id, { outcome: "paid" });
  expect(await waiting).toMatchObject({ status: "paid", ticketsIssued: true, ticketNumbers: [1, 2] });
});

it("makes one session where the answer to the first try is lost", async () => {
  const { id: competitionId } = await partner.lot();
  let lost = 0;
  const losing: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    if ((lost += 1) > 2) return answer;
    await answer.arrayBuffer();
    throw new TypeError("fetch failed");
  };
  const buyer = { email: "one-session@example.com" };
  const body = { competitionId, buyer };
  const { id } = await raffle({ fetch: losing }).post("/checkout/sessions", { body });
  expect(lost).toBe(3);
  const sessions = await Array.fromAsync(raffle().list("/checkout/sessions", { query: buyer }));
  expect(sessions.map((session) => session.id)).toEqual([id]);
});

it("makes two sessions in two calls, and one under a key of the caller's", async () => {
  const { id: competitionId } = await partner.lot();
  const body = { competitionId, buyer: BUYER };
  const session = async (idempotencyKey?: string) =>
    (await raffle().post("/checkout/sessions", { body, idempotencyKey })).id;
  const ids = [await session(), await session(), await session("order-1"), await session("order-1")];
  expect(new Set(ids).size).toBe(3);
  const other = raffle().post("/checkout/sessions", {
    body: { ...body, quantity: 2 },
    idempotencyKey: "order-1",
  });
  expect(await refusal(other)).toMatchObject({ code: "idempotency_conflict", status: 409 });
});

it("shows code, issues, request id and the description's address of a refusal", async () => {
  const body = { competitionId: 0, buyer: BUYER };
  const error = await refusal(
    raffle().post("/checkout/sessions", { body, headers: { "X-Request-Id": "request-of-mine" } }),
  );
  expect(error).toMatchObject({
    code: "invalid_request",
    status: 400,
    issues: [{ path: "competitionId" }],
    requestId: "request-of-mine",
    docUrl: `${service.baseUrl}/docs/errors#invalid_request`,
  });
  expect(error.message).toMatch(/invalid_request.*request-of-mine/);
});

it("shows no key where a wrong one is refused", async () => {
  const apiKey = `${partner.key.slice(0, -4)}zzzz`;
  const error = await refusal(raffle({ apiKey }).get("/prizes"));
  expect(error).toMatchObject({ code: "invalid_api_key", status: 401 });
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(apiKey);
});

it("has the members of a refusal that its code alone has", async () => {
  const { id: competitionId } = await partner.lot({ maxTickets: 1 });
  const body = { competitionId, quantity: 2, buyer: BUYER };
  const error = await refusal(raffle().post("/checkout/sessions", { body }));
  expect(error).toMatchObject({ code: "sold_out", body: { available: 1 } });
});

it("reads a list of several pages to its end, and fetches no page too many", async () => {
  const seller = await Partner.add(service);
  const client = raffle({ apiKey: seller.key });
  for (let number = 0; number < 6; number += 1) await client.post("/prizes", { body: prize });
  let requests = 0;
  const counting: typeof fetch = (...request) => {
    requests += 1;
    return fetch(...request);
  };
  const list = raffle({ apiKey: seller.key, fetch: counting }).list("/prizes", { query: { limit: 2 } });
  const ids: number[] = [];
  for await (const { id } of list) ids.push(id);
  expect(new Set(ids).size).toBe(7);
  expect(requests).toBe(4);
  for await (const { id } of raffle({ apiKey: seller.key, fetch: counting }).list("/prizes")) {
    expect(id).toBe(ids[0]);
    break;
  }
  expect(requests).toBe(5);
});

it("removes a prize, and finds it gone", async () => {
  const { id } = await raffle().post("/prizes", { body: prize });
  expect(await raffle().delete("/prizes/{id}", { path: { id } })).toEqual({ id, deleted: true });
  expect(await refusal(raffle().get("/prizes/{id}", { path: { id } }))).toMatchObject({ status: 404 });
});

it("cancels without a body", async () => {
  const { id } = await partner.lot();
  const { state } = await raffle().post("/competitions/{id}/cancel", { path: { id } });
  expect(state).toBe("cancelled");
});

it("a failed session is final", async () => {
  const { id: competitionId } = await partner.lot();
  const { id } = await raffle().post("/checkout/sessions", { body: { competitionId, buyer: BUYER } });
  await raffle().post("/checkout/sessions/{id}/expire", { path: { id } });
  expect(await raffle().sessions.waitUntilFinal(id)).toMatchObject({ status: "failed", error: "expired" });
});

it("a budget that is used up says when it has something again", async () => {
  const { key } = await partner.addKey(["competitions:read"], { rateLimit: 1, rateWindowSec: 60 });
  const client = raffle({ apiKey: key });
  await client.get("/competitions");
  const error = await refusal(client.get("/competitions"));
  expect(error).toMatchObject({ code: "rate_limited", status: 429 });
  expect(error.retryAfter).toBeGreaterThan(30);
});

it("signs the requests of fair draws", async () => {
  const [present, next] = [await generateKey(), await generateKey()];
  await raffle().post("/draws/register-key", { body: { publicKey: present.publicKey } });
  const body = { publicKey: next.publicKey };
  const request = {
    apiKey: partner.key,
    path: "/api/v1/draws/rotate-key",
    body: JSON.stringify(body),
    jti: crypto.randomUUID(),
  };
  const headers = {
    "Service-Proof": await sign(request, present.privateKey),
    "Service-Proof-New-Key": await sign(request, next.privateKey),
  };
  await raffle().post("/draws/rotate-key", { body, headers });
  const error = await refusal(raffle().post("/draws/rotate-key", { body, headers }));
  expect(error).toMatchObject({ status: 401 });
});

it("verifies what the service signs, with either secret of a rotation", async () => {
  const body = JSON.stringify({ id: "evt_1", type: "ping", createdAt: "2026-01-01T00:00:00.000Z", data: {} });
  const nowSec = Math.floor(Date.now() / 1_000);
  const headers = { "x-service-signature": signatureHeader(["whsec_new", "whsec_old"], nowSec, body) };
  for (const secret of ["whsec_new", "whsec_old"])
    expect(await verify(body, headers, secret)).toEqual(JSON.parse(body));
  await expect(verify(body, headers, ["whsec_other"])).rejects.toThrow("no signature fits");
});
