import type { ConfirmStep, NextStep, RailOrder } from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";
import type { WorldpayAccount } from "./account.ts";
import { fromWire, toWire } from "./currencies.ts";
import type { PaymentAnswer } from "./messages.ts";

/**
 * Returns the received money. Worldpay repeats it only if it differs: without `amounts` it is the requested money, in
 * full.
 */
export function receivedOf(order: RailOrder, { amounts }: PaymentAnswer): Money | null {
  if (amounts === undefined) return order.charge;
  const { totalAuthorized: amount, currency } = amounts;
  return fromWire(amount, currency);
}

export function nextStep({ deviceDataCollection, challenge }: PaymentAnswer): NextStep | null {
  const step = (step: NextStep["step"], data: object): NextStep => ({
    step,
    instruction: {
      type: "FIELDS_SDK",
      redirectUrl: null,
      data: JSON.stringify({ provider: "worldpay", ...data }),
    },
  });
  if (deviceDataCollection) return step("device_data", { action: "device_data", ...deviceDataCollection });
  if (challenge) return step("challenge_done", { action: "challenge", ...challenge });
  return null;
}

export function paymentRequest(
  { entity, narrative }: WorldpayAccount,
  order: RailOrder,
  { sessionHref, device }: ConfirmStep & { readonly step: "fields" },
): object {
  const email = order.buyerEmail !== null && order.buyerEmail.length <= 128 ? order.buyerEmail : null;
  const customer = {
    ...(email === null ? {} : { email }),
    ...(device?.ipAddress ? { ipAddress: device.ipAddress } : {}),
  };
  return {
    transactionReference: order.id,
    merchant: { entity },
    channel: "ecom",
    instruction: {
      method: "card",
      paymentInstrument: { type: "checkout", sessionHref },
      narrative: { line1: narrative },
      value: { amount: toWire(order.charge), currency: order.charge.currency },
      // No address is requested, so an address that does not match means nothing.
      settlement: { auto: true, cancelOn: { avsNotMatched: "disabled" } },
      ...(Object.keys(customer).length > 0 ? { customer } : {}),
      ...(device
        ? {
            threeDS: {
              type: "integrated",
              mode: "always",
              challenge: { returnUrl: order.challengeReturnUrl ?? order.returnUrl },
              deviceData: {
                acceptHeader: device.acceptHeader,
                userAgentHeader: device.userAgent,
                channel: "browser",
              },
            },
          }
        : {}),
    },
  };
}
