import type { OrderRail, OrderStatus } from "../../src/checkout/order.ts";
import type { LotStatus } from "../../src/lots/lot.ts";
import type { OrderId, OrganisationId } from "../../src/shared/ids.ts";
import type { Hex, Transfer } from "../chain.ts";
import { type Token, token } from "../token.ts";
import type { TillEnds, TillEvent } from "./till-contract.ts";

/** A till on a chain. */
export interface TillPlace {
  readonly chainId: number;
  readonly till: Hex;
}

/** The payment terms of an order in tokens, fixed before its address is published. */
export interface NewTillPayment extends TillPlace, TillEnds {
  readonly organisationId: OrganisationId;
  readonly orderId: OrderId;
  /** The address that the buyer pays to. */
  readonly address: Hex;
  readonly token: Hex;
  readonly units: bigint;
  readonly createdAt: Date;
}

/** A transfer to a payment's address in a final block. */
export interface TillTransfer extends Omit<Transfer, "to"> {
  /** The time of its block. */
  readonly at: Date;
}

/** The amount that a final block moved from an address, or that stays there for the refund address. */
export interface TillClose extends Omit<TillEvent, "purse"> {
  /** The time of its block. */
  readonly at: Date;
}

/** A block up to which transfers to an address were read, and its time. */
export interface ReadBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly at: Date;
}

/** `keep`: the price is at the address. `pay`: it goes to the treasury. `return`: all goes back to the buyer. */
export type TillIntent = "keep" | "pay" | "return";

export interface TillPayment extends NewTillPayment {
  /** Transfers in later blocks are too late; null: the address was not published yet. */
  readonly deadline: Date | null;
  /** null: nothing was read yet. */
  readonly read: ReadBlock | null;
  readonly intent: TillIntent;
  /** The key of the refund that `return` is for. */
  readonly refundKey: string | null;
  /** The number of calls that were queued before that refund was requested. */
  readonly refundSince: number | null;
  /** The transaction that returned everything; null: none did. */
  readonly refundTx: Hex | null;
  /** Why that could not be done; null: it was, or is being done. */
  readonly refundError: string | null;
  /** Since when the till or the token refuses to move what should move; null: it does not. */
  readonly stuckSince: Date | null;
  /** Calls of the till that were queued for it. */
  readonly calls: number;
  /** In chain order, of every token that is watched. */
  readonly transfers: readonly TillTransfer[];
  /** In chain order. */
  readonly closes: readonly TillClose[];
}

/** A payment with what decides where its money goes. */
export interface CaredPayment extends TillPayment {
  readonly orderStatus: OrderStatus;
  readonly lotStatus: LotStatus;
  readonly lotEndAt: Date;
  readonly isDrawn: boolean;
  /** The order's money is being refunded, or was. */
  readonly isRefunded: boolean;
}

export interface TillBacklog {
  /** The first block that was not read for a payment which is due to be read; null: none is due. */
  readonly nextBlock: number | null;
  /** The earliest time since which a payment's money has been due for a check; null: none is due. */
  readonly oldestDueAt: Date | null;
}

export type OnePayment = Pick<TillPayment, "organisationId" | "orderId">;

/**
 * Payments through the till: what each is for, what came, and what is to become of it. Every change checks again under
 * the row's lock, so several processes do no harm. Rows are read and written by organisation, except where it says
 * otherwise.
 */
export interface TillBook {
  /** Returns the organisation's account of the till; creates it on the first call. */
  account(organisationId: OrganisationId, now: Date): Promise<OrderRail>;
  /** Notes an order's payment before the order is placed. */
  prepare(payment: NewTillPayment): Promise<void>;
  /** Forgets it: the order was not placed. */
  drop(payment: OnePayment): Promise<void>;
  /** null: the organisation has no such payment. */
  byOrder(organisationSlug: string, orderId: string): Promise<TillPayment | null>;
  /** The address is given to the buyer: from this block on it is watched. Repeating it changes nothing. */
  offer(payment: OnePayment, deadline: Date, fromBlock: number): Promise<void>;
  /** Has all blocks since its address was given away read again: a node hid an event. */
  reread(payment: OnePayment): Promise<void>;
  /** Has its next blocks read now, although its turn is later. */
  hurry(payment: OnePayment, now: Date): Promise<void>;
  /**
   * Decides under lock that all of it goes back. `other_refund`: it does by another key. `paid_out`: the treasury has it, or gets it.
   */
  giveBack(payment: OnePayment, key: string, now: Date): Promise<"taken" | "other_refund" | "paid_out">;

  /** Payments of all organisations whose transfers are to be read up to this block, those that are furthest behind first. */
  watched(place: TillPlace, upTo: number, now: Date, limit: number): Promise<WatchedPayment[]>;
  /**
   * Writes what came to those payments and what left them, and that all blocks from `from` up to this one were read. What is
   * there already changes nothing.
   */
  write(
    payments: readonly OnePayment[],
    found: {
      readonly transfers: readonly (TillTransfer & OnePayment)[];
      readonly closes: readonly (TillClose & OnePayment)[];
    },
    read: ReadBlock & { readonly from: number },
    now: Date,
  ): Promise<void>;
  /** The newest block that was read for any payment; null: none was. */
  lastRead(place: TillPlace): Promise<ReadBlock | null>;
  /**
   * Pending orders of all organisations that what was read decides: enough has come, or their time is over. Each only once in
   * a while.
   */
  decided(place: TillPlace, now: Date, limit: number): Promise<OnePayment[]>;

  /** Payments of all organisations whose money is due to move, leased until this time. */
  claimDue(
    place: TillPlace,
    lease: { readonly now: Date; readonly until: Date; readonly limit: number },
  ): Promise<CaredPayment[]>;
  /** Ends that lease, unless something has happened meanwhile. null: nothing more is to be done. */
  putBack(payment: OnePayment, lease: Date, dueAt: Date | null): Promise<void>;
  /** Decides under lock that the price goes to the treasury. false: it is refunded. */
  payOut(payment: OnePayment): Promise<boolean>;
  /** Counts one more call of the till for it, of which only one is under way at a time. false: another process was first. */
  countCall(payment: Pick<TillPayment, "organisationId" | "orderId" | "calls" | "intent">): Promise<boolean>;
  /** Notes that its money cannot be moved. @returns whether that is new */
  stuck(payment: OnePayment, now: Date): Promise<boolean>;
  /** Notes that nothing of it waits to be moved any more. */
  unstuck(payment: OnePayment): Promise<void>;
  /** Records the result of the refund that is under way. */
  refunded(payment: OnePayment, outcome: { readonly tx: Hex } | { readonly error: string }): Promise<void>;
  /** Returns the backlog of its work, over all organisations. */
  backlog(place: TillPlace, now: Date): Promise<TillBacklog>;
  /** Deletes payments whose address was never published. */
  prune(before: Date, limit: number): Promise<number>;
}
export const TillBook: Token<TillBook> = token("TillBook");

/** A payment whose transfers are to be read from a block on. */
export interface WatchedPayment extends OnePayment {
  readonly address: Hex;
  readonly nextBlock: number;
}
