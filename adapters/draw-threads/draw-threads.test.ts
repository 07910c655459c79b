import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { candidatesHash } from "../../src/fair-draws/fair-draw.ts";
import { scanJson } from "../../src/shared/json/json-scan.ts";
import { SILENT } from "../../test/support/builders/organisations.ts";
import { DrawThreads, type DrawThreadsOptions } from "./draw-threads.ts";

const I_JSON = { maxDepth: 100, exchangeable: true };
/** Organisations. */
const [A, B] = [1, 2];
const SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const BODY = {
  clientSeed: "partner:2026-10-11",
  candidates: ["alice", "bob", "carol", "dave", "eve"],
  pick: 3,
};
const json = (value: unknown) => new Uint8Array(Buffer.from(JSON.stringify(value)));
/** A new one each time: threads take them away. */
const request = () => json(BODY);

const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

/** A thread that does what the seed says. */
const OBEDIENT = script(`
    import { spawnSync } from "node:child_process";
    import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", ({ request, serverSeed }) => {
      if (serverSeed === "hang") for (;;);
      if (serverSeed === "die") process.exit(0);
      if (serverSeed === "throw") throw new Error("thrown on demand");
      if (serverSeed === "fill") for (const all = []; ; ) all.push(new Array(100_000).fill({}));
      // What ends a thread does not interrupt what is not JavaScript.
      if (serverSeed === "stuck") spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 1500)"]);
      const answer = () => parentPort.postMessage({ computed: { winnerIndices: [threadId], bytes: request.length } });
      if (serverSeed === "slow") setTimeout(answer, 50); else answer();
      if (serverSeed === "leave") setTimeout(() => process.exit(0), 50);
      if (serverSeed === "leave at once") process.exit(0);
    });`);

const open: DrawThreads[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((threads) => threads.close()))));

function threadsOf(options: Partial<DrawThreadsOptions> = {}): DrawThreads {
  const threads = new DrawThreads({ log: SILENT, threads: 1, inlineBytes: 0, ...options });
  open.push(threads);
  return threads;
}

/** The threads of this process, from now on. */
function startedThreads(): Worker[] {
  const started: Worker[] = [];
  const onStart = (thread: Worker) => void started.push(thread);
  process.on("worker", onStart);
  onTestFinished(() => void process.off("worker", onStart));
  return started;
}

const isAlive = ({ threadId }: Worker) => threadId !== -1;

