import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { recover } from "../support/builders/restored.ts";
import { Cluster } from "../support/database/cluster.ts";
import { killProcesses, onDatabase, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { Replication } from "./replication.ts";
import { prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const LACKS = "the database lacks writes that it had confirmed; nothing is sold until it is recovered";
const UNWITNESSED = "the database has another history, and no process can tell whether it is complete";

const base = prepared(() => Cluster.make());

afterAll(() => base.discard());

describe("after a failover", () => {
  let replication: Replication;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let partner: Partner;
  let lotId: number;

  beforeEach(async () => {
    replication = await Replication.open(base, { synchronous: false });
    const setUp = await TestService.open({ databaseUrl: replication.primary.url });
    partner = await Partner.add(setUp, { slug: "shop" });
    lotId = (await partner.lot({ maxTickets: 10_000 })).id;
    await setUp.stop();
    const { url } = replication.proxy;
    [api, worker] = await Promise.all([
      ServiceProcess.start(url),
      ServiceProcess.start(url, { environment: { ROLE: "worker" } }),
    ]);
  });
  afterEach(async () => {
    await killProcesses();
    await replication.close();
  });

  const buy = async (at = api) => {
    const body = { competitionId: lotId, buyer: { email: "buyer@example.com" } };
    return at.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body });
  };
  const pay = (id: string) => api.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
  const alerts = ({ logs }: ServiceProcess) => logs.filter(({ msg }) => msg === LACKS);
  const ready = async (at: ServiceProcess) => (await at.call("GET", "/readyz")).text;
  const sells = async () => (await buy()).status === 201;
  /** In a standby that was cut off, nothing of what is sold from now on arrives. */
  const cutStandbyOff = async () => {
    await replication.caughtUp();
    await replication.link.cut();
  };

  it("that has lost purchases, no process sells, also one that has lost nothing itself, until it is recovered", async () => {
    const { id } = (await buy()).json.data;
    await cutStandbyOff();
    await pay(id);
    const session = () => api.call("GET", `/api/v1/checkout/sessions/${id}`, { key: partner.key });
    await eventually(async () => (await session()).json.data.ticketsIssued);
    await replication.failOver();
    await eventually(async () => (await ready(api)).includes("npm run recover"));
    await worker.logged(LACKS);
    for (let call = 0; call < 3; call++) {
      const refused = await buy();
      expect(refused.status).toBe(503);
      expect(refused.json).toMatchObject({ error: "unavailable", retryAfter: 60 });
      expect(refused.headers.get("retry-after")).toBe("60");
    }
    expect((await api.call("GET", "/metrics")).text).toContain("\ndatabase_writes_missing 1\n");
    expect([alerts(api).length, alerts(worker).length]).toEqual([1, 1]);
    expect(alerts(api)[0]).toMatchObject({ level: "error", alert: true });

    const { url } = replication.standby;
    const another = new ServiceProcess({ environment: onDatabase(url) });
    expect((await another.exited).code).toBe(1);
    expect(another.output).toContain("the database lacks writes that it had confirmed");

    await Promise.all([api.stop(), worker.stop()]);
    const [last] = await ask<{ at: string }>(url, "select pg_last_xact_replay_timestamp()::text as at");
    const recovered = await recover(url, "--since", last!.at);
    expect(recovered.code, recovered.output).toBe(0);
    api = await ServiceProcess.start(url);
    expect(await ready(api)).toContain("ready");
    expect(alerts(api)).toEqual([]);
  });

  it("that has lost nothing but heartbeats, no process sells", async () => {
    await cutStandbyOff();
    const beats = "select max(beats)::int as beats from heartbeat";
    const [before] = await ask<{ beats: number }>(replication.standby.url, beats);
    await eventually(
      async () =>
        (await ask<{ beats: number }>(replication.primary.url, beats))[0]!.beats > before!.beats + 1,
    );
    await replication.failOver();
    await eventually(async () => (await ready(api)).includes("npm run recover"));
    expect((await buy()).status).toBe(503);
  });

  it("that was planned, the service sells on", async () => {
    const { id } = (await buy()).json.data;
    await pay(id);
    // An orderly end waits until the standby has all.
    await replication.primary.stop();
    await replication.standby.promote();
    replication.proxy.pointTo(replication.standby.url);
    await eventually(sells);
    expect([...alerts(api), ...alerts(worker)]).toEqual([]);
  });

  it("of the same server, which crashed, the service sells on", async () => {
    const { id } = (await buy()).json.data;
    await pay(id);
    await replication.primary.kill();
    await replication.primary.start();
    replication.proxy.pointTo(replication.primary.url);
    await eventually(sells);
    expect([...alerts(api), ...alerts(worker)]).toEqual([]);
  });

  it("while every process was down, the next one warns, and serves", async () => {
    await buy();
    await eventually(async () => (await ask(replication.primary.url, "select from heartbeat")).length === 2);
    await replication.caughtUp();
    for (const each of [api, worker]) each.kill("SIGKILL");
    await replication.failOver();
    api = await ServiceProcess.start(replication.standby.url);
    await api.logged(UNWITNESSED);
    expect((await api.call("GET", "/metrics")).text).toContain("\ndatabase_history_unwitnessed 1\n");
    expect(await sells()).toBe(true);
  });

  it("that a process lived through, one that starts later does not warn", async () => {
    await eventually(async () => (await ask(replication.primary.url, "select from heartbeat")).length === 2);
    await replication.caughtUp();
    worker.kill("SIGKILL");
    await worker.exited;
    await replication.failOver();
    await eventually(sells);
    const later = await ServiceProcess.start(replication.standby.url);
    const beats = "select beats from heartbeat order by started_at desc limit 1";
    await eventually(
      async () => Number((await ask<{ beats: string }>(replication.standby.url, beats))[0]!.beats) > 11,
    );
    expect(later.logs.map(({ msg }) => msg)).not.toContain(UNWITNESSED);
  });
});

it("a process that lives through a restore sells nothing, and continues once the database is the right one again", async () => {
  const primary = await base.copy();
  await primary.start();
  const replication = await Replication.open(base, { synchronous: false });
  const { proxy } = replication;
  const service = await TestService.open({ databaseUrl: proxy.url });
  try {
    const partner = await Partner.add(service, { slug: "shop" });
    const { id } = await partner.lot();
    expect((await partner.checkout(id)).status).toBe(201);
    const right = replication.primary.url;
    proxy.pointTo(primary.url);
    await eventually(async () => (await service.call("GET", "/readyz")).text.includes("npm run recover"));
    proxy.pointTo(right);
    await eventually(async () => (await partner.checkout(id)).status === 201);
  } finally {
    await service.stop();
    await replication.close();
    await primary.discard();
  }
});
