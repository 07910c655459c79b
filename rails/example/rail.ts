import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  AccountCheck,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailEvent,
  RailOrder,
  RefundOutcome,
} from "../../ports/rail.ts";
import { withinLimits } from "../../ports/checkout/rail-limits.ts";
import {
  cancellationOf,
  creationTrouble,
  type Exchange,
  failedRefund,
  isMissing,
  isUnauthorised,
  NO_PAYMENT,
  readAs,
  reasonOf,
  refundTrouble,
  unknownPayment,
  unknownRefund,
} from "../shared/exchange.ts";
import { rejectionOf } from "../shared/rejection.ts";
import { ACCOUNT_FIELDS, isTest } from "./account.ts";
import { call, type Call, type ExampleOptions } from "./client.ts";
import { CURRENCIES, MINIMUM_CHARGE } from "./currencies.ts";
import {
  eventList,
  eventOf,
  type ExamplePayment,
  markOf,
  orderIdOf,
  outcomeOf,
  payment,
  paymentPage,
  readEvent,
  refund,
  refundOutcome,
  refundPage,
} from "./messages.ts";

/** The maximum difference between the provider's clock and the service's. */
const CLOCKS_DIFFER_MS = 5 * 60_000;
/** Most pages of a hundred that are searched: more payments are not made in the life of an order. */
const PAGES_MAX = 50;

