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
  RailOrder,
  RefundOutcome,
} from "../../ports/rail.ts";
import { jsonOf, textWithin } from "../shared/bounded.ts";
import { eventOf, outcomeOf, payment, refund } from "./messages.ts";

const ANSWER_BYTES_MAX = 100_000;
const ANSWER_DEPTH_MAX = 3;

export interface ExampleOptions {
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

type Answer =
  | { readonly end: "answer"; readonly status: number; readonly body: unknown }
  | { readonly end: "not_sent" | "no_answer" | "unreadable" };

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
  readonly #options: Required<ExampleOptions>;

  constructor(options: ExampleOptions) {
    this.#options = { timeoutMs: 15_000, fetch: globalThis.fetch, ...options };
  }

  async checkAccount(account: RailCredentials): Promise<AccountCheck> {
    const answer = await this.#call(account, "GET", "/payments/none");
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    if (answer.status === 404) return { outcome: "accepted" };
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

    const answer = await this.#call(account, "POST", "/payments", {
      reference: order.id,
      amount,
      currency,
      return_url: order.returnUrl,
      expires_at: this.#expiry(order.expiresAt).toISOString(),
    });
    if (answer.end === "not_sent") return { outcome: "unavailable", reason: answer.end };
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    // It has this reference with another charge: that one may be paid yet.
    if (answer.status === 409 || answer.status >= 500)
      return { outcome: "unknown", reason: `http_${answer.status}` };
    if (answer.status >= 400) return { outcome: "rejected", reason: `http_${answer.status}` };
    const made = payment.safeParse(answer.body);
    if (!made.success || made.data.amount !== amount || made.data.currency !== currency)
      return { outcome: "unknown", reason: "unreadable" };
    const instruction = { type: "PAY_URL", redirectUrl: made.data.url, data: null } as const;
    return { outcome: "created", instruction, ids: { payment: made.data.id } };
  }

  async lookUp(account: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    return this.#payment(await this.#call(account, "GET", `/payments/${order.id}`));
  }

  async cancel(account: RailCredentials, order: RailOrder): Promise<"cancelled" | "too_late" | "unknown"> {
    const payment = this.#payment(await this.#call(account, "POST", `/payments/${order.id}/cancel`));
    if (payment.outcome === "paid" || payment.outcome === "pending") return "too_late";
    return payment.outcome === "unknown" ? "unknown" : "cancelled";
  }

  async refund(
    account: RailCredentials,
    order: RailOrder,
    { amount, key }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    return this.#refund(
      await this.#call(account, "POST", `/payments/${order.id}/refunds`, { key, ...amount }),
    );
  }

  async lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    { key }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const answer = await this.#call(
      account,
      "GET",
      `/payments/${order.id}/refunds/${encodeURIComponent(key)}`,
    );
    if (answer.end === "answer" && answer.status === 404) return { outcome: "unknown", reason: "not_found" };
    return this.#refund(answer);
  }

  readNotification(
    { credentials }: RailCredentials,
    { headers, rawBody }: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
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
    const event = eventOf(rawBody, credentials.apiKey?.startsWith("test_") ?? false);
    if (event === null) return { verified: false, status: 400, reason: "not as documented" };
    return {
      verified: true,
      events: [event],
      acknowledgement: { status: 200, contentType: "text/plain", body: "ok" },
    };
  }

  #payment(answer: Answer): PaymentOutcome {
    if (answer.end === "unreadable") return { outcome: "unknown", reason: "unreadable" };
    if (answer.end !== "answer" || answer.status >= 500) return { outcome: "unknown", reason: "timeout" };
    if (answer.status === 404) return { outcome: "unknown", reason: "not_found" };
    const found = payment.safeParse(answer.body);
    return found.success ? outcomeOf(found.data) : { outcome: "unknown", reason: "unreadable" };
  }

  #refund(answer: Answer): RefundOutcome {
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    if (answer.status >= 500) return { outcome: "unknown", reason: "no_answer" };
    if (answer.status >= 400) return { outcome: "failed", refundId: null, reason: `http_${answer.status}` };
    const made = refund.safeParse(answer.body);
    if (!made.success) return { outcome: "unknown", reason: "unreadable" };
    return { outcome: made.data.state, refundId: made.data.id };
  }

  #expiry(wanted: Date): Date {
    const { min, max } = this.capabilities.expiryMinutes;
    const now = this.#options.now().getTime();
    return new Date(Math.min(Math.max(wanted.getTime(), now + min * 60_000), now + max * 60_000));
  }

  async #call(account: RailCredentials, method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await this.#options.fetch(new URL(path, this.#options.baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${account.credentials.apiKey}`,
          "content-type": "application/json",
        },
        body: body && JSON.stringify(body),
        redirect: "error",
        signal: AbortSignal.timeout(this.#options.timeoutMs),
      });
      const text = await textWithin(response.body, ANSWER_BYTES_MAX);
      const json = jsonOf(text ?? "", ANSWER_DEPTH_MAX);
      return json === undefined
        ? { end: "unreadable" }
        : { end: "answer", status: response.status, body: json };
    } catch (error) {
      // Only then is it certain that nothing was sent.
      const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
      return { end: cause?.code === "ECONNREFUSED" ? "not_sent" : "no_answer" };
    }
  }
}
