import type { Schema } from "../../api/schemas.ts";
import { counted, money } from "../../parts/money.ts";
import { Tag } from "../../parts/tag.tsx";
import { RefundTag } from "../orders/order-state.tsx";

export type Finding = Schema<"Finding">;

/** Page of each kind of finding. */
export const PAGES = {
  order: "/o/$slug/orders/$id",
  account: "/o/$slug/buyers/$id",
  competition: "/o/$slug/competitions/$id",
  refund: "/o/$slug/refunds/$id",
  unmatched_payment: "/o/$slug/unmatched/$id",
  event: "/o/$slug/events/$id",
  delivery: "/o/$slug/deliveries/$id",
} as const satisfies Readonly<Record<Finding["kind"], string>>;

export const KINDS: Readonly<Record<Finding["kind"], string>> = {
  order: "Order",
  account: "Buyer",
  competition: "Competition",
  refund: "Refund",
  unmatched_payment: "Payment without an order",
  event: "Event",
  delivery: "Delivery",
};

/** Returns the buyer of a finding; empty: it has none. */
export function buyerOf({ details: { buyer } }: Finding): string {
  return buyer?.email ?? buyer?.walletAddress ?? "";
}

/** Describes the tickets of a finding: `3 tickets, 1 to 3`. */
export function ticketsOf({ details: { quantity, tickets } }: Finding): string {
  if (quantity === null) return "";
  const numbers =
    tickets && (tickets.first === tickets.last ? `${tickets.first}` : `${tickets.first} to ${tickets.last}`);
  return numbers ? `${counted(quantity, "ticket")}, ${numbers}` : counted(quantity, "ticket");
}

export function amountOf({ details: { amount, currency } }: Finding): string {
  return amount === null || currency === null ? "" : money(amount, currency);
}

/** Shows the state of an order, or of its refund. */
export function FindingState({ finding: { details } }: { readonly finding: Finding }) {
  const { status, refundState } = details;
  if (refundState !== null) return <RefundTag state={refundState} />;
  return status && <Tag state={status} />;
}

export const keyOfFinding = ({ organisation, kind, id }: Finding) => `${organisation} ${kind} ${id}`;
