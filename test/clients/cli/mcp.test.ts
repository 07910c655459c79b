import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../clients/cli/src/commands/commands.ts";
import { SCOPES } from "../../../src/organisations/api-key.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { PLAIN } from "../../support/service/compile-cache.ts";
import { type Json, TestService } from "../../support/service/service.ts";
import { profileFolder, PROGRAM, raffle } from "../support/command-line.ts";

const service = opened(() => TestService.open());
const trial = prepared(() => Partner.add(service, { slug: "trial", mode: "test" }));
const live = prepared(() => Partner.add(service, { slug: "live" }));
const trialKey = prepared(() => trial.addKey(SCOPES));
const liveKey = prepared(() => live.addKey(SCOPES));
const folder = profileFolder();
const environment = (key: string) => ({
  RAFFLE_BASE_URL: service.baseUrl,
  RAFFLE_API_KEY: key,
  RAFFLE_CONFIG_DIR: folder.path,
});

type Answer = Json;

/** A client of the protocol that reads every line as an answer. */
class Agent {
  readonly #child: ChildProcess;
  readonly #answers: Answer[] = [];
  readonly #lines: string[] = [];
  #count = 0;

  constructor(key: string, ...options: readonly string[]) {
    const env = { ...PLAIN, ...environment(key) };
    this.#child = spawn(process.execPath, [PROGRAM, "mcp", ...options], { env });
    createInterface({ input: this.#child.stdout! }).on("line", (line) => {
      this.#lines.push(line);
      this.#answers.push(JSON.parse(line));
    });
  }

