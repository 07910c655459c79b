import { afterEach, expect, it } from "vitest";
import { Loop, type LoopOptions } from "./loop.ts";

const loops: Loop[] = [];
const lines: string[] = [];
const log = {
  info: (_: object, message: string) => void lines.push(`info: ${message}`),
  warn: (_: object, message: string) => void lines.push(`warn: ${message}`),
  error: (_: object, message: string) => void lines.push(`error: ${message}`),
};

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
  lines.length = 0;
});

function startLoop(step: LoopOptions["step"], options: Partial<LoopOptions> = {}): Loop {
  const loop = new Loop({ name: "test", step, intervalMs: 60_000, log, ...options });
  loops.push(loop);
  loop.start();
  return loop;
}

/** A step that counts its turns and can be waited for. */
function counting(results: (number | Error)[] = []) {
  let turns = 0;
  const waiting: { turn: number; resolve: () => void }[] = [];
  return {
    get turns() {
      return turns;
    },
    step: async () => {
      const result = results[turns++] ?? 0;
      for (const { turn, resolve } of waiting) if (turn <= turns) resolve();
      if (typeof result === "number") return result;
      throw result;
    },
    turn: (turn: number) =>
      new Promise<void>((resolve) => (turns >= turn ? resolve() : waiting.push({ turn, resolve }))),
  };
}

it("runs again at once while there is work, and then waits", async () => {
  const work = counting([3, 1, 2]);
  startLoop(work.step);
  await work.turn(4);
  await new Promise((resolve) => setImmediate(resolve));
  expect(work.turns).toBe(4);
});

it("runs again when it is woken, and by the interval", async () => {
  const work = counting();
  const loop = startLoop(work.step);
  await work.turn(1);
  await new Promise((resolve) => setImmediate(resolve));
  loop.wake();
  await work.turn(2);

  const regular = counting();
  startLoop(regular.step, { intervalMs: 1 });
  await regular.turn(3);
});

it("that is woken during a step runs once more, however often it was woken", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const work = counting();
  const loop = startLoop(async () => {
    const result = await work.step();
    await gate;
    return result;
  });
  await work.turn(1);
  loop.wake();
  loop.wake();
  open();
  await work.turn(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(work.turns).toBe(2);
});

it("gathers wake-ups for as long as the gap", async () => {
  const work = counting([1]);
  const loop = startLoop(work.step, { gapMs: 500 });
  await work.turn(1);
  for (let n = 0; n < 10; n++) {
    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(work.turns).toBe(1);
  await work.turn(2);
});

it("waits for as long as what it found is worth", async () => {
  const work = counting([1, 9, 1]);
  const gaps: number[] = [];
  const gapMs = (done: number) => {
    gaps.push(done);
    return done > 5 ? 500 : 0;
  };
  startLoop(work.step, { gapMs });
  await work.turn(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect([work.turns, gaps]).toEqual([2, [1, 9]]);
  await work.turn(4);
});

it("survives errors: it logs them, waits a while however often it is woken, and continues", async () => {
  const work = counting([new Error("away"), new Error("still away"), 0]);
  const loop = startLoop(work.step);
  await work.turn(1);
  for (let n = 0; n < 10; n++) {
    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(work.turns).toBe(1);
  await work.turn(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lines).toEqual([
    "error: background task failed",
    "warn: background task still failing",
    "info: background task recovered",
  ]);
});

it("stops when the step under way has ended, and never begins another", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let ended = false;
  const work = counting([1]);
  const loop = startLoop(async () => {
    const result = await work.step();
    await gate;
    ended = true;
    return result;
  });
  await work.turn(1);
  const stopped = loop.stop();
  open();
  await stopped;
  expect(ended).toBe(true);
  loop.wake();
  loop.start();
  await loop.stop();
  expect(work.turns).toBe(1);
});

it("takes no step while it is held, and continues automatically afterwards", async () => {
  const counted = counting();
  let held = true;
  let checks = 0;
  const askedAgain = Promise.withResolvers<void>();
  const loop = startLoop(counted.step, {
    intervalMs: 1,
    held: () => {
      if (++checks === 5) askedAgain.resolve();
      return held;
    },
  });
  await askedAgain.promise;
  loop.wake();
  expect(counted.turns).toBe(0);
  held = false;
  await counted.turn(2);
});

it("tells when it begins and when a step has ended without an error", async () => {
  const events: string[] = [];
  const work = counting([new Error("away"), 0]);
  startLoop(
    async () => {
      events.push("step");
      return work.step();
    },
    { ages: { succeeded: (loop) => void events.push(loop) } },
  );
  await work.turn(2);
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual(["test", "step", "step", "test"]);
});
