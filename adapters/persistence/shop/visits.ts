import { type VisitedOrder, Visits } from "../../../ports/shop/visits.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** An order `t` of a lot `l`. */
const ORDERED = selection(TicketOrderRow, "t", ["quantity", "status", "error"], {
  lotStatus: text<LotStatus>({ sql: "l.status" }),
});
const FOLLOW = statement(
  "follow-order",
  `update ticket_order t set visit_hash = $3 where t.organisation_id = $1 and t.id = $2 and t.status = 'pending'
    and t.channel = 'hosted' and t.visit_hash is distinct from $3`,
);
const FIND = statement(
  "find-visit",
  `select ${ORDERED.columns} from ticket_order t
    join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id
    where t.visit_hash = $1 order by t.visit_hash desc, t.number desc limit 1`,
);

export class PostgresVisits extends Store implements Visits {
  static readonly as = Visits;

  async follow(organisationId: OrganisationId, orderId: OrderId, hash: Uint8Array): Promise<void> {
    await this.db.query(FOLLOW, [organisationId, orderId, hash]);
  }

  async orderOf(hash: Uint8Array): Promise<VisitedOrder | null> {
    const [row] = await this.db.query(FIND, [hash]);
    return row ? ORDERED.record(row) : null;
  }
}
