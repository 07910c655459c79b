import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpServer } from "../../adapters/http/server/server.ts";
import { Partner } from "../support/builders/partner.ts";
import { parsedAnswer, RawConnection } from "../support/service/raw-connection.ts";
import { sharedService } from "../support/service/service.ts";
import { prepared } from "../support/opened.ts";

const REQUEST_ID = /^[0-9a-f-]{36}$/;

const connections: RawConnection[] = [];

const service = prepared(sharedService);
const partner = prepared(() => Partner.add(service));

afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy();
});

async function connection(origin = service.baseUrl): Promise<RawConnection> {
  const opened = await RawConnection.open(origin);
  connections.push(opened);
  return opened;
}

describe("what cannot be read as a request is answered in JSON with a request id, and the connection closed", () => {
  it.each([
    ["no HTTP at all", "nonsense\r\n\r\n", 400, "malformed_request"],
    ["a header that is none", "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400, "malformed_request"],
    ["another version of HTTP", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400, "malformed_request"],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      400,
      "malformed_request",
    ],
    [
      "headers of 100 kB",
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["a path of 100 kB", `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "headers_too_large"],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "malformed_request"],
  ])("%s", async (_, bytes, status, error) => {
    const answer = parsedAnswer(await (await connection()).send(bytes).all());
    expect(answer.status).toBe(status);
    const docUrl = `${service.baseUrl}/docs/errors#${error}`;
    expect(answer.json).toEqual({ error, message: expect.any(String), docUrl });
    expect(answer.headers["x-request-id"]).toMatch(REQUEST_ID);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers.connection).toBe("close");
    expect(service.logLines.some((line) => line.includes(answer.headers["x-request-id"]!))).toBe(true);
  });

  it.each([
    ["chunks that are none", "no chunk\r\n", 400, "malformed_request"],
    ["extensions of chunks without end", `1;${"x".repeat(20_000)}`, 413, "payload_too_large"],
  ])("a body with %s", async (_, body, status, error) => {
    const sender = await connection();
    const key = `Authorization: Bearer ${partner.key}\r\nContent-Type: application/json\r\n`;
    sender.send(`POST /api/v1/prizes HTTP/1.1\r\nHost: a\r\n${key}Transfer-Encoding: chunked\r\n\r\n`);
    sender.send(body);
    expect(parsedAnswer(await sender.all())).toMatchObject({ status, json: { error } });
  });

  it("what follows a request that is still being answered, behind that answer", async () => {
    const sender = await connection();
    const get = `GET /api/v1/competitions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${partner.key}\r\n\r\n`;
    sender.send(`${get}nonsense\r\n\r\n`);
    const statuses = [...(await sender.all()).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    expect(statuses).toEqual(["200", "400"]);
  });
});

it("an expectation that cannot be met is 417 in JSON", async () => {
  const sender = await connection();
  sender.send("GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n");
  const { status, headers, json } = parsedAnswer(await sender.all());
  expect([status, json.error]).toEqual([417, "expectation_failed"]);
  expect(headers["x-request-id"]).toMatch(REQUEST_ID);
});

it("a client that expects 100 Continue gets it", async () => {
  const sender = await connection();
  sender.send("POST /api/v1/prizes HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  await sender.got("HTTP/1.1 100 Continue");
  sender.send("{}");
  await sender.got("missing_api_key");
});

describe("what is refused before its route is found ends the connection, also one that would be kept", () => {
  it.each([
    ["no Host", "", 400, "malformed_request"],
    ["two Host headers", "Host: a\r\nHost: a\r\n", 400, "malformed_request"],
    ["two Host headers in other cases", "HOST: a\r\nhost: b\r\n", 400, "malformed_request"],
    ["another expectation", "Host: a\r\nExpect: miracles\r\n", 417, "expectation_failed"],
    [
      "two Authorization headers",
      "Host: a\r\nAuthorization: a\r\nauthorization: a\r\n",
      400,
      "invalid_request",
    ],
    ["two Content-Type headers", "Host: a\r\nContent-Type: a\r\nContent-type: b\r\n", 400, "invalid_request"],
    [
      "two Idempotency-Keys",
      "Host: a\r\nIdempotency-Key: a\r\nIDEMPOTENCY-KEY: a\r\n",
      400,
      "invalid_request",
    ],
    ["two Origin headers", "Host: a\r\nOrigin: https://a\r\nOrigin: https://a\r\n", 400, "invalid_request"],
    ["two equal lengths", "Host: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n", 400, "malformed_request"],
    [
      "an empty length, and one",
      "Host: a\r\nContent-Length: \r\nContent-Length: 0\r\n",
      400,
      "malformed_request",
    ],
  ])("%s", async (_, lines, refused, error) => {
    for (const path of ["/api/v1/competitions", "/healthz", "/admin/", "/nothing"]) {
      const sender = await connection();
      sender.send(`GET ${path} HTTP/1.1\r\n${lines}Connection: keep-alive\r\n\r\n`);
      const { status, headers, json } = parsedAnswer(await sender.all());
      expect([path, status, json.error]).toEqual([path, refused, error]);
      expect(headers["x-request-id"]).toMatch(REQUEST_ID);
      expect(headers.connection).toBe("close");
    }
  });

  it("and its unread body does not keep it", async () => {
    const sender = await connection();
    sender.send("POST /api/v1/prizes HTTP/1.1\r\nContent-Length: 50000\r\n\r\n{");
    expect(parsedAnswer(await sender.all()).json.error).toBe("malformed_request");
  });

  it("HTTP/1.0 needs no Host", async () => {
    const sender = await connection();
    expect(await sender.send("GET /healthz HTTP/1.0\r\n\r\n").all()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

it("a request that does not arrive in time is 408 in JSON", async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const server = createHttpServer(() => {}, log, {
    baseUrl: () => "https://raffle.example",
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 20,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const bytes of ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12"]) {
    const sender = await connection(origin);
    expect(parsedAnswer(await sender.send(bytes).all())).toMatchObject({
      status: 408,
      json: {
        error: "request_timeout",
        docUrl: "https://raffle.example/docs/errors#request_timeout",
      },
    });
  }
  server.close();
});
