import type { RailHarness } from "../../conformance/harness.ts";
import type { Harnesses } from "../../../test/providers/harnesses.ts";
import { KEYS, openPayosHarness, sent, transferOf } from "./harness.ts";
import { notificationOf } from "./simulator.ts";

export const HARNESSES: Harnesses = { qr: { currency: "VND", open: withLinks } };

/** payOS names the payment link, which the simulator gave. */
async function withLinks(): Promise<RailHarness> {
  const harness = await openPayosHarness();
  const signed: RailHarness["notifications"]["signed"] = (fact) => {
    if (!("orderId" in fact)) return harness.notifications.signed(fact);
    const code = harness.orderCode(fact.orderId);
    const paymentLinkId = harness.simulator.link(KEYS, code)?.id;
    return sent(notificationOf({ ...transferOf(fact, code), paymentLinkId }, KEYS));
  };
  return { ...harness, notifications: { ...harness.notifications, signed } };
}
