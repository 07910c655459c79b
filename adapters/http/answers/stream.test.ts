import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Streams } from "./stream.ts";
import { StreamedReply } from "./streamed-reply.ts";

const streams = new Streams();
let url: string;
let port: number;
let close: () => void;
/** The number of replies that were started and have not ended. */
let making = 0;
let goOn: () => void;

beforeAll(async () => {
  const app = express().set("trust proxy", 1);
  app.get("/slow", async (_request, response) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    response.end();
  });
  app.get("/export", async (request, response) => {
    async function* parts() {
      making += 1;
      try {
        for (let number = 0; ; number += 1) {
          yield `${number}\n`;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        making -= 1;
      }
    }
    const stream = new StreamedReply("text/csv", "all.csv", parts);
    await streams.send(request, response, stream, {}).catch(() => response.status(429).end());
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}/export`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
afterAll(() => close());

const streamTo = (client: string, signal: AbortSignal) =>
  fetch(url, { headers: { "X-Forwarded-For": client, "Accept-Encoding": "identity" }, signal });

it("a client is sent two texts at a time, an API four", async () => {
  const abort = new AbortController();
  const statuses: number[] = [];
  for (const client of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.3"])
    statuses.push((await streamTo(client, abort.signal)).status);
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  abort.abort();
  await expect.poll(() => making).toBe(0);
  const again = new AbortController();
  // A place is free when the connection has closed, which is after its text ended.
  await expect.poll(async () => (await streamTo("192.0.2.1", again.signal)).status).toBe(200);
  again.abort();
  await expect.poll(() => making).toBe(0);
});

it("one that waits behind another answer is made no further when its connection ends", async () => {
  const client = connect(port, "127.0.0.1");
  await once(client, "connect");
  const head = "Host: raffle.example\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n";
  client.write(`GET /slow HTTP/1.1\r\n${head}GET /export HTTP/1.1\r\n${head}`);
  await expect.poll(() => making).toBe(1);
  client.destroy();
  await expect.poll(() => making).toBe(0);
  goOn();
});
