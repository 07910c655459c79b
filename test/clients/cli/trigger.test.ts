import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SCOPES } from "../../../src/organisations/api-key.ts";
import { Slowness } from "../../support/costs/slowness.ts";
import { Partner } from "../../support/builders/partner.ts";
import { candidatesOf, fairDrawVectors } from "../../support/draws/fair-draw-vectors.ts";
import { opened, prepared } from "../../support/opened.ts";
import { TestService } from "../../support/service/service.ts";
import { profileFolder, raffle } from "../support/command-line.ts";

/** On the reference machine. */
const LONGEST_TRIGGER_MS = 15_000;

const service = opened(() => TestService.open({ background: true }));
const trial = prepared(() => Partner.add(service, { slug: "trial", mode: "test" }));
const live = prepared(() => Partner.add(service, { slug: "live" }));
const folder = profileFolder();

const run = (words: readonly string[], key = "") =>
  raffle(words, {
    env: { RAFFLE_BASE_URL: service.baseUrl, RAFFLE_API_KEY: key, RAFFLE_CONFIG_DIR: folder.path },
  });

it("a test key lets a draw happen, and its draw verifies", async () => {
  const { key } = await trial.addKey(SCOPES);
  const slowness = new Slowness();
  slowness.sample();
  const began = performance.now();
  const { exit, stdout, stderr } = await run(["trigger", "draw.completed", "--json"], key);
  const durationMs = performance.now() - began;
  slowness.sample();
  expect(durationMs).toBeLessThan(LONGEST_TRIGGER_MS * Math.max(1, slowness.factor));
  expect([exit, stderr]).toEqual([0, expect.stringMatching(/^competition \d+ has a sold ticket\n$/)]);
  const { type, data } = JSON.parse(stdout);
  expect([type, data.winnerTicketId]).toEqual(["draw.completed", 1]);
  const url = `${service.baseUrl}/embed/trial/competition/${data.lotId}/draw.json`;
  const verified = await run(["verify", url]);
  expect([verified.exit, verified.stdout]).toEqual([0, expect.stringMatching(/^verified: ticket 1 won; /m)]);
  const partners = `${service.baseUrl}/api/v1/competitions/${data.lotId}/draw`;
  expect((await run(["verify", partners], key)).stdout).toBe(verified.stdout);
  expect((await run(["verify", partners.replace("127.0.0.1", "localhost")], key)).exit).toBe(2);
  expect((await run(["verify", url.replace("/draw.json", "/none.json")])).exit).toBe(4);
});

it("with a live key nothing is made", async () => {
  const { key } = await live.addKey(SCOPES);
  const { exit, stdout } = await run(["trigger", "draw.completed"], key);
  expect([exit, stdout]).toEqual([3, ""]);
  expect((await live.get("/competitions")).json.data).toEqual([]);
  expect((await run(["trigger", "draw.complete"], key)).exit).toBe(2);
});

it("verifies a fair draw by its files, and fails where the winners are others", async () => {
  const vector = fairDrawVectors.find(({ winnerIndices }) => winnerIndices.length > 0)!;
  const candidates = candidatesOf(vector.candidates);
  const { serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick, winnerIndices } = vector;
  const proof = { alg: "fair-draw-v1", serverSeedHash, serverSeed, clientSeed, nonce, candidatesHash, pick };
  const answer = (indices: readonly number[]) => ({
    result: { winners: winnerIndices.map((index) => candidates[index]), winnerIndices },
    proof: { ...proof, candidateCount: candidates.length, winnerIndices: indices },
  });
  const file = async (name: string, value: unknown) => {
    const path = join(folder.path, name);
    await writeFile(path, JSON.stringify(value));
    return path;
  };
  const list = ["--candidates", await file("list.json", candidates)];
  const genuine = await run(["verify", await file("proof.json", answer(winnerIndices)), ...list]);
  expect(genuine).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^verified: drawn were \[/m) });
  const forged = await run([
    "verify",
    await file("forged.json", answer(winnerIndices.map((one) => one + 1))),
    ...list,
  ]);
  expect(forged).toMatchObject({
    exit: 1,
    stdout: expect.not.stringContaining("verified"),
    stderr: "FAILED: proof.winnerIndices\n",
  });
  expect((await run(["verify", join(folder.path, "none.json")])).exit).toBe(2);
});
