import type { Creation, RailOrder } from "../../ports/rail.ts";
import { invariant } from "../../src/shared/invariant.ts";
import type { Money } from "../../src/shared/money.ts";
import { isoExponent } from "../shared/wire-money.ts";
import type { RailHarness } from "./harness.ts";

/** Raises an error that says what a harness lacks. */
export function demand(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`The harness is incomplete: ${sentence}`);
}

/** Its last digits are no zeros, so that a rail that loses them is seen. */
const AMOUNT = 123_456;

/**
 * A charge in one of the rail's currencies, as exact as the provider's unit can express.
 * @param exponent decimals that the provider gives the currency
 */
export function exactCharge([currency, exponent]: readonly [string, number]): Money {
  const step = 10 ** Math.max(0, isoExponent(currency) - exponent);
  return { amount: AMOUNT - (AMOUNT % step), currency };
}

/** A new order with a created payment, including the provider's ids, as the service stores it. */
export async function createdOrder(harness: RailHarness, overrides?: Partial<RailOrder>): Promise<RailOrder> {
  const order = harness.order(overrides);
  return stored(order, await harness.rail.createPayment(harness.account, order));
}

/** The data that the service stores of a creation. */
export function stored(order: RailOrder, creation: Creation): RailOrder {
  return creation.outcome === "created" ? { ...order, ids: { ...order.ids, ...creation.ids } } : order;
}

/** Returns the order as it is after a creation whose answer was lost: without the provider's ids. */
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
