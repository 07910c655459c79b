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
  "test/high-availability/bounded-waits.test.ts",
  "test/web/paying/journeys.test.ts",
  "test/web/embedding/out-of-reach.test.ts",
  "test/webhooks/feed-killed.test.ts",
  "test/processes/drain.test.ts",
  "test/high-availability/missing-writes.test.ts",
  "test/console/journeys.test.ts",
  "test/console/refunds.test.ts",
  "test/high-availability/lost-at-any-moment.test.ts",
  "test/web/onchain/buying.test.ts",
  "test/web/order-page.test.ts",
  "test/processes/killed/killed-moving-tokens.test.ts",
  "test/web/results/results-follow.test.ts",
  "test/console/pages.test.ts",
  "test/onchain/sending.test.ts",
  "tools/bench/soak/soak.test.ts",
  "adapters/persistence/schema/migrate-waits.test.ts",
  "test/processes/whole-life.test.ts",
  "test/web/paying/states.test.ts",
  "test/onchain/creating.test.ts",
  "rails/stripe/test/conformance.test.ts",
  "test/web/buying.test.ts",
  "test/clients/web-package.test.ts",
  "test/web/embedding/opening.test.ts",
  "test/recovery/recover.test.ts",
  "test/edge/flooding.test.ts",
  "test/web/own/way-on-and-back.test.ts",
  "test/onchain/till/till-treasury.test.ts",
  "test/web/embedding/swapped-content.test.ts",
  "test/webhooks/hanging.test.ts",
  "test/api/tenants.test.ts",
  "test/rails/rail-mutants.test.ts",
  "test/raffle-contract/commands.test.ts",
  "test/package.test.ts",
  "test/web/paying/interrupted.test.ts",
  "test/rails/rail-new.test.ts",
  "test/processes/first-start.test.ts",
  "test/rails/rail-check.test.ts",
  "test/onchain/till/till-race.test.ts",
  "test/edge/unread-bodies.test.ts",
  "adapters/embedded-postgres/embedded-postgres.test.ts",
  "test/web/own/buying-states.test.ts",
  "test/console/people.test.ts",
  "adapters/persistence/schema/schema-check.test.ts",
  "test/webhooks/chaos.test.ts",
  "rails/adyen/test/rail.test.ts",
  "test/pages/documents/looks.test.ts",
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
