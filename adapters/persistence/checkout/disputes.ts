import type { Page } from "../../../ports/page.ts";
import type { DisputeId, OrganisationId } from "../../../src/shared/ids.ts";
import { DisputeRow } from "../entities/settlement.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import {
  Disputes,
  type DisputeStanding,
  type ListedDispute,
  type RecordedDispute,
  type ReportedDispute,
} from "../../../ports/checkout/disputes.ts";
import { Store } from "../database/store.ts";

const RECORD = statement(
  "record-dispute",
  `select tickets, disputed_order as "orderId", early from record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

/** A dispute `d`. */
export const DISPUTE = selection(
  DisputeRow,
  "d",
  ["id", "orderId", "providerDisputeId", "stage", "standing", "tickets", "createdAt", "updatedAt"],
  { amount: { amount: "amount", currency: "currency" } },
);

export class PostgresDisputes extends Store implements Disputes {
  static readonly as = Disputes;

  async record(dispute: ReportedDispute): Promise<RecordedDispute> {
    const [row] = await this.db.retrying<RecordedDispute>(RECORD, [
      dispute.organisationId,
      dispute.railAccountId,
      dispute.disputeId,
      dispute.orderId,
      dispute.paymentId,
      dispute.stage,
      dispute.standing,
      dispute.amount.amount,
      dispute.amount.currency,
      dispute.now,
      dispute.toldAt,
    ]);
    return row!;
  }

  byId(organisationId: OrganisationId, id: DisputeId): Promise<ListedDispute | null> {
    return this.db.of(organisationId, DISPUTE).one({ id });
  }

  list(
    organisationId: OrganisationId,
    page: Page,
    standing: DisputeStanding | null,
  ): Promise<ListedDispute[]> {
    const where = standing === null ? {} : { standing };
    return this.db.of(organisationId, DISPUTE).page(page, where, { freshness: "current" });
  }
}
