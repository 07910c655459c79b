import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lot } from "../../src/lots/lot.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, type Answer, TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const BUYERS = 24;

let apis: [ServiceProcess, ServiceProcess];
let workers: [ServiceProcess, ServiceProcess];

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));
beforeAll(async () => {
  const start = (role: string) => ServiceProcess.start(database.url, { environment: { ROLE: role } });
  apis = await Promise.all([start("api"), start("api")]);
  workers = await Promise.all([start("worker"), start("worker")]);
});

afterAll(async () => {
  await Promise.all([...apis, ...workers].map((service) => service.stop())).finally(killProcesses);
});

const partnerCall = (at: ServiceProcess, method: string, path: string, body?: unknown): Promise<Answer> =>
  at.call(method, `/api/v1${path}`, { key: partner.key, body });
const operatorCall = (at: ServiceProcess, path: string, body?: unknown): Promise<Answer> =>
  at.call("POST", `/admin/api/v1/organisations/shop${path}`, { key: ADMIN_TOKEN, body });

/** A session at one process. @returns its id */
async function buy(at: ServiceProcess, lot: Lot, buyer: number): Promise<string> {
  const body = {
    competitionId: lot.id,
    quantity: 1 + (buyer % 3),
    buyer: { email: `b-${buyer}@example.com` },
  };
  const { status, json, text } = await partnerCall(at, "POST", "/checkout/sessions", body);
  expect(status, text).toBe(201);
  return json.data.id;
}

const pay = (at: ServiceProcess, id: string) =>
  at.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid", late: true } });

async function events(type: string): Promise<number[]> {
  const rows = await ask<{ lot: number }>(
    database.url,
    "select (payload::jsonb #>> '{data,lotId}')::int as lot from event where type = $1 order by 1",
    [type],
  );
  return rows.map(({ lot }) => lot);
}

describe("two api processes and two workers on one database", () => {
  let drawn: Lot;
  let cancelled: Lot;
  let empty: Lot;
  let refunded: string[];

  it("sell, cancel and give back at once, from both sides", async () => {
    drawn = await partner.lot({ maxTickets: 500 });
    empty = await partner.lot();
    cancelled = await partner.lot({ maxTickets: 500 });
    const buyers = Array.from({ length: BUYERS }, (_, i) => i);
    const [one, other] = apis;
    const kept = await Promise.all(buyers.map((i) => buy(apis[i % 2]!, drawn, i)));
    const lost = await Promise.all(buyers.map((i) => buy(apis[(i + 1) % 2]!, cancelled, i)));

    // Half of the lot to be cancelled is paid before, the other half while both processes cancel it.
    const half = BUYERS / 2;
    await Promise.all(lost.slice(0, half).map((id, i) => pay(apis[i % 2]!, id)));
    const [cancels, pays] = await Promise.all([
      Promise.all(apis.map((at) => partnerCall(at, "POST", `/competitions/${cancelled.id}/cancel`))),
      Promise.all([...kept, ...lost.slice(half)].flatMap((id) => [pay(one, id), pay(other, id)])),
    ]);
    expect(cancels.map(({ status }) => status)).toEqual([200, 200]);
    expect(pays.some(({ status }) => status === 200)).toBe(true);
    await eventually(async () => {
      const open = await ask(
        database.url,
        "select from ticket_order where lot_id = $1 and status = 'pending'",
        [drawn.id],
      );
      return open.length === 0;
    });

    // The same two orders are given back by both processes, before the lot is committed.
    refunded = kept.slice(0, 2);
    const backs = await Promise.all(
      refunded.flatMap((id) =>
        apis.map((at) => operatorCall(at, `/orders/${id}/refund`, { reason: "asked" })),
      ),
    );
    expect(backs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("close and draw by themselves, once", async () => {
    await ask(database.url, "update lot set end_at = clock_timestamp() where id = any($1)", [
      [drawn.id, empty.id],
    ]);
    await eventually(async () => {
      await apis[0].call("POST", "/sandbox/chain/mine", { body: { blocks: 5 } });
      const rows = await ask(database.url, "select from lot where drawn_at is not null and id = $1", [
        drawn.id,
      ]);
      return rows.length === 1;
    });
    expect(await events("lot.closed")).toEqual([drawn.id, empty.id]);
    expect(await events("lot.cancelled")).toEqual([cancelled.id]);
    expect(await events("draw.completed")).toEqual([drawn.id]);
    const states = await Promise.all(
      [drawn, empty, cancelled].map((lot) => partnerCall(apis[1], "GET", `/competitions/${lot.id}`)),
    );
    expect(states.map(({ json }) => json.data.state)).toEqual(["drawn", "retired", "cancelled"]);
    const winners = await partnerCall(apis[1], "GET", "/winners");
    expect(winners.json.data).toHaveLength(1);
  });

  it("give every buyer of the cancelled one the money back, once", async () => {
    await eventually(async () => {
      const open = await ask(
        database.url,
        `select from refund where state <> 'succeeded' union all select from lot where id = $1 and unwound_at is null`,
        [cancelled.id],
      );
      return open.length === 0;
    });
    expect(await brokenRules(database.url, { givenBack: true })).toEqual([]);
    const [books] = await ask<{ received: string; given: string }>(
      database.url,
      `select (select sum(received_amount) from sandbox_payment s join ticket_order o on o.id = s.session_id
          where o.lot_id = $1 or o.id = any($2)) as received,
        (select sum(amount) from sandbox_refund) as given`,
      [cancelled.id, refunded],
    );
    expect(books!.given).toBe(books!.received);
  });
});
