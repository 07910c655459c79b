import { type DueWork, DueWorks } from "../../../ports/simulated/due-work.ts";
import type { LotId } from "../../../src/shared/ids.ts";
import { int4, int8, relation } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

const COUNTS = relation("d", {
  holds: int4(),
  closings: int4(),
  unwinding: int4(),
  refunds: int4(),
  webhooks: int4(),
});
const DRAW = relation("l", { lotId: int8<LotId>(), blockNumber: int8().orNull });
const counted = (rows: string) => `(select count(*)::integer from (select ${rows} limit 100) counted)`;
const READ_COUNTS = statement(
  "due-work",
  `select ${COUNTS.columns} from (select
    ${counted(`from pending_order p
      join ticket_order t on t.organisation_id = p.organisation_id and t.id = p.order_id
      join lot l on l.organisation_id = p.organisation_id and l.id = p.lot_id and l.halted_at is null
      where (t.hold_until <= $1 or l.status <> 'active')
        and not exists (select from sandbox_payment s where s.session_id = t.id and s.state = 'processing')`)} as holds,
    ${counted("from lot l where l.status = 'active' and l.end_at <= $1 and l.halted_at is null and not l.on_chain")} as closings,
    ${counted("from lot l where l.status = 'cancelled' and l.unwound_at is null")} as unwinding,
    ${counted(`from refund f where f.state = 'requested' and (f.due_at <= $1 or f.lease_until is not null)`)} as refunds,
    ${counted("from event_unrelayed")}
    + ${counted(`from delivery_queue q join webhook_endpoint e on e.id = q.endpoint_id and e.enabled
      where q.claims = 0 or q.claims = 1 and q.lease_until is not null`)} as webhooks) d`,
);
const READ_DRAWS = statement(
  "due-draws",
  `select ${DRAW.columns} from (
    select w.id as lot_id, k.block_number from lot w
    join lot_stock s on s.organisation_id = w.organisation_id and s.lot_id = w.id and s.held = 0
    left join lot_commitment k on k.organisation_id = w.organisation_id and k.lot_id = w.id
      and k.voided_at is null and k.confirmed_at is not null
    where w.draw_at is not null and w.halted_at is null order by w.draw_at limit 100) l`,
);

export class PostgresDueWorks extends Store implements DueWorks {
  static readonly as = DueWorks;

  async read(now: Date): Promise<DueWork> {
    const [counts] = await this.db.queryAlone(READ_COUNTS, [now]);
    const draws = await this.db.queryAlone(READ_DRAWS);
    return { ...COUNTS.record(counts!), draws: draws.map(DRAW.record) };
  }
}
