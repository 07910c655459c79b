import { createHmac } from "node:crypto";

/** @import {Rail, RailCredentials, RailOrder, PaymentOutcome} from "partner-raffle-api/ports/rail" */

/** @param {string} signingKey @param {Uint8Array | string} body */
export const signatureOf = (signingKey, body) => createHmac("sha256", signingKey).update(body).digest("hex");

/** Who has paid; the fake provider is this map. @type {Map<string, {amount: number, currency: string}>} */
export const paid = new Map();

/** A fake rail: what a provider would keep, it keeps itself. @type {Rail} */
export const voucherRail = {
  kind: "redirect",
  provider: "voucher",
  simulated: true,
  capabilities: {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: new Map([["USD", 2]]),
    minimumCharge: new Map(),
  },
  accountFields: {
    credentials: { signingKey: { help: "Signs notifications.", required: true } },
    settings: {},
  },
  async checkAccount() {
    return { outcome: "accepted" };
  },
  async createPayment(_account, order) {
    const redirectUrl = `https://pay.voucher.example/${order.id}`;
    return { outcome: "created", instruction: { type: "PAY_URL", redirectUrl, data: null }, ids: {} };
  },
  async lookUp(_account, order) {
    return outcomeOf(order.id);
  },
  async cancel(_account, order) {
    return paid.has(order.id) ? "too_late" : "cancelled";
  },
  async refund(_account, _order, { key }) {
    return { outcome: "succeeded", refundId: `refund-${key}` };
  },
  async lookUpRefund() {
    return { outcome: "unknown", reason: "not_found" };
  },
  readNotification(account, { headers, rawBody }) {
    if (headers["voucher-signature"] !== signatureOf(account.credentials.signingKey ?? "", rawBody))
      return { verified: false, status: 401, reason: "the signature is wrong" };
    const { orderId } = JSON.parse(Buffer.from(rawBody).toString("utf8"));
    return {
      verified: true,
      events: [{ about: "payment", dedupeKey: `paid-${orderId}`, orderId, payment: outcomeOf(orderId) }],
      acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
    };
  },
};

/** @param {string} orderId @returns {PaymentOutcome} */
function outcomeOf(orderId) {
  const received = paid.get(orderId);
  if (received === undefined) return { outcome: "pending", stage: "open" };
  return { outcome: "paid", received, paymentId: `payment-${orderId}` };
}
