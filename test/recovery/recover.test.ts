import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SandboxPayments } from "../../ports/simulated/sandbox-payments.ts";
import type { RecoveryReport } from "../../src/recovery/recovery-report.ts";
import { Recoveries } from "../../ports/recovery/recoveries.ts";
import { ProviderSilent, Recovery } from "../../src/recovery/recovery.ts";
import { Deposits } from "../../src/deposits/deposits.ts";
import { RefundRunner } from "../../src/refunds/refund-runner.ts";
import { Reconciliation } from "../../src/settlement/reconciliation.ts";
import { DrawRig, FAR_BLOCKS } from "../lot-draws/draw-rig.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { Partner } from "../support/builders/partner.ts";
import { atService, recover, restoredService } from "../support/builders/restored.ts";
import { createDatabase } from "../support/database/database.ts";
import { DrawClient } from "../support/draws/draw-client.ts";
import { failedStart } from "../support/service/failed-start.ts";
import { TestService } from "../support/service/service.ts";
import { onDatabase } from "../support/service/service-process.ts";
import { opened, prepared } from "../support/opened.ts";

const MARGIN = 1_000_000;
const sequences = (url: string) =>
  ask<{ name: string; last: string | null }>(
    url,
    "select sequencename as name, last_value as last from pg_sequences where sequencename <> 'migration_id_seq' order by 1",
  );
const reportOf = async (url: string): Promise<RecoveryReport> =>
  (await ask<{ report: RecoveryReport }>(url, "select report from recovery"))[0]!.report;

