import type { RailBench } from "../../../rails/conformance/bench.ts";
import type { Benches } from "../benches.ts";
import { KEYS, openPayosBench, sent, transferOf } from "./payos-bench.ts";
import { notificationOf } from "./payos-simulator.ts";

export const BENCHES: Benches = { qr: { currency: "VND", open: withLinks } };

/** payOS names the payment link, which the simulator gave. */
async function withLinks(): Promise<RailBench> {
  const bench = await openPayosBench();
  const signed: RailBench["notifications"]["signed"] = (fact) => {
    if (!("orderId" in fact)) return bench.notifications.signed(fact);
    const code = bench.orderCode(fact.orderId);
    const paymentLinkId = bench.simulator.link(KEYS, code)?.id;
    return sent(notificationOf({ ...transferOf(fact, code), paymentLinkId }, KEYS));
  };
  return { ...bench, notifications: { ...bench.notifications, signed } };
}
