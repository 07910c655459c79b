import type { Creation, PaymentOutcome, RailCapabilities, RailOrder, RailPage } from "../../ports/rail.ts";
import { type AdyenAccount, readAccount } from "./account.ts";
import { creationTrouble, unknownPayment } from "../shared/exchange.ts";
import { exchanged } from "./client.ts";
import { AdyenRail, isFor, keyOf, neverMissing, type Operation, wireAmount } from "./rail.ts";
import { CURRENCIES, fromWire } from "./currencies.ts";
import { type Payment, paymentAnswer, sessionAnswer, sessionResultAnswer } from "./messages.ts";

/** Parameters that Adyen's page adds to the return address. */
const RETURNED = ["sessionId", "sessionResult", "redirectResult"] as const;
const RETURN_TOKEN_LENGTH_MAX = 30_000;

/** Drop-in and its styles are this service's own files; its calls and its fields for cards are Adyen's. */
const PAGE: RailPage = {
  part: "adyen",
  sources: (credentials) => {
    const account = readAccount(credentials);
    if (typeof account === "string") return { script: [], frame: [], connect: [], img: [], form: [] };
    const shopper = `checkoutshopper-${account.environment}`;
    return {
      script: [],
      // Banks are anywhere.
      frame: ["https:"],
      connect: [
        `https://${shopper}.adyen.com`,
        `https://${shopper}.cdn.adyen.com`,
        `https://checkoutanalytics-${account.environment}.adyen.com`,
      ],
      img: ["https:", "data:"],
      form: ["https:"],
    };
  },
};

/** Sessions and Drop-in: the buyer pays within the partner's page. */
export class AdyenFlowRail extends AdyenRail {
  readonly kind = "flow";
  readonly page = PAGE;
  readonly capabilities: RailCapabilities = {
    status: "by_return_token",
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };

  override returnTokenOf(query: Readonly<Record<string, string>>): string | undefined {
    const parameters = RETURNED.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
    const token = new URLSearchParams(parameters).toString();
    return token === "" || token.length > RETURN_TOKEN_LENGTH_MAX ? undefined : token;
  }

  protected override wrongField({ clientKey, countryCode, live }: AdyenAccount): string | null {
    if (clientKey === undefined || clientKey.startsWith("live_") !== live) return "clientKey";
    return countryCode === undefined ? "countryCode" : null;
  }

  protected async create({ account, apis }: Operation, order: RailOrder): Promise<Creation> {
    const { merchantAccount, countryCode, clientKey, environment } = account;
    const request = {
      merchantAccount,
      amount: wireAmount(order.charge),
      reference: order.id,
      returnUrl: order.returnUrl,
      countryCode,
      shopperEmail: order.buyerEmail ?? undefined,
      expiresAt: this.expiryOf(order),
      captureDelayHours: 0,
    };
    const answer = apis.payments.sessions(request, { idempotencyKey: keyOf("session", order.id) });
    const newSession = await exchanged(sessionAnswer, answer);
    if (newSession.end !== "data") return creationTrouble(newSession);
    const session = newSession.data;
    // An earlier session has this reference. It may be paid yet, so nothing may be given back on this answer.
    if (!isFor(order, session)) return { outcome: "unknown", reason: "reference_in_use" };
    const { id, sessionData } = session;
    const data = JSON.stringify({ provider: "adyen", id, sessionData, clientKey, environment, countryCode });
    return {
      outcome: "created",
      instruction: { type: "FLOW_SESSION", redirectUrl: null, data },
      ids: { session: id },
    };
  }

  protected async look(
    operation: Operation,
    order: RailOrder,
    returnToken?: string,
  ): Promise<PaymentOutcome> {
    if (returnToken === undefined) return { outcome: "unknown", reason: "unsupported" };
    const brought = new URLSearchParams(returnToken);
    const sessionResult = brought.get("sessionResult");
    const redirectResult = brought.get("redirectResult");
    const sessionId = order.ids.session ?? brought.get("sessionId");
    if (sessionResult && sessionId) return lookAtSession(operation, order, sessionId, sessionResult);
    if (redirectResult) return submitRedirect(operation, order, redirectResult);
    return { outcome: "unknown", reason: "unreadable" };
  }
}

async function lookAtSession(
  { apis }: Operation,
  order: RailOrder,
  sessionId: string,
  sessionResult: string,
): Promise<PaymentOutcome> {
  const answer = apis.payments.getResultOfPaymentSession(sessionId, sessionResult);
  const result = await exchanged(sessionResultAnswer, answer);
  if (result.end !== "data") return unknownPayment(result);
  const session = result.data;
  if (session.id !== sessionId || (session.reference ?? order.id) !== order.id)
    return { outcome: "unknown", reason: "unreadable" };
  // Adyen need not repeat the reference. A session that only the browser names may then be of any order.
  if (session.reference === undefined && sessionId !== order.ids.session)
    return { outcome: "unknown", reason: "unsupported" };
  const ids = { session: session.id };
  switch (session.status) {
    case "completed": {
      const payment = session.payments.find(({ resultCode }) => resultCode === "Authorised");
      // Nor the payment: its notification tells what was paid.
      if (payment === undefined) return { outcome: "pending", stage: "processing", ids };
      const received = fromWire(payment.amount.value, payment.amount.currency);
      if (received === null) return { outcome: "unknown", reason: "unreadable" };
      const { pspReference } = payment;
      return { outcome: "paid", received, paymentId: pspReference, ids: { ...ids, payment: pspReference } };
    }
    case "paymentPending":
      return { outcome: "pending", stage: "processing", ids };
    case "active":
      return { outcome: "pending", stage: "open", ids };
    // Too many attempts were refused: the session is over.
    case "refused":
      return {
        outcome: "declined",
        decline: { code: "refused", message: "The payment was refused.", retry: "now" },
        ids,
      };
    case "canceled":
      return { outcome: "cancelled", ids };
    case "expired":
      return { outcome: "expired", ids };
  }
}

/** The buyer returns from a bank's page: Adyen continues with the payment only after this call. */
async function submitRedirect(
  { apis }: Operation,
  order: RailOrder,
  redirectResult: string,
): Promise<PaymentOutcome> {
  const idempotencyKey = keyOf("details", order.id, redirectResult);
  const answer = apis.payments.paymentsDetails({ details: { redirectResult } }, { idempotencyKey });
  const result = await exchanged(paymentAnswer, answer);
  // Adyen may continue with the payment although this call failed: a missing payment is not an answer.
  if (result.end !== "data") return unknownPayment(result, neverMissing);
  const payment = result.data;
  // The redirected buyer may be of any order: without its reference the notification names the order.
  if (payment.merchantReference === undefined) return { outcome: "unknown", reason: "unsupported" };
  if (payment.merchantReference !== order.id) return { outcome: "unknown", reason: "unreadable" };
  return outcomeOfPayment(payment);
}

function outcomeOfPayment({ resultCode, pspReference, amount }: Payment): PaymentOutcome {
  switch (resultCode) {
    case "Authorised": {
      const received = amount && fromWire(amount.value, amount.currency);
      if (!received || pspReference === undefined) return { outcome: "unknown", reason: "unreadable" };
      return { outcome: "paid", received, paymentId: pspReference, ids: { payment: pspReference } };
    }
    case "Received":
    case "Pending":
      return { outcome: "pending", stage: "processing" };
    // One attempt ended; the session may be paid by another.
    case "Refused":
    case "Cancelled":
    case "Error":
      return { outcome: "pending", stage: "open" };
    default:
      return { outcome: "unknown", reason: "unreadable" };
  }
}
