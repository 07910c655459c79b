import type { Creation, RailOrder, ToldEvent } from "../../../ports/rail.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import type { Fact } from "../../conformance/harness.ts";
import type { PaypalHarness } from "./harness.ts";
import type { KeptOrder } from "./shapes.ts";

/** Acts on orders at PayPal as the service does. @param harness the one of the test that runs */
export function driving(harness: () => PaypalHarness) {
  const storedOrder = ({ id }: RailOrder): KeptOrder => {
    const order = harness().simulator.of(id);
    invariant(order, "it was created");
    return order;
  };
  const created = async (overrides: Partial<RailOrder> = {}): Promise<RailOrder> => {
    const { rail, account, order } = harness();
    const railOrder = order(overrides);
    const creation: Creation = await rail.createPayment(account, railOrder);
    invariant(creation.outcome === "created", "an ordinary order is taken");
    return { ...railOrder, ids: creation.ids };
  };
  return {
    storedOrder,
    created,
    paid: async (): Promise<RailOrder> => {
      const order = await created();
      harness().simulator.capture(order.id, "COMPLETED");
      return order;
    },
    look: (order: RailOrder) => harness().rail.lookUp(harness().account, order),
    returned: (order: RailOrder, returnToken = storedOrder(order).id) =>
      harness().rail.confirm(harness().account, order, { step: "returned", returnToken }),
    refund: (order: RailOrder, key = "r1", amount = order.charge) =>
      harness().rail.refund(harness().account, order, { amount, key }),
    /** Reads a notification and fetches the event that it names. */
    toldEvent: async (fact: Fact, account = harness().account): Promise<readonly ToldEvent[]> => {
      const { rail, notifications, now } = harness();
      const reading = rail.readNotification(account, { ...notifications.signed(fact), now: now() });
      const [event] = reading.verified ? reading.events : [];
      invariant(event?.about === "named", "the notification names an event");
      return (await rail.fetchEvents?.(account, event.what)) ?? [];
    },
  };
}

export function paymentOf(order: RailOrder) {
  return { about: "payment", orderId: order.id, state: "paid", amount: order.charge } as const;
}
