import type { OrderId } from "../src/shared/ids.ts";
import type { Money } from "../src/shared/money.ts";

/** How a buyer meets the payment. One enabled account per organisation and currency. */
export const RAIL_KINDS = ["flow", "embed", "fields", "redirect", "qr"] as const;
export type RailKind = (typeof RAIL_KINDS)[number];

export const INSTRUCTION_TYPES = [
  "PAY_URL",
  "CODE_URL",
  "FLOW_SESSION",
  "EMBED_SESSION",
  "FIELDS_SDK",
] as const;

/** What to render for the buyer. Nothing in it is secret from the buyer. */
export interface Instruction {
  readonly type: (typeof INSTRUCTION_TYPES)[number];
  readonly redirectUrl: string | null;
  /** JSON text, or the raw payload of a QR code; its shape is documented per provider. */
  readonly data: string | null;
}

/** An organisation's account at a provider, credentials decrypted. Rails keep nothing of it. */
export interface RailCredentials {
  readonly organisationSlug: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Public settings, e.g. a publishable key. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** One thing that an operator gives for an account. */
export interface AccountField {
  /** What it is and where the provider shows it, as a sentence. */
  readonly help: string;
  readonly required: boolean;
  /** What its text must match; every value is text, numbers and booleans as JSON writes them. */
  readonly pattern?: RegExp;
}

/** What an account of this rail needs. Checked at registration and documented; other names are refused. */
export interface AccountFields {
  /** Stored encrypted, never shown again. */
  readonly credentials: Readonly<Record<string, AccountField>>;
  readonly settings: Readonly<Record<string, AccountField>>;
}

export type AccountCheck =
  | { readonly outcome: "accepted" }
  /** The provider does not know these credentials, or not this setting. `field`: which, where it can be told. */
  | { readonly outcome: "refused"; readonly reason: string; readonly field: string | null }
  /** It could not be asked. */
  | { readonly outcome: "unknown"; readonly reason: string };

/** Ids and links of the provider: opaque, stored verbatim, perhaps learnt late. */
export type ProviderIds = Readonly<Record<string, string>>;

/** What a rail is told of an order. */
export interface RailOrder {
  /** The session id: reference on the wire and idempotency key of the creation. */
  readonly id: OrderId;
  /** The order's row id, for providers that want an integer. */
  readonly number: number;
  readonly charge: Money;
  readonly description: string;
  /** When the order was placed: its creation was first sent after that. */
  readonly createdAt: Date;
  /** When the payment should expire at the provider; where the provider decides, when it has at the latest. */
  readonly expiresAt: Date;
  /** Where the provider sends the buyer after the payment: our own page. */
  readonly returnUrl: string;
  readonly notificationUrl: string;
  readonly buyerEmail: string | null;
  readonly ids: ProviderIds;
  /** Where an issuer sends the buyer's frame after a challenge: our own page. */
  readonly challengeReturnUrl?: string;
  /** When its latest confirm step was begun; null: none was, so nobody has charged. Left out where nobody knows. */
  readonly confirmBegunAt?: Date | null;
}

/** What a rail can do. Truthful: the conformance suite tries each. */
export interface RailCapabilities {
  /** `by_id`: can be asked at any time; `browser_proof`: only with what the buyer's browser brings back. */
  readonly status: "by_id" | "browser_proof" | "none";
  /**
   * `final`: what is open is `cancelled`. `best_effort`: it is `requested`, or `cancelled` where the provider says so.
   * `none`: it is `unknown`.
   */
  readonly cancel: "final" | "best_effort" | "none";
  readonly refunds: "partial" | "full" | "none";
  /** The provider knows no repeats: a refund's key is looked up first, and its calls come one after another. */
  readonly refundsOneAtATime?: boolean;
  /** It charges when the partner or the hosted page confirms. */
  readonly confirm: boolean;
  /** It charges when the buyer comes back: the provider makes no payment without the step `returned`. */
  readonly confirmOnReturn?: boolean;
  /** Confirming makes the payment at the provider: before it nothing is there, and only we could make it. */
  readonly createdByConfirming?: boolean;
  /**
   * Limits of the provider's own expiry, in minutes after the creation. `decidedBy` "provider": it takes no wish, and
   * ends an unpaid payment somewhere between them, perhaps by the method that the buyer chooses.
   */
  readonly expiryMinutes: {
    readonly min: number;
    readonly max: number;
    readonly decidedBy?: "provider";
  };
  /** Currencies it charges, with the exponent the provider uses on the wire. */
  readonly currencies: ReadonlyMap<string, number>;
  /** Least charge per currency in ISO minor units; a currency without entry has 1. */
  readonly minimumCharge: ReadonlyMap<string, number>;
}

export interface Decline {
  readonly code: string;
  readonly message: string;
  readonly retry: "now" | "later" | "never";
}

/** What the buyer's browser does now, and the step of confirming that comes after it. */
export interface NextStep {
  readonly step: "device_data" | "challenge_done";
  readonly instruction: Instruction;
}

/** What the provider says of a payment. `unknown` (timeout, 5xx, unreadable) is asked again, never repeated blindly. */
export type PaymentOutcome =
  | {
      readonly outcome: "paid";
      readonly received: Money;
      readonly paymentId: string;
      readonly ids?: ProviderIds;
    }
  | { readonly outcome: "declined"; readonly decline: Decline; readonly ids?: ProviderIds }
  /** open: nothing paid yet. processing: the buyer has paid, the provider is not done. */
  | {
      readonly outcome: "pending";
      readonly stage: "open" | "processing";
      readonly ids?: ProviderIds;
      readonly next?: NextStep;
    }
  | { readonly outcome: "cancelled" | "expired"; readonly ids?: ProviderIds }
  /**
   * timeout, unreadable: no answer, or none that can be read; several in a row close the account for a while.
   * refused: the provider answered that it will not say (401, 403, 422). not_found: it has no such payment (its
   * creation never arrived). unsupported: it cannot be asked. not_sent: nothing reached it.
   */
  | {
      readonly outcome: "unknown";
      readonly reason: "timeout" | "unreadable" | "refused" | "not_found" | "unsupported" | "not_sent";
    };

export type Creation =
  | { readonly outcome: "created"; readonly instruction: Instruction; readonly ids: ProviderIds }
  /** Nothing exists at the provider: safe to give everything back. */
  | { readonly outcome: "unavailable" | "rejected"; readonly reason: string }
  | { readonly outcome: "unknown"; readonly reason: string };

/** The buyer's browser, as 3-D Secure asks for it. */
export interface BuyerDevice {
  readonly userAgent: string;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
}

/** One step of confirming at a rail that confirms from our side. */
export type ConfirmStep =
  | {
      readonly step: "fields";
      readonly sessionHref: string;
      readonly cvcHref: string | null;
      readonly device?: BuyerDevice | null;
    }
  /** The issuer's page in a hidden frame has looked at the device. `reference`: what it said. */
  | { readonly step: "device_data"; readonly reference: string | null }
  | { readonly step: "challenge_done" }
  /** The buyer has come back from the provider. `proof`: what `proofOf` found on the return address. */
  | { readonly step: "returned"; readonly proof: string };

export type RefundState = "requested" | "succeeded" | "failed";
export type RefundOutcome =
  | { readonly outcome: RefundState; readonly refundId: string | null; readonly reason?: string }
  | { readonly outcome: "unsupported" }
  /**
   * not_found, looking up: the provider has no refund of this key. refused: it answered that it does neither now, as
   * to a key that was replaced (401, 403); nothing is lost, it is tried again. Every other reason counts as no answer.
   */
  | { readonly outcome: "unknown"; readonly reason: string };

/** One thing that the provider says: verified, or fetched from it, and translated. */
export type ToldEvent =
  | {
      readonly about: "payment";
      readonly dedupeKey: string;
      /** null: the provider names orders by `orderNumber`. */
      readonly orderId: OrderId | null;
      /** The order's number; then the payment's ids must not contradict what is stored of the order. */
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
      /** The payment that is disputed, as `paid` gave it: all that some providers name. */
      readonly paymentId?: string;
      readonly disputeId: string;
      readonly stage: string;
      readonly amount: Money;
    }
  /** `unproven`: nobody has signed it, so it is acknowledged and not kept: anybody could fill the inbox. */
  | {
      readonly about: "ignored";
      readonly dedupeKey: string;
      readonly type: string;
      readonly unproven?: true;
    };

/**
 * The notification only names what has changed, and perhaps nobody has signed it: nothing of it is believed but the
 * name, which `fetchEvents` is asked about. Naming the same again while that waits is one question; after that it is
 * another.
 */
export interface NamedEvent {
  readonly about: "named";
  /** The same for the same name. */
  readonly dedupeKey: string;
  /** The provider's name for it, e.g. a payment's id: 1 to 200 characters, no NUL. Longer ones the rail refuses. */
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
  /** A 4xx; nothing of the body is believed. */
  | { readonly verified: false; readonly status: 400 | 401 | 413; readonly reason: string };

/**
 * A way to charge buyers, at one provider. It keeps no state: each call takes the account. Every call that goes
 * over the network ends within 20 s. Trouble is a value, never an exception: what is thrown is a bug.
 */
export interface Rail {
  readonly kind: RailKind;
  readonly provider: string;
  /** Never true for what charges real money. Refused with NODE_ENV=production. */
  readonly simulated: boolean;
  readonly capabilities: RailCapabilities;
  readonly accountFields: AccountFields;
  /** Tries the credentials with a call that changes nothing. */
  checkAccount(account: RailCredentials): Promise<AccountCheck>;
  /** Repeating it with the same order is safe: one payment at the provider. */
  createPayment(account: RailCredentials, order: RailOrder): Promise<Creation>;
  /**
   * Charges. Called once per order and step: a lost answer is looked up, not repeated. Present where `confirm` or
   * `confirmOnReturn` is true. `pending` with `next`: the buyer's browser has to do that, then comes the step after.
   * To `returned`, `pending` and `open` says that nothing was charged, and that the step may be taken again: the buyer
   * has not approved yet, or has to choose another means.
   */
  confirm?(account: RailCredentials, order: RailOrder, step: ConfirmStep): Promise<PaymentOutcome>;
  /** Whether these hrefs are this rail's own (its host): checked before anything is called. Present where `confirm` is true. */
  acceptsSession?(account: RailCredentials, step: ConfirmStep): boolean;
  /**
   * The proof for `lookUp` or the step `returned` among what the provider put on the return address: its query, and
   * the fields of a form that it let the browser post there (each given once; 64 kB and 100 fields at most; a field
   * outweighs a parameter of its name). Nothing of it is proven. Without it, the parameter `proof` is one.
   */
  proofOf?(parameters: Readonly<Record<string, string>>): string | undefined;
  /** What the provider says now. `proof` is what the buyer's browser brought back. */
  lookUp(account: RailCredentials, order: RailOrder, proof?: string): Promise<PaymentOutcome>;
  /**
   * Makes the payment impossible. Repeating is quiet. cancelled: for good, nobody can pay it any more. requested: it
   * may yet be paid. too_late: it is paid or being paid.
   */
  cancel(
    account: RailCredentials,
    order: RailOrder,
  ): Promise<"cancelled" | "requested" | "too_late" | "unknown">;
  /**
   * @param refund.key repeats of the same key make one refund
   * @param refund.paymentId the provider's id of the payment, as `paid` gave it: an order may have several
   */
  refund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly amount: Money; readonly key: string; readonly paymentId?: string },
  ): Promise<RefundOutcome>;
  /** unsupported: the provider cannot be asked; then a refund whose answer was lost is repeated with its key. */
  lookUpRefund(
    account: RailCredentials,
    order: RailOrder,
    refund: { readonly key: string; readonly refundId: string | null },
  ): Promise<RefundOutcome>;
  /**
   * What the provider could not deliver by itself since then, oldest first, with the dedupe keys that
   * `readNotification` would have given. null: it could not be asked. Present where the provider keeps such a list.
   */
  missedEvents?(account: RailCredentials, since: Date): Promise<readonly RailEvent[] | null>;
  /**
   * What the provider says now of what a notification named: its events, with dedupe keys of their own that tell one
   * state from the next. Empty: it knows nothing of that name, or nothing that matters. null: it could not be asked,
   * and is asked again. Anybody can name anything, so what is another's is not told. Called a limited number of times
   * an account and minute. Present where `readNotification` gives `named` events.
   */
  fetchEvents?(account: RailCredentials, what: string): Promise<readonly ToldEvent[] | null>;
  /** Pure: no network, no clock of its own. */
  readNotification(
    account: RailCredentials,
    notification: {
      readonly headers: Readonly<Record<string, string>>;
      readonly rawBody: Uint8Array;
      /** The parameters of the address that are there once. Left out: none. */
      readonly query?: Readonly<Record<string, string>>;
      readonly now: Date;
    },
  ): NotificationReading;
}
