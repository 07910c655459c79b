import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that look at what their process has met before: each has one of its own. */
export const ALONE = ["test/foreign-json.test.ts", "adapters/persistence/schema/organisation-scope.test.ts"];

/**
 * Files that take longest, most of it waiting: begun last, they would run alone, as short files that run long are, for
 * the others go by their size. Those with a process of their own come before: a process that others share ends when such
 * a one is next, and a new one imports all anew.
 */
const FIRST = [
  ...ALONE,
  "tools/bench/soak/soak.test.ts",
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
  "test/processes/whole-life.test.ts",
  "test/processes/killed/killed-at-provider.test.ts",
  "test/web/own/languages.test.ts",
  "test/web/own/outages.test.ts",
  "test/api/fuzz-operator.test.ts",
  "test/console/journeys.test.ts",
  "test/console/pages.test.ts",
  "test/processes/drain.test.ts",
  "test/onchain/sending.test.ts",
  "test/api/tenants.test.ts",
  "test/rails/rail-new.test.ts",
  "test/rails/rail-mutants.test.ts",
  "test/processes/killed/killed-watching.test.ts",
  "test/processes/killed/killed-moving-tokens.test.ts",
  "test/recovery/recover.test.ts",
  "test/console/people.test.ts",
  "test/webhooks/hanging.test.ts",
];

for (const path of FIRST) {
  if (!existsSync(new URL(`../../${path}`, import.meta.url)))
    throw new Error(`${path}, which is to begin early, is not there`);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = FIRST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place === -1 ? FIRST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
