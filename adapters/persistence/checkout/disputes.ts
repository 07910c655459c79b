import { behind } from "../statements/behind.ts";
import { int8, row, text, time } from "../statements/row.ts";
import type { Page } from "../../../ports/page.ts";
import type { DisputeId, OrderId, OrganisationId } from "../../../src/shared/ids.ts";
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
export const DISPUTE = row("dispute d", {
  id: int8<DisputeId>(),
  orderId: text<OrderId>().orNull,
  providerDisputeId: text(),
  stage: text(),
  standing: text<DisputeStanding>(),
  amount: { amount: int8("amount"), currency: text("currency") },
  tickets: text<ListedDispute["tickets"]>(),
  createdAt: time(),
  updatedAt: time(),
});
const BY_ID = statement(
  "dispute-by-id",
  `select ${DISPUTE.columns} from dispute d where d.organisation_id = $1 and d.id = $2`,
);
const LIST = statement(
  "list-disputes",
  `select ${DISPUTE.columns} from dispute d where d.organisation_id = $1 and ($4::text is null or d.standing = $4)
    and ${behind(["d.organisation_id", "d.id"], ["$1", "$2"])} order by d.id desc limit $3`,
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

  async byId(organisationId: OrganisationId, id: DisputeId): Promise<ListedDispute | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? DISPUTE.record(row) : null;
  }

  async list(
    organisationId: OrganisationId,
    page: Page,
    standing: DisputeStanding | null,
  ): Promise<ListedDispute[]> {
    const values = [organisationId, page.after, page.limit, standing];
    const rows = await this.db.read(LIST, values, "current");
    return rows.map(DISPUTE.record);
  }
}
