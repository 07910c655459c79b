import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RailCapabilities } from "../ports/rail.ts";
import type { ExcludedChecks, RailBench } from "./conformance/bench.ts";
import { cancelling } from "./conformance/cancelling.ts";
import { CHECK_NUMBERS, CHECKS, numbersOfTitle } from "./conformance/checks.ts";
import { confirming } from "./conformance/confirming.ts";
import { creating } from "./conformance/creating.ts";
import { keepingPromises } from "./conformance/keeping-promises.ts";
import { lookingUp } from "./conformance/looking-up.ts";
import { readingNotifications } from "./conformance/reading-notifications.ts";
import { refunding } from "./conformance/refunding.ts";

/**
 * What every rail must do, on the sandbox and on the fakes of real providers alike. A check that a capability
 * excludes is run as its opposite: that the rail really refuses. One that the bench excludes is skipped, with its
 * reason.
 */
export function railSuite(name: string, open: () => Promise<RailBench>): void {
  describe(`${name} as a rail`, async () => {
    // Capabilities decide which form of a check is registered, so one bench is opened to read them.
    const first = await open();
    const { capabilities } = first.rail;
    const { excluded = {} } = first;
    await first.close();

    let current: RailBench | null = null;
    beforeEach(async ({ task, skip }) => {
      const numbers = numbersOfTitle(task.name);
      const reasons = numbers.flatMap((number) => excluded[number] ?? []);
      if (numbers.length > 0 && reasons.length === numbers.length) skip(reasons.join("; "));
      current = await open();
    });
    const failed = new Set<number>();
    const passed = new Set<number>();
    afterEach(async ({ task }) => {
      await current?.close();
      current = null;
      for (const number of numbersOfTitle(task.name))
        (task.result?.state === "fail" ? failed : passed).add(number);
    });
    afterAll(() => console.log(summary(name, { passed, failed, capabilities, excluded })));
    const bench = (): RailBench => {
      if (current === null) throw new Error("a check asked for its bench outside a test");
      return current;
    };

    creating(bench, capabilities);
    confirming(bench, capabilities);
    lookingUp(bench, capabilities);
    cancelling(bench, capabilities);
    refunding(bench, capabilities);
    readingNotifications(bench);
    keepingPromises(bench, capabilities);

    it("has a test for every check of the list that is the suite's and that no capability excludes", ({
      task,
    }) => {
      const registered = new Set(titlesIn(task.suite).flatMap(numbersOfTitle));
      const wanted = CHECK_NUMBERS.filter((number) => {
        const { beside = false, without } = CHECKS[number]!;
        return !beside && (without?.(capabilities) ?? null) === null;
      });
      expect(wanted.filter((number) => !registered.has(number))).toEqual([]);
    });
  });
}

/** One line: the rail's column of the matrix. */
function summary(
  name: string,
  run: {
    readonly passed: ReadonlySet<number>;
    readonly failed: ReadonlySet<number>;
    readonly capabilities: RailCapabilities;
    readonly excluded: ExcludedChecks;
  },
): string {
  const { passed, failed, capabilities, excluded } = run;
  const inapplicable = CHECK_NUMBERS.filter(
    (number) => number in excluded || (CHECKS[number]!.without?.(capabilities) ?? null) !== null,
  );
  const good = [...passed].filter((number) => !failed.has(number) && !inapplicable.includes(number));
  return `${name}: ${good.length} checks passed, failed: ${[...failed].join(" ") || "none"}, not applicable: ${inapplicable.join(" ") || "none"}`;
}

interface Named {
  readonly name: string;
  readonly tasks?: readonly Named[];
}

function titlesIn(suite: Named | undefined): string[] {
  return (suite?.tasks ?? []).flatMap((task) => (task.tasks === undefined ? [task.name] : titlesIn(task)));
}
