import type { Identity } from "../../../src/buyers/account.ts";
import type { TicketPrice } from "../../../src/lots/lot.ts";
import type { ShopLot, ShownState } from "../../../src/shop/shop-lot.ts";

export interface Charge {
  readonly amount: number;
  readonly currency: string;
}

/** The price of some tickets: `charge` remains of `total` after credit. */
interface ShownPrice {
  readonly total: Charge;
  readonly creditCents: number;
  readonly charge: Charge;
}

interface PricedWay {
  readonly way: "money" | "USDC" | "USDT";
  /** Prices of 1, 2, … tickets; null: that many cannot be charged. */
  readonly prices: readonly (ShownPrice | null)[];
}

/** Why the buyer cannot go on yet. */
export type ShownFault =
  | { readonly about: "quantity"; readonly why: "wrong" | "too_small" }
  | { readonly about: "quantity"; readonly why: "left"; readonly available: number }
  /** `wrong`: another question follows · `wrong_again`: the same one · `wrong_last`: none for a while */
  | {
      readonly about: "answer";
      readonly why: "missing" | "wrong" | "wrong_again" | "wrong_last" | "other" | "spent";
    }
  | { readonly about: "refund"; readonly why: "needed" | "invalid" | "blocked" }
  | { readonly about: "email"; readonly why: "invalid" }
  | { readonly about: "age"; readonly why: "unconfirmed" }
  /** `ended`: the session had ended · `price`: the amount differs from what the buyer saw before the sign-in */
  | {
      readonly about: "order";
      readonly why: "pending" | "kept" | "unavailable" | "closed" | "buyer" | "ended" | "price";
    }
  | { readonly about: "order"; readonly why: "limited"; readonly waitSec: number };

/** The first page of checkout. */
export interface CheckoutView {
  readonly lot: ShopLot;
  readonly state: ShownState;
  /** Price of one ticket. */
  readonly price: TicketPrice;
  /** In the charge currency, `money`, or in a token. Empty: nothing can be bought here now. */
  readonly ways: readonly PricedWay[];
  /** The one that is chosen. */
  readonly way: PricedWay["way"];
  /** Refund address, as typed. */
  readonly refundAddress: string;
  /** Writes an amount as buyers read it. */
  readonly written: (money: Charge) => string;
  readonly holdMinutes: number;
  /** Number of tickets, as typed. */
  readonly quantity: string;
  readonly entryQuestion: {
    readonly question: {
      readonly id: number;
      readonly question: string;
      readonly options: readonly string[];
    } | null;
    readonly waitSec: number;
    /** null: it is not known yet who answers. */
    readonly answersLeft: number | null;
  } | null;
  /** The option that was chosen; null: none is. */
  readonly answerIndex: number | null;
  readonly signedIn: (Identity & { readonly accountId: number }) | null;
  /** true: the service sends mails with codes. */
  readonly byMail: boolean;
  /** Email of a buyer who is not signed in, as typed. */
  readonly email: string;
  /** The buyer has confirmed the minimum age, or there is none. */
  readonly isAgeConfirmed: boolean;
  /** Token that makes one order of this form. */
  readonly form: string;
  /** Parts of the address that go along: the visit, and where the buyer comes from. */
  readonly carried: Readonly<Record<string, string | undefined>>;
  readonly pending: {
    readonly orderId: string;
    readonly quantity: number;
    readonly charge: Charge;
    /** null: it is paid in the charge currency. */
    readonly token: string | null;
    readonly until: Date;
    /** Its rail has taken it. */
    readonly isHandedOver: boolean;
  } | null;
  /** An order that was paid a moment ago. */
  readonly bought: {
    readonly orderId: string;
    readonly quantity: number;
    readonly charge: Charge;
    /** null: it was paid in the charge currency. */
    readonly token: string | null;
  } | null;
  readonly fault: ShownFault | null;
}

/** Prices of the chosen way to pay. */
export function pricesOf({ ways, way }: Pick<CheckoutView, "ways" | "way">): PricedWay["prices"] {
  return ways.find((each) => each.way === way)?.prices ?? [];
}

/** Formats tokens as the order's page and wallets do, in any language. @param cents of a dollar */
export function tokenAmount({ amount: cents }: { readonly amount: number }, token: string): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")} ${token}`;
}
