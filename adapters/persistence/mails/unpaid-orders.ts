import { HOLD_OUTLASTS_MS } from "../../../ports/checkout/rail-limits.ts";
import { UnpaidOrders, type UnpaidSearch } from "../../../ports/mails/unpaid-orders.ts";
import { Store } from "../database/store.ts";
import { statement } from "../statements/statement.ts";

/** The end of paying of an order `t`. */
const END = "least(t.hold_until, t.rail_expires_at)";
const WRITE = statement(
  "write-unpaid-mails",
  // Once a rail has said how an order is paid, the next check of an undisturbed order is at its hold's end: this index
  // finds those that end soon, and neither new ones nor those of buyers who are back from the provider.
  `with due as (
      select t.organisation_id, t.id, t.account_id
      from pending_order p
        join ticket_order t on t.organisation_id = p.organisation_id and t.id = p.order_id
        join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
      where p.check_at > $1::timestamptz + make_interval(secs => $2)
        and p.check_at <= $1::timestamptz + make_interval(secs => $3)
        and p.charged and t.channel = 'hosted' and t.status = 'pending' and l.status = 'active'
        and t.instruction is not null and t.confirm_started_at is null
        and ${END} > $1::timestamptz + make_interval(secs => $2) and ${END} <= $1::timestamptz + make_interval(secs => $4)
        and ${END} - t.created_at >= make_interval(secs => $5)
        and not exists (select from mail m
          where m.organisation_id = t.organisation_id and m.kind = 'order_unpaid' and m.about = t.id)
        and email_of(t.organisation_id, t.account_id) is not null
      order by p.check_at limit $6 for no key update of p skip locked
    )
    select write_mail(due.organisation_id, 'order_unpaid', due.id, due.account_id) from due`,
);

export class PostgresUnpaidOrders extends Store implements UnpaidOrders {
  static readonly as = UnpaidOrders;

  async writeMails({ now, leastMs, mostMs, shortestHoldMs, limit }: UnpaidSearch): Promise<number> {
    const [least, most, holds, shortest] = [leastMs, mostMs + HOLD_OUTLASTS_MS, mostMs, shortestHoldMs].map(
      (ms) => ms / 1_000,
    );
    return (await this.db.query(WRITE, [now, least, most, holds, shortest, limit])).length;
  }
}