/** Example Pay: an imaginary provider to whose page buyers are sent. */
export class ExampleRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "example-pay";
  readonly simulated = true;
  readonly accountFields = ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: CURRENCIES,
    minimumCharge: MINIMUM_CHARGE,
  };
  readonly #options: ExampleOptions;

  constructor(options: ExampleOptions) {
    this.#options = options;
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    const answer = await this.#call(account, { method: "GET", path: "/account" });
    if (answer.end === "data") return { outcome: "accepted" };
    if (answer.end === "refused" && isUnauthorised(answer))
      return { outcome: "refused", reason: "unknown key", field: "apiKey" };
    return { outcome: "unknown", reason: reasonOf(answer) };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const reason = rejectionOf(order, this.capabilities);
    if (reason !== null) return { outcome: "rejected", reason };
    const { amount, currency } = order.charge;
    const answer = await this.#call(account, {
      method: "POST",
      path: "/payments",
      idempotencyKey: order.id,
      body: {
        reference: order.id,
        metadata: markOf(order.id),
        amount,
        currency,
        description: order.description,
        return_url: order.returnUrl,
        notification_url: order.notificationUrl,
        expires_at: withinLimits(order.expiresAt, this.capabilities, this.#options.now()).toISOString(),
      },
    });
    const created = readAs(answer, payment);
    if (created.end !== "data") return creationTrouble(created);
    const creation = created.data;
    // The key was used for another charge before, or the answer is of the other environment: that payment may be paid.
    if (!isOf(creation, order, account) || creation.amount !== amount || creation.currency !== currency)
      return { outcome: "unknown", reason: "reference_in_use" };
    const instruction = { type: "PAY_URL", redirectUrl: creation.url, data: null } as const;
    return { outcome: "created", instruction, ids: { payment: creation.id } };
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(account, order);
    return found.end === "data" ? outcomeOf(found.data) : unknownPayment(found);
  }

  async cancel(account: RailCredentials, order: RailOrder): Promise<"cancelled" | "too_late" | "unknown"> {
    const found = await this.#find(account, order);
    if (found.end !== "data") return "unknown";
    const answer = await this.#call(account, { method: "POST", path: `/payments/${found.data.id}/cancel` });
    const after = readAs(answer, payment);
    return after.end === "data" ? cancellationOf(outcomeOf(after.data), "unknown") : "unknown";
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(account, order);
    if (found.end !== "data") return isMissing(found) ? failedRefund("not_paid") : unknownRefund(found);
    const answer = await this.#call(account, {
      method: "POST",
      path: `/payments/${found.data.id}/refunds`,
      idempotencyKey: `${order.id}.${key}`,
      body: { key, ...amount, charge: paymentId },
    });
    const refundData = readAs(answer, refund);
    return refundData.end === "data" ? refundOutcome(refundData.data) : refundTrouble(refundData);
  }

  async lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    { key }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(account, order);
    if (found.end !== "data") return unknownRefund(found);
    let after = "";
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const path = `/refunds?payment=${found.data.id}&after=${encodeURIComponent(after)}`;
      const list = readAs(await this.#call(account, { method: "GET", path }), refundPage);
      if (list.end !== "data") return unknownRefund(list);
      const refundData = list.data.refunds.find((one) => one.key === key);
      if (refundData !== undefined) return refundOutcome(refundData);
      if (list.data.next === null) return { outcome: "unknown", reason: "not_found" };
      after = list.data.next;
    }
    return { outcome: "unknown", reason: "unreadable" };
  }

  async missedEvents(account: RailCredentials, since: Date): Promise<readonly RailEvent[] | null> {
    const answer = await this.#call(account, { method: "GET", path: `/events?since=${since.toISOString()}` });
    const list = readAs(answer, eventList);
    if (list.end !== "data") return null;
    // An event that cannot be read now cannot be read later: it must not block the others.
    return list.data.events.flatMap((event) => eventOf(event, isTest(account)) ?? []);
  }

  readNotification(
    account: RailCredentials,
    { headers, rawBody }: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    const { credentials } = account;
    if (rawBody.length > 100_000) return { verified: false, status: 413, reason: "too large" };
    if (headers["content-type"] !== "application/json")
      return { verified: false, status: 400, reason: "no JSON" };
    const expected = createHmac("sha256", credentials.webhookKey ?? "")
      .update(rawBody)
      .digest();
    // While a key is replaced there are two.
    const genuine = (headers["example-signature"] ?? "").split(",").filter((signature) => {
      const bytes = Buffer.from(signature, "hex");
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
    if (!credentials.webhookKey || genuine.length === 0)
      return { verified: false, status: 401, reason: "the signature does not match" };
    const event = readEvent(rawBody, isTest(account));
    if (event === null) return { verified: false, status: 400, reason: "not as documented" };
    return {
      verified: true,
      events: [event],
      acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
    };
  }

  /** Finds the payment by the id of its creation, or, after a lost answer, among all since the order was placed. */
  async #find(account: RailCredentials, order: RailOrder): Promise<Exchange<ExamplePayment>> {
    const { payment: id } = order.ids;
    if (id === undefined) return this.#search(account, order);
    const answer = await this.#call(account, { method: "GET", path: `/payments/${encodeURIComponent(id)}` });
    const found = readAs(answer, payment);
    // An id that leads to another order's payment proves nothing about this one.
    return found.end !== "data" || isOf(found.data, order, account) ? found : { end: "unreadable" };
  }

  async #search(account: RailCredentials, order: RailOrder): Promise<Exchange<ExamplePayment>> {
    const since = new Date(order.createdAt.getTime() - CLOCKS_DIFFER_MS).toISOString();
    let after = "";
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const path = `/payments?created_after=${since}&after=${encodeURIComponent(after)}`;
      const answer = await this.#call(account, { method: "GET", path });
      const listed = readAs(answer, paymentPage);
      if (listed.end !== "data") return listed;
      const found = listed.data.payments.find((one) => isOf(one, order, account));
      if (found !== undefined) return { end: "data", data: found };
      if (listed.data.next === null) return NO_PAYMENT;
      after = listed.data.next;
    }
    return { end: "unreadable" };
  }

  #call(account: RailCredentials, request: Call): Promise<Exchange<unknown>> {
    return call(this.#options, account, request);
  }
}

function isOf(payment: ExamplePayment, order: RailOrder, account: RailCredentials): boolean {
  return orderIdOf(payment) === order.id && payment.test === isTest(account);
}
