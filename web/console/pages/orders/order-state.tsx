import type { Schema } from "../../api/schemas.ts";
import { Tag } from "../../parts/tag.tsx";

type Order = Schema<"Order">;

export const REFUND_WORDS: Readonly<Record<NonNullable<Order["refundState"]>, string>> = {
  requested: "refund requested",
  succeeded: "refunded",
  failed: "refund failed",
  manual: "refund by hand",
  on_chain: "refund on chain",
};

/** Kinds of rails. */
export const RAILS: NonNullable<Order["rail"]>[] = ["flow", "embed", "fields", "redirect", "qr"];

/** Shows the state of an order, or the state of its refund. A failed order shows both. */
export function OrderState({ order }: { readonly order: Pick<Order, "status" | "refundState"> }) {
  const { status, refundState } = order;
  return (
    <span className="tags">
      {(refundState === null || status === "failed") && <Tag state={status} />}
      {refundState !== null && <RefundTag state={refundState} />}
    </span>
  );
}

/** Shows the state of a refund in the words of the order's page. */
export function RefundTag({ state }: { readonly state: NonNullable<Order["refundState"]> }) {
  return (
    <Tag state={state} tone={state === "succeeded" ? "quiet" : state === "on_chain" ? "note" : undefined}>
      {REFUND_WORDS[state]}
    </Tag>
  );
}
