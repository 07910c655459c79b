import { expect, it } from "vitest";
import { RaffleError } from "../../clients/typescript/src/index.ts";
import { signatureHeader } from "../../src/webhooks/signature.ts";
import { addManyOrders } from "../support/builders/many-orders.ts";
import { Partner } from "../support/builders/partner.ts";
import { prepared } from "../support/opened.ts";
import { sharedService } from "../support/service/service.ts";
import { describeClients, expectNoKey } from "./support/clients.ts";
import { forwarding } from "./support/forwarder.ts";

const DAY_MS = 86_400_000;
const BUYER = { email: "buyer@example.com" };

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));
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

describeClients((client) => {
  const raffle = ({ apiKey = partner.key, baseUrl = service.baseUrl } = {}) =>
    client.raffle({ apiKey, baseUrl });

  it("sells: a prize, a competition, a session, the tickets", async () => {
    const seller = raffle();
    const { id: prizeId } = await seller.post("/prizes", { body: prize });
    const { id } = await seller.post("/competitions", {
      body: {
        prizeId,
        title: "Win a road bike",
        ticketPriceUSDCents: 2_500,
        maxTickets: 100,
        startDate: new Date(Date.now() - DAY_MS).toISOString(),
        endDate: new Date(Date.now() + DAY_MS).toISOString(),
      },
    });
    const { state } = await seller.patch("/competitions/{id}", { path: { id }, body: { status: "active" } });
    expect(state).toBe("open");
    const session = await seller.post("/checkout/sessions", {
      body: { competitionId: id, quantity: 2, buyer: BUYER },
    });
    expect([session.amount, session.payment?.type]).toEqual([5_000, "PAY_URL"]);
    const waiting = seller.sessions.waitUntilFinal(session.id, { everySec: 0.05 });
    await partner.provider(session.id, { outcome: "paid" });
    expect(await waiting).toMatchObject({ status: "paid", ticketsIssued: true, ticketNumbers: [1, 2] });
  });

  it("makes one session where the answer to the first try is lost", async () => {
    const { id: competitionId } = await partner.lot();
    const buyer = { email: `one-session@${client.language}.example` };
    const body = { competitionId, buyer };
    let id = "";
    await forwarding(service.baseUrl, 2, async (losing) => {
      ({ id } = await raffle(losing).post("/checkout/sessions", { body }));
      expect(losing.requests).toBe(3);
    });
    const sessions = await Array.fromAsync(raffle().list("/checkout/sessions", { query: buyer }));
    expect(sessions.map((session) => session.id)).toEqual([id]);
  });

  it("makes two sessions in two calls, and one under a key of the caller's", async () => {
    const { id: competitionId } = await partner.lot();
    const body = { competitionId, buyer: BUYER };
    const order = `order-${client.language}`;
    const session = async (idempotencyKey?: string) =>
      (await raffle().post("/checkout/sessions", { body, idempotencyKey })).id;
    const ids = [await session(), await session(), await session(order), await session(order)];
    expect(new Set(ids).size).toBe(3);
    const other = raffle().post("/checkout/sessions", {
      body: { ...body, quantity: 2 },
      idempotencyKey: order,
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
    expectNoKey(error, apiKey);
  });

  it("has the members of a refusal that its code alone has", async () => {
    const { id: competitionId } = await partner.lot({ maxTickets: 1 });
    const body = { competitionId, quantity: 2, buyer: BUYER };
    const error = await refusal(raffle().post("/checkout/sessions", { body }));
    expect(error).toMatchObject({ code: "sold_out", body: { available: 1 } });
  });

  it("reads a list of several pages to its end, and fetches no page too many", async () => {
    const seller = await Partner.add(service);
    const apiKey = seller.key;
    for (let number = 0; number < 6; number += 1) await raffle({ apiKey }).post("/prizes", { body: prize });
    await forwarding(service.baseUrl, 0, async (counting) => {
      const counted = raffle({ apiKey, baseUrl: counting.baseUrl });
      const ids: number[] = [];
      for await (const { id } of counted.list("/prizes", { query: { limit: 2 } })) ids.push(id);
      expect(new Set(ids).size).toBe(7);
      expect(counting.requests).toBe(4);
      for await (const { id } of counted.list("/prizes", { query: { limit: 2 } })) {
        expect(id).toBe(ids[0]);
        break;
      }
      expect(counting.requests).toBe(5);
    });
  });

  it("reads 2,500 sessions to the end, each once, while others are added", async () => {
    const seller = await Partner.add(service);
    const { id: competitionId } = await seller.lot({ maxTickets: 10_000 });
    const selling = raffle({ apiKey: seller.key });
    const session = () =>
      selling.post("/checkout/sessions", { body: { competitionId, buyer: { email: "one@example.com" } } });
    const { id: first } = await session();
    await addManyOrders(service.database.pool, first, { paid: 2_000, pending: 499 });
    const { rows } = await service.database.pool.query<{ readonly id: string }>(
      "select id from ticket_order where lot_id = $1 order by number desc",
      [competitionId],
    );
    const ids: string[] = [];
    for await (const { id } of selling.list("/checkout/sessions")) {
      ids.push(id);
      if (ids.length % 1_000 === 0) await session();
    }
    expect(ids).toHaveLength(2_500);
    expect(ids).toEqual(rows.map(({ id }) => id));
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
    const limited = raffle({ apiKey: key });
    await limited.get("/competitions");
    const error = await refusal(limited.get("/competitions"));
    expect(error).toMatchObject({ code: "rate_limited", status: 429 });
    expect(error.retryAfter).toBeGreaterThan(30);
  });

  it("signs the requests of fair draws", async (context) => {
    context.skip(client.unsigned !== null, client.unsigned ?? "");
    const seller = await Partner.add(service);
    const [present, next] = [await client.generateKey(), await client.generateKey()];
    await raffle({ apiKey: seller.key }).post("/draws/register-key", {
      body: { publicKey: present.publicKey },
    });
    const body = { publicKey: next.publicKey };
    const path = "/api/v1/draws/rotate-key";
    const request = { apiKey: seller.key, path, body, jti: crypto.randomUUID() };
    const headers = {
      "Service-Proof": await client.sign(request, present.privateKey),
      "Service-Proof-New-Key": await client.sign(request, next.privateKey),
    };
    const rotate = () => raffle({ apiKey: seller.key }).post("/draws/rotate-key", { body, headers });
    await rotate();
    expect(await refusal(rotate())).toMatchObject({ status: 401 });
  });

  it("verifies what the service signs, with either secret of a rotation", async () => {
    const body = JSON.stringify({
      id: "evt_1",
      type: "ping",
      createdAt: "2026-01-01T00:00:00.000Z",
      data: {},
    });
    const nowSec = Math.floor(Date.now() / 1_000);
    const headers = { "x-service-signature": signatureHeader(["whsec_new", "whsec_old"], nowSec, body) };
    for (const secret of ["whsec_new", "whsec_old"])
      expect(await client.verify(body, headers, secret)).toEqual(JSON.parse(body));
    await expect(client.verify(body, headers, ["whsec_other"])).rejects.toThrow("no signature fits");
  });
});
