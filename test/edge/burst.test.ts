import { existsSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestService } from "../support/service/service.ts";

const BUYERS = 1_000;
const GIVE_UP_MS = 20_000;
const MOST = "/proc/sys/net/core/somaxconn";
const most = existsSync(MOST) ? Number(readFileSync(MOST, "utf8")) : 0;
const TOO_FEW = most < BUYERS;
if (TOO_FEW) console.log(`a burst is not tried: this system keeps ${most} connections waiting at most`);

let service: TestService;
beforeAll(async () => {
  service = await TestService.open();
});
afterAll(() => service.stop());

/** Opens connections in a thread of its own, counts them in `connected[0]`, and says when all are open. */
const CONNECTING = `
  const { connect } = require("node:net");
  const { workerData: { port, connected, buyers } } = require("node:worker_threads");
  for (let i = 0; i < buyers; i++) {
    const socket = connect(port, "127.0.0.1", () => {
      if (Atomics.add(connected, 0, 1) + 1 < buyers) return;
      Atomics.store(connected, 1, 1);
      Atomics.notify(connected, 1);
    });
    socket.on("error", () => {});
  }`;

it.skipIf(TOO_FEW)(
  "a thousand buyers who come while the process is busy are connected, and none is sent away",
  async () => {
    const connected = new Int32Array(new SharedArrayBuffer(8));
    const { port } = new URL(service.baseUrl);
    const worker = new Worker(CONNECTING, {
      eval: true,
      workerData: { port: Number(port), connected, buyers: BUYERS },
    });
    // Nothing is accepted meanwhile.
    Atomics.wait(connected, 1, 0, GIVE_UP_MS);
    const atOnce = Atomics.load(connected, 0);
    await worker.terminate();
    expect(atOnce).toBe(BUYERS);
  },
);
