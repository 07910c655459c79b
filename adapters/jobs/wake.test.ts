import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Client } from "pg";
import { afterEach, expect, it } from "vitest";
import { createDatabase } from "../../test/support/database/database.ts";
import { Wake, type WakeOptions } from "./wake.ts";
import { opened } from "../../test/support/opened.ts";

const closing: (() => unknown)[] = [];
const lines: string[] = [];
const log = {
  info: (_: object, message: string) => void lines.push(message),
  warn: (_: object, message: string) => void lines.push(message),
};

const database = opened(createDatabase);

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  lines.length = 0;
});

function openWake(options: Partial<WakeOptions> = {}): Wake {
  const wake = new Wake({ directUrl: database.url, log, ...options });
  closing.push(() => wake.stop());
  return wake;
}

async function sql(text: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Loses notices, as a pooler in transaction mode does: forwards every message of the server but type A. */
async function lossyProxy(): Promise<string> {
  const url = new URL(database.url);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let pending = Buffer.alloc(0);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => (client.destroy(), upstream.destroy()));
    }
    client.on("data", (data) => upstream.write(data));
    upstream.on("data", (data: Buffer) => {
      pending = Buffer.concat([pending, data]);
      while (pending.length >= 5 && pending.length >= 1 + pending.readInt32BE(1)) {
        const message = pending.subarray(0, 1 + pending.readInt32BE(1));
        pending = pending.subarray(message.length);
        if (message[0] !== "A".charCodeAt(0)) client.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

it("wakes listeners of the channel in this process and in others", async () => {
  const [one, other] = [openWake(), openWake()];
  await Promise.all([one.start(), other.start()]);
  const here = new Promise<void>((resolve) => one.onWake("events", resolve));
  const there = new Promise<void>((resolve) => other.onWake("events", resolve));
  let wrong = 0;
  other.onWake("orders", () => wrong++);
  one.eventsWritten();
  await Promise.all([here, there]);
  expect(wrong).toBe(0);
  expect(one.listening && other.listening).toBe(true);
});

it("hands on the organisations that a notice of the relay names; null after a connection", async () => {
  const wake = openWake();
  const notices: (readonly number[] | null)[] = [];
  wake.onFeed((organisations) => notices.push(organisations));
  await wake.start();
  await sql("select pg_notify('raffle_wake', 'feed:7,1234567890123'), pg_notify('raffle_wake', 'feed')");
  await expect.poll(() => notices).toEqual([null, [7, 1_234_567_890_123], null]);
});

it("tells many notices that come together as few", async () => {
  const [one, other] = [openWake({ minGapMs: 50 }), openWake()];
  await Promise.all([one.start(), other.start()]);
  let heard = 0;
  const twice = new Promise<void>((resolve) =>
    other.onWake("events", () => void (++heard === 2 && resolve())),
  );
  for (let notice = 0; notice < 1000; notice++) one.notify("events");
  await twice;
  const end = new Promise<void>((resolve) => other.onWake("end", resolve));
  one.notify("end");
  await end;
  expect(heard).toBe(2);
});

it("tells others seldom of work that it does itself, and of any that it does not", async () => {
  const [one, other] = [openWake({ minGapMs: 1, sharedGapMs: 60_000 }), openWake()];
  await Promise.all([one.start(), other.start()]);
  let own = 0;
  let heard = 0;
  let others = 0;
  other.onWake("events", () => heard++);
  other.onWake("mails", () => others++);
  const stopWorking = one.onWake("events", () => own++);
  for (let notice = 1; notice <= 5; notice++) {
    one.notify("events");
    await expect.poll(() => own).toBe(notice);
  }
  for (let notice = 1; notice <= 5; notice++) {
    one.notify("mails");
    await expect.poll(() => others).toBe(notice);
  }
  // Notices arrive in order, so those of events are here.
  expect(heard).toBe(1);
  stopWorking();
  for (let notice = 1; notice <= 5; notice++) {
    one.notify("events");
    await expect.poll(() => heard).toBe(1 + notice);
  }
});

it("listens again after its connection was lost, and wakes everybody then", async () => {
  const wake = openWake();
  await wake.start();
  const woken = new Promise<void>((resolve) => wake.onWake("events", resolve));
  await sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database() and pid <> pg_backend_pid()",
  );
  await woken;
  expect(wake.listening).toBe(true);
});

it("does without when LISTEN is lost on the way, says so once, and still wakes its own process", async () => {
  const wake = openWake({ directUrl: await lossyProxy(), proofMs: 100 });
  await wake.start();
  expect(wake.listening).toBe(false);
  expect(lines).toEqual([
    "LISTEN does not work on DATABASE_DIRECT_URL (does it go through a transaction pooler?): falling back to polling",
  ]);
  const woken = new Promise<void>((resolve) => wake.onWake("events", resolve));
  wake.notify("events");
  await woken;
});

it("starts and stops while the database is away", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const wake = openWake({ directUrl: `postgres://nobody@127.0.0.1:${port}/nothing` });
  await wake.start();
  expect(wake.listening).toBe(false);
  expect(lines).toEqual(["LISTEN connection failed: falling back to polling"]);
  wake.notify("events");
  await wake.stop();
});
