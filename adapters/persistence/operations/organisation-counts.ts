import {
  OrganisationCounts,
  type OrganisationFigures,
} from "../../../ports/operations/organisation-figures.ts";
import type { Day } from "../../../src/shared/days/days.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { stateAt } from "../lots/lot-readings.ts";
import { int4, int8, relation, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** The position of its day in the range, from 1; null: no sales. */
const PLACE = relation("x", { place: int4() });
const SALES = relation("x", {
  currency: text(),
  orders: int8(),
  tickets: int8(),
  amount: int8(),
  priceCents: int8(),
  creditCents: int8(),
  givenBackOrders: int8(),
  givenBackTickets: int8(),
  givenBackAmount: int8(),
});
const WAITING = relation("w", {
  pendingOrders: int8(),
  requested: int8(),
  failed: int8(),
  manual: int8(),
  unmatchedPayments: int8(),
  openDisputes: int8(),
});
const OPEN = relation("o", { openLots: int8(), ticketsLeft: int8() });
const ANSWER = relation("d", { nextDisputeAnswerBy: time().orNull });
const READ = statement(
  "read-organisation-figures",
  `select ${WAITING.columns}, ${OPEN.columns}, ${ANSWER.columns}, ${PLACE.columns}, ${SALES.columns}
    from waiting_of($1) w
    cross join (
      select count(*) as open_lots, coalesce(sum(s.max_tickets - s.sold - s.held), 0) as tickets_left
      from lot l join lot_stock s on s.organisation_id = l.organisation_id and s.lot_id = l.id
      where l.organisation_id = $1 and ${stateAt("$4")} = 'open'
    ) o
    cross join (
      select min(d.answer_by) as next_dispute_answer_by from dispute d
      where d.organisation_id = $1 and d.standing = 'open' and d.answer_by > $4
    ) d
    left join sales_by_day($1, $2, $3) x on true order by x.place, x.currency`,
);

export class PostgresOrganisationCounts extends Store implements OrganisationCounts {
  static readonly as = OrganisationCounts;

  async read(
    organisationId: OrganisationId,
    { days, now }: { readonly days: readonly Day[]; readonly now: Date },
  ): Promise<OrganisationFigures> {
    const values = [organisationId, days.map(({ from }) => from), days.at(-1)?.until, now];
    const rows = await this.db.read(READ, values, "recent");
    const { requested, failed, manual, ...waiting } = WAITING.record(rows[0]!);
    return {
      ...waiting,
      ...OPEN.record(rows[0]!),
      ...ANSWER.record(rows[0]!),
      refunds: { requested, failed, manual },
      days: days.map(({ day }, at) => ({
        day,
        sales: rows.filter((each) => PLACE.recordOrNull(each)?.place === at + 1).map(SALES.record),
      })),
    };
  }
}
