import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that look at what their process has met before: each has one of its own. */
const ALONE = ["test/foreign-json.test.ts", "adapters/persistence/schema/organisation-scope.test.ts"];

/**
 * Files that take longest, most of it waiting: begun last, they would run alone, as short files that run long are, for
 * the others go by their size. Those with a process of their own come before: a process that others share ends when such
 * a one is next, and a new one imports all anew.
 */
const FIRST = [
  ...ALONE,
  "bench/soak/soak.test.ts",
  "test/high-availability/bounded-waits.test.ts",
  "test/high-availability/missing-writes.test.ts",
  "test/web/paying/journeys.test.ts",
  "test/web/order-page.test.ts",
  "test/docs/verifying-a-draw.test.ts",
  "test/package.test.ts",
  "test/rails/rail-check.test.ts",
  "test/processes/killed/killed-fair-drawing.test.ts",
  "test/webhooks/chaos.test.ts",
  "adapters/persistence/schema/migrate-waits.test.ts",
  "test/simulation/histories.test.ts",
  "test/processes/whole-life.test.ts",
  "test/processes/killed/killed-at-provider.test.ts",
  "test/web/own/languages.test.ts",
  "test/web/own/outages.test.ts",
  "test/processes/killed/killed-drawing.test.ts",
  "test/processes/killed/killed-plain-settling.test.ts",
  "test/api/fuzz-operator.test.ts",
  "test/console/journeys.test.ts",
  "test/console/pages.test.ts",
  "test/processes/drain.test.ts",
  "test/onchain/sending.test.ts",
  "test/edge/flooding.test.ts",
  "test/api/tenants.test.ts",
  "test/rails/rail-new.test.ts",
  "test/rails/rail-mutants.test.ts",
  "test/processes/killed/killed-watching.test.ts",
  "test/processes/killed/killed-moving-tokens.test.ts",
  "test/recovery/recover.test.ts",
  "test/fair-draws/bias.test.ts",
  "test/api/fuzz-partner.test.ts",
  "test/api/round-trip.test.ts",
  "rails/stripe/test/conformance.test.ts",
  "test/web/paying/states.test.ts",
  "test/onchain/creating.test.ts",
  "test/processes/upgrade-behind-a-dump.test.ts",
  "test/processes/killed/killed-creating.test.ts",
  "test/console/people.test.ts",
  "test/raffle-contract/commands.test.ts",
  "rails/adyen/test/rail.test.ts",
  "test/processes/encryption-key.test.ts",
  "test/processes/rolling-upgrade.test.ts",
  "test/webhooks/hanging.test.ts",
  "test/web/accessible.test.ts",
  "test/lot-draws/by-itself.test.ts",
];

for (const path of FIRST) {
  if (!existsSync(new URL(path, import.meta.url)))
    throw new Error(`${path}, which is to begin early, is not there`);
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = FIRST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place === -1 ? FIRST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    environment: "node",
    globalSetup: "test/support/database/global-setup.ts",
    // Processes: some tests change signals and the environment, which threads share.
    pool: "forks",
    // More than processors on the smallest machine: many tests wait, for a process or for a deadline.
    maxWorkers: 4,
    // Much of what a file makes lives until its end. In a small space it is copied again and again.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=48"],
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
          include: [
            "*.test.ts",
            "{config,testing,src,ports,adapters,rails,web,test,bench,scripts}/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "docs/generated/**", ...ALONE],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
