import type { RailOrder } from "../../ports/rail.ts";
import type { PaypalAccount } from "./account.ts";
import { type Exchange, isMissing, NO_PAYMENT, readAs } from "../shared/exchange.ts";
import type { Answer, Ask } from "./client.ts";
import { order as paypalOrder, type Order, sessionOf } from "./messages.ts";
import type { PaypalAmount } from "./money.ts";

const DESCRIPTION_MAX = 127;
export const ORDER_ID = /^[A-Z0-9]{1,36}$/;

/** PayPal gave no token: that tells nothing about the order. */
const NO_TOKEN = { end: "refused", status: 401, code: null } as const;

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
  let prefix = "";
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > DESCRIPTION_MAX) break;
    prefix += character;
  }
  return prefix;
}

/**
 * PayPal can be queried only by its own id. A buyer without one was never sent to its page.
 * @param returnToken the id that the buyer brought back, where the order's own is not known
 */
export async function findOrder(ask: Ask, order: RailOrder, returnToken?: string): Promise<Exchange<Order>> {
  const id = order.ids.order ?? returnToken;
  // Without an id the buyer was not sent to PayPal's page.
  if (id === undefined || !ORDER_ID.test(id)) return NO_PAYMENT;
  const answer = await ask({ method: "GET", path: `/v2/checkout/orders/${id}` });
  const orderData = readAs(seenBy(answer), paypalOrder);
  // An id that leads to another order proves nothing about this one.
  return orderData.end !== "data" || isOf(orderData.data, order) ? orderData : { end: "unreadable" };
}

export function isOf(orderData: Order, order: RailOrder): boolean {
  return sessionOf(orderData) === order.id;
}

/** The answer to a look-up: without a token it is unknown whether there is an order. */
export function seenBy(answer: Answer): Exchange<unknown> {
  return answer.withoutToken && answer.end === "refused" && isMissing(answer) ? NO_TOKEN : answer;
}
