import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { chmod, cp, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { discardEmbeddedPostgres } from "../../adapters/embedded-postgres/embedded-postgres.ts";
import { ask, brokenRules } from "../support/builders/books.ts";
import { createDatabase } from "../support/database/database.ts";
import { holdLot } from "../support/builders/held-lot.ts";
import { amount } from "../support/depth.ts";
import { Partner } from "../support/builders/partner.ts";
import { RawConnection } from "../support/service/raw-connection.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { ADMIN_TOKEN, TestService } from "../support/service/service.ts";
import { startReceiver } from "../support/receivers/webhook-receiver.ts";
import { opened, prepared } from "../support/opened.ts";
import { eventually } from "../support/eventually.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Files outside git, and git's. */
const IGNORED = new Set(["node_modules", ".git", ".data", "coverage", "dist"]);
const CONNECTIONS = amount("kept connections while a service drains", { usual: 10, deep: 100 });

afterAll(killProcesses);

describe("a service that is told to end", () => {
  let service: ServiceProcess;

  const database = opened(createDatabase);
  const setUp = opened(() => TestService.open({ databaseUrl: database.url }));
  const partner = prepared(() => Partner.add(setUp, { slug: "shop" }));

  afterEach(killProcesses);

  const start = async () => {
    service = await ServiceProcess.start(database.url);
  };
  const buy = async (competitionId: number) => {
    const body = { competitionId, buyer: { email: "buyer@example.com" } };
    return service.call("POST", "/api/v1/checkout/sessions", { key: partner.key, body });
  };

  it("answers what is under way, is not ready, and takes nothing new", async () => {
    await start();
    const lot = await partner.lot();
    const held = await holdLot(database.url, lot.id);
    const underWay = buy(lot.id);
    await held.waitedFor();
    const probe = await half(service, "GET /readyz HTTP/1.1\r\nHost: raffle\r\n");

    service.kill("SIGTERM");
    await service.logged("draining");
    probe.write("\r\n");
    const answer = await text(probe);
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*"error":"unavailable"/s);
    expect(answer).toMatch(/^Retry-After: \d+\r$/m);
    await expect(RawConnection.open(service.origin)).rejects.toMatchObject({ code: "ECONNREFUSED" });

    await held.release();
    expect((await underWay).status).toBe(201);
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(await brokenRules(database.url)).toEqual([]);
  });

  it("goes on answering while load balancers look away, where it is told for how long", async () => {
    const delayed = await ServiceProcess.start(database.url, { environment: { DRAIN_DELAY_SEC: "4" } });
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    delayed.kill("SIGTERM");
    await delayed.logged("draining");
    expect((await delayed.call("GET", "/readyz")).status).toBe(503);
    const path = `/api/v1/checkout/sessions/${id}`;
    expect((await delayed.call("GET", path, { key: partner.key })).status).toBe(200);
    expect(await delayed.exited).toEqual({ code: 0, signal: null });
  });

  it("says on each answer from the signal on that its connection ends", async () => {
    const delayed = await ServiceProcess.start(database.url, { environment: { DRAIN_DELAY_SEC: "4" } });
    const paths = [
      "/readyz",
      "/healthz",
      "/widget.js",
      "/nowhere",
      "/api/v1/competitions",
      "/admin/api/v1/me",
    ];
    const kept = await Promise.all(
      paths.map(async (path) => {
        const connection = await RawConnection.open(delayed.origin);
        connection.send("GET /healthz HTTP/1.1\r\nHost: raffle\r\n\r\n");
        expect(await connection.got('"status":"ok"')).toMatch(/^Connection: keep-alive\r$/m);
        return { path, connection };
      }),
    );
    const { id: lotId } = await partner.lot();
    const held = await holdLot(database.url, lotId);
    const underWay = await RawConnection.open(delayed.origin);
    const body = JSON.stringify({ competitionId: lotId, buyer: { email: "under-way@example.com" } });
    const head = `Authorization: Bearer ${partner.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    underWay.send(`POST /api/v1/checkout/sessions HTTP/1.1\r\nHost: raffle\r\n${head}\r\n\r\n${body}`);
    await held.waitedFor();
    delayed.kill("SIGTERM");
    await delayed.logged("draining");
    await held.release();
    const ends = kept.map(async ({ path, connection }) => {
      connection.send(`GET ${path} HTTP/1.1\r\nHost: raffle\r\n\r\n`);
      return [path, lastConnectionHeader(await connection.all())];
    });
    expect(await Promise.all(ends)).toEqual(paths.map((path) => [path, "close"]));
    const answer = await underWay.all();
    expect([answer.slice(0, 12), lastConnectionHeader(answer)]).toEqual(["HTTP/1.1 201", "close"]);
    expect(await delayed.exited).toEqual({ code: 0, signal: null });
  });

  it.each(["0", "2"])(
    `breaks no request on ${CONNECTIONS} kept connections, with a delay of %s`,
    async (delay) => {
      const drained = await ServiceProcess.start(database.url, { environment: { DRAIN_DELAY_SEC: delay } });
      const clients = Array.from({ length: CONNECTIONS }, () => postUntilClosed(drained.origin));
      await Promise.all(clients.map(({ answered }) => answered));
      drained.kill("SIGTERM");
      expect(new Set(await Promise.all(clients.map(({ end }) => end)))).toEqual(new Set(["close"]));
      expect(await drained.exited).toEqual({ code: 0, signal: null });
    },
  );

  it("is not hurried by being told again", async () => {
    await start();
    const lot = await partner.lot();
    const held = await holdLot(database.url, lot.id);
    const underWay = buy(lot.id);
    await held.waitedFor();
    for (const signal of ["SIGTERM", "SIGTERM", "SIGINT"] as const) {
      service.kill(signal);
      await service.logged("draining");
    }
    await held.release();
    expect((await underWay).status).toBe(201);
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const words = service.logs.map(({ msg }) => msg);
    expect(words.filter((word) => word === "draining" || word === "stopped")).toEqual([
      "draining",
      "stopped",
    ]);
  });

  it("finishes a notification that it has acknowledged", async () => {
    await start();
    const lot = await partner.lot();
    const { id } = (await buy(lot.id)).json.data;
    const held = await holdLot(database.url, lot.id);
    const paid = await service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
    expect(paid.json.notified).toBe(true);
    await held.waitedFor();
    service.kill("SIGTERM");
    await service.logged("draining");
    await held.release();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect((await partner.session(id)).ticketsIssued).toBe(true);
    expect(await brokenRules(database.url)).toEqual([]);
  });

  it("waits for webhook calls under way, and records them", async () => {
    await start();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const receiver = await startReceiver(() => gate.then(() => ({ status: 204 })));
    const path = "/admin/api/v1/organisations/shop/webhook-endpoints";
    const body = { url: receiver.url, events: ["entry.confirmed"] };
    await service.call("POST", path, { key: ADMIN_TOKEN, body });
    const { id } = (await buy((await partner.lot()).id)).json.data;
    await service.call("POST", `/sandbox/payments/${id}`, { body: { outcome: "paid" } });
    await receiver.arrived(1);

    service.kill("SIGTERM");
    await service.logged("draining");
    open();
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(receiver.received.length).toBe(1);
    const attempts = await ask(
      database.url,
      "select d.state, a.number, a.status from delivery d join delivery_attempt a on a.delivery_id = d.id",
    );
    expect(attempts).toEqual([{ state: "delivered", number: 1, status: 204 }]);
    await receiver.close();
  });
});

describe("npm start", () => {
  /** A copy of the checkout, as an operator would start it. */
  let folder: string;
  const start = () =>
    new ServiceProcess({
      command: ["npm", "--prefix", folder, "start"],
      environment: { npm_config_update_notifier: "false" },
      detached: true,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "npm-start-"));
    await chmod(folder, 0o755); // root's PostgreSQL runs as another user
    const ours = (await readdir(ROOT)).filter((name) => !IGNORED.has(name) && !name.endsWith(".log"));
    for (const name of ours) await cp(join(ROOT, name), join(folder, name), { recursive: true });
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  });

  afterAll(async () => {
    await killProcesses();
    await discardEmbeddedPostgres(join(folder, ".data"));
    await rm(folder, { recursive: true });
  });

  it.each([
    ["SIGTERM to npm alone", "SIGTERM", "it"],
    ["Ctrl-C, which tells the whole group", "SIGINT", "group"],
  ] as const)(
    "is ended by %s, with PostgreSQL and all, and leaves nothing beside its data",
    async (_how, signal, whom) => {
      const files = await filesOf(folder);
      const service = await start().ready();
      const { port } = await service.logged("embedded PostgreSQL is accepting connections");
      for (const path of ["/demo", "/widget.js"]) expect((await service.call("GET", path)).status).toBe(200);
      service.kill(signal, whom);
      await service.exited;
      expect(service.logs.at(-1).msg).toBe("stopped");
      await eventually(() => !groupLives(service.pid));
      await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toMatchObject({
        code: "ECONNREFUSED",
      });
      expect(files.size).toBeGreaterThan(1_000);
      expect(await filesOf(folder)).toEqual(files);
    },
  );

  it("that is ended while it starts leaves no PostgreSQL behind", async () => {
    const service = start();
    // Its server is being started when the folder says that it is.
    const pidFile = join(folder, ".data", "postgres", "postmaster.pid");
    await eventually(() => existsSync(pidFile));
    service.kill("SIGTERM", "group");
    await service.exited;
    expect(service.logs.at(-1).msg).toBe("stopped");
    expect(existsSync(pidFile)).toBe(false);
    await eventually(() => !groupLives(service.pid));
  });
});

function lastConnectionHeader(answers: string): string | undefined {
  return [...answers.matchAll(/^Connection: (.*)\r$/gm)].at(-1)?.[1];
}

/**
 * Posts on one kept connection, with pauses, until an answer says that the connection ends, as behind a balancer that
 * then takes another process. `end` is how it ended: `close`, or the code of the error.
 */
function postUntilClosed(origin: string): {
  readonly answered: Promise<void>;
  readonly end: Promise<string>;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const headers = { "Content-Type": "application/json" };
  const post = () =>
    new Promise<string | undefined>((end, fail) => {
      request(`${origin}/sandbox/payments/none`, { method: "POST", agent, headers }, (response) => {
        response.resume().on("end", () => end(response.headers.connection));
      })
        .on("error", fail)
        .end("{}");
    });
  const posts = async (): Promise<string> => {
    for (;;) {
      const connection = await post();
      resolve();
      if (connection === "close") return connection;
      await pause(40 + Math.random() * 160);
    }
  };
  const end = posts().catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  return { answered, end: end.finally(() => agent.destroy()) };
}

/** A connection on which a request has begun. */
async function half(service: ServiceProcess, beginning: string): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(beginning);
  // What comes after it on another connection has been read after it.
  await service.call("GET", "/healthz");
  return socket;
}

/** Each file of a checkout, but for its data and the packages: when it was written, and how long it is. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name !== ".data" && name !== "node_modules");
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (!(await stat(path)).isDirectory()) return [path];
      return (await readdir(path, { recursive: true })).map((below) => join(path, below));
    }),
  );
  const written = found.flat().map(async (path): Promise<[string, string]> => {
    const { mtimeMs, size } = await stat(path);
    return [path, `${size} bytes of ${mtimeMs}`];
  });
  return new Map(await Promise.all(written));
}

function groupLives(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}
