import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { LIMIT_SEC, tooDear } from "./limits.ts";
import { processorSeconds } from "./processor-time.ts";
import { Slowness } from "./slowness.ts";

const BUSY = "const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);";

describe("processor time", () => {
  it("counts this process", () => {
    const before = processorSeconds();
    for (const { user } = process.cpuUsage(); process.cpuUsage().user < user + 50_000;);
    expect(processorSeconds() - before).toBeGreaterThanOrEqual(0.05);
  });

  it.runIf(process.platform === "linux")("counts processes that have ended, and what they started", () => {
    const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(BUSY)}])`;
    const before = processorSeconds();
    spawnSync(process.execPath, ["-e", parent]);
    // In ticks of 10 ms.
    expect(processorSeconds() - before).toBeGreaterThan(0.28);
  });
});

describe("a test file's cost", () => {
  const costs = (slowness: number) => [
    { path: "test/cheap.test.ts", seconds: LIMIT_SEC, slowness },
    { path: "test/dear.test.ts", seconds: LIMIT_SEC + 1, slowness },
  ];

  it("may be as high as the limit, not higher", () => {
    expect(tooDear(costs(1))).toEqual([
      expect.stringMatching(
        /^test\/dear\.test\.ts takes 16\.0 processor seconds, and 15\.0 are allowed here/,
      ),
    ]);
  });

  it("may be higher on a slow machine, and no lower on a fast one", () => {
    expect(tooDear(costs(1.1))).toEqual([]);
    expect(tooDear(costs(0.5))).toHaveLength(1);
  });

  it("is compared with how slow this machine is", () => {
    const slowness = new Slowness();
    expect(slowness.factor).toBe(1);
    slowness.sample();
    expect(slowness.factor).toBeGreaterThan(0);
  });

  it("is compared with how slow this machine was meanwhile", () => {
    const slowness = new Slowness();
    slowness.sample();
    const begun = performance.now();
    slowness.sample();
    const ended = performance.now();
    slowness.sample();
    const [first, meanwhile, last] = [
      slowness.between(0, begun),
      slowness.between(begun, ended),
      slowness.between(ended, Infinity),
    ];
    expect(meanwhile).toBeCloseTo(3 * slowness.factor - first! - last!, 6);
    expect(slowness.between(ended, ended)).toBe(1);
  });
});
