import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { amount } from "../support/depth.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { opened } from "../support/opened.ts";

/** Exceeds the megabytes that a flood may take, so that a service that held every body would fail. */
const CONNECTIONS = amount("connections of a flood of notifications", { usual: 300, deep: 600 });
const FLOODS = 6;
const UNKNOWN = "/rails/redirect/sandbox/nobody/notifications";
const MEGABYTE = 1_000_000;
/** A body without its last byte. */
const BODY = Buffer.alloc(MEGABYTE - 1, "x");

let service: ServiceProcess;
const sockets: Socket[] = [];

const database = opened(createDatabase);
const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
beforeAll(async () => {
  await Partner.add(setUp, { slug: "shop" });
});

beforeEach(async () => {
  service = await ServiceProcess.start(database.url);
});

afterEach(endService);

afterAll(killProcesses);

async function endService(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.destroy();
  service.kill("SIGKILL");
  await service.exited;
}

async function startAnew(): Promise<void> {
  await endService();
  service = await ServiceProcess.start(database.url);
}

async function residentBytes(): Promise<number> {
  const { text } = await service.call("GET", "/metrics");
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1]);
}

/** Opens a connection, begins a notification on it and keeps reading. */
async function begun(path: string, length: number, body: Uint8Array): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.on("error", () => {}).resume();
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: raffle\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** Returns the most memory that the service takes while a notification comes on each connection at once. */
async function peakUnder(path: string, length: number, body: Uint8Array): Promise<number> {
  const opening = Array.from({ length: CONNECTIONS }, () => begun(path, length, body));
  let peak = 0;
  for (let look = 0; look < 30; look++) {
    peak = Math.max(peak, await residentBytes());
    await delay(100);
  }
  await Promise.all(opening);
  return peak;
}

/** Returns the same for a small notification on each connection. */
async function ordinary(path: string): Promise<number> {
  const small = Buffer.alloc(60_000, "x");
  const peak = await peakUnder(path, small.length, small);
  for (const socket of sockets.splice(0)) socket.destroy();
  return peak;
}

/**
 * Returns the least memory that several floods take, each in a separate process: the time of garbage collection is up
 * to the collector.
 */
async function takenBy(path: string, enough: number): Promise<number> {
  let least = Infinity;
  for (let flood = 0; flood < FLOODS && least >= enough; flood++) {
    if (flood > 0) await startAnew();
    const before = await ordinary(UNKNOWN);
    least = Math.min(least, (await peakUnder(path, MEGABYTE, BODY)) - before);
  }
  return least / MEGABYTE;
}

it(`${CONNECTIONS} connections of notifications to unknown organisations take less than 50 MB`, async () => {
  expect(await takenBy(UNKNOWN, 50 * MEGABYTE)).toBeLessThan(50);
});

it(`${CONNECTIONS} connections of notifications to a known account take less than 200 MB, and others are accepted`, async () => {
  const path = "/rails/redirect/sandbox/shop/notifications";
  expect(await takenBy(path, 200 * MEGABYTE)).toBeLessThan(200);
  const heard = await service.call("POST", path, { raw: '{"forged":true}' });
  expect([400, 401, 429]).toContain(heard.status);
});
