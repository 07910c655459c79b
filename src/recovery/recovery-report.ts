import type { RailKind } from "../../ports/rail.ts";
import type { OrderId } from "../shared/ids.ts";
import type { Money } from "../shared/money.ts";

/** One recovery after a restore. Its number is the epoch of all later data. */
export interface RecoveryRun {
  readonly epoch: number;
  /** Restored point in time. */
  readonly since: Date;
  /** Number by which every sequence is raised. */
  readonly margin: number;
  readonly begunAt: Date;
  readonly endedAt: Date | null;
}

/** A payment of a known order that the provider has refunded, although the restored database had no refund of it. */
export interface SentBackThere {
  readonly orderId: OrderId;
  readonly paymentId: string;
  readonly received: Money;
  readonly sentBack: number;
  /** true: the recovery has recorded the refund: nothing remains to be done. */
  readonly refundRecorded: boolean;
}

/** Queries to the provider of one rail account. */
interface AccountReport {
  readonly organisation: string;
  readonly kind: RailKind;
  readonly provider: string;
  /** no_list: the provider keeps none that the rail reads. left_out: the operator excluded it. */
  readonly list: "read" | "no_list" | "left_out";
  readonly listed: number;
  readonly sentBackThere: readonly SentBackThere[];
}

/** Known differences between the restored database and the world. */
export interface RecoveryReport {
  readonly epoch: number;
  readonly since: string;
  readonly begunAt: string;
  /** Time of the newest order in the database; null: it has none. Should be shortly before `since`. */
  readonly newestOrderAt: string | null;
  readonly sequences: readonly { readonly name: string; readonly was: number; readonly raisedTo: number }[];
  readonly accounts: readonly AccountReport[];
  /** Undecided money for orders that are not here. */
  readonly unmatched: readonly {
    readonly organisation: string;
    readonly currency: string;
    readonly payments: number;
    readonly amount: number;
  }[];
  /** Competitions that wait for the operator's decision; `halted` also counts those beyond the list. */
  readonly halted: number;
  readonly haltedCompetitions: readonly {
    readonly organisation: string;
    readonly id: number;
    readonly title: string;
    readonly status: string;
    readonly ticketsSold: number;
    readonly ticketsHeld: number;
    readonly committed: boolean;
  }[];
  /** Ended fair draws: they were open, and their seeds may have been revealed since, so they are revealed no more. */
  readonly endedDraws: number;
  /** Pending sessions, which are looked up at their providers once the service runs. */
  readonly pendingOrders: number;
}

export function reportText(report: RecoveryReport): string {
  const { accounts, unmatched, haltedCompetitions } = report;
  const lines = [
    `Recovery ${report.epoch} of a database that was restored to ${report.since}`,
    `The newest order that it knows is of ${report.newestOrderAt ?? "no time: it has none"}.`,
    "",
    "All sequences are raised: no number that was given since then comes again.",
    "",
    "Providers:",
    ...accounts.flatMap(accountLines),
    ...(accounts.length === 0 ? ["  none: no rail account exists"] : []),
    "",
    "Money for orders that are not here, to be refunded or resolved (GET …/unmatched-payments?state=open):",
    ...unmatched.map(
      ({ organisation, payments, amount, currency }) =>
        `  ${organisation}: ${payments} of together ${amount} ${currency} in the minor unit`,
    ),
    ...(unmatched.length === 0 ? ["  none"] : []),
    "",
    `Competitions halted: ${report.halted}. Resume or cancel each (GET …/halted-competitions):`,
    ...haltedCompetitions.map(
      ({ organisation, id, title, status, ticketsSold, ticketsHeld, committed }) =>
        `  ${organisation}: ${id} "${title}", ${status}, tickets known to 1..${ticketsSold}, ${ticketsHeld} held` +
        (committed ? ", its draw is committed: the same block decides" : ""),
    ),
    ...(report.halted > haltedCompetitions.length ? ["  …"] : []),
    "",
    `Fair draws that were open and are revealed no more: ${report.endedDraws}.`,
    `Sessions that are pending and will be looked up: ${report.pendingOrders}.`,
  ];
  return lines.join("\n");
}

function accountLines({
  organisation,
  kind,
  provider,
  list,
  listed,
  sentBackThere,
}: AccountReport): string[] {
  const summaries = {
    read: `${listed} payments listed`,
    no_list: "keeps no list that can be read: compare its payments and refunds yourself",
    left_out: "left out, as you said: compare its payments and refunds yourself",
  };
  return [
    `  ${organisation} ${kind}/${provider}: ${summaries[list]}`,
    ...sentBackThere.map(
      ({ orderId, received, sentBack, refundRecorded }) =>
        `    ${orderId}: ${sentBack} of ${received.amount} ${received.currency} was sent back there, ` +
        (refundRecorded ? "and the refund is recorded here" : "and no refund is here"),
    ),
  ];
}
