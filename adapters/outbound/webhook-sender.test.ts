import { type AddressInfo, createServer, type Server, Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/receivers/webhook-receiver.ts";
import { isPublicAddress } from "./address-guard.ts";
import { UndiciWebhookSender, type WebhookSenderSettings } from "./webhook-sender.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function openSender(options: WebhookSenderSettings) {
  const sender = new UndiciWebhookSender(options, { open: false });
  closing.push(() => sender.close());
  return (url: string, timeoutMs = 5_000) =>
    sender.send({ url, headers: { "x-test": "1" }, body: '{"a":"é"}', timeoutMs });
}

async function receiver(...answer: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...answer);
  closing.push(() => started.close());
  return started;
}

/** A server below http. */
async function rawServer(onConnection: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => {}).resume();
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("a call", () => {
  it("posts headers and body as they are, over a connection that is used again", async () => {
    const send = openSender({ allowLoopback: true });
    const target = await receiver(() => ({ status: 202, body: "ok" }));
    for (let call = 0; call < 10; call++) {
      expect(await send(target.url)).toMatchObject({
        status: 202,
        response: "ok",
        durationMs: expect.any(Number),
      });
    }
    expect(target.received[0]).toMatchObject({
      path: "/hook",
      rawBody: '{"a":"é"}',
      headers: { "x-test": "1" },
    });
    // The first answer's end may not have been read before the second call begins.
    expect(target.connections).toBeLessThanOrEqual(2);
  });

  it("reports a redirect and does not follow it", async () => {
    const send = openSender({ allowLoopback: true });
    const elsewhere = await receiver();
    const target = await receiver(() => ({ status: 302, headers: { location: elsewhere.url } }));
    expect(await send(target.url)).toMatchObject({ status: 302 });
    expect(elsewhere.received).toHaveLength(0);
  });

  it("ends when no status line comes in time, and leaves the next call alone", async () => {
    const send = openSender({ allowLoopback: true });
    const target = await receiver((_, index) => (index === 0 ? null : { status: 200 }));
    expect(await send(target.url, 100)).toMatchObject({ error: "timeout" });
    expect(await send(target.url)).toMatchObject({ status: 200 });
  });

  it("ends by its deadline while it still connects, and sends nothing when it connects later", async () => {
    const target = await receiver();
    const sockets: { readonly socket: Socket; readonly port: number }[] = [];
    const open = (_: readonly string[], port: number) => {
      const socket = new Socket();
      sockets.push({ socket, port });
      return socket;
    };
    const send = openSender({ allowLoopback: true, open });
    expect(await send(target.url, 50)).toMatchObject({ error: "timeout" });
    const { socket, port } = sockets[0]!;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.connect(port, "127.0.0.1");
    await closed;
    expect(socket.bytesWritten).toBe(0);
    expect(target.received).toHaveLength(0);
  });

  it("takes the status of an answer whose body never ends, and what came of the body", async () => {
    const url = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nthe beginning");
    });
    expect(await openSender({ allowLoopback: true })(url)).toMatchObject({
      status: 200,
      response: "the beginning",
    });
  });

  it("reads 8 kB of an endless body", async () => {
    const url = await rawServer((socket) => {
      const more = () => {
        while (socket.writable && socket.write("x".repeat(65_536)));
      };
      socket.on("drain", more);
      socket.write("HTTP/1.1 500 Oh\r\n\r\n");
      more();
    });
    const answer = await openSender({ allowLoopback: true })(url);
    expect(answer).toMatchObject({ status: 500, response: "x".repeat(8192) });
  });

  it("names what went wrong with the connection", async () => {
    const send = openSender({ allowLoopback: true });
    const receiver = await startReceiver();
    await receiver.close();
    expect(await send(receiver.url)).toMatchObject({ error: "ECONNREFUSED" });
    const reset = await rawServer((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    expect(await send(reset)).toMatchObject({ error: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) });
    const nonsense = await rawServer((socket) => void socket.end("this is not http\r\n\r\n"));
    expect(await send(nonsense)).toMatchObject({ error: "not_http" });
  });
});

