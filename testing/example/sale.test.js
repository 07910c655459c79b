import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startForTests } from "partner-raffle-api/testing";
import { quickChain } from "./quick-chain.js";
import { paid, signatureOf, voucherRail } from "./voucher-rail.js";

const HOUR_MS = 3_600_000;

/** @type {import("partner-raffle-api/testing").ServiceForTests} */
let service;
let key = "";
before(async () => {
  service = await startForTests({ rails: [voucherRail], chain: quickChain });
  await admin("POST", "/organisations", { slug: "acme", name: "Acme Raffles" });
  const account = { provider: "voucher", currencies: ["USD"], credentials: { signingKey: "a-secret" } };
  await admin("PUT", "/organisations/acme/rails/redirect", account);
  const scopes = ["competitions:read", "competitions:write", "entries:create", "winners:read"];
  ({ key } = await admin("POST", "/organisations/acme/api-keys", { name: "tests", scopes }));
});
after(() => service.stop());

it("sells two tickets on our own rail, and draws the winner from our own chain", async () => {
  const prize = await api("POST", "/prizes", { name: "Road bike", retailValueUSDCents: 320_000 });
  const now = service.clock.now().getTime();
  const competition = await api("POST", "/competitions", {
    prizeId: prize.id,
    title: "Win a road bike",
    ticketPriceUSDCents: 2_500,
    maxTickets: 100,
    startDate: new Date(now - HOUR_MS).toISOString(),
    endDate: new Date(now + HOUR_MS).toISOString(),
  });
  await api("PATCH", `/competitions/${competition.id}`, { status: "active" });
  const session = await api("POST", "/checkout/sessions", {
    competitionId: competition.id,
    quantity: 2,
    buyer: { email: "ada@example.com" },
  });
  assert.equal(session.payment.redirectUrl, `https://pay.voucher.example/${session.id}`);

  paid.set(session.id, { amount: session.amount, currency: session.currency });
  const body = JSON.stringify({ orderId: session.id });
  const notified = await fetch(`${service.baseUrl}/rails/redirect/voucher/acme/notifications`, {
    method: "POST",
    headers: { "Voucher-Signature": signatureOf("a-secret", body) },
    body,
  });
  assert.equal(notified.status, 200);
  await until(async () => (await api("GET", `/checkout/sessions/${session.id}`)).ticketsIssued);

  service.clock.advance(2 * HOUR_MS);
  await service.settle();
  const [winner] = await api("GET", "/winners");
  assert.equal(winner.competitionId, competition.id);
  assert.equal(winner.draw.totalTickets, 2);
});

/** @param {string} method @param {string} path @param {object} [body] */
const api = (method, path, body) => call(method, `/api/v1${path}`, key, body);
/** @param {string} method @param {string} path @param {object} [body] */
const admin = (method, path, body) => call(method, `/admin/api/v1${path}`, service.adminToken, body);

/** @param {string} method @param {string} path @param {string} token @param {object} [body] @returns {Promise<any>} */
async function call(method, path, token, body) {
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** @template T @param {() => Promise<T>} condition @returns {Promise<T>} */
async function until(condition) {
  for (let tries = 0; tries < 300; tries += 1) {
    const met = await condition();
    if (met) return met;
    await delay(100);
  }
  throw new Error("it did not come to pass within 30 seconds");
}
