import { type MovedMoney, PayoutRecords } from "../../../ports/finance/payout-records.ts";
import { RAIL_KINDS } from "../../../ports/rail.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { int8, relation, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

const MOVED = relation("m", {
  id: text(),
  orderId: text<OrderId>().orNull,
  amount: { amount: int8(), currency: text() },
  at: time(),
});

const PAYMENTS = statement(
  "payments-of-payout",
  `select ${MOVED.columns} from (
     select y.provider_payment_id as id, y.order_id, y.amount, y.currency, y.received_at as at
     from payment y
     where y.organisation_id = $1 and y.rail_kind = any($4) and y.rail_provider = $2 and y.provider_payment_id = any($3)
     union all
     select u.provider_payment_id, u.order_id, u.amount, u.currency, u.found_at
     from unmatched_payment u join rail_account a on a.organisation_id = u.organisation_id and a.id = u.rail_account_id
     where u.organisation_id = $1 and a.provider = $2 and u.provider_payment_id = any($3)
   ) m`,
);
const REFUNDS = statement(
  "refunds-of-payout",
  `select ${MOVED.columns} from (
     select coalesce(f.provider_refund_id, '') as id, f.order_id, f.amount, f.currency, coalesce(f.succeeded_at, f.updated_at) as at
     from rail_account a
     join refund f on f.rail_account_id = a.id and f.organisation_id = a.organisation_id
       and f.provider_refund_id = any($3)
     where a.organisation_id = $1 and a.provider = $2
   ) m`,
);
const PAYMENTS_BETWEEN = statement(
  "payments-between",
  `select ${MOVED.columns} from (
     select y.provider_payment_id as id, y.order_id, y.amount, y.currency, y.received_at as at
     from lot l
     cross join lateral (
       select r.order_id from ticket_range r
       where r.organisation_id = $1 and r.lot_id = l.id and r.last > last_ticket_before($1, l.id, $3::timestamptz)
         and r.issued_at < $4 and r.order_id is not null
         and r.last <= last_ticket_before($1, l.id, $4::timestamptz)
       order by r.last
     ) r
     join payment y on y.organisation_id = $1 and y.order_id = r.order_id
     where l.organisation_id = $1 and y.rail_provider = $2 and y.received_at >= $3 and y.received_at < $4
     limit $5
   ) m`,
);
const REFUNDS_BETWEEN = statement(
  "refunds-between",
  `select ${MOVED.columns} from (
     select coalesce(f.provider_refund_id, '') as id, f.order_id, f.amount, f.currency, coalesce(f.succeeded_at, f.updated_at) as at
     from refund f join rail_account a on a.organisation_id = f.organisation_id and a.id = f.rail_account_id
     where f.organisation_id = $1 and f.state = 'succeeded' and a.provider = $2 and f.provider_refund_id is not null
       and f.succeeded_at >= $3 and f.succeeded_at < $4
     limit $5
   ) m`,
);

type Period = Parameters<PayoutRecords["paymentsBetween"]>[2];

export class PostgresPayoutRecords extends Store implements PayoutRecords {
  static readonly as = PayoutRecords;

  async payments(
    organisationId: OrganisationId,
    provider: string,
    ids: readonly string[],
  ): Promise<MovedMoney[]> {
    const rows = await this.db.read(PAYMENTS, [organisationId, provider, ids, RAIL_KINDS], "recent");
    return rows.map((row) => MOVED.record(row));
  }

  async refunds(
    organisationId: OrganisationId,
    provider: string,
    ids: readonly string[],
  ): Promise<MovedMoney[]> {
    const rows = await this.db.read(REFUNDS, [organisationId, provider, ids], "recent");
    return rows.map((row) => MOVED.record(row));
  }

  async paymentsBetween(
    organisationId: OrganisationId,
    provider: string,
    { from, until, limit }: Period,
  ): Promise<MovedMoney[]> {
    const values = [organisationId, provider, from, until, limit];
    return (await this.db.read(PAYMENTS_BETWEEN, values, "recent")).map((row) => MOVED.record(row));
  }

  async refundsBetween(
    organisationId: OrganisationId,
    provider: string,
    { from, until, limit }: Period,
  ): Promise<MovedMoney[]> {
    const values = [organisationId, provider, from, until, limit];
    return (await this.db.read(REFUNDS_BETWEEN, values, "recent")).map((row) => MOVED.record(row));
  }
}
