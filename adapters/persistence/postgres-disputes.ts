import type { Disputes, ReportedDispute } from "../../ports/disputes.ts";
import { Database, type Statement } from "./database.ts";

const RECORD: Statement = {
  name: "record-dispute",
  text: "select record_dispute($1, $2, $3, $4, $5, $6, $7, $8) as tickets",
};

export class PostgresDisputes implements Disputes {
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async record(dispute: ReportedDispute): Promise<"voided" | "kept" | "none"> {
    const [row] = await this.#db.retrying<{ tickets: "voided" | "kept" | "none" }>(RECORD, [
      dispute.organisationId,
      dispute.railAccountId,
      dispute.disputeId,
      dispute.orderId,
      dispute.stage,
      dispute.amount.amount,
      dispute.amount.currency,
      dispute.now,
    ]);
    return row!.tickets;
  }
}
