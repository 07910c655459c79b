import type { Creation, RailOrder } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { RailBench } from "./bench.ts";

/** A new order, its payment created, as the service has it then: with what the provider gave. */
export async function createdOrder(bench: RailBench, overrides?: Partial<RailOrder>): Promise<RailOrder> {
  const order = bench.order(overrides);
  return stored(order, await bench.rail.createPayment(bench.account, order));
}

/** What the service keeps of a creation. */
export function stored(order: RailOrder, creation: Creation): RailOrder {
  return creation.outcome === "created" ? { ...order, ids: { ...order.ids, ...creation.ids } } : order;
}

/** As after a creation whose answer was lost: nothing of the provider's is known. */
export function withoutIds(order: RailOrder): RailOrder {
  return { ...order, ids: {} };
}

/** A new order that the buyer has paid, with what the service learnt when it was settled. */
export async function paidOrder(bench: RailBench): Promise<{ order: RailOrder; paymentId?: string }> {
  const order = await createdOrder(bench);
  invariant(await bench.provider.pay(order.id), "the buyer pays what is open");
  return settled(bench, order);
}

export async function settled(
  bench: RailBench,
  order: RailOrder,
): Promise<{ order: RailOrder; paymentId?: string }> {
  const learnt = (await bench.provider.learnt?.(order.id)) ?? null;
  if (learnt === null) return { order };
  return { order: { ...order, ids: { ...order.ids, ...learnt.ids } }, paymentId: learnt.paymentId };
}

export async function look(bench: RailBench, order: RailOrder) {
  return bench.rail.lookUp(bench.account, order, await bench.provider.proof(order.id));
}
