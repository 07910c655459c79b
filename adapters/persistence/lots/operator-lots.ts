import { type OperatorLot, OperatorLots } from "../../../ports/lots/operator-lots.ts";
import type { Page } from "../../../ports/page.ts";
import type { LotState } from "../../../src/lots/lot.ts";
import type { LotCancellation, RefundsOfRail, SalesOfDay } from "../../../src/lots/lot-cancellation.ts";
import type { LotId, OrganisationId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { LotRow } from "../entities/lots.ts";
import { bigint, int8, json, relation, selection, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { LOT_COLUMNS, lotOfOrganisation, LOTS_OF_ORGANISATION, stateAt } from "./lot-readings.ts";
import { PRIZE } from "./prizes.ts";
import { Store } from "../database/store.ts";

/** The columns of a lot that only people see. */
const CARE = selection(LotRow, "l", ["haltedAt", "unwoundAt"]);
const SELECT = `select ${LOT_COLUMNS}, ${PRIZE.columns}, ${CARE.columns} from ${LOTS_OF_ORGANISATION}
  join prize p on p.organisation_id = l.organisation_id and p.id = l.prize_id`;
const BY_ID = statement("operator-lot-by-id", `${SELECT} where l.organisation_id = $1 and l.id = $2`);
const LIST = statement(
  "list-operator-lots",
  `${SELECT} where l.organisation_id = $1 and ($3::text is null or $3 = ${stateAt("$2")})
    and ${behind(["l.organisation_id", "l.id"], ["$1", "$4"])} order by l.id desc limit $5`,
);

/** Sales by quarter of an hour: the days of every time zone are sums of these. */
const SALES = relation("s", { at: time(), orders: int8(), tickets: int8(), voided: int8() });
const SALES_BY_QUARTER = statement(
  "sales-of-lot-by-quarter",
  `select ${SALES.columns} from (
      select date_bin('15 minutes', i.issued_at, '2000-01-01Z') as at, count(*) as orders,
        sum(i.last - i.first + 1) as tickets,
        coalesce(sum(i.last - i.first + 1) filter (where i.voided_at is not null), 0) as voided
      from ticket_range i where i.lot_id = $2 and i.organisation_id = $1 and i.order_id is not null group by 1
    ) s order by s.at`,
);

const CANCELLATION = relation("c", {
  pendingOrders: int8(),
  pendingTickets: int8(),
  reservedCents: int8(),
  paidOrders: int8(),
  paidTickets: int8(),
  creditCents: int8(),
  commissions: int8(),
  commissionCents: int8(),
  refunds: json<RefundsOfRail[]>(),
  purchases: int8(),
  purchasedUnits: bigint(),
});
const CANCELLATION_OF = statement(
  "cancellation-of-lot",
  `select ${CANCELLATION.columns} from cancellation_of($1, $2, $3) c`,
);

function operatorLot(row: object): OperatorLot {
  return { ...lotOfOrganisation(row), prize: PRIZE.record(row), ...CARE.record(row) };
}

export class PostgresOperatorLots extends Store implements OperatorLots {
  static readonly as = OperatorLots;

  async byId(organisationId: OrganisationId, id: LotId): Promise<OperatorLot | null> {
    const [row] = await this.db.query(BY_ID, [organisationId, id]);
    return row ? operatorLot(row) : null;
  }

  async list(
    organisationId: OrganisationId,
    page: Page & { readonly state: LotState | null; readonly now: Date },
  ): Promise<OperatorLot[]> {
    const values = [organisationId, page.now, page.state, page.after, page.limit];
    const rows = await this.db.read(LIST, values, "current");
    return rows.map(operatorLot);
  }

  async salesByDay(
    organisationId: OrganisationId,
    id: LotId,
    dayOf: (instant: Date) => string,
  ): Promise<SalesOfDay[]> {
    const rows = await this.db.read(SALES_BY_QUARTER, [organisationId, id], "recent");
    const byDay = Map.groupBy(rows.map(SALES.record), ({ at }) => dayOf(at));
    return [...byDay].map(([day, quarters]) => {
      const sum = (of: (quarter: (typeof quarters)[number]) => number) =>
        quarters.reduce((total, quarter) => total + of(quarter), 0);
      return {
        day,
        orders: sum(({ orders }) => orders),
        tickets: sum(({ tickets }) => tickets),
        voided: sum(({ voided }) => voided),
      };
    });
  }

  async cancellation(
    organisationId: OrganisationId,
    id: LotId,
    unrefundable: readonly string[],
  ): Promise<LotCancellation> {
    const [row] = await this.db.query(CANCELLATION_OF, [organisationId, id, unrefundable]);
    return CANCELLATION.record(row!);
  }
}
