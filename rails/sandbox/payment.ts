import type { Decline, PaymentOutcome } from "../../ports/rail.ts";
import type {
  SandboxPayments,
  SandboxPayment,
  SandboxState,
} from "../../ports/simulated/sandbox-payments.ts";
import type { Money } from "../../src/shared/money.ts";

const DECLINED: Decline = {
  code: "card_declined",
  message: "The simulated provider declined the payment.",
  retry: "later",
};

/** A reference that the simulated provider takes. */
function isReference(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** The provider's own id of what was paid. */
export function paymentIdOf(sessionId: string): string {
  return `sbx_pay_${sessionId}`;
}

/** The payment as it is at `now`: an open one that is past its expiry is expired. */
export async function currentPayment(
  payments: SandboxPayments,
  sessionId: string,
  now: Date,
): Promise<SandboxPayment | null> {
  if (!isReference(sessionId)) return null;
  const payment = await payments.byId(sessionId);
  if (payment?.state !== "open" || payment.expiresAt > now) return payment;
  return (await payments.move(sessionId, ["open"], "expired")) ?? payments.byId(sessionId);
}

/** @param received the amount that the buyer paid; only for a paid payment */
export function outcomeOf(sessionId: string, state: SandboxState, received: Money | null): PaymentOutcome {
  switch (state) {
    case "open":
    case "processing":
      return { outcome: "pending", stage: state };
    case "paid": {
      if (received === null) return { outcome: "unknown", reason: "unreadable" };
      const paymentId = paymentIdOf(sessionId);
      return { outcome: "paid", received, paymentId, ids: { payment: paymentId } };
    }
    case "declined":
      return { outcome: "declined", decline: DECLINED };
    case "cancelled":
    case "expired":
      return { outcome: state };
  }
}