  send(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  async request(method: string, params?: object): Promise<Answer> {
    const id = (this.#count += 1);
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return this.answer(id);
  }

  answer(id: unknown): Promise<Answer> {
    return expect
      .poll(() => this.#answers.find((answer) => answer.id === id), { timeout: 60_000, interval: 20 })
      .toBeDefined()
      .then(() => this.#answers.find((answer) => answer.id === id)!);
  }

  call(name: string, input: object = {}): Promise<Answer> {
    return this.request("tools/call", { name, arguments: input });
  }

  /** The elements that a tool prints. */
  async elements(name: string, input: object = {}): Promise<Json[]> {
    const { result, error } = await this.call(name, input);
    expect([error, result?.isError, result?.content]).toEqual([undefined, undefined, expect.anything()]);
    const [first] = result.content;
    return first === undefined ? [] : first.text.split("\n").map((line: string) => JSON.parse(line));
  }

  async tools(): Promise<Json[]> {
    return (await this.request("tools/list")).result.tools;
  }

  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** Everything on standard output. */
  get output(): string {
    return this.#lines.join("\n");
  }

  async end(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exit = once(this.#child, "exit");
    this.#child.stdin!.end();
    return (await exit)[0];
  }
}

const agents: Agent[] = [];
function agent(key: string, ...options: readonly string[]): Agent {
  agents.push(new Agent(key, ...options));
  return agents.at(-1)!;
}
afterAll(() => Promise.all(agents.map((one) => one.end())));

/**
 * A hash of the rows of every table, by its name, but for those that count calls and probes, and for the time at which
 * a session was read.
 */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const tables = await service.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and table_name not in ('rate_budget', 'write_check') order by 1`,
  );
  const hashes = tables.map(async ({ name }) => {
    const text = `select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as rows
      from ${name} t, lateral (select to_jsonb(t) - 'asked_at') r (row)`;
    return [name, (await service.sql<{ rows: string }>(text))[0]!.rows] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

describe("raffle mcp", () => {
  it("introduces itself, and has a tool for each command that reads", async () => {
    const reader = agent(trialKey.key);
    const { result } = await reader.request("initialize", {
      protocolVersion: "2025-03-26",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    expect(result).toMatchObject({
      protocolVersion: "2025-03-26",
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "raffle", version: "1.0.0" },
    });
    expect((await reader.request("initialize", { protocolVersion: "1999-01-01" })).result).toMatchObject({
      protocolVersion: "2025-06-18",
    });
    reader.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    expect(await reader.request("ping")).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
    const tools = await reader.tools();
    const reading = COMMANDS.filter(({ tool }) => tool === "reads").map(({ name }) => name.replace(" ", "_"));
    expect(tools.map(({ name }) => name)).toEqual(reading);
    for (const name of [
      "whoami",
      "status",
      "events_list",
      "competitions_get",
      "webhooks_deliveries",
      "verify",
    ])
      expect(reading).toContain(name);
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
    expect(tools.find(({ name }) => name === "events_get").inputSchema).toEqual({
      type: "object",
      properties: { id: { type: ["string", "integer"] } },
      required: ["id"],
      additionalProperties: false,
    });
    expect(await reader.end()).toBe(0);
    expect(reader.answers).toHaveLength(4);
  });

  it("reads what the commands read, and the documents", async () => {
    const { id } = await trial.lot({ title: `A \u001b[2J watch\n${trialKey.key}` });
    const reader = agent(trialKey.key);
    expect((await reader.elements("whoami"))[0].organisation.slug).toBe("trial");
    expect(await reader.elements("competitions_get", { id })).toEqual([expect.objectContaining({ id })]);
    expect(await reader.elements("competitions_list", { limit: 1 })).toHaveLength(1);
    expect(await reader.elements("prizes_list")).not.toEqual([]);
    const [best] = await reader.elements("docs_search", { words: "webhook signature" });
    expect(best).toMatchObject({ page: expect.any(String), excerpt: expect.stringMatching(/signature/i) });
    expect((await reader.elements("docs", { page: "errors" }))[0].text).toMatch(/^# /);
    const { resources } = (await reader.request("resources/list")).result;
    const { uri } = resources.find(({ name }: Answer) => name === "quickstart.md");
    expect(uri).toBe(`${service.baseUrl}/docs/quickstart.md`);
    const [page] = (await reader.request("resources/read", { uri })).result.contents;
    expect(page).toMatchObject({ uri, mimeType: "text/markdown", text: expect.stringMatching(/^# /) });
    const refused = (await reader.call("competitions_get", { id: 999_999 })).result;
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("not_found") }],
    });
    expect(reader.output).not.toMatch(/[^\P{Cc}\n]/u);
    expect(reader.output).not.toContain(trialKey.key);
  });

  it("answers faults with the errors of JSON-RPC, and then further calls", async () => {
    const reader = agent(trialKey.key);
    const lines: readonly (readonly [line: string, code: number])[] = [
      ["{", -32_700],
      ["sk_", -32_700],
      ["[]", -32_600],
      ['"text"', -32_600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
      ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
      [`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(4_000_001)}"}`, -32_600],
    ];
    for (const [line] of lines) reader.send(line);
    reader.send("");
    const cases: readonly (readonly [method: string, params: object | undefined, code: number])[] = [
      ["tools/delete", {}, -32_601],
      ["constructor", {}, -32_601],
      ["resources/read", {}, -32_602],
      ["resources/read", { uri: "file:///etc/passwd" }, -32_002],
      ["resources/read", { uri: `${service.baseUrl}/docs/../api/v1/whoami` }, -32_002],
      ["resources/read", { uri: `${service.baseUrl}/docs/none.md` }, -32_002],
      ["tools/call", {}, -32_602],
      ["tools/call", { name: "prizes_create", arguments: { json: {} } }, -32_602],
      ["tools/call", { name: "toString" }, -32_602],
      ["tools/call", { name: "events_get" }, -32_602],
      ["tools/call", { name: "events_get", arguments: [] }, -32_602],
      ["tools/call", { name: "events_get", arguments: { id: {} } }, -32_602],
      ["tools/call", { name: "competitions_get", arguments: { id: "x" } }, -32_602],
      ["tools/call", { name: "events_list", arguments: { since: "yesterday" } }, -32_602],
      ["tools/call", { name: "whoami", arguments: { "base-url": "http://127.0.0.1:9" } }, -32_602],
      ["tools/call", { name: "verify", arguments: { source: "x", save: "y" } }, -32_602],
      ["tools/call", { name: "docs", arguments: { page: "../api" } }, -32_602],
    ];
    for (const [method, params, code] of cases) {
      const { error } = await reader.request(method, params);
      expect(error, JSON.stringify([method, params])).toMatchObject({ code, message: expect.any(String) });
    }
    const withoutId = reader.answers.filter(({ id }) => id === null).map(({ error }) => error.code);
    expect(withoutId).toEqual(lines.map(([, code]) => code));
    expect((await reader.request("ping")).result).toEqual({});
  });

  it("bounds the size of a result", async () => {
    const title = "x".repeat(180);
    for (let number = 0; number < 120; number += 1) await live.lot({ title });
    const reader = agent(liveKey.key);
    const { content } = (await reader.call("competitions_list", { limit: 10_000 })).result;
    expect(content[0].text.length).toBeLessThan(60_100);
    expect(content[0].text).toMatch(/\(cut off after 60000 characters\)$/);
  });

  it("changes nothing without --write, by any call", async () => {
    const { id } = await live.lot();
    const session = (await live.checkout(id)).json.data;
    const endpoint = (
      await live.post(
        "/webhook-endpoints",
        { url: "https://example.com/" },
        { Authorization: `Bearer ${liveKey.key}` },
      )
    ).json.data;
    const reader = agent(liveKey.key);
    const before = await contents();
    const values = [id, session.id, endpoint.id, "draw.completed", "40d", "quickstart", "bash"];
    for (const command of COMMANDS)
      for (const value of values) {
        const input = (command.arguments ?? []).map((word) => [
          word.replaceAll(/[[\]]/g, "").toLowerCase(),
          word === "JSON" ? { name: "Bicycle", category: "bike", retailValueUSDCents: 100_000 } : value,
        ]);
        await reader.call(command.name.replace(" ", "_"), Object.fromEntries(input));
      }
    expect(await contents()).toEqual(before);
    expect(await readdir(folder.path)).toEqual([]);
    expect(reader.answers).toHaveLength(COMMANDS.length * values.length);
    expect(reader.output).not.toContain(liveKey.key);
    expect(await reader.end()).toBe(0);
  });
});

