import {
  OrganisationCounts,
  type OrganisationFigures,
  type Sales,
} from "../../../ports/operations/organisation-figures.ts";
import type { Day } from "../../../src/shared/days/days.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";
import { stateAt } from "../lots/lot-readings.ts";
import { int8, json, row } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";

/** Sales of the day with this place in the range, counted from 1. */
interface PlacedSales {
  readonly place: number;
  readonly sales: readonly Sales[];
}
const FIGURES = row("x", {
  sales: json<PlacedSales[]>().orNull,
  pendingOrders: int8(),
  openLots: int8(),
  ticketsLeft: int8(),
  refunds: json<Partial<Record<"requested" | "failed" | "manual", number>>>().orNull,
  unmatchedPayments: int8(),
  openDisputes: int8(),
});
const GIVEN_BACK = "filter (where s.unwound_at is not null)";
const STANDING = "filter (where s.unwound_at is null)";
/** A lot's tickets are numbered as they are issued, so those of a range of time are the last ones of each lot. */
const READ = statement(
  "read-organisation-figures",
  `with sold as materialized (
      select width_bucket(t.paid_at, $2::timestamptz[]) as place, t.charge_currency, t.charge_amount, t.price_cents,
        t.credit_cents, t.quantity, t.unwound_at
      from lot l
      cross join lateral (select coalesce((
        select i.last from ticket_range i
        where i.organisation_id = l.organisation_id and i.lot_id = l.id
          and i.issued_at < ($2::timestamptz[])[1] - interval '1 hour'
        order by i.last desc limit 1), 0) as last
      ) earlier
      join ticket_range r on r.organisation_id = l.organisation_id and r.lot_id = l.id and r.last > earlier.last
      join ticket_order t on t.organisation_id = r.organisation_id and t.id = r.order_id
      where l.organisation_id = $1 and t.paid_at >= ($2::timestamptz[])[1] and t.paid_at < $3
    ), sales as (
      select s.place, s.charge_currency as currency, count(*) ${STANDING} as orders,
        coalesce(sum(s.quantity) ${STANDING}, 0) as tickets, coalesce(sum(s.charge_amount) ${STANDING}, 0) as amount,
        coalesce(sum(s.price_cents) ${STANDING}, 0) as "priceCents",
        coalesce(sum(s.credit_cents) ${STANDING}, 0) as "creditCents",
        count(*) ${GIVEN_BACK} as "givenBackOrders", coalesce(sum(s.quantity) ${GIVEN_BACK}, 0) as "givenBackTickets",
        coalesce(sum(s.charge_amount) ${GIVEN_BACK}, 0) as "givenBackAmount"
      from sold s group by s.place, s.charge_currency
    ), placed as (
      select a.place, json_agg(to_jsonb(a) - 'place' order by a.currency) as sales from sales a group by a.place
    ), open as (
      select s.max_tickets - s.sold - s.held as left_over from lot l
      join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id
      where l.organisation_id = $1 and ${stateAt("$4")} = 'open'
    )
    select ${FIGURES.columns} from (select
      (select json_agg(a) from placed a) as sales,
      (select count(*) from pending_order p join lot l on l.organisation_id = p.organisation_id and l.id = p.lot_id
        where p.organisation_id = $1 and l.status <> 'cancelled') as pending_orders,
      (select count(*) from open) as open_lots,
      (select coalesce(sum(o.left_over), 0) from open o) as tickets_left,
      (select json_object_agg(f.state, f.refunds) from (
        select f.state, count(*) as refunds from refund f
        where f.organisation_id = $1 and f.state in ('requested', 'failed', 'manual') group by f.state) f) as refunds,
      (select count(*) from unmatched_payment u where u.organisation_id = $1 and u.state = 'open') as unmatched_payments,
      (select count(*) from dispute d where d.organisation_id = $1 and d.standing = 'open') as open_disputes
    ) x`,
);

export class PostgresOrganisationCounts implements OrganisationCounts {
  static readonly as = OrganisationCounts;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async read(
    organisationId: OrganisationId,
    { days, now }: { readonly days: readonly Day[]; readonly now: Date },
  ): Promise<OrganisationFigures> {
    const values = [organisationId, days.map(({ from }) => from), days.at(-1)?.until, now];
    const [found] = await this.#db.read(READ, values, "recent");
    const { sales, refunds, ...counts } = FIGURES.record(found!);
    return {
      ...counts,
      days: days.map(({ day }, at) => ({
        day,
        sales: sales?.find(({ place }) => place === at + 1)?.sales ?? [],
      })),
      refunds: { requested: 0, failed: 0, manual: 0, ...refunds },
    };
  }
}
