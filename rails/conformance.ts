import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariant } from "../src/shared/invariant.ts";
import type { ExcludedChecks, RailBench } from "./conformance/bench.ts";
import { cancelling } from "./conformance/cancelling.ts";
import { checkingAccounts } from "./conformance/checking-accounts.ts";
import { CHECK_IDS, CHECKS, type DeclaredRail, idsOfTitle } from "./conformance/checks.ts";
import { confirming } from "./conformance/confirming.ts";
import { confirmingOnReturn } from "./conformance/confirming-on-return.ts";
import { creating } from "./conformance/creating.ts";
import { gettingStatuses } from "./conformance/getting-statuses.ts";
import { keepingPromises } from "./conformance/keeping-promises.ts";
import { lookingUp } from "./conformance/looking-up.ts";
import { meetingTrouble } from "./conformance/meeting-trouble.ts";
import { missingEvents } from "./conformance/missing-events.ts";
import { namingEvents } from "./conformance/naming-events.ts";
import { readingHostileNotifications } from "./conformance/reading-hostile-notifications.ts";
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
    const { rail } = first;
    const { capabilities } = rail;
    const { excluded = {} } = first;
    await first.close();
    const unknown = Object.keys(excluded).filter((id) => !(id in CHECKS));
    invariant(unknown.length === 0, `the bench excludes checks that do not exist: ${unknown.join(", ")}`);

    let current: RailBench | null = null;
    beforeEach(async ({ task, skip }) => {
      const ids = idsOfTitle(task.name);
      const reasons = ids.flatMap((id) => excluded[id] ?? []);
      if (ids.length > 0 && reasons.length === ids.length) skip(reasons.join("; "));
      current = await open();
    });
    const failed = new Set<string>();
    const passed = new Set<string>();
    afterEach(async ({ task }) => {
      await current?.close();
      current = null;
      for (const id of idsOfTitle(task.name)) (task.result?.state === "fail" ? failed : passed).add(id);
    });
    afterAll(() => console.log(summary(name, { passed, failed, rail, excluded })));
    const bench = (): RailBench => {
      if (current === null) throw new Error("a check asked for its bench outside a test");
      return current;
    };

    creating(bench, capabilities);
    confirming(bench, capabilities);
    confirmingOnReturn(bench, capabilities);
    lookingUp(bench, capabilities);
    cancelling(bench, capabilities);
    refunding(bench, capabilities);
    meetingTrouble(bench, capabilities);
    gettingStatuses(bench, capabilities);
    readingNotifications(bench, capabilities);
    readingHostileNotifications(bench);
    missingEvents(bench, rail);
    namingEvents(bench, rail);
    checkingAccounts(bench, rail);
    keepingPromises(bench, capabilities);

    // Those beside the suite that the bench does not exclude are expected among the rail's own tests.
    for (const id of CHECK_IDS.filter((id) => CHECKS[id]!.beside && id in excluded))
      it(`${id}. ${CHECKS[id]!.what}`, ({ skip }) => skip(excluded[id]));

    it("has a test for every check of the list that is the suite's and that no capability excludes", ({
      task,
    }) => {
      const registered = new Set(titlesIn(task.suite).flatMap(idsOfTitle));
      const wanted = CHECK_IDS.filter((id) => {
        const { beside = false, without } = CHECKS[id]!;
        return !beside && (without?.(rail) ?? null) === null;
      });
      expect(wanted.filter((id) => !registered.has(id))).toEqual([]);
    });
  });
}

/** One line: the rail's column of the matrix. */
function summary(
  name: string,
  run: {
    readonly passed: ReadonlySet<string>;
    readonly failed: ReadonlySet<string>;
    readonly rail: DeclaredRail;
    readonly excluded: ExcludedChecks;
  },
): string {
  const { passed, failed, rail, excluded } = run;
  const inapplicable = CHECK_IDS.filter(
    (id) => id in excluded || (CHECKS[id]!.without?.(rail) ?? null) !== null,
  );
  const good = [...passed].filter((id) => !failed.has(id) && !inapplicable.includes(id));
  return `${name}: ${good.length} checks passed, failed: ${[...failed].join(" ") || "none"}, not applicable: ${inapplicable.join(" ") || "none"}`;
}

interface Named {
  readonly name: string;
  readonly tasks?: readonly Named[];
}

function titlesIn(suite: Named | undefined): string[] {
  return (suite?.tasks ?? []).flatMap((task) => (task.tasks === undefined ? [task.name] : titlesIn(task)));
}
