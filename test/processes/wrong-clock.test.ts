import { afterAll, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const MINUTE_MS = 60_000;

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(setUp));

afterAll(killProcesses);

/** A process whose machine's clock is ahead. */
function startAhead(aheadMs: number, role: "api" | "worker" | "all"): Promise<ServiceProcess> {
  return ServiceProcess.start(database.url, {
    command: [process.execPath, "--import", "./test/support/service/shifted-date.ts", "app/main.ts"],
    environment: { ROLE: role, WORKER_PORT: "0", CLOCK_AHEAD_MS: String(aheadMs) },
  });
}

/** A lot that has sold a ticket, and ends by the database's clock so far from now. */
async function lotEndingIn(ms: number): Promise<{ lotId: number; orderId: string }> {
  const lot = await partner.lot();
  const orderId: string = (await partner.checkout(lot.id)).json.data.id;
  await partner.provider(orderId, { outcome: "paid" });
  await setUp.sql(
    "update lot set end_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1",
    lot.id,
    ms,
  );
  return { lotId: lot.id, orderId };
}

/** A pending order that is looked after, and given up, so far from now. */
async function orderExpiringIn(ms: number): Promise<string> {
  const lot = await partner.lot();
  const id: string = (await partner.checkout(lot.id)).json.data.id;
  await setUp.sql(
    `with t as (
       update ticket_order set hold_until = t.at, rail_expires_at = t.at
       from (select clock_timestamp() + $2 * interval '1 millisecond' as at) t where id = $1 returning id, hold_until
     )
     update pending_order p set check_at = t.hold_until from t where p.order_id = t.id`,
    id,
    ms,
  );
  return id;
}

async function one(text: string): Promise<unknown> {
  const [row] = await ask(database.url, text);
  return Object.values(row!)[0];
}

const statusOfLot = (id: number) => one(`select status from lot where id = ${id}`);
const statusOfOrder = (id: string) => one(`select status from ticket_order where id = '${id}'`);

it("a process whose clock is an hour ahead is not ready and lets everything wait; set right, it goes on, and nothing is early", async () => {
  const early = await lotEndingIn(30 * MINUTE_MS);
  const earlyOrder = await orderExpiringIn(30 * MINUTE_MS);
  const drawnLater = await lotEndingIn(-1_000);
  await setUp.sql(
    `update lot set status = 'ended', closed_at = now(), draw_at = now() + interval '30 minutes' where id = $1`,
    drawnLater.lotId,
  );
  const overdue = await lotEndingIn(-1_000);

  const worker = await startAhead(60 * MINUTE_MS, "worker");
  const told = await worker.logged("clocks of machine and database too far apart; background tasks paused");
  expect(Math.abs(told.offsetMs - 60 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  expect((await worker.call("GET", "/readyz")).status).toBe(503);
  expect((await worker.call("GET", "/healthz")).status).toBe(200);
  const [, offset] = /^clock_offset_seconds (.*)$/m.exec((await worker.call("GET", "/metrics")).text)!;
  expect(Math.abs(Number(offset) - 3_600)).toBeLessThan(60);
  expect(await statusOfLot(overdue.lotId)).toBe("active");

  worker.kill("SIGUSR2");
  await eventually(async () => (await statusOfLot(overdue.lotId)) === "ended");
  await eventually(async () => (await worker.call("GET", "/readyz")).status === 200);
  expect(await statusOfLot(early.lotId)).toBe("active");
  expect(await statusOfOrder(earlyOrder)).toBe("pending");
  expect(await ask(database.url, `select from lot_commitment where lot_id = ${drawnLater.lotId}`)).toEqual(
    [],
  );
  await worker.stop();
});

it("a process whose clock is seconds ahead is warned of, and closes, expires and sells by the database's", async () => {
  const { lotId } = await lotEndingIn(4_000);
  const orderId = await orderExpiringIn(4_000);
  const service = await startAhead(9_000, "all");
  await service.logged("clocks of machine and database differ");
  expect((await service.call("GET", "/readyz")).status).toBe(200);

  const lot = await partner.lot();
  const body = { competitionId: lot.id, buyer: { email: "buyer@example.com" } };
  const sold = await service.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body });
  const late = `select created_at > clock_timestamp() from ticket_order where id = '${sold.json.data.id}'`;
  expect(await one(late)).toBe(false);

  await eventually(async () => (await statusOfLot(lotId)) === "ended");
  const times = `select closed_at >= end_at and closed_at <= clock_timestamp() from lot where id = ${lotId}`;
  expect(await one(times)).toBe(true);
  await eventually(async () => (await statusOfOrder(orderId)) === "failed");
  const failed = `select failed_at >= hold_until and failed_at <= clock_timestamp() from ticket_order
      where id = '${orderId}'`;
  expect(await one(failed)).toBe(true);
  await service.stop();
});
