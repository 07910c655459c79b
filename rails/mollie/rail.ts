import type {
  AccountCheck,
  Creation,
  NotificationReading,
  PaymentOutcome,
  Rail,
  RailCapabilities,
  RailCredentials,
  RailOrder,
  RefundOutcome,
  ToldEvent,
} from "../../ports/rail.ts";
import { MOLLIE_ACCOUNT_FIELDS, type MollieAccount, mollieAccount } from "./account.ts";
import { type Answer, call, type Call, type MollieOptions } from "./client.ts";
import {
  chargebackEvent,
  keyOf,
  orderIdOf,
  outcomeOf,
  type Payment,
  payment,
  paymentEvent,
  paymentPage,
  refund,
  refundEvent,
  refundOutcome,
} from "./messages.ts";
import { CURRENCIES, fromWire, toWire } from "./money.ts";
import { readNotification } from "./notification.ts";

const ORIGIN = "https://api.mollie.com";
const MINUTE_MS = 60_000;
/** Mollie keeps a key for an hour; after that the same creation would make a second payment. */
const KEY_KEPT_MS = 50 * MINUTE_MS;
/** How far Mollie's clock and ours may differ. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;
const PAGE = 250;
const PAGES_MAX = 20;
/** What a card can carry; each method has a limit of its own below it. */
const AMOUNT_MAX = 10_000_000_00;
const DESCRIPTION_MAX = 255;
const WITH_ALL = "embed=refunds,chargebacks";

/** Why a payment cannot be shown. */
type Unseen = Extract<PaymentOutcome, { readonly outcome: "unknown" }>["reason"];
type Ask = (request: Call) => Promise<Answer>;

