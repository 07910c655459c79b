import type { Creation, RailOrder } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { RailHarness } from "./harness.ts";

/** A new order with a created payment, including the provider's ids, as the service stores it. */
export async function createdOrder(harness: RailHarness, overrides?: Partial<RailOrder>): Promise<RailOrder> {
  const order = harness.order(overrides);
  return stored(order, await harness.rail.createPayment(harness.account, order));
}

/** The data that the service stores of a creation. */
export function stored(order: RailOrder, creation: Creation): RailOrder {
  return creation.outcome === "created" ? { ...order, ids: { ...order.ids, ...creation.ids } } : order;
}

/** As after a creation whose answer was lost: nothing of the provider's is known. */
export function withoutIds(order: RailOrder): RailOrder {
  return { ...order, ids: {} };
}

/** A new order that the buyer has paid, with the data received at settlement. */
export async function paidOrder(harness: RailHarness): Promise<{ order: RailOrder; paymentId?: string }> {
  const order = await createdOrder(harness);
  invariant(await harness.provider.pay(order.id), "the buyer pays what is open");
  return settled(harness, order);
}

export async function settled(
  harness: RailHarness,
  order: RailOrder,
): Promise<{ order: RailOrder; paymentId?: string }> {
  const learnt = (await harness.provider.learnt?.(order.id)) ?? null;
  if (learnt === null) return { order };
  return { order: { ...order, ids: { ...order.ids, ...learnt.ids } }, paymentId: learnt.paymentId };
}

export async function look(harness: RailHarness, order: RailOrder) {
  return harness.rail.lookUp(harness.account, order, await harness.provider.returnToken(order.id));
}
