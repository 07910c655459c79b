import { afterAll, afterEach, expect, it } from "vitest";
import { createDatabase } from "../support/database/database.ts";
import { Partner } from "../support/builders/partner.ts";
import { parsedAnswer, RawConnection } from "../support/service/raw-connection.ts";
import { killProcesses, ServiceProcess } from "../support/service/service-process.ts";
import { TestService } from "../support/service/service.ts";
import { opened, prepared } from "../support/opened.ts";

const connections: RawConnection[] = [];

const database = opened(createDatabase);
const service = opened(() => TestService.open({ databaseUrl: database.url }));
const partner = prepared(() => Partner.add(service, { slug: "shop" }));

afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy();
});
afterAll(async () => {
  await killProcesses();
});

async function connection(origin = service.baseUrl, from?: string): Promise<RawConnection> {
  const opened = await RawConnection.open(origin, from);
  connections.push(opened);
  return opened;
}

const head = (path: string, more: string, method = "POST") =>
  `${method} ${path} HTTP/1.1\r\nHost: raffle\r\n${more}\r\n`;
const NOTIFICATIONS = "/rails/redirect/sandbox/shop/notifications";

it("a notification that is too large is answered 413, and its connection closed", async () => {
  const sender = await connection();
  sender.send(head(NOTIFICATIONS, "Content-Length: 2500000\r\n")).send(Buffer.alloc(2_500_000, "x"));
  const { status, headers, json } = parsedAnswer(await sender.all());
  expect(status).toBe(413);
  expect(headers.connection).toBe("close");
  expect(json.error).toBe("payload_too_large");
});

it("a partner's body that is too large is answered 413 though it comes whole, and its connection closed", async () => {
  const sender = await connection();
  const headers = `Authorization: Bearer ${partner.key}\r\nContent-Type: application/json\r\n`;
  sender.send(head("/api/v1/prizes", `${headers}Content-Length: 3000000\r\n`));
  sender.send(Buffer.alloc(3_000_000, "x")).send(head("/healthz", "", "GET"));
  const answers = await sender.all();
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  expect(parsedAnswer(answers).headers.connection).toBe("close");
});

const RETURN = `/rails/redirect/cs_${"a".repeat(26)}/return`;
const ENDLESS = [
  ["POST", "/nowhere", "", 404],
  ["POST", "/api/v1/nowhere", "", 404],
  ["POST", "/api/v1/prizes", "", 401],
  ["PUT", "/api/v1/prizes", "", 405],
  ["POST", "/admin/api/v1/organisations", "", 401],
  ["POST", "/rails/redirect/sandbox/nobody/notifications", "", 404],
  ["POST", "/rails/redirect/nobody/shop/notifications", "", 404],
  ["POST", NOTIFICATIONS, "", 413],
  ["POST", RETURN, "", 404],
  ["POST", RETURN, "Content-Type: application/x-www-form-urlencoded\r\n", 413],
  ["POST", `/orders/cs_${"a".repeat(26)}/confirm`, "", 403],
  ["POST", "/healthz", "", 404],
  ["GET", "/healthz", "", 200],
  ["POST", "/sandbox/chain/mine", "Content-Type: application/json\r\n", 413],
] as const;

it("an endless body is answered at any address, and its connection closed", async () => {
  const answers = ENDLESS.map(async ([method, path, more]) => {
    const sender = await connection();
    sender.send(head(path, `Transfer-Encoding: chunked\r\n${more}`, method));
    sender.flood(`10000\r\n${"x".repeat(0x10000)}\r\n`);
    const answer = await sender.all();
    expect(answer).toMatch(/^Connection: close\r$/m);
    return [method, path, more, parsedAnswer(answer).status];
  });
  expect(await Promise.all(answers)).toEqual(ENDLESS);
});

it("an endless body with a valid key is answered 413 at its limit, and its connection closed", async () => {
  const sender = await connection();
  const headers = `Authorization: Bearer ${partner.key}\r\nContent-Type: application/json\r\n`;
  sender.send(head("/api/v1/prizes", `${headers}Transfer-Encoding: chunked\r\n`));
  sender.flood(`10000\r\n${"x".repeat(0x10000)}\r\n`);
  const { status, headers: answerHeaders } = parsedAnswer(await sender.all());
  expect(status).toBe(413);
  expect(answerHeaders.connection).toBe("close");
});

it("a client that stops before the end of its announced body is disconnected", async () => {
  const sender = await connection();
  sender.send(head("/api/v1/prizes", "Content-Length: 90000\r\n")).send("x");
  expect((await sender.got("missing_api_key")).startsWith("HTTP/1.1 401 ")).toBe(true);
  await sender.closed;
});

it("a request behind an unread body is not answered", async () => {
  const sender = await connection();
  sender.send(head("/api/v1/prizes", "Content-Length: 900000\r\n"));
  await sender.got("missing_api_key");
  sender.send(Buffer.alloc(900_000, "x")).send(head("/healthz", "", "GET"));
  expect((await sender.all()).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

it("a refused request whose body came whole leaves the connection open", async () => {
  const sender = await connection();
  sender.send(`${head("/api/v1/prizes", "Content-Length: 2\r\n")}{}`);
  expect(await sender.got("missing_api_key")).not.toMatch(/^Connection: close/m);
  sender.send(head("/healthz", "", "GET"));
  await sender.got('"status":"ok"');
});

it("an unread body does not delay the end of the process", async () => {
  const child = await ServiceProcess.start(database.url);
  const sender = await connection(child.origin);
  sender.send(head(NOTIFICATIONS, "Content-Length: 2500000\r\n")).send(Buffer.alloc(2_000_000, "x"));
  await sender.got("payload_too_large");
  child.kill("SIGTERM");
  expect(await child.exited).toEqual({ code: 0, signal: null });
  const at = (message: string) => Date.parse(child.logs.find(({ msg }) => msg === message).time);
  // Before connections are cut, which takes 25 seconds.
  expect(at("stopped") - at("draining")).toBeLessThan(20_000);
});

it("forged notifications are limited per minute, by client and account, and genuine ones still accepted", async () => {
  const forge = async (from: string, path = NOTIFICATIONS) => {
    const sender = await connection(service.baseUrl, from);
    sender.send(`${head(path, "Connection: close\r\nContent-Length: 2\r\n")}{}`);
    return parsedAnswer(await sender.all()).status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 80; i++) statuses.push(await forge("127.0.0.2"));
  expect(statuses.slice(0, 60).every((status) => status === 400 || status === 401)).toBe(true);
  expect(statuses).toContain(429);
  expect(await forge("127.0.0.3")).not.toBe(429);
  // The account is the same, however its address is spelled. One a second is heard again.
  const refused: number[] = [];
  for (let i = 0; i < 5; i++) {
    if ((await forge("127.0.0.2")) !== 429) continue;
    refused.push(await forge("127.0.0.2", NOTIFICATIONS.replace("sandbox", "s%61ndbox")));
  }
  expect(refused).toContain(429);

  // The simulated provider notifies from 127.0.0.1.
  const pay = async () => {
    const { id } = (await partner.checkout((await partner.lot()).id)).json.data;
    await partner.provider(id, { outcome: "paid" });
    return (await partner.session(id)).ticketsIssued;
  };
  expect(await pay()).toBe(true);
  for (let i = 0; i < 80; i++) expect(await forge("127.0.0.1")).not.toBe(429);
  expect(await pay()).toBe(true);
});
