import type { PaymentOutcome, RailOrder } from "../../ports/rail.ts";
import type { PaypalAccount } from "./account.ts";
import type { Answer, Ask } from "./client.ts";
import { order as paypalOrder, type Order, sessionOf } from "./messages.ts";
import type { PaypalAmount } from "./money.ts";

const DESCRIPTION_MAX = 127;
export const ORDER_ID = /^[A-Z0-9]{1,36}$/;

/** Why an order cannot be shown. */
type Unseen = Extract<PaymentOutcome, { readonly outcome: "unknown" }>["reason"];

export function creationOf(order: RailOrder, { brandName }: PaypalAccount, amount: PaypalAmount): object {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        reference_id: order.id,
        custom_id: order.id,
        // PayPal refuses to capture a second order with it.
        invoice_id: order.id,
        description: descriptionOf(order.description),
        amount,
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: order.returnUrl,
          cancel_url: order.returnUrl,
          user_action: "PAY_NOW",
          shipping_preference: "NO_SHIPPING",
          ...(brandName !== null && { brand_name: brandName }),
        },
      },
    },
  };
}

/** PayPal counts other characters than ASCII as more than one. */
function descriptionOf(text: string): string {
  let kept = "";
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > DESCRIPTION_MAX) break;
    kept += character;
  }
  return kept;
}

/**
 * PayPal can only be asked by its own id. Who has none was never sent to its page.
 * @param proof the id, where the order's own is not known
 */
export async function findOrder(ask: Ask, order: RailOrder, proof?: string): Promise<Order | Unseen> {
  const id = order.ids.order ?? proof;
  if (id === undefined || !ORDER_ID.test(id)) return "not_found";
  const answer = await ask({ method: "GET", path: `/v2/checkout/orders/${id}` });
  const unseen = unseenBy(answer);
  if (unseen !== null || answer.end !== "answer") return unseen ?? "unreadable";
  const told = paypalOrder.safeParse(answer.json).data;
  // An id that leads to another order says nothing of this one.
  return told !== undefined && isOf(told, order) ? told : "unreadable";
}

export function isOf(told: Order, order: RailOrder): boolean {
  return sessionOf(told) === order.id;
}

/** Why nothing was seen; null: the answer is there. */
export function unseenBy(answer: Answer): Unseen | null {
  if (answer.end !== "answer") return answer.end === "no_answer" ? "timeout" : answer.end;
  const { status, withoutToken } = answer;
  if (status === 429 || status >= 500) return "timeout";
  if (status === 404 && !withoutToken) return "not_found";
  return status >= 400 || withoutToken ? "refused" : null;
}
