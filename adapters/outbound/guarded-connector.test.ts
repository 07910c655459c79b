import { type AddressInfo, createServer, Socket } from "node:net";
import { Agent, request } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { pretending } from "../../test/support/receivers/pretended-sockets.ts";
import { AddressGuard, type Resolve } from "./address-guard.ts";
import { guardedConnector, type OpenSocket } from "./guarded-connector.ts";

const PUBLIC = "93.184.215.14";
const SCHEMES = ["http", "https"];
/** Far less than a test may take, far more than a connection of the loopback does. */
const SHORT_MS = 250;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Listens below http and TLS, and hangs up at the first byte. */
async function byteCounter() {
  let bytes = 0;
  const ended = Promise.withResolvers<number>();
  const server = createServer((socket) => {
    socket
      .on("data", (chunk) => {
        bytes += chunk.length;
        socket.destroy();
      })
      .on("error", () => {})
      .on("close", () => ended.resolve(bytes));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, received: ended.promise };
}

async function listener(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {}).resume()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function call(
  url: string,
  {
    resolve = async () => [PUBLIC],
    open,
    timeoutMs,
  }: { resolve?: Resolve; open: OpenSocket; timeoutMs?: number },
): Promise<unknown> {
  const guard = new AddressGuard({ allowLoopback: false, resolve });
  const agent = new Agent({ connect: guardedConnector(guard, open, timeoutMs), headersTimeout: 0 });
  closing.push(() => agent.destroy());
  return request(url, { method: "POST", body: "{}", dispatcher: agent }).then(
    () => null,
    (error: unknown) => error,
  );
}

describe.each(SCHEMES)("over %s", (scheme) => {
  it.each([
    ["the loopback", null],
    ["another public address", "93.184.215.15"],
    ["a private network", "10.0.0.1"],
    ["the judged address's neighbour in IPv6", "::ffff:93.184.215.15"],
  ])("a connection that reached %s instead gets no byte and is closed", async (_, reached) => {
    const target = await byteCounter();
    const { open, opened } = pretending(target.port, reached);
    expect(await call(`${scheme}://hooks.example/`, { open })).toMatchObject({ code: "address_refused" });
    expect(await target.received).toBe(0);
    expect(opened).toHaveLength(1);
  });

  it.each([PUBLIC, `::ffff:${PUBLIC}`])(
    "one that reached the judged address as %s gets its bytes",
    async (reached) => {
      const target = await byteCounter();
      const { open } = pretending(target.port, reached);
      expect(await call(`${scheme}://hooks.example/`, { open })).toMatchObject({
        code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/),
      });
      expect(await target.received).toBeGreaterThan(0);
    },
  );

  it("a name server that never answers ends with timeout, and no socket is opened", async () => {
    const { open, opened } = pretending(await listener(), PUBLIC);
    const resolve = () => new Promise<never>(() => {});
    expect(await call(`${scheme}://hooks.example/`, { resolve, open, timeoutMs: SHORT_MS })).toMatchObject({
      code: "timeout",
    });
    expect(opened).toEqual([]);
  });

  it("an answer that comes too late opens no socket any more", async () => {
    const { open, opened } = pretending(await listener(), PUBLIC);
    const answer = Promise.withResolvers<string[]>();
    const failed = call(`${scheme}://hooks.example/`, {
      resolve: () => answer.promise,
      open,
      timeoutMs: SHORT_MS,
    });
    expect(await failed).toMatchObject({ code: "timeout" });
    answer.resolve([PUBLIC]);
    await new Promise((next) => setImmediate(next));
    expect(opened).toEqual([]);
  });

  it("a host that never takes the connection ends with timeout, and the socket is closed", async () => {
    // Like a host that does not answer the SYN.
    const socket = new Socket();
    const open = () => socket;
    expect(await call(`${scheme}://hooks.example/`, { open, timeoutMs: SHORT_MS })).toMatchObject({
      code: "timeout",
    });
    expect(socket.destroyed).toBe(true);
  });
});

it("a host that takes the connection and never speaks TLS ends with timeout, and the socket is closed", async () => {
  const pretended = pretending(await listener(), PUBLIC);
  const sockets: Socket[] = [];
  const open: OpenSocket = (...to) => {
    const socket = pretended.open(...to);
    sockets.push(socket);
    return socket;
  };
  expect(await call("https://hooks.example/", { open, timeoutMs: SHORT_MS })).toMatchObject({
    code: "timeout",
  });
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});
