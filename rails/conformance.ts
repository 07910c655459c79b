import { afterEach, beforeEach, describe } from "vitest";
import type { RailBench } from "./conformance/bench.ts";
import { cancelling } from "./conformance/cancelling.ts";
import { confirming } from "./conformance/confirming.ts";
import { creating } from "./conformance/creating.ts";
import { keepingPromises } from "./conformance/keeping-promises.ts";
import { lookingUp } from "./conformance/looking-up.ts";
import { readingNotifications } from "./conformance/reading-notifications.ts";
import { refunding } from "./conformance/refunding.ts";

/**
 * What every rail must do, on the sandbox and on the fakes of real providers alike. A check that a capability
 * excludes is run as its opposite: that the rail really refuses.
 */
export function railSuite(name: string, open: () => Promise<RailBench>): void {
  describe(`${name} as a rail`, async () => {
    // Capabilities decide which form of a check is registered, so one bench is opened to read them.
    const first = await open();
    const { capabilities } = first.rail;
    await first.close();

    let current: RailBench | null = null;
    beforeEach(async () => {
      current = await open();
    });
    afterEach(async () => {
      await current?.close();
      current = null;
    });
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
  });
}
