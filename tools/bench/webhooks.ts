import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { operatorPrincipal } from "../../ports/principal.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { WebhookEndpointAdministration } from "../../src/webhooks/webhook-endpoint-administration.ts";
import { analyze, atTheEnd, machine, openService, runBench, serviceEnvironment } from "./servers/cluster.ts";
import { ServerProcess } from "./servers/server-process.ts";
import { openShop, sellBeforehand } from "./servers/service-database.ts";
import { quantile } from "./support/load.ts";
import { SLUG } from "./support/world.ts";

// Measures deliveries to one local receiver, and undici posting the same as fast as it can with the same concurrency.
const ORDERS = 10_000;
/** Each order has two events. */
const EVENTS = 2 * ORDERS;
/** The most that the service has under way at one endpoint. */
const AT_ONCE = 32;
const PINGS = 100;
const WITHIN_MS = 120_000;
const ACT = { actor: operatorPrincipal("bench"), requestId: "bench" };

interface Seen {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

await runBench(async ({ url, folder }) => {
  const environment: Record<string, string> = { ...serviceEnvironment(url), WEBHOOK_ALLOW_LOOPBACK: "true" };
  const floor = await ServerProcess.start("receiver-server.ts", folder, {});
  const ours = await ServerProcess.start("receiver-server.ts", folder, {});
  const pinged = await pingReceiver();

  const { wiring, database } = await openService(url, environment);
  const world = await openShop(wiring);
  const endpoints = wiring.get(WebhookEndpointAdministration);
  await endpoints.register(ACT, world.organisationId, {
    url: await endpoints.checkedUrl(`${ours.origin}/hook`),
    events: ["entry.confirmed", "payment.settled"],
    secret: null,
  });
  const ping = await endpoints.register(ACT, world.organisationId, {
    url: await endpoints.checkedUrl(pinged.url),
    events: ["ping"],
    secret: null,
  });
  await sellBeforehand(wiring, world, ORDERS);
  const { rows } = await database.pool.query("select payload from event limit 1");
  await database.close();
  await analyze(url);

  const floorPerSec = await post(floor, rows[0].payload);
  const service = await ServerProcess.start("service-server.ts", folder, environment);
  const perSec = await delivered(ours);
  const lagsMs = await lags(service, environment.ADMIN_TOKEN!, ping.endpoint.id, pinged);

  const ratio = perSec / floorPerSec;
  console.log(
    [
      machine(),
      "",
      "| | service | floor | ratio | target |",
      "|---|--:|--:|--:|--:|",
      `| deliveries a second to one receiver, ${AT_ONCE} at once | ${Math.round(perSec).toLocaleString("en")} | ${Math.round(floorPerSec).toLocaleString("en")} | ${ratio < 0.3 ? "**" : ""}${ratio.toFixed(2)}${ratio < 0.3 ? "**" : ""} | ≥ 0.3 |`,
      `| idle: asking for a ping to its arrival, p50 / p99 | ${quantile(lagsMs, 0.5).toFixed(1)} / ${quantile(lagsMs, 0.99).toFixed(1)} ms | | | p50 < 50 ms |`,
    ].join("\n"),
  );
});

/** Posts the same body with undici. @returns calls a second */
async function post({ origin }: ServerProcess, body: string): Promise<number> {
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const headers = { "content-type": "application/json" };
  let remaining = EVENTS;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (remaining-- > 0) {
        const answer = await pool.request({ method: "POST", path: "/hook", headers, body });
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return EVENTS / seconds;
}

/** Returns deliveries a second from the first to the last, by the receiver's clock. */
async function delivered({ origin }: ServerProcess): Promise<number> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const seen = (await (await fetch(origin)).json()) as Seen;
    if (seen.count >= EVENTS) return seen.count / ((seen.lastMs - seen.firstMs) / 1000);
    invariant(performance.now() < deadline, `${EVENTS} events are delivered, not ${seen.count}`);
    await pause(100);
  }
}

interface Pinged {
  readonly url: string;
  next(): Promise<number>;
}

/** Receives pings in this process. `next` resolves with the time at which one comes. */
async function pingReceiver(): Promise<Pinged> {
  let arrived: (at: number) => void = () => {};
  const server = createServer((request, response) => {
    arrived(performance.now());
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atTheEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping`,
    next: () => new Promise((resolve) => (arrived = resolve)),
  };
}

async function lags(
  service: ServerProcess,
  token: string,
  endpoint: number,
  pinged: Pinged,
): Promise<number[]> {
  const path = `${service.origin}/admin/api/v1/organisations/${SLUG}/webhook-endpoints/${endpoint}/ping`;
  const lagsMs: number[] = [];
  for (let i = 0; i < PINGS; i++) {
    await pause(50);
    const arrival = pinged.next();
    const from = performance.now();
    const answer = await fetch(path, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    invariant(answer.ok, `a ping is answered ${answer.status}`);
    lagsMs.push((await arrival) - from);
  }
  return lagsMs.toSorted((a, b) => a - b);
}
