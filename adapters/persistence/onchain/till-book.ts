import type { Hex } from "../../../ports/chain.ts";
import {
  type CaredPayment,
  type NewTillPayment,
  type OnePayment,
  type TillBacklog,
  type TillClose,
  type ReadBlock,
  TillBook,
  type TillPayment,
  type TillPlace,
  type TillTransfer,
  type WatchedPayment,
} from "../../../ports/onchain/till-book.ts";
import type { OrderRail } from "../../../src/checkout/order.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { invariant } from "../../../src/shared/invariant.ts";
import { TillPaymentRow } from "../entities/onchain.ts";
import { RailAccountRow } from "../entities/organisations.ts";
import { expression } from "../orm/rows.ts";
import { knownRail, RAIL_CREDENTIALS_PURPOSE } from "../organisations/rail-account-row.ts";
import {
  CARED,
  CLOSE,
  FOUND,
  BACKLOG,
  LAST_READ,
  ONE,
  PAYMENT,
  STATEMENTS as SQL,
  TRANSFER,
  WATCHED,
} from "./till-statements.ts";
import { VaultStore } from "../database/store.ts";

type EventPlace = Pick<TillTransfer, "txHash" | "logIndex" | "blockNumber" | "at" | "token"> & OnePayment;

export class PostgresTillBook extends VaultStore implements TillBook {
  static readonly as = TillBook;

  async account(organisationId: OrganisationId, now: Date): Promise<OrderRail> {
    const [known] = await this.db.query(SQL.account, [organisationId]);
    if (known) return knownRail(known, this.vault);
    const none = this.vault.seal(Buffer.from("{}"), RAIL_CREDENTIALS_PURPOSE);
    await this.db.of(organisationId, RailAccountRow).addOnce(
      {
        kind: "qr",
        provider: "till",
        // The account serves no charge currency: buyers choose it by the token.
        currencies: [],
        credentials: none,
        settings: {},
        enabled: true,
        createdAt: now,
        updatedAt: now,
      },
      "any",
    );
    const [added] = await this.db.query(SQL.account, [organisationId]);
    invariant(added, "an account that was added is there");
    return knownRail(added, this.vault);
  }

  async prepare(payment: NewTillPayment): Promise<void> {
    const { organisationId, orderId, chainId, till, address, treasury, refundTo, token, units, createdAt } =
      payment;
    await this.db.of(organisationId, TillPaymentRow).add({
      orderId,
      chainId,
      till,
      address,
      treasury,
      refundTo,
      token,
      units,
      createdAt,
    });
  }

  async drop({ organisationId, orderId }: OnePayment): Promise<void> {
    await this.db.of(organisationId, TillPaymentRow).remove({ orderId, nextBlock: null });
  }

  async byOrder(organisationSlug: string, orderId: string): Promise<TillPayment | null> {
    const [found] = await this.db.query(SQL.byOrder, [organisationSlug, orderId]);
    if (!found) return null;
    const [payment] = await this.#withEvents([paymentOf(found)]);
    return payment!;
  }

  async offer({ organisationId, orderId }: OnePayment, deadline: Date, fromBlock: number): Promise<void> {
    await this.db
      .of(organisationId, TillPaymentRow)
      .change(
        { orderId, nextBlock: null },
        { deadline, fromBlock, nextBlock: fromBlock, watchAt: expression("t.created_at") },
      );
  }

  async reread({ organisationId, orderId }: OnePayment): Promise<void> {
    await this.db.of(organisationId, TillPaymentRow).change(
      { orderId, nextBlock: { $gt: expression("t.from_block") } },
      {
        nextBlock: expression("t.from_block"),
        readHash: null,
        readAt: null,
        watchAt: expression("t.created_at"),
      },
    );
  }

  async hurry({ organisationId, orderId }: OnePayment, now: Date): Promise<void> {
    await this.db
      .of(organisationId, TillPaymentRow)
      .change(
        { orderId, nextBlock: { $ne: null }, $or: [{ watchAt: null }, { watchAt: { $gt: now } }] },
        { watchAt: now },
      );
  }

  async giveBack(
    { organisationId, orderId }: OnePayment,
    key: string,
    now: Date,
  ): Promise<"taken" | "other_refund" | "paid_out"> {
    // By another key only if the former one has failed.
    const again = { intent: "return", $or: [{ refundKey: key }, { refundError: { $ne: null } }] } as const;
    const taken = await this.db.of(organisationId, TillPaymentRow).change(
      { orderId, $or: [{ intent: "keep" }, again] },
      {
        intent: "return",
        refundKey: key,
        refundError: null,
        careAt: now,
        refundSince: expression("case when t.refund_key = ? then t.refund_since else t.calls end", [key]),
      },
    );
    if (taken > 0) return "taken";
    const isPaidOut = await this.db.of(organisationId, TillPaymentRow).exists({ orderId, intent: "pay" });
    return isPaidOut ? "paid_out" : "other_refund";
  }

  watched({ chainId, till }: TillPlace, upTo: number, now: Date, limit: number): Promise<WatchedPayment[]> {
    return this.db
      .ofAll(WATCHED, "a worker takes what is due, whosever it is")
      .list(
        { watchAt: { $lte: now }, chainId, till, nextBlock: { $lte: upTo } },
        { order: { watchAt: "asc", nextBlock: "asc" }, limit },
      );
  }

