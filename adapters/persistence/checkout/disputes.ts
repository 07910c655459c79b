import type { Page } from "../../../ports/page.ts";
import type { DisputeId, LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { DisputeRow } from "../entities/settlement.ts";
import { int8, selection, text } from "../statements/selection.ts";
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
  `select tickets, disputed_order as "orderId", early from record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

const OF_ORDER = "from ticket_order t where t.organisation_id = d.organisation_id and t.id = d.order_id";
const identity = (kind: "email" | "wallet") =>
  `(select i.value from ticket_order t join account_identity i on i.organisation_id = t.organisation_id
      and i.account_id = t.account_id and i.kind = '${kind}'
    where t.organisation_id = d.organisation_id and t.id = d.order_id order by i.created_at limit 1)`;

/** A dispute `d`, with its order's buyer and lot. */
export const DISPUTE = selection(
  DisputeRow,
  "d",
  [
    "id",
    "orderId",
    "providerDisputeId",
    "stage",
    "standing",
    "tickets",
    "answerBy",
    "createdAt",
    "updatedAt",
  ],
  {
    amount: { amount: "amount", currency: "currency" },
    provider: text({
      sql: "(select a.provider from rail_account a where a.organisation_id = d.organisation_id and a.id = d.rail_account_id)",
    }),
    competitionId: int8<LotId>({ sql: `(select t.lot_id ${OF_ORDER})` }).orNull,
    competitionTitle: text({
      sql: `(select l.title from lot l where l.organisation_id = d.organisation_id and l.id = (select t.lot_id ${OF_ORDER}))`,
    }).orNull,
    buyer: {
      email: text({ sql: `coalesce((select t.buyer_email ${OF_ORDER}), ${identity("email")})` }).orNull,
      walletAddress: text({ sql: identity("wallet") }).orNull,
    },
  },
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
      dispute.answerBy,
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