/** Mollie's hosted checkout: buyers choose iDEAL, cards, Bancontact and others on its page. */
export class MollieRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "mollie";
  readonly simulated = false;
  readonly accountFields = MOLLIE_ACCOUNT_FIELDS;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    // Mollie says of each payment whether it can be cancelled.
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    // Fifteen minutes until a method is chosen; a bank transfer then has days.
    expiryMinutes: { min: 15, max: 14 * 24 * 60, decidedBy: "provider" },
    currencies: CURRENCIES,
    minimumCharge: new Map(),
  };
  readonly #options: MollieOptions;

  constructor(options: MollieOptions) {
    this.#options = options;
  }

  async checkAccount(credentials: RailCredentials): Promise<AccountCheck> {
    const ask = this.#conversation(credentials);
    if (ask === null) return { outcome: "refused", reason: "the API key is missing", field: "apiKey" };
    const answer = await ask({ method: "GET", path: "payments?limit=1" });
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    if (answer.status === 200) return { outcome: "accepted" };
    if (answer.status === 401 || answer.status === 403)
      return { outcome: "refused", reason: "Mollie does not accept this API key", field: "apiKey" };
    return { outcome: "unknown", reason: `http_${answer.status}` };
  }

  async createPayment(credentials: RailCredentials, order: RailOrder): Promise<Creation> {
    const account = mollieAccount(credentials);
    const ask = this.#conversation(credentials);
    const fault = account === null ? "account_incomplete" : rejectionOf(order);
    if (account === null || ask === null || fault !== null)
      return { outcome: "rejected", reason: fault ?? "" };
    const made = this.#mayHaveForgotten(order) ? await search(ask, account, order) : "not_found";
    if (typeof made !== "string") return created(made, order, account);
    if (made !== "not_found") return { outcome: "unknown", reason: made };
    const answer = await ask({
      method: "POST",
      path: "payments",
      idempotencyKey: order.id,
      body: {
        amount: toWire(order.charge),
        description: [...order.description].slice(0, DESCRIPTION_MAX).join(""),
        redirectUrl: order.returnUrl,
        cancelUrl: order.returnUrl,
        webhookUrl: order.notificationUrl,
        metadata: { orderId: order.id },
        ...(account.methods.length > 0 && { method: account.methods }),
      },
    });
    if (answer.end === "not_sent") return { outcome: "unavailable", reason: answer.end };
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    const { status, json } = answer;
    // It works on this key at the moment, or does not know what it did.
    if (status === 409 || status >= 500) return { outcome: "unknown", reason: `http_${status}` };
    if (status === 429) return { outcome: "unavailable", reason: "http_429" };
    if (status >= 400) return { outcome: "rejected", reason: `http_${status}` };
    const told = payment.safeParse(json).data;
    return told ? created(told, order, account) : { outcome: "unknown", reason: "unreadable" };
  }

  async lookUp(credentials: RailCredentials, order: RailOrder): Promise<PaymentOutcome> {
    const found = await this.#find(this.#conversation(credentials), credentials, order);
    return typeof found === "string" ? { outcome: "unknown", reason: found } : outcomeOf(found);
  }

  async cancel(
    credentials: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown"> {
    const ask = this.#conversation(credentials);
    const found = await this.#find(ask, credentials, order);
    if (ask === null || typeof found === "string") return "unknown";
    const before = cancellationOf(found);
    if (before !== "requested" || !found.isCancelable) return before;
    const answer = await ask({ method: "DELETE", path: `payments/${found.id}` });
    if (answer.end !== "answer" || answer.status >= 500) return "unknown";
    const told = answer.status === 200 ? payment.safeParse(answer.json).data : undefined;
    if (told !== undefined && told.id === found.id) return cancellationOf(told);
    // Refused: it went on in between.
    const after = await this.#find(ask, credentials, order);
    return typeof after === "string" ? "unknown" : cancellationOf(after);
  }

  async refund(
    credentials: RailCredentials,
    order: RailOrder,
    { amount, key, paymentId }: Parameters<Rail["refund"]>[2],
  ): Promise<RefundOutcome> {
    if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0) return failed("invalid_amount");
    const ask = this.#conversation(credentials);
    const found = await this.#find(ask, credentials, order, paymentId);
    if (found === "not_found") return failed("not_found");
    if (ask === null || typeof found === "string")
      return { outcome: "unknown", reason: ask === null ? "refused" : String(found) };
    // Mollie forgets a key after an hour, and the refund's own mark does not pass.
    const known = found.refunds.find((one) => keyOf(one) === key);
    if (known !== undefined) return refundOutcome(known);
    const received = fromWire(found.amount);
    if (found.status !== "paid" || received === null) return failed("not_paid");
    if (received.currency !== amount.currency) return failed("invalid_currency");
    const answer = await ask({
      method: "POST",
      path: `payments/${found.id}/refunds`,
      idempotencyKey: `${order.id}.${key}`,
      body: { amount: toWire(amount), metadata: { orderId: order.id, refundKey: key } },
    });
    if (answer.end !== "answer") return { outcome: "unknown", reason: answer.end };
    // 409: it takes the same amount of the same payment for a repetition, and says no for a while.
    if (answer.status === 409 || answer.status === 429 || answer.status >= 500)
      return { outcome: "unknown", reason: `http_${answer.status}` };
    if (answer.status === 401 || answer.status === 403) return { outcome: "unknown", reason: "refused" };
    if (answer.status >= 400) return failed(`http_${answer.status}`);
    const made = refund.safeParse(answer.json).data;
    return made ? refundOutcome(made) : { outcome: "unknown", reason: "unreadable" };
  }

  async lookUpRefund(
    credentials: RailCredentials,
    order: RailOrder,
    { key, refundId }: Parameters<Rail["lookUpRefund"]>[2],
  ): Promise<RefundOutcome> {
    const found = await this.#find(this.#conversation(credentials), credentials, order);
    if (typeof found === "string") return { outcome: "unknown", reason: found };
    const { refunds } = found;
    const made = refunds.find((one) => keyOf(one) === key) ?? refunds.find(({ id }) => id === refundId);
    return made ? refundOutcome(made) : { outcome: "unknown", reason: "not_found" };
  }

  async fetchEvents(credentials: RailCredentials, what: string): Promise<readonly ToldEvent[] | null> {
    const account = mollieAccount(credentials);
    const ask = this.#conversation(credentials);
    if (account === null || ask === null) return null;
    const answer = await ask({ method: "GET", path: `payments/${encodeURIComponent(what)}?${WITH_ALL}` });
    if (answer.end !== "answer") return null;
    if (answer.status === 404 || answer.status === 410) return [];
    const told = answer.status === 200 ? payment.safeParse(answer.json).data : undefined;
    if (told === undefined) return null;
    if (told.id !== what || told.mode !== account.mode) return [];
    const orderId = orderIdOf(told);
    const { refunds, chargebacks } = told;
    const others = [
      ...refunds.map((one) => refundEvent(one, orderId)),
      ...chargebacks.map((one) => chargebackEvent(one, orderId)),
    ];
    return [paymentEvent(told), ...others.filter((event) => event !== null)];
  }

  readNotification(
    credentials: RailCredentials,
    notification: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    return readNotification(mollieAccount(credentials), notification);
  }

  /**
   * The order's payment with its refunds: by the id that creating gave, else among those since the order was placed.
   * @param id another payment of the order
   */
  async #find(
    ask: Ask | null,
    credentials: RailCredentials,
    order: RailOrder,
    id: string | undefined = order.ids.payment,
  ): Promise<Payment | Unseen> {
    const account = mollieAccount(credentials);
    if (account === null || ask === null) return "refused";
    if (id === undefined) {
      const found = await search(ask, account, order);
      if (typeof found === "string") return found;
      id = found.id;
    }
    const answer = await ask({ method: "GET", path: `payments/${encodeURIComponent(id)}?${WITH_ALL}` });
    const unseen = unseenBy(answer);
    if (unseen !== null || answer.end !== "answer") return unseen ?? "unreadable";
    const told = payment.safeParse(answer.json).data;
    // An id that leads to another order's payment says nothing of this one.
    return told !== undefined && isOf(told, order, account) ? told : "unreadable";
  }

  #mayHaveForgotten({ createdAt }: RailOrder): boolean {
    return this.#options.clock.now().getTime() - createdAt.getTime() > KEY_KEPT_MS;
  }

  /** Speaks with the account's key; all that it is asked ends within one deadline. null: there is no key. */
  #conversation(credentials: RailCredentials): Ask | null {
    const account = mollieAccount(credentials);
    if (account === null) return null;
    const { origin = ORIGIN, fetch = globalThis.fetch, timeoutMs = 15_000 } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    return (request) => call({ origin, fetch, apiKey: account.apiKey, signal }, request);
  }
}

