import type { RailCapabilities, RailOrder } from "../../ports/rail.ts";
import { rejectionOf as rejectionBy } from "../../ports/checkout/rail-limits.ts";
import { isoExponent } from "./wire-money.ts";

/** Why a rail with these capabilities cannot charge this order: `ports/checkout/rail-limits.ts`, with ISO's exponents. */
export function rejectionOf(order: RailOrder, capabilities: RailCapabilities): string | null {
  return rejectionBy(order, capabilities, isoExponent(order.charge.currency));
}
