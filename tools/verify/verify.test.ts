import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import type { DrawEntry, LotDrawDocument } from "../../src/lot-draws/lot-draw-document.ts";
import { drawFile, drawOf, drawVector } from "../../test/support/draws/lot-draw-vectors.ts";
import { PLAIN } from "../../test/support/service/compile-cache.ts";

const SCRIPT = join(inject("bundles"), "verify.js");
const VECTOR = drawVector("100 ranges");
const { document, entries } = drawOf(VECTOR);
const KEY = "sk_0123456789";
const RPC = "/node";

/** A service with one draw and a node with its block, both with faults to set. */
class DrawServer {
  document: LotDrawDocument = document;
  entries: readonly DrawEntry[] = entries;
  /** Answers a page's address once, instead of the page. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  linkTo = (after: number) =>
    `/api/v1/competitions/${VECTOR.competitionId}/draw/entries?limit=40&after=${after}`;
  node: Record<string, unknown> = {
    eth_chainId: "0x7a69",
    eth_getBlockByNumber: { number: "0x4b5", hash: VECTOR.blockHash, transactions: [] },
  };
  readonly requests: string[] = [];
  readonly keys = new Set<string | undefined>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get drawUrl(): string {
    return `${this.origin}/api/v1/competitions/${VECTOR.competitionId}/draw`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.origin);
    const reply = (body: unknown) => response.end(JSON.stringify(body));
    if (url.pathname === RPC) {
      const { id, method, params } = JSON.parse(await textOf(request)) as Record<string, unknown>;
      this.requests.push(`${String(method)} ${JSON.stringify(params)}`);
      return void reply({ jsonrpc: "2.0", id, result: this.node[String(method)] });
    }
    this.requests.push(url.pathname + url.search);
    this.keys.add(request.headers.authorization);
    if (!url.pathname.endsWith("/entries")) return void reply({ data: this.document });
    const { fault } = this;
    this.fault = null;
    if (fault) return fault(request, response);
    const after = Number(url.searchParams.get("after") ?? 0);
    const rest = this.entries.filter(({ first }) => first > after);
    const page = rest.slice(0, 40);
    if (rest.length > 40) response.setHeader("link", `<${this.linkTo(page.at(-1)!.first)}>; rel="next"`);
    reply({ data: page });
  }
}

let server: DrawServer;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "verify-"));
  server = new DrawServer();
  await server.open();
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function verify(parameters: readonly string[], environment: Record<string, string> = { API_KEY: KEY }) {
  const child = spawn(process.execPath, [SCRIPT, ...parameters], {
    cwd: folder,
    env: { ...PLAIN, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, "exit"),
  ]);
  return { status: status as number, output, errors };
}

describe("npm run verify with an address", () => {
  it("reads every page with the key, checks them, and keeps a draw file that verifies alone", async () => {
    const savedFile = join(folder, "kept.ndjson");
    const { status, output } = await verify([server.drawUrl, "--save", savedFile]);
    expect(output).toContain(`verified: ticket ${VECTOR.ticketNumber} won`);
    expect(output).not.toContain("FAILED");
    expect(status).toBe(0);
    expect(server.requests).toHaveLength(4);
    expect(server.requests[1]).toMatch(/\/draw\/entries\?limit=10000$/);
    expect([...server.keys]).toEqual([`Bearer ${KEY}`]);
    expect(await readFile(savedFile, "utf8")).toBe(drawFile({ document, entries }));
    expect(await verify([savedFile], {})).toMatchObject({ status: 0 });
  });

  it("fails and names the check when one entry is another", async () => {
    server.entries = entries.with(70, { ...entries[70]!, orderHash: "0".repeat(64) });
    const { status, output } = await verify([server.drawUrl]);
    expect(output).toMatch(
      /FAILED {2}commitment\.ticketsRoot +the document says \w{64}, the entries gave \w{64} \(from/,
    );
    expect(output).toContain("FAILED: commitment.ticketsRoot\n");
    expect(status).toBe(1);
  });

  it("fails when the draw is that of another competition", async () => {
    const url = server.drawUrl.replace(/\d+\/draw/, "999999999/draw");
    const { status, output } = await verify([url]);
    expect(output).toContain("and the address asks for 999999999");
    expect(output).toContain("FAILED: competitionId\n");
    expect(status).toBe(1);
  });

  it("keeps what is committed, and says that the winner is not decided", async () => {
    server.document = { ...document, status: "committed", winner: null };
    const savedFile = join(folder, "kept.ndjson");
    const { status, output } = await verify([
      server.drawUrl,
      "--save",
      savedFile,
      "--rpc",
      server.origin + RPC,
    ]);
    expect(output).toContain("the winner is not decided yet: the hash of block 1205 decides");
    expect(output).toContain("the node is not queried");
    expect(status).toBe(0);
    expect((await readFile(savedFile, "utf8")).split("\n")).toHaveLength(102);
  });

  it("asks for no entries and keeps nothing where nothing is committed", async () => {
    server.document = { ...document, status: "waiting", commitment: null, winner: null };
    const savedFile = join(folder, "kept.ndjson");
    const { status, output } = await verify([server.drawUrl, "--save", savedFile]);
    expect(output).toContain("nothing to verify");
    expect(status).toBe(1);
    expect(server.requests).toHaveLength(1);
    expect(existsSync(savedFile)).toBe(false);
  });

  it("shows the commitments that were voided", async () => {
    const voided = { ...document.commitment!, blockNumber: 1100, voidedAt: "2026-11-20T11:59:00.000Z" };
    server.document = { ...document, voidedCommitments: [voided] };
    const { status, output } = await verify([server.drawUrl]);
    expect(output).toContain("to block 1100 was voided at 2026-11-20T11:59:00.000Z");
    expect(status).toBe(0);
  });

  it("waits and asks again when the key's budget is spent", async () => {
    server.fault = (_, response) => void response.writeHead(429, { "retry-after": "1" }).end("{}");
    expect(await verify([server.drawUrl])).toMatchObject({ status: 0 });
    expect(server.requests).toHaveLength(5);
  });

  it.each([
    [
      "refuses",
      (response: ServerResponse) => response.writeHead(403).end('{"error":"insufficient_scope"}'),
      "insufficient_scope",
    ],
    [
      "answers something else",
      (response: ServerResponse) => response.end("<html>"),
      "does not answer a draw",
    ],
    ["breaks off", (response: ServerResponse) => response.destroy(), "fetch failed"],
    [
      "sends elsewhere",
      (response: ServerResponse) => response.writeHead(302, { location: "/x" }).end(),
      "fetch failed",
    ],
  ])("fails and keeps no half file when the service %s", async (_, fault, sentence) => {
    server.fault = (_, response) => void fault(response);
    const savedFile = join(folder, "kept.ndjson");
    const { status, output, errors } = await verify([server.drawUrl, "--save", savedFile]);
    expect(errors).toContain(sentence);
    expect(output).not.toContain("verified");
    expect(status).toBe(1);
    expect(existsSync(savedFile)).toBe(false);
  });

  it("sends the key to no other server, and does not read pages that never end", async () => {
    server.linkTo = () => "http://127.0.0.2:9/entries";
    expect((await verify([server.drawUrl])).errors).toContain("no other server is called");
    server.linkTo = () => `/api/v1/competitions/${VECTOR.competitionId}/draw/entries`;
    const { status, errors } = await verify([server.drawUrl]);
    expect(errors).toContain("does not advance");
    expect(status).toBe(1);
  });
});

describe("npm run verify with a node", () => {
  it("compares chain and hash of the block", async () => {
    const { status, output } = await verify([server.drawUrl, "--rpc", server.origin + RPC]);
    expect(output).toMatch(/passed {2}winner\.blockHash/);
    expect(output).toMatch(/passed {2}chainId/);
    expect(status).toBe(0);
    expect(server.requests).toContain('eth_getBlockByNumber ["0x4b5",false]');
  });

  it.each([
    [
      "another hash",
      { eth_getBlockByNumber: { number: "0x4b5", hash: `0x${"1".repeat(64)}` } },
      "FAILED: winner.blockHash",
    ],
    ["no such block", { eth_getBlockByNumber: null }, "the node has no block of this number"],
    ["another chain", { eth_chainId: "0x1" }, "FAILED: chainId"],
    ["another block", { eth_getBlockByNumber: { number: "0x1", hash: VECTOR.blockHash } }, "answers block 1"],
    ["no answer", { eth_chainId: undefined }, "does not answer eth_chainId"],
  ])("fails when the node has %s", async (_, change, sentence) => {
    Object.assign(server.node, change);
    const { status, output, errors } = await verify([server.drawUrl, "--rpc", server.origin + RPC]);
    expect(output + errors).toContain(sentence);
    expect(status).toBe(1);
  });
});

describe("npm run verify, called wrongly", () => {
  it.each([
    ["without a draw", []],
    ["with two", ["a", "b"]],
    ["with an unknown option", ["a", "--fast"]],
    ["with an address that is not a draw's", ["https://api.example/api/v1/competitions/4"]],
    ["with a node that is no address", ["a", "--rpc", "node.example"]],
    ["with --save for a file", ["a", "--save", "b"]],
  ])("%s exits with 2 and says how to call it", async (_, parameters) => {
    const { status, errors } = await verify(parameters);
    expect(errors).toContain("npm run verify -- <draw file>");
    expect(status).toBe(2);
  });

  it("prints its usage for --help, without an error", async () => {
    expect(await verify(["--help"])).toMatchObject({
      status: 0,
      output: expect.stringContaining("npm run verify -- <draw file>"),
    });
  });

  it("without a key for an address exits with 2", async () => {
    expect(await verify([server.drawUrl], {})).toMatchObject({
      status: 2,
      errors: expect.stringContaining("API_KEY"),
    });
  });

  it("never overwrites a file that was kept", async () => {
    const savedFile = join(folder, "kept.ndjson");
    await writeFile(savedFile, "evidence");
    expect(await verify([server.drawUrl, "--save", savedFile])).toMatchObject({ status: 2 });
    expect(await readFile(savedFile, "utf8")).toBe("evidence");
  });

  it("with a file that is not there exits with 1 and names it", async () => {
    expect(await verify(["nowhere.ndjson"])).toMatchObject({
      status: 1,
      errors: expect.stringContaining("nowhere.ndjson"),
    });
  });

  it("means files from where npm was called", async () => {
    await writeFile(join(folder, "draw.ndjson"), drawFile({ document, entries }));
    const elsewhere = { INIT_CWD: folder };
    expect(await verify(["draw.ndjson"], elsewhere)).toMatchObject({ status: 0 });
    expect(await verify(["draw.ndjson"], { INIT_CWD: await mkdtemp(join(folder, "empty-")) })).toMatchObject({
      status: 1,
    });
  });
});
