import type {
  Acknowledgement,
  ConfirmStep,
  NotificationReading,
  ProviderIds,
  Rail,
  RailCredentials,
  RailOrder,
  RefundState,
} from "../../ports/rail.ts";
import type { Money } from "../../src/shared/money.ts";

/**
 * A rail and the stateful fake of its provider, as the suite drives them. Every test opens and closes its own harness.
 * The provider's specifics (wire format, signature, pages) are hidden behind it.
 */
export interface RailHarness {
  readonly rail: Rail;
  readonly account: RailCredentials;
  /** Another organisation's account at the same provider. */
  readonly stranger: RailCredentials;
  /** Texts that no answer may contain: API keys, signing keys, card numbers. */
  readonly secrets: readonly string[];
  readonly provider: ProviderControls;
  readonly faults: FaultControls;
  readonly notifications: NotificationControls;
  /** Null where the rail has no confirm step. */
  readonly steps: ConfirmSteps | null;
  /** The time of rail and provider. */
  now(): Date;
  advance(minutes: number): void;
  /** Checks of the list that this provider has nothing for, and why: they are skipped with that reason. */
  readonly excluded?: ExcludedChecks;
  /**
   * Returns a new order with a new id and number and no `ids`, within every limit of the rail, which `overrides` may
   * break. The suite passes on what `createPayment` returned, as the service does.
   */
  order(overrides?: Partial<RailOrder>): RailOrder;
  close(): Promise<void>;
}

/** Id of a check in `checks.ts` (38, "51a"), and a sentence why it does not apply. */
export type ExcludedChecks = Readonly<Record<string, string>>;

/** The provider's view of a payment. */
export interface Seen {
  /** In ISO minor units. */
  readonly charge: Money;
  readonly expiresAt: Date;
  /** The address that it sends the buyer to afterwards; null: it does not receive this address (then exclude 59). */
  readonly returnUrl: string | null;
  /** The address for notifications; null: it does not receive this address with each payment (then exclude 60). */
  readonly notificationUrl: string | null;
  /** The address of the provider's page of this payment; null: it has none. */
  readonly pageUrl: string | null;
  /**
   * Options of the request that let the buyer pay in parts, more than once or another amount, or that only reserve money
   * or store the means of payment; by the provider's names. Empty: the request has none of these.
   */
  readonly options: readonly string[];
}

/** The provider's side: state and actions. Actions return whether the provider executed them. */
export interface ProviderControls {
  /** The request received over the wire; null: none. */
  seen(orderId: string): Promise<Seen | null>;
  /** Payments created so far, of all orders. */
  count(): Promise<number>;
  /** Every time that money was taken for this order. */
  charges(orderId: string): Promise<readonly Money[]>;
  /** Sum sent back to the buyer, in minor units. */
  refunded(orderId: string): Promise<number>;
  /** @param received the amount that the buyer pays, if it differs from the charge */
  pay(orderId: string, received?: Money): Promise<boolean>;
  /** Money that arrives although the payment expired or was cancelled. */
  payLate(orderId: string): Promise<boolean>;
  /**
   * The buyer pays what is paid already a second time, e.g. from another tab. Omitted: this provider accepts no second
   * payment of an order. Check 63 then requires that the rail refuses to refund any other payment id.
   * @returns the id of this second payment, as `paid` would give it
   */
  payAgain?(orderId: string): Promise<string>;
  process(orderId: string): Promise<boolean>;
  /** The buyer's money is reserved and not taken yet. Omitted: the provider has no such state (then exclude 19a). */
  reserve?(orderId: string): Promise<boolean>;
  /**
   * Another system of the same account makes a payment with the order's id wherever that system can write it, without
   * what only the rail adds to its own. The payment has another amount, is paid, and a part is refunded with this refund
   * key wherever that system can write it. Omitted: no other system can make such a payment (then exclude 75).
   * @returns the provider's notification of the payment; null: the rail receives none
   */
  plant?(order: RailOrder, refundKey: string): Promise<Notification | null>;
  /**
   * Every list of the provider then has this number of entries on a page at most. Omitted: a page has at most 100
   * entries, and check 76 creates 101.
   */
  limitPages?(entries: number): void;
  decline(orderId: string): Promise<boolean>;
  expire(orderId: string): Promise<boolean>;
  /** A declined attempt leaves the payment open: the buyer may try again. */
  readonly declinesLeaveOpen?: boolean;
  /** Refunds are accepted, and fail later by a notification. */
  readonly refundsAreDecidedLater?: boolean;
  /** The refund's state at the provider. Omitted: the provider does not report it. */
  refundState?(orderId: string, key: string): Promise<RefundState>;
  /**
   * The provider fails to deliver this notification. Required if the rail has `missedEvents`.
   * @returns the undelivered message
   */
  undelivered?(fact: Fact): Promise<Notification>;
  /** The data that the service received at settlement, as refunds need it. null: not paid. */
  learnt?(orderId: string): Promise<{ readonly paymentId: string; readonly ids: ProviderIds } | null>;
  /** The buyer agrees to the payment on the provider's page, without being charged. Needed with `confirmOnReturn`. */
  approve?(orderId: string): Promise<boolean>;
  /** Returns what `returnTokenOf` finds when this order's buyer returns; undefined: the rail needs none. */
  returnToken(orderId: string): Promise<string | undefined>;
}

