import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  AccountCheck,
  AccountFields,
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
import { type Answer, call, type Call, type ExampleOptions } from "./client.ts";
import {
  eventList,
  eventOf,
  type ExamplePayment,
  outcomeOf,
  payment,
  paymentPage,
  readEvent,
  refund,
  refundList,
  refundOutcome,
} from "./messages.ts";

/** The provider gives a hundred at a time: more than this many sell nobody in the life of an order. */
const PAGES_MAX = 50;

/** Why a payment cannot be shown. */
type Unseen = Extract<PaymentOutcome, { readonly outcome: "unknown" }>["reason"];

/** Example Pay: an imaginary provider to whose page buyers are sent. */
export class ExampleRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "example-pay";
  readonly simulated = true;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "final",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: new Map([
      ["USD", 2],
      ["JPY", 0],
    ]),
    minimumCharge: new Map([["USD", 50]]),
  };
  readonly accountFields: AccountFields = {
    credentials: {
      apiKey: { help: "API key, at example.com under Keys.", required: true, pattern: /^(test|live)_\w+$/ },
      webhookKey: { help: "Signing key, at example.com under Webhooks.", required: true },
    },
    settings: {},
  };
  readonly #options: ExampleOptions;

  constructor(options: ExampleOptions) {
    this.#options = options;
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    const answer = await this.#call(account, { method: "GET", path: "/account" });
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    if (answer.status === 200) return { outcome: "accepted" };
    if (answer.status === 401) return { outcome: "refused", reason: "unknown key", field: "apiKey" };
    return { outcome: "unknown", reason: `http_${answer.status}` };
  }

  async createPayment(account: RailCredentials, order: RailOrder): Promise<Creation> {
    const { amount, currency } = order.charge;
    if (!/^[\w-]{1,64}$/.test(order.id)) return { outcome: "rejected", reason: "illegal_reference" };
    if (!this.capabilities.currencies.has(currency))
      return { outcome: "rejected", reason: "unsupported_currency" };
    if (!Number.isSafeInteger(amount) || amount <= 0)
      return { outcome: "rejected", reason: "invalid_amount" };
    if (amount < (this.capabilities.minimumCharge.get(currency) ?? 1))
      return { outcome: "rejected", reason: "amount_too_small" };

    const answer = await this.#call(account, {
      method: "POST",
      path: "/payments",
      idempotencyKey: order.id,
      body: {
        reference: order.id,
        amount,
        currency,
        description: order.description,
        return_url: order.returnUrl,
        notification_url: order.notificationUrl,
        expires_at: this.#expiry(order.expiresAt).toISOString(),
      },
    });
    if (answer.end === "not_sent") return { outcome: "unavailable", reason: answer.end };
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    // It works on this key at the moment, or does not know what it did.
    if (answer.status === 409 || answer.status >= 500)
      return { outcome: "unknown", reason: `http_${answer.status}` };
    if (answer.status >= 400) return { outcome: "rejected", reason: `http_${answer.status}` };
    const made = payment.safeParse(answer.body).data;
    if (made === undefined) return { outcome: "unknown", reason: "unreadable" };
    // Under this key it was asked for another charge before: that one may be paid yet.
    if (made.reference !== order.id || made.amount !== amount || made.currency !== currency)
      return { outcome: "unknown", reason: "reference_in_use" };
    const instruction = { type: "PAY_URL", redirectUrl: made.url, data: null } as const;
    return { outcome: "created", instruction, ids: { payment: made.id } };
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(account, order);
    return typeof found === "string" ? { outcome: "unknown", reason: found } : outcomeOf(found);
  }

  async cancel(account: RailCredentials, order: RailOrder): Promise<"cancelled" | "too_late" | "unknown"> {
    const found = await this.#find(account, order);
    if (typeof found === "string") return "unknown";
    const answer = await this.#call(account, { method: "POST", path: `/payments/${found.id}/cancel` });
    const cancelled = answer.end === "answer" ? payment.safeParse(answer.body).data : undefined;
    if (cancelled === undefined) return "unknown";
    const { outcome } = outcomeOf(cancelled);
    if (outcome === "paid" || outcome === "pending") return "too_late";
    return outcome === "unknown" ? "unknown" : "cancelled";
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(account, order);
    if (found === "not_found") return { outcome: "failed", refundId: null, reason: "not_paid" };
    if (typeof found === "string") return { outcome: "unknown", reason: found };
    const answer = await this.#call(account, {
      method: "POST",
      path: `/payments/${found.id}/refunds`,
      idempotencyKey: `${order.id}.${key}`,
      body: { key, ...amount, charge: paymentId },
    });
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    const reason = unseen(answer.status);
    if (answer.status === 422) return { outcome: "failed", refundId: null, reason: "http_422" };
    if (reason !== null) return { outcome: "unknown", reason };
    const made = refund.safeParse(answer.body).data;
    return made ? refundOutcome(made) : { outcome: "unknown", reason: "unreadable" };
  }

  async lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    { key }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(account, order);
    if (typeof found === "string") return { outcome: "unknown", reason: found };
    const answer = await this.#call(account, { method: "GET", path: `/payments/${found.id}/refunds` });
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    const reason = unseen(answer.status);
    if (reason !== null) return { outcome: "unknown", reason };
    const list = refundList.safeParse(answer.body).data?.refunds;
    if (list === undefined) return { outcome: "unknown", reason: "unreadable" };
    const made = list.find((one) => one.key === key);
    return made ? refundOutcome(made) : { outcome: "unknown", reason: "not_found" };
  }

  async missedEvents(account: RailCredentials, since: Date): Promise<readonly RailEvent[] | null> {
    const answer = await this.#call(account, { method: "GET", path: `/events?since=${since.toISOString()}` });
    if (answer.end !== "answer" || answer.status !== 200) return null;
    const list = eventList.safeParse(answer.body).data;
    // What cannot be read now cannot be read later: it does not hold up the rest.
    return list?.events.flatMap((event) => eventOf(event, isTest(account)) ?? []) ?? null;
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
    const genuine = (headers["example-signature"] ?? "").split(",").filter((given) => {
      const bytes = Buffer.from(given, "hex");
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

  /** By the id that creating gave; without it, as after a lost answer, among all since the order was placed. */
  async #find(account: RailCredentials, order: RailOrder): Promise<ExamplePayment | Unseen> {
    const { payment: id } = order.ids;
    if (id === undefined) return this.#search(account, order);
    const answer = await this.#call(account, { method: "GET", path: `/payments/${encodeURIComponent(id)}` });
    if (answer.end !== "answer") return reasonOf(answer.end);
    const reason = unseen(answer.status);
    if (reason !== null) return reason;
    const found = payment.safeParse(answer.body).data;
    // An id that leads to another order's payment says nothing of this one.
    return found?.reference === order.id ? found : "unreadable";
  }

  async #search(account: RailCredentials, order: RailOrder): Promise<ExamplePayment | Unseen> {
    const since = order.createdAt.toISOString();
    let after = "";
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const path = `/payments?created_after=${since}&after=${encodeURIComponent(after)}`;
      const answer = await this.#call(account, { method: "GET", path });
      if (answer.end !== "answer") return reasonOf(answer.end);
      const reason = unseen(answer.status);
      if (reason !== null) return reason;
      const listed = paymentPage.safeParse(answer.body).data;
      if (listed === undefined) return "unreadable";
      const found = listed.payments.find(({ reference }) => reference === order.id);
      if (found !== undefined) return found;
      if (listed.next === null) return "not_found";
      after = listed.next;
    }
    return "unreadable";
  }

  #expiry(wanted: Date): Date {
    const { min, max } = this.capabilities.expiryMinutes;
    const now = this.#options.now().getTime();
    return new Date(Math.min(Math.max(wanted.getTime(), now + min * 60_000), now + max * 60_000));
  }

  #call(account: RailCredentials, request: Call): Promise<Answer> {
    return call(this.#options, account, request);
  }
}

function isTest({ credentials }: RailCredentials): boolean {
  return credentials.apiKey?.startsWith("test_") ?? false;
}

/** What a status says about asking; null: the answer is in the body. */
function unseen(status: number): Unseen | null {
  if (status >= 500) return "timeout";
  if (status === 404) return "not_found";
  return status >= 400 ? "refused" : null;
}

function reasonOf(end: "not_sent" | "no_answer" | "unreadable"): Unseen {
  return end === "no_answer" ? "timeout" : end;
}
