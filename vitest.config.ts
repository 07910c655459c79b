import { defineConfig } from "vitest/config";
import { CostReport } from "./test/support/costs/cost-report.ts";
import { ALONE, LongestFirst } from "./test/support/order.ts";

export default defineConfig({
  test: {
    environment: "node",
    globalSetup: "test/support/database/global-setup.ts",
    setupFiles: "test/support/costs/measured-file.ts",
    reporters: ["default", new CostReport()],
    // Processes: some tests change signals and the environment, which threads share.
    pool: "forks",
    // More than processors on the smallest machine: many tests wait, for a process or for a deadline.
    maxWorkers: 4,
    // Much of what a file makes lives until its end: in a small space it is copied again and again. The processors have
    // other work, so threads of the garbage collector only add to it.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=48", "--single-threaded-gc"],
    sequence: { sequencer: LongestFirst },
    // Ends what hangs. Nothing else comes near it, on a machine that is five times slower and has other work besides.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          // A file finds what the one before it imported: half a second of processor time less for each.
          isolate: false,
          include: ["{app,testing,src,ports,adapters,rails,web,test,tools}/**/*.test.ts"],
          exclude: ["**/node_modules/**", "docs/generated/**", ...ALONE],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
