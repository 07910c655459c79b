import type { OrderId } from "../src/shared/ids.ts";
import type { Money } from "../src/shared/money.ts";
import type { PageSources, PayPart } from "./checkout/pay-parts.ts";

/** The ways to present a payment to the buyer. One enabled account per organisation and currency. */
export const RAIL_KINDS = ["flow", "embed", "fields", "redirect", "qr"] as const;
export type RailKind = (typeof RAIL_KINDS)[number];

export const INSTRUCTION_TYPES = [
  "PAY_URL",
  "CODE_URL",
  "FLOW_SESSION",
  "EMBED_SESSION",
  "FIELDS_SDK",
] as const;

/** The data that a page renders for the buyer. Nothing in it is secret from the buyer. */
export interface Instruction {
  readonly type: (typeof INSTRUCTION_TYPES)[number];
  readonly redirectUrl: string | null;
  /** JSON text, or the raw payload of a QR code; its shape is documented per provider. */
  readonly data: string | null;
}

/** An organisation's account at a provider, with decrypted credentials. Rails must not retain any of it. */
export interface RailCredentials {
  readonly organisationSlug: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Public settings, e.g. a publishable key. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The part of a page in which buyers pay: this service's order page, or a partner's by `Service.checkout`. */
export interface RailPage {
  /** The instruction's data names it, too: as `provider`. */
  readonly part: PayPart;
  sources(account: RailCredentials): PageSources;
  /** The provider's own script does not run where trusted types are required. */
  readonly untyped?: true;
  /** The provider's page of the same payment, which needs no JavaScript. null: there is none. Omitted: never. */
  hosted?(instruction: Instruction): string | null;
}

/** One field that an operator fills in for an account. */
export interface AccountField {
  /** A sentence that says what the field is and where the provider shows it. */
  readonly help: string;
  readonly required: boolean;
  /** Pattern that the value must match; numbers and booleans are matched in their JSON form. */
  readonly pattern?: RegExp;
}

/** The fields of an account of this rail. Checked at registration and documented; other names are rejected. */
export interface AccountFields {
  /** Stored encrypted, never returned. */
  readonly credentials: Readonly<Record<string, AccountField>>;
  readonly settings: Readonly<Record<string, AccountField>>;
}

export type AccountCheck =
  | { readonly outcome: "accepted" }
  /** The provider rejected these credentials or a setting. `field`: which one, if it can be identified. */
  | { readonly outcome: "refused"; readonly reason: string; readonly field: string | null }
  /** The provider could not be reached. */
  | { readonly outcome: "unknown"; readonly reason: string };

/** Ids and links of the provider: opaque, stored verbatim, may arrive late. */
export type ProviderIds = Readonly<Record<string, string>>;

/** The order's data that a rail receives. */
export interface RailOrder {
  /** The session id: the reference sent to the provider and the idempotency key of the creation. */
  readonly id: OrderId;
  /** The order's row id, for providers that want an integer. */
  readonly number: number;
  readonly charge: Money;
  readonly description: string;
  /** When the order was placed. The creation is first sent after this time. */
  readonly createdAt: Date;
  /** When the payment should expire at the provider; if the provider decides, the latest time at which it expires. */
  readonly expiresAt: Date;
  /** The service's page to which the provider sends the buyer after the payment. */
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly buyerEmail: string | null;
  readonly ids: ProviderIds;
  /** The service's page to which an issuer sends the buyer's frame after a challenge. */
  readonly challengeReturnUrl?: string;
  /** When the latest confirm step started; null: no step started, so nothing was charged. Omitted: unknown. */
  readonly confirmBegunAt?: Date | null;
}

/** A rail's capabilities. The conformance suite tests each of them. */
export interface RailCapabilities {
  /** `by_id`: can be looked up at any time; `by_return_token`: only with what the buyer's browser brought back. */
  readonly status: "by_id" | "by_return_token" | "none";
  /**
   * Outcome of cancelling an open payment. `final`: `cancelled`. `best_effort`: `requested`, or `cancelled` if the
   * provider confirms it. `none`: `unknown`.
   */
  readonly cancel: "final" | "best_effort" | "none";
  readonly refunds: "partial" | "full" | "none";
  /** The provider has no idempotency keys: a refund is looked up first, and a payment's calls are sequential. */
  readonly refundsOneAtATime?: boolean;
  /** The rail charges when the partner or the hosted page confirms. */
  readonly confirm: boolean;
  /** The rail charges when the buyer returns: without the step `returned` the provider makes no payment. */
  readonly confirmOnReturn?: boolean;
  /** Confirming creates the payment at the provider: before that nothing exists there. */
  readonly createdByConfirming?: boolean;
  /**
   * Limits of the provider's own expiry, in minutes after the creation. `decidedBy` "provider": the expiry cannot be
   * set; the provider ends an unpaid payment between the limits, possibly depending on the buyer's payment method.
   */
  readonly expiryMinutes: {
    readonly min: number;
    readonly max: number;
    readonly decidedBy?: "provider";
  };
  /** Supported currencies, with the exponent that the provider uses on the wire. */
  readonly currencies: ReadonlyMap<string, number>;
  /** Minimum charge per currency in ISO minor units; 1 for a currency without an entry. */
  readonly minimumCharge: ReadonlyMap<string, number>;
}

export interface Decline {
  readonly code: string;
  readonly message: string;
  readonly retry: "now" | "later" | "never";
}

/** The action that the buyer's browser must perform, and the confirm step that follows it. */
export interface NextStep {
  readonly step: "device_data" | "challenge_done";
  readonly instruction: Instruction;
}

/** A payment's state at the provider. After `unknown` the payment is looked up, never repeated blindly. */
export type PaymentOutcome =
  | {
      readonly outcome: "paid";
      readonly received: Money;
      readonly paymentId: string;
      readonly ids?: ProviderIds;
    }
  | { readonly outcome: "declined"; readonly decline: Decline; readonly ids?: ProviderIds }
  /** open: nothing is paid yet. processing: the buyer has paid, and the provider is still processing the payment. */
  | {
      readonly outcome: "pending";
      readonly stage: "open" | "processing";
      readonly ids?: ProviderIds;
      readonly next?: NextStep;
    }
  | { readonly outcome: "cancelled" | "expired"; readonly ids?: ProviderIds }
  /**
   * timeout, unreadable: no answer, or an unreadable one; several in a row open the account's circuit for a while.
   * refused: the provider refused the request (401, 403, 422). not_found: it has no such payment. unsupported: it has no
   * such query. not_sent: nothing reached it; `detail`: the error code and host, such as `EAI_AGAIN api.example`.
   */
  | {
      readonly outcome: "unknown";
      readonly reason: "timeout" | "unreadable" | "refused" | "not_found" | "unsupported" | "not_sent";
      readonly detail?: string;
    };

export type Creation =
  | { readonly outcome: "created"; readonly instruction: Instruction; readonly ids: ProviderIds }
  /** Nothing exists at the provider: the order can safely be released. `detail`: as in `PaymentOutcome`. */
  | { readonly outcome: "unavailable" | "rejected"; readonly reason: string; readonly detail?: string }
  | { readonly outcome: "unknown"; readonly reason: string };

/** The buyer's browser data that 3-D Secure requires. */
export interface BuyerDevice {
  readonly userAgent: string;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
}

/** One confirm step at a rail that this service confirms. */
export type ConfirmStep =
  | {
      readonly step: "fields";
      readonly sessionHref: string;
      readonly cvcHref: string | null;
      readonly device?: BuyerDevice | null;
    }
  /** The issuer's page in a hidden frame has collected device data. `reference`: its result. */
  | { readonly step: "device_data"; readonly reference: string | null }
  | { readonly step: "challenge_done" }
  /** The buyer has returned from the provider. `returnToken`: what `returnTokenOf` found in the return request. */
  | { readonly step: "returned"; readonly returnToken: string };

export type RefundState = "requested" | "succeeded" | "failed";
export type RefundOutcome =
  | { readonly outcome: RefundState; readonly refundId: string | null; readonly reason?: string }
  | { readonly outcome: "unsupported" }
  /**
   * not_found, on look-up: no refund has this key. refused: the request was refused, as for replaced credentials; the
   * call is retried. not_sent, circuit_open, too_many_calls: nothing was sent. Any other: no answer.
   */
  | { readonly outcome: "unknown"; readonly reason: string; readonly detail?: string };

/** One event of the provider: verified, or fetched from the provider, and translated. */
export type ToldEvent =
  | {
      readonly about: "payment";
      readonly dedupeKey: string;
      /** null: the provider identifies orders by `orderNumber`. */
      readonly orderId: OrderId | null;
      /** The order's number; the payment's ids must then match those stored for the order. */
      readonly orderNumber?: number;
      readonly payment: PaymentOutcome;
    }
  | {
      readonly about: "refund";
      readonly dedupeKey: string;
      readonly orderId: OrderId | null;
      readonly refundKey: string | null;
      readonly refundId: string | null;
      readonly state: RefundState;
      readonly amount: Money;
    }
  | {
      readonly about: "dispute";
      readonly dedupeKey: string;
      readonly orderId: OrderId | null;
      /** The disputed payment's id, as returned with `paid`. Some providers send nothing else. */
      readonly paymentId?: string;
      readonly disputeId: string;
      readonly stage: string;
      /** closed: the provider does not tell in whose favour. Omitted: it stays open until an event ends it. */
      readonly over?: "won" | "lost" | "closed";
      /** The time until which the provider waits for an answer. Omitted: it waits for none, or names no time. */
      readonly answerBy?: Date;
      readonly amount: Money;
    }
  /**
   * `unproven`: the notification is unsigned, so it is acknowledged but not stored; otherwise anyone could fill the
   * inbox.
   */
  | {
      readonly about: "ignored";
      readonly dedupeKey: string;
      readonly type: string;
      readonly unproven?: true;
    };

/** A payment as a provider lists it: money that came in. */
export interface ListedPayment {
  /** The provider's id of the payment, as returned with `paid`. */
  readonly paymentId: string;
  /** The order as the provider names it. null: it identifies orders by `orderNumber`. */
  readonly orderId: OrderId | null;
  readonly orderNumber?: number;
  readonly received: Money;
  /** The refunded part of it, in the same minor unit, including refunds under way. */
  readonly sentBack: number;
  /** Everything that a refund of it needs. */
  readonly ids: ProviderIds;
}

/** One page of a provider's list. */
export interface ListedPayments {
  readonly payments: readonly ListedPayment[];
  /** Continues the list; 1 to 1,000 characters. null: this is its end. */
  readonly next: string | null;
}

/**
 * The notification only names a changed object and may be unsigned: only the name is used, to query `fetchEvents`.
 * Repeating a name while it waits causes no second query; repeating it afterwards does.
 */
export interface NamedEvent {
  readonly about: "named";
  /** Equal for equal names. */
  readonly dedupeKey: string;
  /**
   * The provider's name for the object, such as a payment's id: 1 to 200 characters, no NUL. The rail rejects longer
   * names.
   */
  readonly what: string;
}

export type RailEvent = ToldEvent | NamedEvent;

export interface Acknowledgement {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export type NotificationReading =
  | {
      readonly verified: true;
      readonly events: readonly RailEvent[];
      readonly acknowledgement: Acknowledgement;
    }
  /** A 4xx status; the body is not trusted. */
  | { readonly verified: false; readonly status: 400 | 401 | 413; readonly reason: string };

/**
 * A way to charge buyers at one provider. Stateless: each call takes the account. Every network call ends within 20 s.
 * Failures are returned as values, never thrown: an exception is a bug.
 */
export interface Rail {
  readonly kind: RailKind;
  readonly provider: string;
  /** Must be false for a rail that charges real money. Simulated rails are refused with NODE_ENV=production. */
  readonly simulated: boolean;
  /** Buyers choose it by a token: it serves no charge currency, and the service makes its accounts. */
  readonly byToken?: true;
  readonly capabilities: RailCapabilities;
  readonly accountFields: AccountFields;
  /**
   * Omitted: a FLOW_SESSION, EMBED_SESSION or FIELDS_SDK of this rail is rendered by partners alone. A PAY_URL and a
   * CODE_URL need no part.
   */
  readonly page?: RailPage;
  /** Returns whether the account takes real money. Omitted: it does, unless the rail is simulated. No network call. */
  isLive?(account: RailCredentials): boolean;
  /** Tests the credentials with a call that changes nothing. */
  checkAccount(account: RailCredentials): Promise<AccountCheck>;
  /** Repeating it with the same order is safe: the provider has one payment. */
  createPayment(account: RailCredentials, order: RailOrder): Promise<Creation>;
  /**
   * Charges. Called once per order and step: after a lost answer the payment is looked up, and the call is not
   * repeated. Present if `confirm` or `confirmOnReturn` is true. `pending` with `next`: the buyer's browser must
   * perform that action before the next step. For the step `returned`, `pending` and `open` means that nothing was
   * charged and the step may be repeated: the buyer has not approved yet, or must choose another payment method.
   */
  confirm?(account: RailCredentials, order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome>;
  /** Returns whether these hrefs are of this rail (by host); checked before any call. Present if `confirm` is true. */
  acceptsSession?(account: RailCredentials, step: ConfirmStep): boolean;
  /**
   * Finds the return token, for `lookUp` or the step `returned`, in the return request: its query parameters and the
   * fields of a form that the provider made the browser post (each present once; at most 64 kB and 100 fields; a field
   * takes precedence over a parameter of the same name). All of it is untrusted. undefined: nothing was brought. Present
   * if `status` is `by_return_token` or `confirmOnReturn` is true.
   */
  returnTokenOf?(parameters: Readonly<Record<string, string>>): string | undefined;
  /** The payment's current state at the provider. `returnToken`: what the buyer's browser brought back; untrusted. */
  lookUp(account: RailCredentials, order: RailOrder, returnToken?: string): Promise<PaymentOutcome>;
  /**
   * Prevents the payment. Repeating is safe. cancelled: final, it can no longer be paid. requested: it may still be
   * paid. too_late: it is paid or being processed. not_sent: nothing reached the provider.
   */
  cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown" | "not_sent">;
  /**
   * @param refund.key repeating the same key creates one refund only
   * @param refund.paymentId the provider's id of the payment, as returned with `paid`; an order may have several
   * payments. A rail whose orders have one payment fails a refund of any other id: it would send the wrong money back.
   */
  refund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
  ): Promise<RefundOutcome>;
  /** unsupported: the provider has no such query; a refund whose answer was lost is then repeated with its key. */
  lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly key: string; readonly refundId: string | null },
  ): Promise<RefundOutcome>;
  /**
   * Events since this time that the provider failed to deliver, oldest first, with the same dedupe keys as from
   * `readNotification`. null: the provider could not be reached. Present if the provider keeps such a list.
   */
  missedEvents?(account: RailCredentials, since: Date): Promise<readonly RailEvent[] | null>;
  /**
   * One page of the payments that came in since this time, in any order; some of before it may be among them. Only those
   * that carry a reference as this rail makes them. null: the provider could not be reached. Present if the provider
   * keeps such a list. Used after a restore.
   * @param cursor `next` of the page before; null: the first page
   */
  listPayments?(account: RailCredentials, since: Date, cursor: string | null): Promise<ListedPayments | null>;
  /**
   * The current events of an object that a notification named, with dedupe keys that differ between its states. Empty:
   * the provider has no such object, or no relevant event. null: the provider could not be reached; the call is
   * retried. Anyone can send any name, so objects of other accounts must not be returned. Called a limited number of
   * times per account and minute. Present if `readNotification` returns `named` events.
   */
  fetchEvents?(account: RailCredentials, what: string): Promise<readonly ToldEvent[] | null>;
  /** Pure: no network call, no own clock. */
  readNotification(
    account: RailCredentials,
    notification: {
      readonly headers: Readonly<Record<string, string>>;
      readonly rawBody: Uint8Array;
      /** Query parameters that occur exactly once. Omitted: none. */
      readonly query?: Readonly<Record<string, string>>;
      readonly now: Date;
    },
  ): NotificationReading;
}