describe("a draw", () => {
  it("is the same, computed at once or in a thread that takes the request away", async () => {
    const [small, large] = [request(), request()];
    const inline = await threadsOf({ inlineBytes: small.length }).compute(A, small, SEED);
    const threaded = await threadsOf().compute(A, large, SEED);
    expect(threaded).toEqual(inline);
    expect(threaded.winnerIndices).toEqual([3, 4, 0]);
    expect(Buffer.from(threaded.winnersJson).toString()).toBe('["dave","eve","alice"]');
    expect([small.length, large.length]).toEqual([JSON.stringify(BODY).length, 0]);
  });

  it("takes no memory away that holds something else, too", async () => {
    const buffer = new Uint8Array([...request(), ...request()]);
    const half = buffer.subarray(buffer.length / 2);
    expect((await threadsOf().compute(A, half, SEED)).winnerIndices).toEqual([3, 4, 0]);
    expect(buffer).toEqual(new Uint8Array([...request(), ...request()]));
  });

  it("without a seed is only checked", async () => {
    const { winnerIndices, inputs } = await threadsOf().compute(A, request(), null);
    expect([winnerIndices, inputs.candidateCount]).toEqual([[], 5]);
  });

  it("that is not valid is refused alike, with its issues, and the thread continues", async () => {
    const threads = threadsOf();
    const invalid = () => json({ ...BODY, pick: 6, extra: 1 });
    const refusals = await Promise.all(
      [threads, threadsOf({ inlineBytes: 1_000 })].map((computer) =>
        computer.compute(A, invalid(), SEED).catch(({ code, message, facts }) => ({ code, message, facts })),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject({
      code: "invalid_request",
      facts: { issues: [{ path: "extra" }, { path: "pick" }] },
    });
    expect((await threads.compute(A, request(), SEED)).winnerIndices).toEqual([3, 4, 0]);
  });
});

it("hashes candidates of any kind as the algorithm does", async () => {
  const threads = threadsOf({ inlineBytes: 1_000_000 });
  const values = fc
    .array(fc.jsonValue({ stringUnit: "grapheme" }), { minLength: 1, maxLength: 20 })
    .filter((candidates) => scanJson(JSON.stringify(candidates), I_JSON).flaw === null);
  await fc.assert(
    fc.asyncProperty(values, async (candidates) => {
      const { inputs } = await threads.compute(A, json({ clientSeed: "", candidates, pick: 1 }), null);
      expect(inputs.candidatesHash).toBe(candidatesHash(candidates));
    }),
    { seed: 2_026 },
  );
});

describe("a thread", () => {
  it.each(["hang", "die", "throw", "fill"])(
    "that should %s fails the one draw it had; the next get another thread",
    async (fate) => {
      const threads = threadsOf({
        script: OBEDIENT,
        timeoutMs: fate === "hang" ? 2_000 : 20_000,
        heapMb: 32,
      });
      const first = await threads.compute(A, request(), "slow");
      const doomed = threads.compute(A, request(), fate);
      const next = threads.compute(A, request(), "slow");
      await expect(doomed).rejects.toThrow();
      expect((await next).winnerIndices).not.toEqual(first.winnerIndices);
      expect((await threads.compute(A, request(), "slow")).winnerIndices).toEqual((await next).winnerIndices);
    },
  );

  it("that cannot be loaded fails the draw it was started for", async () => {
    const threads = threadsOf({ script: script('throw new Error("cannot be loaded")'), timeoutMs: 60_000 });
    const draws = await Promise.allSettled([1, 2].map(() => threads.compute(A, request(), SEED)));
    expect(draws.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it.each(["leave at once", "leave"])("that should %s, having answered, is not used again", async (fate) => {
    const started = startedThreads();
    const threads = threadsOf({ script: OBEDIENT, timeoutMs: 60_000 });
    await threads.compute(A, request(), fate);
    if (isAlive(started[0]!)) await once(started[0]!, "exit");
    await threads.compute(A, request(), "slow");
    expect(started).toHaveLength(2);
  });

  it("that nothing interrupts keeps its place until it has ended, and closing waits for it", async () => {
    const started = startedThreads();
    const threads = threadsOf({ script: OBEDIENT, timeoutMs: 500 });
    const draws = [1, 2].map(() => threads.compute(A, request(), "stuck"));
    for (const { status } of await Promise.allSettled(draws)) expect(status).toBe("rejected");
    expect(started).toHaveLength(2);
    expect(isAlive(started[0]!)).toBe(false);
    await threads.close();
    expect(started.map(isAlive)).toEqual([false, false]);
  });

  it("that is idle is used again; no more are started than are allowed", async () => {
    const threads = threadsOf({ script: OBEDIENT, threads: 2 });
    const draws = await Promise.all(
      Array.from({ length: 20 }, (_, i) => threads.compute(i % 2, request(), "slow")),
    );
    expect(new Set(draws.map(({ winnerIndices: [thread] }) => thread)).size).toBe(2);
  });

  it("is left for others: one organisation never has the last one", async () => {
    const threads = threadsOf({ script: OBEDIENT, threads: 2 });
    const hanging = Promise.allSettled([1, 2, 3].map(() => threads.compute(A, request(), "hang")));
    // However many of A's wait before it.
    expect((await threads.compute(B, request(), "slow")).winnerIndices).toHaveLength(1);
    await threads.close();
    await hanging;
  });
});

describe("what waits", () => {
  it("is bounded: beyond it a draw is 503 unavailable, and none is again once there is room", async () => {
    const threads = threadsOf({ script: OBEDIENT, waitingBytes: 4 * request().length });
    const draws = Array.from({ length: 5 }, () => threads.compute(A, request(), "slow"));
    const ended = await Promise.allSettled(draws);
    const refused = ended.filter(({ status }) => status === "rejected");
    // One is computed, two wait: of one organisation half of what may.
    expect(refused).toHaveLength(2);
    expect(refused).toMatchObject([{ reason: { code: "unavailable" } }, { reason: { code: "unavailable" } }]);
    await expect(threads.compute(A, request(), "slow")).resolves.toBeDefined();
  });

  it("takes turns by organisation, each in its own order", async () => {
    const threads = threadsOf({ script: OBEDIENT });
    const ended: string[] = [];
    const draw = (organisationId: number, name: string) =>
      threads.compute(organisationId, request(), "slow").then(() => void ended.push(name));
    await Promise.all([
      draw(A, "a1"),
      draw(A, "a2"),
      draw(A, "a3"),
      draw(A, "a4"),
      draw(B, "b1"),
      draw(B, "b2"),
    ]);
    expect(ended).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
  });

  it("fails when the threads are closed, and so does what is computed", async () => {
    const threads = threadsOf({ script: OBEDIENT });
    const draws = Promise.allSettled(["hang", "slow"].map((fate) => threads.compute(A, request(), fate)));
    await threads.close();
    expect((await draws).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(threads.compute(A, request(), "slow")).rejects.toThrow("closed");
  });
});