function rejectionOf({ id, charge: { amount, currency } }: RailOrder): string | null {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return "illegal_reference";
  if (!CURRENCIES.has(currency)) return "unsupported_currency";
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > AMOUNT_MAX) return "invalid_amount";
  return null;
}

function created(told: Payment, order: RailOrder, account: MollieAccount): Creation {
  const { amount, currency } = fromWire(told.amount) ?? { amount: null, currency: null };
  // Under this key it was asked for another charge before: that one may be paid yet.
  if (!isOf(told, order, account) || amount !== order.charge.amount || currency !== order.charge.currency)
    return { outcome: "unknown", reason: "reference_in_use" };
  const { checkoutUrl: redirectUrl } = told;
  // It is over, or being paid: looking it up says what became of it.
  if (redirectUrl === null) return { outcome: "unknown", reason: `is_${told.status}` };
  return {
    outcome: "created",
    instruction: { type: "PAY_URL", redirectUrl, data: null },
    ids: { payment: told.id },
  };
}

function isOf(told: Payment, order: RailOrder, account: MollieAccount): boolean {
  return orderIdOf(told) === order.id && told.mode === account.mode;
}

/** Among all since the order was placed, newest first. A mark of our own leads to it: Mollie cannot be asked for it. */
async function search(ask: Ask, account: MollieAccount, order: RailOrder): Promise<Payment | Unseen> {
  const since = order.createdAt.getTime() - CLOCKS_DIFFER_MS;
  let from = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await ask({ method: "GET", path: `payments?limit=${PAGE}${from}` });
    const unseen = unseenBy(answer);
    if (unseen !== null || answer.end !== "answer") return unseen ?? "unreadable";
    const listed = paymentPage.safeParse(answer.json).data;
    if (listed === undefined) return "unreadable";
    for (const item of listed.payments) {
      const told = payment.safeParse(item).data;
      if (told === undefined) continue;
      if (isOf(told, order, account)) return told;
      if (Date.parse(told.createdAt) < since) return "not_found";
    }
    const next = listed.next && URL.parse(listed.next)?.searchParams.get("from");
    if (!next) return "not_found";
    from = `&from=${encodeURIComponent(next)}`;
  }
  return "unreadable";
}

/** Why nothing was seen; null: the answer is there. */
function unseenBy(answer: Answer): Unseen | null {
  if (answer.end !== "answer") return answer.end === "no_answer" ? "timeout" : answer.end;
  const { status } = answer;
  if (status === 429 || status >= 500) return "timeout";
  if (status === 404 || status === 410) return "not_found";
  return status >= 400 ? "refused" : null;
}

/** `requested`: it may yet be paid. */
function cancellationOf(told: Payment): "cancelled" | "requested" | "too_late" | "unknown" {
  const said = outcomeOf(told);
  switch (said.outcome) {
    case "paid":
      return "too_late";
    case "pending":
      return said.stage === "processing" ? "too_late" : "requested";
    case "unknown":
      return "unknown";
    default:
      return "cancelled";
  }
}

function failed(reason: string): RefundOutcome {
  return { outcome: "failed", refundId: null, reason };
}