describe("outside development", () => {
  it("nothing goes to the loopback or over plain http", async () => {
    const target = await receiver();
    const { port } = new URL(target.url);
    const send = openSender({ allowLoopback: false });
    for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::1]"]) {
      for (const scheme of ["http", "https"]) {
        expect(await send(`${scheme}://${host}:${port}/`), host).toMatchObject({ error: "address_refused" });
      }
    }
    expect(await send("http://93.184.215.14/")).toMatchObject({ error: "address_refused" });
    expect(target.connections).toBe(0);
  });

  it.each([
    ["the loopback", ["127.0.0.1"]],
    ["the loopback among public addresses", ["93.184.215.14", "127.0.0.1"]],
    ["a mapped loopback", ["::ffff:127.0.0.1"]],
    ["a private network", ["10.0.0.1"]],
    ["cloud metadata", ["169.254.169.254"]],
    ["no address at all", ["nonsense"]],
  ])("a name that leads to %s is refused when it is called", async (_, addresses) => {
    const target = await receiver();
    const send = openSender({ allowLoopback: false, resolve: () => Promise.resolve(addresses) });
    const { port } = new URL(target.url);
    expect(await send(`https://hooks.example:${port}/`)).toMatchObject({ error: "address_refused" });
    expect(target.connections).toBe(0);
  });

  it("a name is resolved once a connection, and the judged answer is the one that is used", async () => {
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(lookups.length === 1 ? ["203.0.113.1"] : ["127.0.0.1"]);
    };
    const send = openSender({ allowLoopback: false, resolve });
    expect(await send("https://rebinding.example/")).toMatchObject({ error: "address_refused" });
    expect(lookups).toEqual(["rebinding.example"]);
  });

  it("a name that does not exist, or that no server answers for, is an error with a name", async () => {
    const nothing = openSender({ allowLoopback: false, resolve: () => Promise.resolve([]) });
    expect(await nothing("https://nowhere.example/")).toMatchObject({ error: "name_not_found" });
    const silent = Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT" });
    const broken = openSender({ allowLoopback: false, resolve: () => Promise.reject(silent) });
    expect(await broken("https://broken.example/")).toMatchObject({ error: "ETIMEOUT" });
  });
});

describe("in development", () => {
  it("localhost is called without a name server, and other names still lead to no loopback", async () => {
    const target = await receiver();
    const { port } = new URL(target.url);
    const send = openSender({ allowLoopback: true, resolve: () => Promise.resolve(["127.0.0.1"]) });
    expect(await send(`http://localhost:${port}/`)).toMatchObject({ status: 200 });
    expect(await send(`https://hooks.example:${port}/`)).toMatchObject({ error: "address_refused" });
    expect(await send(`http://hooks.example:${port}/`)).toMatchObject({ error: "address_refused" });
  });
});

describe("an address", () => {
  it.each(["8.8.8.8", "93.184.215.14", "2606:4700::1111", "2a00:1450:4001::1"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "0.0.0.0",
    "10.1.1.1",
    "100.64.0.1",
    "127.8.8.8",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "1.2.3",
    "name",
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

it("calls no endpoint inside a unit of work", async () => {
  const unitOfWork = { open: true };
  const sender = new UndiciWebhookSender({ allowLoopback: true }, unitOfWork);
  closing.push(() => sender.close());
  const target = await receiver(() => ({ status: 200, body: "" }));
  const send = () => sender.send({ url: target.url, headers: {}, body: "{}", timeoutMs: 5_000 });
  await expect(send()).rejects.toThrow("no endpoint is called inside a unit of work");
  await expect(sender.refusalNow(target.url)).rejects.toThrow("no name server is called");
  expect(target.received).toEqual([]);
  unitOfWork.open = false;
  expect(await send()).toMatchObject({ status: 200 });
  expect(await sender.refusalNow(target.url)).toBeNull();
});
