import { createHmac } from "node:crypto";
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
  ToldEvent,
} from "../../../ports/rail.ts";

/** Answers of the provider, set by a test. */
export interface ScriptedProvider {
  check: AccountCheck | (() => Promise<AccountCheck>);
  payment: PaymentOutcome;
  /** null: it does not answer. */
  missed: readonly RailEvent[] | null;
  /** Answer for a name. null: it does not answer. */
  named: (what: string) => Promise<readonly ToldEvent[] | null>;
  readonly askedAbout: string[];
  readonly askedSince: Date[];
}

/** A rail that claims to be no simulation, of a provider that says what a test wants. */
export class ScriptedRail implements Rail {
  readonly kind = "redirect";
  readonly provider = "example";
  readonly simulated = false;
  readonly capabilities: RailCapabilities = {
    status: "by_id",
    cancel: "best_effort",
    refunds: "partial",
    confirm: false,
    expiryMinutes: { min: 1, max: 1440 },
    currencies: new Map([["USD", 2]]),
    minimumCharge: new Map(),
  };
  readonly accountFields: AccountFields = {
    credentials: {
      apiKey: {
        help: "The secret key, under Developers, API keys.",
        required: true,
        pattern: /^key_[a-z0-9-]+$/g,
      },
      signingKey: { help: "The webhook's secret.", required: true },
    },
    settings: {
      merchant: { help: "The merchant's number.", required: false, pattern: /^\d{4}$/ },
      live: { help: "Whether it is the live environment.", required: false },
    },
  };
  readonly said: ScriptedProvider = {
    check: { outcome: "accepted" },
    payment: { outcome: "pending", stage: "open" },
    missed: [],
    askedSince: [],
    named: async () => [],
    askedAbout: [],
  };

  async checkAccount(): Promise<AccountCheck> {
    const { check } = this.said;
    return typeof check === "function" ? check() : check;
  }

  async createPayment(_account: RailCredentials, order: RailOrder): Promise<Creation> {
    const redirectUrl = `https://pay.example/${order.id}`;
    return { outcome: "created", instruction: { type: "PAY_URL", redirectUrl, data: null }, ids: {} };
  }

  async lookUp(): Promise<PaymentOutcome> {
    return this.said.payment;
  }

  async cancel() {
    return "requested" as const;
  }

  async refund(): Promise<RefundOutcome> {
    return { outcome: "requested", refundId: null };
  }

  async lookUpRefund() {
    return { outcome: "unknown", reason: "not_found" } as const;
  }

  async missedEvents(_account: RailCredentials, since: Date) {
    this.said.askedSince.push(since);
    return this.said.missed;
  }

  async fetchEvents(_account: RailCredentials, what: string) {
    this.said.askedAbout.push(what);
    return this.said.named(what);
  }

  /** A notification without a signature names something in the address, and proves nothing. */
  readNotification(
    account: RailCredentials,
    { headers, rawBody, query }: Parameters<Rail["readNotification"]>[1],
  ): NotificationReading {
    const acknowledgement = { status: 200, contentType: "text/plain", body: "ok" };
    const other = headers.signature === undefined ? query?.other : undefined;
    if (other !== undefined) {
      const ignored = { about: "ignored", dedupeKey: other, type: other, unproven: true } as const;
      return { verified: true, events: [ignored], acknowledgement };
    }
    const what = headers.signature === undefined ? query?.id : undefined;
    if (what !== undefined)
      return { verified: true, events: [{ about: "named", dedupeKey: what, what }], acknowledgement };
    if (headers.signature !== signatureOf(account.credentials.signingKey ?? "", rawBody))
      return { verified: false, status: 401, reason: "the signature is wrong" };
    const events = [JSON.parse(Buffer.from(rawBody).toString("utf8")) as RailEvent];
    return { verified: true, events, acknowledgement };
  }
}

export function signatureOf(signingKey: string, body: string | Uint8Array): string {
  return createHmac("sha256", signingKey).update(body).digest("hex");
}

/** Notification of the provider for an order. */
export function paidEvent(orderId: string, dedupeKey = `paid-${orderId}`): ToldEvent {
  const received = { amount: 500, currency: "USD" };
  return {
    about: "payment",
    dedupeKey,
    orderId,
    payment: { outcome: "paid", received, paymentId: `pay-${orderId}` },
  };
}