  async write(
    payments: readonly OnePayment[],
    { transfers, closes }: Parameters<TillBook["write"]>[1],
    { from, number, hash, at }: ReadBlock & { readonly from: number },
    now: Date,
  ): Promise<void> {
    const received = transfers.map((transfer) => ({
      ...placeOf(transfer),
      units: String(transfer.units),
    }));
    const moved = closes.map((close) => ({
      ...placeOf(close),
      paid: String(close.paid),
      refunded: String(close.refunded),
      stayed: close.stayed === null ? null : String(close.stayed),
      by_treasury: close.byTreasury,
    }));
    await this.db.retrying(SQL.write, [
      payments.map(({ organisationId }) => organisationId),
      payments.map(({ orderId }) => orderId),
      JSON.stringify(received),
      from,
      number,
      hash,
      at,
      now,
      JSON.stringify(moved),
    ]);
  }

  lastRead({ chainId, till }: TillPlace): Promise<ReadBlock | null> {
    return this.db
      .ofAll(LAST_READ, "how far the chain was read, for whichever payment")
      .one({ chainId, till, readHash: { $ne: null } }, { order: { nextBlock: "desc" } });
  }

  async decided({ chainId, till }: TillPlace, now: Date, limit: number): Promise<OnePayment[]> {
    return (await this.db.query(SQL.decided, [chainId, till, now, limit])).map(ONE.record);
  }

  async claimDue(
    { chainId, till }: TillPlace,
    { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
  ): Promise<CaredPayment[]> {
    const rows = await this.db.query(SQL.claimDue, [chainId, till, now, until, limit]);
    const found = rows.map((read) => ({ ...paymentOf(read), ...CARED.record(read) }));
    return this.#withEvents(found);
  }

  async putBack({ organisationId, orderId }: OnePayment, lease: Date, dueAt: Date | null): Promise<void> {
    await this.db.of(organisationId, TillPaymentRow).change({ orderId, careAt: lease }, { careAt: dueAt });
  }

  async payOut({ organisationId, orderId }: OnePayment): Promise<boolean> {
    return (await this.db.query(SQL.payOut, [organisationId, orderId])).length > 0;
  }

  async countCall({
    organisationId,
    orderId,
    calls,
    intent,
  }: Pick<TillPayment, "organisationId" | "orderId" | "calls" | "intent">): Promise<boolean> {
    const payments = this.db.of(organisationId, TillPaymentRow);
    return (await payments.change({ orderId, calls, intent }, { calls: expression("t.calls + 1") })) > 0;
  }

  async stuck({ organisationId, orderId }: OnePayment, now: Date): Promise<boolean> {
    const payments = this.db.of(organisationId, TillPaymentRow);
    return (await payments.change({ orderId, stuckSince: null }, { stuckSince: now })) > 0;
  }

  async unstuck({ organisationId, orderId }: OnePayment): Promise<void> {
    await this.db.of(organisationId, TillPaymentRow).change({ orderId }, { stuckSince: null });
  }

  async refunded(
    { organisationId, orderId }: OnePayment,
    outcome: { readonly tx: Hex } | { readonly error: string },
  ): Promise<void> {
    const [refundTx, refundError] = "tx" in outcome ? [outcome.tx, null] : [null, outcome.error];
    await this.db
      .of(organisationId, TillPaymentRow)
      .change({ orderId, intent: "return" }, { refundTx, refundError });
  }

  async backlog({ chainId, till }: TillPlace, now: Date): Promise<TillBacklog> {
    const [found] = await this.db.query(SQL.backlog, [chainId, till, now]);
    return BACKLOG.record(found!);
  }

  async prune(before: Date, limit: number): Promise<number> {
    return (await this.db.query(SQL.prune, [before, limit])).length;
  }

  async #withEvents<T extends OnePayment>(
    payments: readonly T[],
  ): Promise<(T & { readonly transfers: readonly TillTransfer[]; readonly closes: readonly TillClose[] })[]> {
    const keys = [
      payments.map(({ organisationId }) => organisationId),
      payments.map(({ orderId }) => orderId),
    ];
    const [transfers, closes] = await Promise.all([
      this.db.query(SQL.transfers, keys),
      this.db.query(SQL.closes, keys),
    ]);
    return payments.map((payment) => ({
      ...payment,
      transfers: transfers.filter((read) => isOf(payment, read)).map(TRANSFER.record),
      closes: closes.filter((read) => isOf(payment, read)).map(CLOSE.record),
    }));
  }
}

function isOf({ organisationId, orderId }: OnePayment, read: object): boolean {
  const found = FOUND.record(read);
  return found.organisationId === organisationId && found.orderId === orderId;
}

/** Returns where an event is, in the columns' names. */
function placeOf({ organisationId, orderId, txHash, logIndex, blockNumber, at, token }: EventPlace) {
  return {
    organisation_id: organisationId,
    order_id: orderId,
    tx_hash: txHash,
    log_index: logIndex,
    block_number: blockNumber,
    at,
    token,
  };
}

function paymentOf(read: object): Omit<TillPayment, "transfers" | "closes"> {
  const { nextBlock, read: block, ...payment } = PAYMENT.record(read);
  return { ...payment, read: block && nextBlock !== null ? { ...block, number: nextBlock - 1 } : null };
}