/**
 * Each makes one request of the rail fail, in one way: the next one, or the one after `after` more. There is one fault
 * at a time; setting another replaces it.
 */
export interface FaultControls {
  /** Nothing reaches the provider. */
  refuseNext(after?: number): void;
  /** The provider acts, its answer never arrives. */
  loseNextAnswer(after?: number): void;
  /** The provider acts, its answer cannot be read. */
  garbleNextAnswer(after?: number): void;
  /** No answer at all. The harness sets the rail's own deadline low. */
  hangNext(after?: number): void;
  /**
   * The provider answers with this status in its own format: below 500 it has not acted, from 500 it has. null: it is
   * not called over HTTP (then exclude 61).
   */
  readonly answerNext: ((status: number, after?: number) => void) | null;
  /**
   * The provider acts, and its answer says that it is of the other environment: live where the account is test, or the
   * reverse. null: no answer names its environment (then exclude 48a and 48b).
   */
  readonly otherEnvironmentNext: ((after?: number) => void) | null;
  /**
   * The bodies of all refusals that the fake has answered, planned ones and its own. Each quotes a secret of its request,
   * as the messages of providers may: a rail must pass nothing of it on (54).
   */
  readonly refusals: readonly string[];
  /** Removes a planned fault that has not hit. @returns whether there was one */
  clear(): boolean;
}

/** reserved: the provider holds the buyer's money and has not taken it. */
export type PaymentState = "paid" | "declined" | "expired" | "processing" | "reserved";

export type Fact =
  | {
      readonly about: "payment";
      readonly orderId: string;
      readonly state: PaymentState;
      readonly amount: Money;
    }
  | {
      readonly about: "refund";
      readonly orderId: string;
      readonly key: string;
      readonly state: RefundState;
      readonly amount: Money;
      /** The provider's id of the accepted refund, if known. */
      readonly refundId?: string | null;
    }
  | {
      readonly about: "dispute";
      readonly orderId: string;
      readonly disputeId: string;
      readonly amount: Money;
    }
  /** A type of notification that the rail does not know. */
  | { readonly about: "something_new" };

export interface Notification {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Uint8Array;
  /** Parameters of the address. */
  readonly query?: Readonly<Record<string, string>>;
}

/** "empty key": signed as by an account that has none. */
export const FORGERIES = [
  "changed body",
  "wrong key",
  "missing signature",
  "cut signature",
  "last byte of the signature",
  "empty key",
  "other scheme",
  "signature of another body",
] as const;
export type Forgery = (typeof FORGERIES)[number];

export interface NotificationControls {
  /** Returns whether the provider notifies of such a fact. Default: of each. */
  tells?(fact: Fact): boolean;
  /** true: the signature covers a time, and old ones are refused. */
  readonly timestamped: boolean;
  /** Refund notifications contain the provider's id, never the service's key. Omitted: they contain the key. */
  readonly namesRefundsById?: true;
  /** Payment states that no notification of this provider reports as final. */
  readonly untold?: readonly ("declined" | "expired" | "processing")[];
  /** The answer that the provider requires. */
  readonly acknowledgement: Acknowledgement;
  /** Returns the provider's notification of the fact. The same fact is the same event, at any time of signing. */
  signed(fact: Fact, options?: { readonly at?: Date }): Notification;
  /** Genuine, with a second signature in addition to the valid one, as during a key rotation (37). */
  rotating(fact: Fact): Notification;
  /** Genuine, but of the other environment: live where this is test, or the reverse (48). */
  otherEnvironment(fact: Fact): Notification;
  forged(fact: Fact, how: Forgery): Notification;
  /** Genuine, but everything unsigned in it (headers, members of the body) names the other order. */
  misleading(fact: Fact, otherOrderId: string): Notification;
  /** Signed and of a known type, but with a missing or impossible member. */
  broken(fact: Fact): Notification;
  /**
   * The notification that only names this order's payment. Required if the rail has `fetchEvents`; `signed` returns the
   * complete kind if the provider has both kinds, else the same as this.
   */
  naming?(orderId: string): Promise<Notification>;
  /** Any body, signed; null where the scheme does not sign bodies (then exclude 39 and 51a). */
  readonly signedBody: ((rawBody: Uint8Array) => Notification) | null;
}

export interface ConfirmSteps {
  readonly approve: ConfirmStep;
  readonly decline: ConfirmStep;
  /** The provider charges, its answer never arrives. */
  readonly loseAnswer: ConfirmStep;
  /** A card whose money the provider only reserves, and the rail settles with another request. null: there is none. */
  readonly reserve: ConfirmStep | null;
  /** The buyer's bank requires device data, then a challenge, which the buyer passes. */
  readonly challenge?: ConfirmStep;
  /** Hrefs that are not the provider's: another host, port, scheme or path, or with something added. */
  readonly foreignHrefs: readonly string[];
}

/** A currency that is not this one. */
export function otherCurrency(currency: string): string {
  return currency === "EUR" ? "USD" : "EUR";
}

/** The number by which an event names its order, where the provider wants an integer. */
export function numberIn(reading: NotificationReading): number | undefined {
  const event = reading.verified ? reading.events[0] : undefined;
  return event?.about === "payment" ? event.orderNumber : undefined;
}

/** Returns the fields by which an event names this order. */
export function naming({ id, number }: RailOrder, orderNumber: number | undefined): object {
  return orderNumber === undefined ? { orderId: id } : { orderId: null, orderNumber: number };
}