describe("raffle mcp --write", () => {
  it("is refused with a live key, before a word", async () => {
    const { exit, stdout, stderr } = await raffle(["mcp", "--write"], { env: environment(liveKey.key) });
    expect([exit, stdout, stderr]).toEqual([3, "", expect.stringContaining("a key of a test organisation")]);
  });

  it("makes a prize, a competition and a session with a test key, and sends webhooks", async () => {
    const writer = agent(trialKey.key, "--write");
    const tools = await writer.tools();
    expect(
      tools
        .filter(({ annotations }) => !annotations.readOnlyHint)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      "clock_advance",
      "competitions_create",
      "prizes_create",
      "sessions_create",
      "trigger",
      "webhooks_create",
      "webhooks_ping",
      "webhooks_replay",
    ]);
    const json = { name: "Bicycle", category: "bike", retailValueUSDCents: 100_000 };
    const [prize] = await writer.elements("prizes_create", { json });
    expect(await writer.elements("prizes_get", { id: prize.id })).toEqual([prize]);
    const refused = (await writer.call("competitions_create", { json: { prizeId: prize.id } })).result;
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("title") }] });
    const year = 365 * 86_400_000;
    const [competition] = await writer.elements("competitions_create", {
      json: {
        prizeId: prize.id,
        title: "Made by an agent",
        ticketPriceUSDCents: 500,
        maxTickets: 10,
        startDate: service.clock.now().toISOString(),
        endDate: new Date(service.clock.now().getTime() + year).toISOString(),
      },
    });
    expect(await writer.elements("competitions_get", { id: competition.id })).toEqual([competition]);
    const { id: competitionId } = await trial.lot();
    const [session] = await writer.elements("sessions_create", {
      json: { competitionId, buyer: { email: "buyer@example.com" } },
    });
    expect((await writer.elements("sessions_get", { id: session.id }))[0].status).toBe("pending");
    const [endpoint] = await writer.elements("webhooks_create", { url: "https://example.com/hook" });
    expect(await writer.elements("webhooks_ping", { endpoint: endpoint.id })).toHaveLength(1);
    expect(writer.output).not.toContain(trialKey.key);
  });
});
