import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariant } from "../src/shared/invariant.ts";
import type { ExcludedChecks, RailHarness } from "./conformance/harness.ts";
import { cancelling } from "./conformance/checks/cancelling.ts";
import { checkingAccounts } from "./conformance/checks/checking-accounts.ts";
import { CHECK_IDS, CHECKS, type DeclaredRail, idsOfTitle } from "./conformance/check-list.ts";
import { confirming } from "./conformance/checks/confirming.ts";
import { confirmingOnReturn } from "./conformance/checks/confirming-on-return.ts";
import { creating } from "./conformance/checks/creating.ts";
import { gettingStatuses } from "./conformance/checks/getting-statuses.ts";
import { keepingPromises } from "./conformance/checks/keeping-promises.ts";
import { lookingUp } from "./conformance/checks/looking-up.ts";
import { meetingTrouble } from "./conformance/checks/meeting-trouble.ts";
import { listingPayments, missingEvents, readingToTheEnd } from "./conformance/checks/reading-lists.ts";
import { namingEvents } from "./conformance/checks/notifications/naming-events.ts";
import { readingHostileNotifications } from "./conformance/checks/notifications/reading-hostile-notifications.ts";
import { readingNotifications } from "./conformance/checks/notifications/reading-notifications.ts";
import { refunding } from "./conformance/checks/refunding.ts";
import { tellingApart } from "./conformance/checks/telling-apart.ts";

/**
 * The requirements for every rail, run on the sandbox and on the fakes of real providers. A check that a capability
 * excludes is run as its opposite: the rail must refuse. A check that the harness excludes is skipped, with its reason.
 */
export function railSuite(name: string, open: () => Promise<RailHarness>): void {
  describe(`${name} as a rail`, async () => {
    // Capabilities decide which form of a check is registered, so one harness is opened to read them.
    const first = await open();
    const { rail } = first;
    const { capabilities } = rail;
    const { excluded = {} } = first;
    await first.close();
    const unknown = Object.keys(excluded).filter((id) => !(id in CHECKS));
    invariant(unknown.length === 0, `the harness excludes checks that do not exist: ${unknown.join(", ")}`);

    let current: RailHarness | null = null;
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
    const harness = (): RailHarness => {
      if (current === null) throw new Error("a check requires its harness outside a test");
      return current;
    };

    creating(harness, capabilities);
    confirming(harness, capabilities);
    confirmingOnReturn(harness, capabilities);
    lookingUp(harness, capabilities);
    cancelling(harness, capabilities);
    refunding(harness, capabilities);
    meetingTrouble(harness, capabilities);
    gettingStatuses(harness, capabilities);
    readingNotifications(harness, capabilities);
    readingHostileNotifications(harness);
    missingEvents(harness, rail);
    namingEvents(harness, rail);
    listingPayments(harness, rail);
    readingToTheEnd(harness, rail);
    tellingApart(harness, rail);
    checkingAccounts(harness, rail);
    keepingPromises(harness, capabilities);

    // Checks outside the suite that the harness does not exclude are expected among the rail's own tests.
    for (const id of CHECK_IDS.filter((id) => CHECKS[id]!.beside && id in excluded))
      it(`${id}. ${CHECKS[id]!.what}`, ({ skip }) => skip(excluded[id]));

    it("has a test for every check of the list that is the suite's and that no capability excludes", ({
      task,
    }) => {
      const registered = new Set(titlesIn(task.suite).flatMap(idsOfTitle));
      const selected = CHECK_IDS.filter((id) => {
        const { beside = false, without } = CHECKS[id]!;
        return !beside && (without?.(rail) ?? null) === null;
      });
      expect(selected.filter((id) => !registered.has(id))).toEqual([]);
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