describe("a database that was restored to an earlier point", () => {
  let rig: DrawRig;
  let printed: string;
  const restored = opened(() => restoredService("acme"));
  const before = prepared(() => sequences(restored.url));
  beforeAll(async () => {
    const { code, output } = await recover(restored.url, "--since", restored.since);
    expect(code, output).toBe(0);
    printed = output;
    const service = await TestService.open({ databaseUrl: restored.url });
    rig = new DrawRig(service, restored.partner.at(service));
  });
  afterAll(async () => {
    await rig.stop();
  });

  const refundAll = async () => {
    while ((await rig.service.wiring.get(RefundRunner).refundOnce()) > 0);
  };
  const sentBack = (orderId: string) =>
    rig.rows("select key, amount::int, state from sandbox_refund where session_id = $1", orderId);

  it("gives no number again that any sequence may have given", async () => {
    expect(before.length).toBeGreaterThan(20);
    const after = new Map((await sequences(restored.url)).map(({ name, last }) => [name, Number(last)]));
    for (const { name, last } of before) {
      const margin = name === "organisation_id_seq" ? MARGIN / 100 : MARGIN;
      expect(after.get(name), name).toBeGreaterThanOrEqual(Number(last ?? 0) + margin);
    }
    const { sequences: raised } = await reportOf(restored.url);
    expect(raised.map(({ name }) => name).toSorted()).toEqual(before.map(({ name }) => name).toSorted());

    const lot = await rig.partner.lot();
    expect(lot.id).toBeGreaterThan(restored.told.lotId);
    const { id } = (await rig.partner.checkout(lot.id)).json.data;
    const [{ number }] = await rig.rows("select number::int from ticket_order where id = $1", id);
    expect(number).toBeGreaterThan(restored.told.number);
  });

  it("has the money of lost orders booked, and sends it back once", async () => {
    const { lost } = restored.orders;
    const open = (await rig.operator("GET", "/unmatched-payments?state=open")).json.data;
    expect(open).toMatchObject([{ orderId: lost, amount: 10_000, sentBack: 0, foundBy: "recovery" }]);
    const refund = () =>
      rig.operator("POST", `/unmatched-payments/${open[0].id}/refund`, { reason: "lost in a restore" });
    await Promise.all([refund(), refund()]);
    await refundAll();
    await refund();
    await refundAll();
    expect(await sentBack(lost)).toMatchObject([{ amount: 10_000, state: "succeeded" }]);
  });

  it("finds the refund again that was sent in the time that was lost, and sends no second one", async () => {
    const { givenBack } = restored.orders;
    const sent = await sentBack(givenBack);
    expect(sent).toHaveLength(1);
    await rig.operator("POST", `/orders/${givenBack}/refund`, {
      reason: "was given back before the restore",
    });
    await refundAll();
    expect(await sentBack(givenBack)).toEqual(sent);
    expect(await rig.rows("select key, state from refund where order_id = $1", givenBack)).toEqual([
      { key: sent[0].key, state: "succeeded" },
    ]);
  });

  it("issues no ticket for money that was sent back in the time that was lost", async () => {
    const { paidAndGivenBack } = restored.orders;
    const { accounts } = await reportOf(restored.url);
    expect(accounts.flatMap(({ sentBackThere }) => sentBackThere)).toMatchObject([
      { orderId: paidAndGivenBack, sentBack: 2_500, refundRecorded: true },
    ]);
    expect(await rig.partner.session(paidAndGivenBack)).toMatchObject({ status: "failed", error: "expired" });
    await rig.service.wiring.get(Reconciliation).cancelAtRailsOnce();
    await refundAll();
    expect(await sentBack(paidAndGivenBack)).toHaveLength(1);
    const refund = "select state, amount::int, last_error from refund where order_id = $1";
    expect(await rig.rows(refund, paidAndGivenBack)).toEqual([
      { state: "succeeded", amount: 2_500, last_error: null },
    ]);
  });

  it("sells and draws nothing that may have continued until the operator has decided", async () => {
    const { lotId, committedLotId } = restored;
    const halted = (await rig.operator("GET", "/halted-competitions")).json.data;
    expect(halted.map(({ id }: { id: number }) => id).toSorted()).toEqual([lotId, committedLotId]);
    expect((await rig.partner.checkout(lotId)).json.error).toBe("entries_closed");
    await rig.turn(committedLotId);
    expect((await rig.document(committedLotId)).commitment).toBeNull();

    const { lastTicket } = restored.told;
    await rig.operator("POST", `/competitions/${lotId}/resume`, { highestTicketTold: lastTicket });
    const next = await rig.sell(lotId, 1);
    const { tickets } = (await rig.operator("GET", `/orders/${next}`)).json.data;
    expect(tickets.first).toBe(lastTicket + 1);

    await rig.operator("POST", `/competitions/${committedLotId}/resume`, { highestTicketTold: 0 });
    await rig.turn(committedLotId);
    await rig.chain.mine(FAR_BLOCKS);
    await rig.turn(committedLotId);
    expect((await rig.document(committedLotId)).status).toBe("drawn");
  });

  it("settles a pending order that was paid since as soon as its competition is resumed", async () => {
    const { pending } = restored.orders;
    await rig.service.wiring.get(Reconciliation).reconcileOnce();
    const { tickets } = (await rig.operator("GET", `/orders/${pending}`)).json.data;
    expect(tickets.first).toBeGreaterThan(restored.told.lastTicket);
  });

  it("reveals no draw that was open then: its seed may be known since", async () => {
    const { client: former, revealed, open, inputs } = restored.draws;
    const client = atService(former, rig.partner);
    for (const drawId of [revealed, open]) {
      for (const body of [inputs, { ...inputs, clientSeed: "chosen by who knows the seed" }]) {
        const { status, json } = await client.reveal(drawId, body);
        expect([status, json.error]).toEqual([409, "draw_expired"]);
      }
    }
    expect((await reportOf(restored.url)).endedDraws).toBe(2);
    expect(printed).toContain("Fair draws that were open and are revealed no more: 2.");
    expect((await client.post("/draws/commit")).status).toBe(200);
  });

  it("credits a deposit again that the chain has since then, once", async () => {
    const { client: former, deposited } = restored.draws;
    const client = atService(former, rig.partner);
    const balance = async () => (await client.get("/draws/usage")).json.balanceCents;
    expect(await balance()).toBe(0);
    const deposits = rig.service.wiring.get(Deposits);
    for (let twice = 0; twice < 2; twice++) while ((await deposits.watchOnce()) > 0);
    expect(await balance()).toBe(deposited);
  });

  it("reports what differs, for people and for programs", async () => {
    const report = await reportOf(restored.url);
    expect(report).toMatchObject({
      epoch: 1,
      since: restored.since,
      unmatched: [{ organisation: "acme", currency: "USD", payments: 1, amount: 10_000 }],
      halted: 2,
      pendingOrders: 1,
    });
    for (const line of [
      `restored to ${restored.since}`,
      "acme redirect/sandbox: 3 payments listed",
      `${restored.orders.paidAndGivenBack}: 2500 of 2500 USD was sent back there, and the refund is recorded here`,
      "acme: 1 of together 10000 USD",
      "Competitions halted: 2",
    ])
      expect(printed).toContain(line);
  });

  it("has books that agree in the end, but for what only the provider knows", async () => {
    const { lost } = restored.orders;
    const broken = await brokenRules(restored.url, { givenBack: true });
    expect(broken.map((rule) => rule.replace(/:.*/, ""))).toEqual([
      "what a buyer paid at the simulated provider is recorded, and nothing else",
    ]);
    const orders = broken.flatMap((rule) => rule.match(/cs_[0-9a-z]{26}/g) ?? []);
    expect([...new Set(orders)]).toEqual([lost]);
  });
});

