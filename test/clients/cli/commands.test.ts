import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../src/organisations/api-key.ts";
import { Partner } from "../../support/builders/partner.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { type Ended, profileFolder, raffle } from "../support/command-line.ts";

const service = opened(() => TestService.open({ background: true }));
const partner = prepared(() => Partner.add(service, { slug: "shop" }));
const able = prepared(() => partner.addKey(SCOPES));
const folder = profileFolder();

/** Runs a command with a key, which no output may show. */
async function run(words: string, { key = able.key, env = {}, input = "" } = {}): Promise<Ended> {
  const ended = await raffle(words.split(" "), {
    env: { RAFFLE_BASE_URL: service.baseUrl, RAFFLE_API_KEY: key, RAFFLE_CONFIG_DIR: folder.path, ...env },
    input,
  });
  expect(ended.stdout + ended.stderr).not.toContain(key);
  return ended;
}

/** The objects that a command prints with `--json`, one a line. */
async function objects(words: string) {
  const { exit, stdout, stderr } = await run(`${words} --json`);
  expect([exit, stderr]).toEqual([0, expect.any(String)]);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

async function cancelled(): Promise<number> {
  const { id } = await partner.lot();
  await partner.post(`/competitions/${id}/cancel`);
  return id;
}

describe("exit codes:", () => {
  it("2 for a misspelt option or command, with the nearest name", async () => {
    const cases = [
      ["--secrett x", "did you mean --since?"],
      ["events list --limti 2", "did you mean --limit?"],
      ["whoami --limit 2", "whoami takes no --limit"],
      ["competitons list", "did you mean competitions?"],
      ["events lst", "choose one of: events list, events get"],
      ["competitions get", "ID is missing"],
      ["competitions get x", "a number"],
      ["events list --since yesterday", "a duration"],
      ["clock advance", "give a duration"],
      ["listen --forward-to elsewhere", "not an http address"],
      ["docs ../config", "not the name of a page"],
      ["whoami extra", "takes 0 arguments"],
      ["whoami --base-url nonsense", "not an http address"],
    ] as const;
    for (const [words, reason] of cases) {
      const { exit, stdout, stderr } = await run(words);
      expect([exit, stdout], words).toEqual([2, ""]);
      expect(stderr).toContain(reason);
    }
  });

  it("2 for a key with a line break, for none, and for one as an argument, which are not shown", async () => {
    const broken = await run("whoami", { key: `${able.key.slice(0, 20)}\n${able.key.slice(20)}` });
    expect([broken.exit, broken.stdout]).toEqual([2, ""]);
    expect(broken.stderr).not.toContain(able.key.slice(0, 20));
    expect((await run("whoami", { env: { RAFFLE_API_KEY: "" } })).exit).toBe(2);
    expect((await run(`login ${able.key}`)).exit).toBe(2);
    expect((await run(`whoami --${able.key}`)).exit).toBe(2);
  });

  it("3 where the key may not, 4 for what is not there, 5 without an answer, 1 for any other refusal", async () => {
    const { key } = await partner.addKey(["competitions:read"]);
    const unable = await run("events list", { key });
    expect([unable.exit, unable.stdout]).toEqual([3, ""]);
    expect(unable.stderr).toContain(`See ${service.baseUrl}/docs/errors#insufficient_scope`);
    expect((await run("whoami", { key: `${key.slice(0, -4)}zzzz` })).exit).toBe(3);
    expect((await run("competitions get 999999")).exit).toBe(4);
    expect((await run("events get evt_1")).exit).toBe(4);
    expect((await run("docs no-such-page")).exit).toBe(4);
    expect((await run("status --base-url http://127.0.0.1:9")).exit).toBe(5);
    expect((await run("competitions list --state none")).exit).toBe(1);
  });

  it("0 for help and the version", async () => {
    expect((await run("--help")).stdout).toContain("raffle listen");
    expect((await run("events list --help")).stdout).toContain("--since");
    expect((await run("--version")).stdout).toBe("1.0.0\n");
  });
});

it("a login stores the key for its user alone, and sends it to no other address", async () => {
  const env = {
    RAFFLE_API_KEY: "",
    RAFFLE_BASE_URL: "",
    RAFFLE_CONFIG_DIR: "",
    XDG_CONFIG_HOME: folder.path,
  };
  const refused = await run(`login --base-url ${service.baseUrl}`, { env, input: "sk_wrong\n" });
  expect(refused.exit).toBe(3);
  const done = await run(`login --base-url ${service.baseUrl}`, { env, input: `${able.key}\n` });
  expect([done.exit, done.stdout]).toEqual([0, expect.stringMatching(/^shop {2}live {2}/)]);
  const file = join(folder.path, "raffle", "profile.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toContain(able.key);
  expect(JSON.parse((await run("whoami --json", { env })).stdout).organisation.slug).toBe("shop");
  expect((await run("whoami --base-url http://127.0.0.1:9", { env })).exit).toBe(2);
});

it("lists and shows competitions, prizes and sessions, one JSON a line", async () => {
  const { id } = await partner.lot({ title: "A\u001b[2J \u009bwatch" });
  await partner.lot();
  const session = (await partner.checkout(id)).json.data;
  const competitions = await objects("competitions list");
  expect(competitions.map((competition) => competition.id)).toContain(id);
  expect(await objects("competitions list --limit 1")).toHaveLength(1);
  expect(await objects(`competitions get ${id}`)).toEqual([
    expect.objectContaining({ id, title: "A\u001b[2J \u009bwatch" }),
  ]);
  expect(await objects("prizes list")).toEqual([expect.objectContaining({ id: partner.prizeId })]);
  expect(await objects(`prizes get ${partner.prizeId}`)).toHaveLength(1);
  const sessions = await objects(`sessions list --competition ${id} --status pending`);
  expect(sessions.map((one) => one.id)).toEqual([session.id]);
  expect((await objects(`sessions get ${session.id}`))[0].status).toBe("pending");
  for (const words of ["competitions list", `competitions get ${id}`, "competitions list --json"])
    expect((await run(words)).stdout).not.toMatch(/[^\P{Cc}\n]/u);
});

it("lists events in their order and shows one", async () => {
  const ids = [await cancelled(), await cancelled()];
  const listed = () => objects("events list --type lot.cancelled");
  await expect.poll(async () => (await listed()).map(({ data }) => data.lotId)).toEqual(ids);
  const [first] = await listed();
  expect(await objects(`events get ${first.id}`)).toEqual([first]);
  expect(await objects("events list --since 1h --type ping")).toEqual([]);
});

it("creates, pings and lists webhook endpoints, and sends a delivery again", async () => {
  const [{ id }] = await objects("webhooks create http://127.0.0.1:9/hook");
  expect((await objects("webhooks list")).map((endpoint) => endpoint.id)).toEqual([id]);
  const [{ eventId }] = await objects(`webhooks ping ${id}`);
  const deliveries = () => objects(`webhooks deliveries ${id}`);
  await expect.poll(async () => (await deliveries()).map((delivery) => delivery.eventId)).toContain(eventId);
  const [delivery] = await deliveries();
  expect((await objects(`webhooks replay ${delivery.id}`))[0].id).toBe(delivery.id);
});

it("shows and moves the clock, the service's state and its documents", async () => {
  const [{ aheadSec }] = await objects("clock show");
  expect(await objects("clock advance 2m")).toEqual([expect.objectContaining({ aheadSec: aheadSec + 120 })]);
  const [{ now }] = await objects("clock show");
  const to = new Date(Date.parse(now) + 60_000).toISOString();
  expect((await objects(`clock advance --to ${to}`))[0].aheadSec).toBeGreaterThan(aheadSec + 150);
  expect((await objects("status"))[0]).toMatchObject({ ready: true });
  expect((await run("docs errors")).stdout).toMatch(/^# /);
  expect((await run("docs")).stdout).toContain("/docs/quickstart");
});
