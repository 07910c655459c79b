import { Log } from "../../ports/log.ts";
import { UnmatchedPayments } from "../../ports/checkout/unmatched-payments.ts";
import { Clock } from "../../ports/clock.ts";
import type { ListedPayment, Rail } from "../../ports/rail.ts";
import { Rails } from "../../ports/rails.ts";
import { type KnownPayment, type RecoveringAccount, Recoveries } from "../../ports/recovery/recoveries.ts";
import { Process } from "../shared/process.ts";
import type { OrderRail } from "../checkout/order.ts";
import { Settlement } from "../settlement/settlement.ts";
import { isOrderId, type RailAccountId } from "../shared/ids.ts";
import { invariant } from "../shared/invariant.ts";
import type { RecoveryReport, RecoveryRun, SentBackThere } from "./recovery-report.ts";

/** Maximum pages of one account's list: an end for a provider that always names a next one. */
const PAGES_MAX = 100_000;
const CURSOR_LENGTH_MAX = 1_000;

/** The failure of a query to a provider. Finished steps remain; the next run continues the recovery. */
export class ProviderSilent extends Error {
  override readonly name = "ProviderSilent";
  readonly accountId: RailAccountId;

  constructor({ accountId, organisationSlug, kind, provider }: OrderRail) {
    super(
      `the provider of the rail account ${accountId} (${organisationSlug}, ${kind}/${provider}) does not answer`,
    );
    this.accountId = accountId;
  }
}

/** Makes a restored database fit to serve again. Runs while no process serves. */
export class Recovery extends Process<typeof Recovery.needs> {
  static readonly needs = {
    recoveries: Recoveries,
    settlement: Settlement,
    unmatched: UnmatchedPayments,
    rails: Rails,
    clock: Clock,
    log: Log,
  };

  /**
   * Runs all steps in order; each is done once, even if it runs again after an interruption.
   * @param leftOut rail accounts that are not queried
   */
  async run({ epoch, since }: RecoveryRun, leftOut: ReadonlySet<RailAccountId>): Promise<RecoveryReport> {
    const { recoveries, log } = this.parts;
    // First: from here on it is no longer abandoned.
    await recoveries.raiseSequences(epoch);
    await recoveries.halt(epoch);
    log.info({ epoch }, "competitions halted, open fair draws ended, sequences raised");
    for (const account of await recoveries.accounts(epoch)) {
      const rail = this.#listing(account.rail);
      if (account.done || rail === null || leftOut.has(account.rail.accountId)) continue;
      await this.#read(epoch, since, account, rail);
    }
    const report = await recoveries.report(epoch, {
      unread: (rail) =>
        this.#listing(rail) === null ? "no_list" : leftOut.has(rail.accountId) ? "left_out" : null,
    });
    await recoveries.end(epoch, report);
    return report;
  }

  #listing(account: OrderRail): (Rail & Required<Pick<Rail, "listPayments">>) | null {
    const rail = this.parts.rails.of({ rail: account });
    return rail?.listPayments ? (rail as Rail & Required<Pick<Rail, "listPayments">>) : null;
  }

  async #read(
    epoch: number,
    since: Date,
    account: RecoveringAccount,
    rail: Required<Pick<Rail, "listPayments">>,
  ): Promise<void> {
    const { recoveries } = this.parts;
    let { cursor } = account;
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const page = await rail.listPayments(account.rail, since, cursor);
      if (page === null) throw new ProviderSilent(account.rail);
      const { payments, next } = page;
      invariant(next === null || (next.length > 0 && next.length <= CURSOR_LENGTH_MAX), "a cursor is short");
      const sentBack: SentBackThere[] = [];
      const known = await recoveries.known(account, payments);
      for (const [i, payment] of payments.entries()) {
        const seen = await this.#take(account, payment, known[i]!);
        if (seen !== null) sentBack.push(seen);
      }
      await recoveries.read(epoch, account, { listed: payments.length, sentBack, next });
      if (next === null) return;
      cursor = next;
    }
    throw new Error("a provider's list of payments does not end");
  }

  /** @returns money of a known order that the provider has sent back, for the operator */
  async #take(
    account: RecoveringAccount,
    payment: ListedPayment,
    known: KnownPayment,
  ): Promise<SentBackThere | null> {
    const { recoveries, settlement } = this.parts;
    const { orderId } = known;
    const { received, sentBack, paymentId, ids } = payment;
    if (orderId === null) {
      await this.#book(account, payment);
      return null;
    }
    const isFullRefund = sentBack >= received.amount;
    const order = this.#reference(account, orderId);
    // Its money went back: the order ends without tickets, and the payment is recorded as late.
    if (isFullRefund && known.orderPending) await settlement.giveUp(order, "expired");
    if (!known.paymentKnown) await settlement.settle([{ order, received: { ...received, paymentId }, ids }]);
    const refundRecorded = isFullRefund && (await recoveries.recordSentBack(account, orderId, paymentId));
    const isNews = sentBack > 0 && !known.refundKnown;
    return isNews ? { orderId, paymentId, received, sentBack, refundRecorded } : null;
  }

  #reference({ organisationId, rail }: RecoveringAccount, id: string) {
    return {
      id,
      organisationId,
      railAccountId: rail.accountId,
      railKind: rail.kind,
      railProvider: rail.provider,
    };
  }

  /** Records money of an order that is not here; money that was sent back in full needs nothing. */
  async #book({ organisationId, rail }: RecoveringAccount, payment: ListedPayment): Promise<void> {
    const { unmatched, clock, log } = this.parts;
    const { paymentId: providerPaymentId, orderId, orderNumber = null, received, sentBack, ids } = payment;
    if (sentBack >= received.amount || received.amount <= 0) return;
    // Other references belong to another system.
    if (orderId === null ? orderNumber === null : !isOrderId(orderId)) return;
    const railAccountId = rail.accountId;
    const outcome = await unmatched.book({
      organisationId,
      railAccountId,
      providerPaymentId,
      orderId,
      orderNumber: orderId === null ? orderNumber : null,
      ids,
      received,
      sentBack,
      foundBy: "recovery",
      now: clock.now(),
    });
    if (outcome === "booked") {
      const facts = { railAccountId, orderId, orderNumber, received, paymentId: providerPaymentId };
      log.error({ ...facts, alert: true }, "payment for an unknown order booked as unmatched");
    }
  }
}