describe("recovering", () => {
  it("is refused while a process is connected, which serves on undisturbed", async () => {
    const { url, drop } = await createDatabase();
    const service = await TestService.open({ databaseUrl: url });
    await service.call("GET", "/readyz");
    const { code, output } = await recover(url, "--since", "2026-01-01T00:00:00Z");
    expect(code).toBe(1);
    expect(output).toContain("stop first what uses the database: ");
    expect(output).not.toContain("grant");
    expect(await ask(url, "select * from recovery")).toEqual([]);
    await service.stop();
    await drop();
  });

  it("that broke off before it did anything, and is refused then, has halted nothing", async () => {
    const { url, drop } = await createDatabase();
    const service = await TestService.open({ databaseUrl: url });
    await (await Partner.add(service)).lot();
    await service.stop();
    await ask(
      url,
      `create function fail_plan() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
       create trigger fail before insert on recovery_sequence for each row execute function fail_plan()`,
    );
    const brokenOff = await recover(url, "--since", "2026-01-01T00:00:00Z");
    expect([brokenOff.code, brokenOff.output]).toEqual([1, expect.stringContaining("broken off")]);
    const other = new Client({ connectionString: url, application_name: "by hand" });
    await other.connect();
    expect((await recover(url)).output).toContain("stop first what uses the database: by hand");
    const { rows } = await other.query(
      "select (select count(*) from recovery)::int as begun, halted_at from lot",
    );
    expect(rows).toEqual([{ begun: 0, halted_at: null }]);
    await other.end();
    await drop();
  });

  it("that broke off is not continued while a process serves: open fair draws stay open", async () => {
    const { url, drop } = await createDatabase();
    const service = await TestService.open({ databaseUrl: url });
    const client = await DrawClient.add(await Partner.add(service));
    await client.commit();
    await ask(
      url,
      `insert into recovery (epoch, since, margin, begun_at) values (1, now(), 1000, now() + interval '1 hour');
       insert into recovery_sequence (epoch, sequence, was, raised_to) values (1, 'lot_id_seq', 1, 1)`,
    );
    const draws = "select expires_at from fair_draw";
    const before = await ask(url, draws);
    const { code, output } = await recover(url);
    expect(code).toBe(1);
    expect(output).toContain("stop first what uses the database: ");
    expect(await ask(url, draws)).toEqual(before);
    await service.stop();
    await drop();
  });

  it("is refused while another role is connected, of which the service's role sees little", async () => {
    const { url, drop } = await createDatabase();
    const name = `plain_${crypto.randomUUID().slice(0, 8)}`;
    await ask(url, `create role ${name} login password '${name}'`);
    await ask(url, `create database ${name} owner ${name}`);
    const own = new URL(url);
    own.pathname = name;
    const other = new Client({ connectionString: own.href, application_name: "by hand" });
    await other.connect();
    [own.username, own.password] = [name, name];
    const { code, output } = await recover(own.href, "--since", "2026-01-01T00:00:00Z");
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/stop first what uses the database: by hand.*grant pg_read_all_stats to <role>/),
    ]);
    await other.end();
    await ask(url, `drop database ${name} with (force)`);
    await ask(url, `drop role ${name}`);
    await drop();
  });

  it("knows its own connections where the URL names those of the service", async () => {
    const { url, drop } = await createDatabase();
    const address = new URL(url);
    address.searchParams.set("application_name", "shop-blue");
    // As PostgreSQL shows a time.
    const { code, output } = await recover(address.href, "--since", "2026-01-01 13:30:00.123456+01");
    expect(code, output).toBe(0);
    expect(await ask(url, "select since from recovery where ended_at is not null")).toEqual([
      { since: new Date("2026-01-01T12:30:00.123Z") },
    ]);
    await drop();
  });

  it("keeps every process from serving until it has ended", async () => {
    const { url, drop } = await createDatabase();
    await ask(url, "insert into recovery (epoch, since, margin, begun_at) values (1, now(), 1000, now())");
    for (const ROLE of ["api", "worker"])
      expect(await failedStart(onDatabase(url, { ROLE }))).toContain(
        "recovery 1 of this database was begun and has not ended: let `npm run recover` finish it",
      );
    expect((await recover(url, "--since", "2020-01-01T00:00:00Z")).output).toContain("continue with that");
    const { code, output } = await recover(url);
    expect(code, output).toBe(0);
    expect(await ask(url, "select margin::int from recovery where ended_at is not null")).toEqual([
      { margin: 1_000 },
    ]);
    await drop();
  });

  it.each([
    [[], "--since is missing"],
    [["--since", "yesterday"], "is not a time with its offset"],
    [["--since", "2026-01-01 13:30:00.123456"], "is not a time with its offset"],
    [["--since", "2026-01-01T00:00:00"], "is not a time with its offset"],
    [["--since", "2999-01-01T00:00:00Z"], "--since is in the future"],
    [["--since", "2026-01-01T00:00:00Z", "--margin", "0"], "--margin 0 is not a number"],
    [["--all"], "Unknown option '--all'"],
    [
      ["--since", "2026-01-01T00:00:00Z", "--json", "/nowhere/report"],
      "--json /nowhere/report cannot be written",
    ],
  ])("says how it is called when it is called with %j", async (parameters, message) => {
    const { url, drop } = await createDatabase();
    const { code, output } = await recover(url, ...parameters);
    expect(code).toBe(2);
    expect(output).toContain(message);
    expect(output).toContain("npm run recover -- --since");
    await drop();
  });

  it("continues where it broke off: no step is done twice", async () => {
    const restored = await restoredService("again");
    const service = await TestService.open({ databaseUrl: restored.url });
    const { wiring } = service;
    const recoveries = wiring.get(Recoveries);
    const run = await recoveries.begin({ since: new Date(restored.since), margin: 500 });
    await recoveries.raiseSequences(run.epoch);
    const raised = await sequences(restored.url);

    const payments = wiring.get(SandboxPayments);
    const { listPaid } = payments;
    payments.listPaid = async () => {
      throw new Error("a bug that ends it");
    };
    const recovery = wiring.get(Recovery);
    await expect(recovery.run(run, new Set())).rejects.toThrow();
    expect(await recoveries.underWay()).not.toBeNull();
    payments.listPaid = listPaid;
    expect(await recoveries.begin({ since: new Date(), margin: 9 })).toEqual(run);
    const report = await recovery.run(run, new Set());
    expect(report.unmatched).toMatchObject([{ payments: 1 }]);
    const planned = await ask<{ sequence: string; raised_to: string }>(
      restored.url,
      "select sequence, raised_to from recovery_sequence",
    );
    const after = new Map(
      (await sequences(restored.url)).map(({ name, last: value }) => [name, Number(value)]),
    );
    for (const { name, last } of raised) expect(after.get(name)! - Number(last), name).toBeLessThan(500);
    const last = new Map(raised.map(({ name, last: value }) => [name, value]));
    for (const { sequence, raised_to: raisedTo } of planned) expect(last.get(sequence)).toBe(raisedTo);
    expect(await recoveries.underWay()).toBeNull();
    await service.stop();
    await restored.drop();
  });

  it("does not end while a provider is silent, unless the operator leaves its account out", async () => {
    const restored = await restoredService("silent");
    const faults = { beforeListing: async () => "refuse_connection" as const };
    const service = await TestService.open({ databaseUrl: restored.url, faults });
    const recoveries = service.wiring.get(Recoveries);
    const run = await recoveries.begin({ since: new Date(restored.since), margin: 500 });
    const recovery = service.wiring.get(Recovery);
    const failure = await recovery.run(run, new Set()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderSilent);
    expect(await recoveries.underWay()).toEqual(run);
    const accounts = await ask<{ id: string }>(restored.url, "select id from rail_account");
    const report = await recovery.run(run, new Set(accounts.map(({ id }) => Number(id))));
    expect(report.accounts.map(({ list }) => list)).toEqual(accounts.map(() => "left_out"));
    expect(await recoveries.underWay()).toBeNull();
    await service.stop();
    await restored.drop();
  });
});
