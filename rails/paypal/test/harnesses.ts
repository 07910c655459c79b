import type { RailHarness } from "../../conformance/harness.ts";
import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { openPaypalHarness } from "./harness.ts";

export const HARNESSES: Harnesses = { redirect: { currency: "EUR", onlyNames: true, open: withMoney } };

/** The rail queries what a notification names: so it must have happened. */
async function withMoney(): Promise<RailHarness> {
  const harness = await openPaypalHarness();
  const signed: RailHarness["notifications"]["signed"] = (fact) => {
    if (fact.about === "payment" && fact.state === "paid")
      harness.simulator.capture(fact.orderId, "COMPLETED");
    return harness.notifications.signed(fact);
  };
  return { ...harness, notifications: { ...harness.notifications, signed } };
}
