import type { PaymentDetails } from "@adyen/api-library/lib/src/typings/checkout/paymentDetails.js";
import type { Creation, PaymentOutcome, RailCapabilities, RailOrder } from "../../ports/rail.ts";
import type { AdyenAccount } from "./account.ts";
import { creationTrouble } from "../shared/exchange.ts";
import { exchanged } from "./client.ts";
import { adyenLibrary } from "./library.ts";
import { AdyenRail, keyOf, type Operation, wireAmount } from "./rail.ts";
import { exponentsOf, fromWire, QR_METHODS } from "./currencies.ts";
import { paymentAnswer } from "./messages.ts";

/** A payment with a method whose buyers scan a code. Adyen tells its outcome by notification only. */
export class AdyenQrRail extends AdyenRail {
  readonly kind = "qr";
  readonly capabilities: RailCapabilities = {
    status: "none",
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: exponentsOf(QR_METHODS.keys()),
    minimumCharge: new Map(),
  };

  protected override accountFault(account: AdyenAccount, order: RailOrder): string | null {
    return methodFor(account, order.charge.currency) === undefined ? "unsupported_currency" : null;
  }

  protected async create({ account, apis }: Operation, order: RailOrder): Promise<Creation> {
    const { merchantAccount, countryCode } = account;
    const request = {
      merchantAccount,
      amount: wireAmount(order.charge),
      reference: order.id,
      returnUrl: order.returnUrl,
      countryCode,
      shopperEmail: order.buyerEmail ?? undefined,
      paymentMethod: { type: methodFor(account, order.charge.currency) as PaymentDetails.TypeEnum },
      sessionValidity: this.expiryOf(order).toISOString(),
      captureDelayHours: 0,
      channel: adyenLibrary().PaymentRequest.ChannelEnum.Web,
    };
    const answer = apis.payments.payments(request, { idempotencyKey: keyOf("payment", order.id) });
    const newPayment = await exchanged(paymentAnswer, answer);
    if (newPayment.end !== "data") return creationTrouble(newPayment);
    const payment = newPayment.data;
    if (["Refused", "Cancelled", "Error"].includes(payment.resultCode))
      return { outcome: "rejected", reason: `refused_${payment.refusalReasonCode ?? "without_code"}` };
    const money = payment.amount && fromWire(payment.amount.value, payment.amount.currency);
    const other = money && (money.amount !== order.charge.amount || money.currency !== order.charge.currency);
    if (other || (payment.merchantReference ?? order.id) !== order.id)
      return { outcome: "unknown", reason: "reference_in_use" };
    const code = payment.action?.type === "qrCode" ? payment.action.qrCodeData : undefined;
    // A payment exists that cannot be shown to the buyer: it is reconciled as if its answer were lost.
    if (code === undefined || code === "") return { outcome: "unknown", reason: "no_qr_code" };
    return {
      outcome: "created",
      instruction: { type: "CODE_URL", redirectUrl: `${this.baseUrl}/rails/qr/${order.id}/pay`, data: code },
      ids: payment.pspReference === undefined ? {} : { attempt: payment.pspReference },
    };
  }

  /** A code is paid once: another payment than the one that was notified is not this order's. */
  protected override paymentReference({ ids }: RailOrder, paymentId?: string): string | null {
    const known = ids.payment ?? paymentId ?? null;
    return paymentId === undefined || paymentId === known ? known : null;
  }

  protected async look(): Promise<PaymentOutcome> {
    return { outcome: "unknown", reason: "unsupported" };
  }
}

function methodFor({ qrMethods }: AdyenAccount, currency: string): string | undefined {
  const chosen = new Map((qrMethods ?? "").split(",").map((pair) => pair.split("=") as [string, string]));
  return chosen.get(currency) ?? QR_METHODS.get(currency);
}
