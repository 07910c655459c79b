import { UnmatchedPayments } from "../../../ports/checkout/unmatched-payments.ts";
import type { Page } from "../../../ports/page.ts";
import type { RailKind } from "../../../ports/rail.ts";
import type { FoundMoney, UnmatchedPayment, UnmatchedState } from "../../../src/refunds/unmatched-payment.ts";
import type { OrganisationId, UnmatchedPaymentId } from "../../../src/shared/ids.ts";
import { UnmatchedPaymentRow } from "../entities/settlement.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** An unmatched payment `u` of an account `r`. */
const UNMATCHED = selection(
  UnmatchedPaymentRow,
  "u",
  [
    "id",
    "providerPaymentId",
    "orderId",
    "orderNumber",
    "sentBack",
    "state",
    "foundBy",
    "foundAt",
    "decidedAt",
    "note",
  ],
  {
    railKind: text<RailKind>({ sql: "r.kind" }),
    railProvider: text({ sql: "r.provider" }),
    received: { amount: "amount", currency: "currency" },
  },
  { r: "railAccount" },
);

const BOOK = statement(
  "book-unmatched-payment",
  "select book_unmatched($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as outcome",
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

  list(
    organisationId: OrganisationId,
    { state, ...page }: Page & { readonly state: UnmatchedState | null },
  ): Promise<UnmatchedPayment[]> {
    const where = state === null ? {} : { state };
    return this.db.of(organisationId, UNMATCHED).page(page, where, { freshness: "current" });
  }

  byId(organisationId: OrganisationId, id: UnmatchedPaymentId): Promise<UnmatchedPayment | null> {
    return this.db.of(organisationId, UNMATCHED).one({ id });
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
    const [row] = await this.db.query(RESOLVE, [organisationId, id, note, now]);
    return row ? UNMATCHED.record(row) : null;
  }
}
