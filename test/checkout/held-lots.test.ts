import { beforeEach, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { type HeldLot, holdLot } from "../support/builders/held-lot.ts";
import { Partner } from "../support/builders/partner.ts";
import { type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const POOL_SIZE = 8;
const CALLERS = 30;
const HOLD_MS = 4_000;

let heldId: number;
const service = opened(() => TestService.open({ environment: { DATABASE_POOL_SIZE: String(POOL_SIZE) } }));
const partner = prepared(() => Partner.add(service));
const other = prepared(() => Partner.add(service));

beforeEach(async () => {
  heldId = (await partner.lot({ maxTickets: 100_000 })).id;
});

/** Requests as they are answered. */
function crowd(count: number, request: () => Promise<Answer>) {
  const answers: Answer[] = [];
  const ended = Promise.all(Array.from({ length: count }, async () => void answers.push(await request())));
  return { answers, ended };
}

/** Pays at the provider, without waiting until its notification is processed. */
const pay = (id: string) => service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });

const statusesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted();

/** Sessions of the database that wait for a lock. */
const waiting = async () =>
  (
    await ask<{ pid: number }>(
      service.databaseUrl,
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

describe("a lot whose row somebody holds", () => {
  let held: HeldLot;
  const buyHeld = () => partner.checkout(heldId);

  it("costs its own buyers a 503 with Retry-After while one of them waits, who buys when it is free", async () => {
    held = await holdLot(service.databaseUrl, heldId);
    const buyers = crowd(CALLERS, buyHeld);
    // While it is still held.
    await eventually(() => buyers.answers.length === CALLERS - 1);
    const later = crowd(CALLERS, buyHeld);
    await later.ended;
    const refused = [...buyers.answers, ...later.answers];
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.error}`))).toEqual(
      new Set(["503 unavailable"]),
    );
    for (const { headers } of refused) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await waiting()).toBe(1);
    await held.release();
    await buyers.ended;
    expect(statusesOf(buyers.answers)).toEqual([201, 503]);
    expect((await buyHeld()).status).toBe(201);
  });

  it("under load stops neither another lot of the organisation nor another organisation", async () => {
    const lots = [
      ...(await Promise.all(
        Array.from({ length: 3 }, async () => [partner, (await partner.lot()).id] as const),
      )),
      ...(await Promise.all(Array.from({ length: 3 }, async () => [other, (await other.lot()).id] as const))),
    ];
    const paid = (await buyHeld()).json.data.id as string;
    held = await holdLot(service.databaseUrl, heldId);
    const soonest = performance.now() + HOLD_MS;
    const refused: Answer[] = [];
    const bought: Answer[] = [];
    let mostWaiting = 0;
    // A busy machine may sell more slowly; one that sells nothing to others never gets there.
    const over = () => performance.now() >= soonest && bought.length > lots.length;
    await Promise.all([
      ...Array.from({ length: CALLERS }, async () => {
        while (!over()) {
          refused.push(await buyHeld());
          await new Promise((resolve) => void setTimeout(resolve, 50));
        }
      }),
      pay(paid),
      ...lots.map(async ([seller, lotId]) => {
        while (!over()) {
          const answer = await seller.checkout(lotId);
          bought.push(answer);
          const { id } = answer.json.data;
          await pay(id);
          await eventually(async () => (await seller.session(id)).ticketsIssued);
        }
      }),
      (async () => {
        while (!over()) mostWaiting = Math.max(mostWaiting, await waiting());
        await held.release();
      })(),
    ]);
    expect(statusesOf(bought)).toEqual([201]);
    expect(bought.length).toBeGreaterThan(lots.length);
    expect(statusesOf(refused)).toContain(503);
    // A quarter of the pool, and the calls by which it was found out.
    expect(mostWaiting).toBeLessThanOrEqual(POOL_SIZE / 4 + 3);
    await service.idle();
    await eventually(async () => (await partner.session(paid)).ticketsIssued);
  });

  it("is neither changed nor cancelled while it is held: 503 soon, without waiting for it", async () => {
    held = await holdLot(service.databaseUrl, heldId);
    const [changed, cancelled] = await Promise.all([
      partner.patch(`/competitions/${heldId}`, { title: "Another" }),
      partner.post(`/competitions/${heldId}/cancel`),
    ]);
    expect([changed.status, cancelled.status]).toEqual([503, 503]);
    const foreign = await other.patch(`/competitions/${heldId}`, { title: "Another" });
    expect(foreign.status).toBe(404);
    await held.release();
    expect((await partner.patch(`/competitions/${heldId}`, { title: "Another" })).status).toBe(200);
    expect((await partner.post(`/competitions/${heldId}/cancel`)).status).toBe(200);
  });
});
