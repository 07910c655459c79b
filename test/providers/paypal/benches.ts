import type { RailBench } from "../../../rails/conformance/bench.ts";
import type { Benches } from "../benches.ts";
import { openPaypalBench } from "./paypal-bench.ts";

export const BENCHES: Benches = { redirect: { currency: "EUR", onlyNames: true, open: withMoney } };

/** What a notification names is asked for: so it has come to pass. */
async function withMoney(): Promise<RailBench> {
  const bench = await openPaypalBench();
  const signed: RailBench["notifications"]["signed"] = (fact) => {
    if (fact.about === "payment" && fact.state === "paid") bench.simulator.capture(fact.orderId, "COMPLETED");
    return bench.notifications.signed(fact);
  };
  return { ...bench, notifications: { ...bench.notifications, signed } };
}
