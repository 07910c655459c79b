import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Partner } from "../../support/builders/partner.ts";
import { creditDraws } from "../../support/builders/draw-balance.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { type Ended, profileFolder, raffle } from "../support/command-line.ts";

const service = opened(() => TestService.open());
const partner = prepared(() => Partner.add(service));
const able = prepared(() => partner.addKey(["draws:create"]));
const folder = profileFolder();

const run = async (words: readonly string[], key = able.key): Promise<Ended> => {
  const env = { RAFFLE_BASE_URL: service.baseUrl, RAFFLE_API_KEY: key, RAFFLE_CONFIG_DIR: folder.path };
  const ended = await raffle(words, { env });
  const privateKey = await readFile(join(folder.path, "draw-key.pem"), "utf8").catch(() => undefined);
  const output = ended.stdout + ended.stderr;
  for (const secret of [key, ...(privateKey?.split("\n").filter((line) => /^[^-]/.test(line)) ?? [])])
    expect(output).not.toContain(secret);
  return ended;
};

async function file(name: string, content: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, content);
  return path;
}

const usage = async () => (await partner.get("/draws/usage")).json;
const openDraws = async () =>
  (await service.sql<{ n: number }>("select count(*)::int as n from fair_draw"))[0]!.n;

it("draws winners from a list with a new key, and keeps a proof that verifies", async () => {
  const list = await file("list.json", '["alice", {"name": "b\\u0007ob"}, "carol", "dave", "eve"]');
  const without = await run(["draws", "run", list, "--winners", "2"]);
  expect([without.exit, without.stderr]).toEqual([2, expect.stringContaining("raffle draws keygen")]);

  const generated = await run(["draws", "keygen"]);
  expect([generated.exit, generated.stdout]).toEqual([0, expect.stringMatching(/^[\w-]{59}\n$/)]);
  expect((await stat(join(folder.path, "draw-key.pem"))).mode & 0o777).toBe(0o600);
  await creditDraws(service, partner.organisation.id, 20);
  const unregistered = await run(["draws", "run", list, "--winners", "2"]);
  expect([unregistered.exit, unregistered.stderr]).toEqual([3, expect.stringContaining("register")]);
  const registered = await run(["draws", "keygen", "--register"]);
  expect([registered.exit, registered.stdout]).toEqual([0, generated.stdout]);

  const proof = join(folder.path, "proof.json");
  const drawn = await run(["draws", "run", list, "--winners", "2", "--json", "--save", proof]);
  expect([drawn.exit, drawn.stderr]).toEqual([0, expect.stringMatching(/^draw \S+ is committed to server/)]);
  const { result, candidates } = JSON.parse(await readFile(proof, "utf8"));
  expect(drawn.stdout.split("\n", 2).map((line) => JSON.parse(line))).toEqual(
    result.winnerIndices.map((index: number) => ({ index, candidate: candidates[index] })),
  );
  const [, serverSeedHash] = /serverSeedHash (\w+)/.exec(drawn.stderr)!;
  const commitment = await file("commit.json", JSON.stringify({ serverSeedHash, algorithm: "fair-draw-v1" }));
  const verified = await run(["verify", proof, "--commitment", commitment]);
  expect([verified.exit, verified.stdout]).toEqual([0, expect.stringMatching(/^verified: drawn were /m)]);
  expect(await usage()).toMatchObject({ draws: 1, balanceCents: 10 });

  const again = await run(["draws", "run", list, "--winners", "2", "--save", proof]);
  expect([again.exit, again.stderr]).toEqual([2, expect.stringContaining("EEXIST")]);
  expect(await usage()).toMatchObject({ draws: 1 });
  const all = await run(["draws", "run", list, "--winners", "5"]);
  expect([all.exit, all.stdout.split("\n").toSorted().slice(1)]).toEqual([
    0,
    ["0  alice", '1  {"name":"b\\u0007ob"}', "2  carol", "3  dave", "4  eve"],
  ]);

  const before = await openDraws();
  const unpaid = join(folder.path, "unpaid.json");
  const spent = await run(["draws", "run", list, "--winners", "1", "--save", unpaid]);
  expect([spent.exit, spent.stderr]).toEqual([1, expect.stringContaining("the prepaid balance is used up")]);
  expect([existsSync(unpaid), await openDraws()]).toEqual([false, before]);

  // A run that ended before it printed winners: its draw is revealed again, with an empty balance.
  const seed = /--draw (\S+) --client-seed (\S+)/.exec(drawn.stderr)!;
  const resumed = ["--draw", seed[1]!, "--client-seed", seed[2]!, "--winners"];
  const found = await run(["draws", "run", list, ...resumed, "2", "--json"]);
  expect([found.exit, found.stdout]).toEqual([0, drawn.stdout]);
  const changed = await run(["draws", "run", list, ...resumed, "1"]);
  expect([changed.exit, changed.stdout, changed.stderr.includes("Its result does not change.")]).toEqual([
    1,
    "",
    true,
  ]);
  const half = await run(["draws", "run", list, ...resumed.slice(0, 2), "--winners", "2"]);
  expect([half.exit, half.stderr]).toEqual([2, expect.stringContaining("--client-seed go together")]);
  expect([await openDraws(), (await usage()).draws]).toEqual([before, 2]);
});

it("says what is wrong with a file or a key, before anything is committed", async () => {
  await run(["draws", "keygen"]);
  const list = await file("few.json", '["a", "b"]');
  const cases = [
    [[join(folder.path, "none.json"), "--winners", "1"], "cannot be read"],
    [[await file("text.json", "alice"), "--winners", "1"], "text.json: no JSON at 0"],
    [[await file("object.json", '{"a": 1}'), "--winners", "1"], "is not a JSON list"],
    [[await file("empty.json", "[]"), "--winners", "1"], "has no candidates"],
    [[await file("many.json", JSON.stringify(Array(10_001).fill(0))), "--winners", "1"], "at most 10000"],
    [[await file("twice.json", '[{"a": 1, "a": 2}]'), "--winners", "1"], "a name twice"],
    [[list, "--winners", "3"], "3 winners cannot be drawn from 2 candidates"],
    [[list, "--winners", "0"], "a number from 1 on"],
    [[list], "--winners is missing"],
  ] as const;
  const before = await openDraws();
  for (const [words, reason] of cases) {
    const { exit, stdout, stderr } = await run(["draws", "run", ...words]);
    expect([exit, stdout, stderr]).toEqual([2, "", expect.stringContaining(reason)]);
  }
  const { key } = await partner.addKey(["events:read"]);
  const unable = await run(["draws", "run", list, "--winners", "1"], key);
  expect([unable.exit, unable.stderr]).toEqual([3, expect.stringContaining("insufficient_scope")]);
  expect(await openDraws()).toBe(before);
});
