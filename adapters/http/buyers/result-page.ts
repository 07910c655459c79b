import type { OrderStatus } from "../../../src/checkout/order.ts";
import { messagePage } from "./message-page.ts";

/** How a buyer's payment stands, for those whose partner gave no address to go back to, and while it is undecided. */
interface Result {
  readonly status: OrderStatus;
  readonly error: string | null;
  readonly lotTitle: string;
  readonly quantity: number;
}

const REFRESH_SEC = 2;

const WORDS = {
  paid: {
    tone: "good",
    mark: "✓",
    title: "You are in",
    text: "We have received your payment and issued your tickets.",
  },
  // Money may still come, or have come too late: whether any was taken is not said.
  failed: {
    tone: "bad",
    mark: "✕",
    title: "No tickets were issued",
    text: "You pay nothing: whatever was taken is refunded automatically. You can close this page.",
  },
  pending: {
    tone: "neutral",
    mark: "…",
    title: "One moment…",
    text: "Your payment is being confirmed. This page updates automatically.",
    refreshSec: REFRESH_SEC,
  },
} as const satisfies Record<OrderStatus, object>;

export function resultPage({ status, error, lotTitle, quantity }: Result): string {
  const reason = error === null ? [] : [`Reason: ${error.replaceAll("_", " ")}`];
  return messagePage({ ...WORDS[status], notes: [`${quantity} × ${lotTitle}`, ...reason] });
}
