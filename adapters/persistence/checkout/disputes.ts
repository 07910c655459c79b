import { statement } from "../statements/statement.ts";
import { Disputes, type RecordedDispute, type ReportedDispute } from "../../../ports/checkout/disputes.ts";
import { Database } from "../database/database.ts";

const RECORD = statement(
  "record-dispute",
  `select tickets, disputed_order as "orderId" from record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export class PostgresDisputes implements Disputes {
  static readonly as = Disputes;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(dispute: ReportedDispute): Promise<RecordedDispute> {
    const [row] = await this.#db.retrying<RecordedDispute>(RECORD, [
      dispute.organisationId,
      dispute.railAccountId,
      dispute.disputeId,
      dispute.orderId,
      dispute.paymentId,
      dispute.stage,
      dispute.amount.amount,
      dispute.amount.currency,
      dispute.now,
    ]);
    return row!;
  }
}
