import { UnmatchedPayments } from "../../../ports/checkout/unmatched-payments.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type {
  FoundMoney,
  UnmatchedFinder,
  UnmatchedPayment,
  UnmatchedState,
} from "../../../src/refunds/unmatched-payment.ts";
import type { OrderId, OrganisationId, UnmatchedPaymentId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { int8, row, text, time } from "../statements/row.ts";
import { type Statement, statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** An unmatched payment `u` of an account `r`. */
const UNMATCHED = row("unmatched_payment u", {
  id: int8<UnmatchedPaymentId>(),
  railKind: text<RailKind>({ sql: "r.kind" }),
  railProvider: text({ sql: "r.provider" }),
  providerPaymentId: text(),
  orderId: text<OrderId>().orNull,
  orderNumber: int8().orNull,
  received: { amount: int8("amount"), currency: text("currency") },
  sentBack: int8(),
  state: text<UnmatchedState>(),
  foundBy: text<UnmatchedFinder>(),
  foundAt: time(),
  decidedAt: time().orNull,
  note: text().orNull,
});
const OF_ACCOUNT =
  "join rail_account r on r.organisation_id = u.organisation_id and r.id = u.rail_account_id";

const BOOK = statement(
  "book-unmatched-payment",
  "select book_unmatched($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as outcome",
);
const LIST = statement(
  "list-unmatched-payments",
  `
    select ${UNMATCHED.columns} from unmatched_payment u ${OF_ACCOUNT}
    where u.organisation_id = $1 and ${behind(["u.organisation_id", "u.id"], ["$1", "$2"])}
      and ($4::text is null or u.state = $4) order by u.id desc limit $3`,
);
const BY_ID = statement(
  "unmatched-payment-by-id",
  `select ${UNMATCHED.columns} from unmatched_payment u ${OF_ACCOUNT} where u.organisation_id = $1 and u.id = $2`,
);
const REFUND = statement(
  "refund-unmatched-payment",
  "select refund_unmatched($1, $2, $3, $4, $5) as outcome",
);
const RESOLVE = statement(
  "resolve-unmatched-payment",
  `
    update unmatched_payment u set state = 'resolved', note = $3, decided_at = $4
    from rail_account r
    where u.organisation_id = $1 and u.id = $2 and u.state = 'open'
      and r.organisation_id = u.organisation_id and r.id = u.rail_account_id
    returning ${UNMATCHED.columns}`,
);

export class PostgresUnmatchedPayments extends Store implements UnmatchedPayments {
  static readonly as = UnmatchedPayments;

  async book(found: FoundMoney): Promise<"booked" | "known" | "foreign"> {
    const [row] = await this.db.retrying<{ outcome: "booked" | "known" | "foreign" }>(BOOK, [
      found.organisationId,
      found.railAccountId,
      found.providerPaymentId,
      found.orderId,
      found.orderNumber,
      JSON.stringify(found.ids),
      found.received.amount,
      found.received.currency,
      found.sentBack,
      found.foundBy,
      found.now,
    ]);
    return row!.outcome;
  }

  async list(
    organisationId: OrganisationId,
    page: { readonly limit: number; readonly after: number | null; readonly state: UnmatchedState | null },
  ): Promise<UnmatchedPayment[]> {
    const rows = await this.db.read(LIST, [organisationId, page.after, page.limit, page.state], "current");
    return rows.map(UNMATCHED.record);
  }

  async byId(organisationId: OrganisationId, id: UnmatchedPaymentId): Promise<UnmatchedPayment | null> {
    return this.#one(BY_ID, [organisationId, id]);
  }

  async refund(
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    refund: { readonly reason: string; readonly unrefundable: readonly string[]; readonly now: Date },
  ): Promise<"refunded" | "already" | "resolved" | "missing"> {
    const values = [organisationId, id, refund.reason, refund.unrefundable, refund.now];
    const [row] = await this.db.retrying<{ outcome: "refunded" | "already" | "resolved" | "missing" }>(
      REFUND,
      values,
    );
    return row!.outcome;
  }

  async resolve(
    organisationId: OrganisationId,
    id: UnmatchedPaymentId,
    { note, now }: { readonly note: string; readonly now: Date },
  ): Promise<UnmatchedPayment | null> {
    return this.#one(RESOLVE, [organisationId, id, note, now]);
  }

  async #one(statement: Statement, values: readonly unknown[]): Promise<UnmatchedPayment | null> {
    const [row] = await this.db.query(statement, values);
    return row ? UNMATCHED.record(row) : null;
  }
}
