import { type VisitStanding, Visits } from "../../../ports/shop/visits.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { OrderId, OrganisationId } from "../../../src/shared/ids.ts";
import { VisitRow } from "../entities/buyers.ts";
import { TicketOrderRow } from "../entities/checkout.ts";
import { flag, selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const OPENED = selection(VisitRow, "v", [], { opened: flag({ sql: "v.hash is not null" }) });
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
  `select ${OPENED.columns}, ${ORDERED.columns} from (select $1::bytea as hash) lookup
    left join visit v on v.hash = lookup.hash
    left join lateral (
      select o.* from ticket_order o where o.visit_hash = lookup.hash order by o.visit_hash desc, o.number desc limit 1
    ) t on true
    left join lot l on l.organisation_id = t.organisation_id and l.id = t.lot_id`,
);

export class PostgresVisits extends Store implements Visits {
  static readonly as = Visits;

  async open(organisationId: OrganisationId, hash: Uint8Array, now: Date): Promise<void> {
    await this.db.of(organisationId, VisitRow).addOnce({ hash, openedAt: now }, "any");
  }

  async follow(organisationId: OrganisationId, orderId: OrderId, hash: Uint8Array): Promise<void> {
    await this.db.query(FOLLOW, [organisationId, orderId, hash]);
  }

  async find(hash: Uint8Array): Promise<VisitStanding | null> {
    const [row] = await this.db.query(FIND, [hash]);
    const order = row ? ORDERED.recordOrNull(row) : null;
    return order !== null || (row && OPENED.record(row).opened) ? { order } : null;
  }
}
