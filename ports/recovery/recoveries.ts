import type { OrderRail } from "../../src/checkout/order.ts";
import type { RecoveryReport, RecoveryRun, SentBackThere } from "../../src/recovery/recovery-report.ts";
import type { OrderId, OrganisationId } from "../../src/shared/ids.ts";
import type { ListedPayment } from "../rail.ts";
import { type Token, token } from "../token.ts";

/** A rail account whose provider may have a list of payments. */
export interface RecoveringAccount {
  readonly organisationId: OrganisationId;
  readonly rail: OrderRail;
  /** The cursor of the next page. */
  readonly cursor: string | null;
  readonly done: boolean;
}

/** The database's record of a listed payment. */
export interface KnownPayment {
  /** null: the account has no such order. */
  readonly orderId: OrderId | null;
  readonly orderPending: boolean;
  readonly paymentKnown: boolean;
  /** The payment had a refund before this recovery recorded one. */
  readonly refundKnown: boolean;
}

/** Completed steps after a restore. Each step may be repeated: completed work is not repeated. */
export interface Recoveries {
  /** The one that has not ended. */
  underWay(): Promise<RecoveryRun | null>;
  /** Begins one, unless one has not ended: then this returns it. */
  begin(recovery: { readonly since: Date; readonly margin: number }): Promise<RecoveryRun>;
  /** Takes back one of which nothing was done yet. */
  abandon(epoch: number): Promise<void>;
  /**
   * Halts every lot whose sale or draw may have gone on since the restored point, ends every fair draw that is open, and
   * makes every refund that is under way be looked up before it is sent.
   */
  halt(epoch: number): Promise<void>;
  /** Raises every sequence of the database by the margin, once. */
  raiseSequences(epoch: number): Promise<void>;
  /** Returns the accounts of all organisations, by id. */
  accounts(epoch: number): Promise<RecoveringAccount[]>;
  known(account: RecoveringAccount, payments: readonly ListedPayment[]): Promise<KnownPayment[]>;
  /**
   * Marks the refund of a payment as succeeded, because the provider has sent all of the money back. Safe to repeat.
   * @param paymentId the provider's id of the payment
   * @returns false: the payment has no refund here
   */
  recordSentBack(account: RecoveringAccount, orderId: OrderId, paymentId: string): Promise<boolean>;
  /** One page of an account's list is done with. `next` null: the whole list is. */
  read(
    epoch: number,
    account: RecoveringAccount,
    page: {
      readonly listed: number;
      readonly sentBack: readonly SentBackThere[];
      readonly next: string | null;
    },
  ): Promise<void>;
  /** @param leftOut rail accounts, by id, that the operator does not want to query */
  report(
    epoch: number,
    lists: { readonly unread: (rail: OrderRail) => "no_list" | "left_out" | null },
  ): Promise<RecoveryReport>;
  /** Ends it: processes may serve again. */
  end(epoch: number, report: RecoveryReport): Promise<void>;
}
export const Recoveries: Token<Recoveries> = token("Recoveries");
