import {
  type DrawPlace,
  type OfOrganisation,
  type WaitingDraw,
  WaitingLists,
} from "../../../ports/operations/waiting-lists.ts";
import type { DisputeStanding } from "../../../ports/checkout/disputes.ts";
import type { ListedDispute } from "../../../ports/checkout/disputes.ts";
import type { LotStatus } from "../../../src/lots/lot.ts";
import type { Refund, RefundStatus } from "../../../src/refunds/refund.ts";
import type { DisputeId, LotId, RefundId } from "../../../src/shared/ids.ts";
import { DISPUTE } from "../checkout/disputes.ts";
import { REFUND } from "../checkout/refund-row.ts";
import { OrganisationRow } from "../entities/organisations.ts";
import { int4, int8, relation, selection, text, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

/** Its organisation. */
const OF = selection(OrganisationRow, "g", [], { organisation: "slug" });
const REFUNDS = statement(
  "list-waiting-refunds",
  // An index lists each state's refunds in order, so a page reads only its own number of rows per state.
  `select ${OF.columns}, ${REFUND.columns} from unnest($3::text[]) s (state)
    cross join lateral (
      select r.* from refund r where r.state = s.state and r.state <> 'succeeded'
        and r.created_at >= coalesce((select c.created_at from refund c where c.id = $1), '-infinity')
        and (r.created_at, r.id) > (coalesce((select c.created_at from refund c where c.id = $1), '-infinity'), coalesce($1::bigint, 0))
      order by r.created_at, r.id limit $2
    ) f
    join organisation g on g.id = f.organisation_id
    order by f.created_at, f.id limit $2`,
);
const DISPUTES = statement(
  "list-waiting-disputes",
  `select ${OF.columns}, ${DISPUTE.columns} from dispute d join organisation g on g.id = d.organisation_id
    where d.standing = $3 and ($4::timestamptz is null or d.updated_at >= $4) and d.id > coalesce($1::bigint, 0)
    order by d.id limit $2`,
);

/** A waiting lot `w`. */
const DRAW = relation("w", {
  id: int8<LotId>(),
  title: text(),
  status: text<LotStatus>(),
  sold: int4(),
  endAt: time(),
  closedAt: time().orNull,
  committedAt: time().orNull,
  haltedAt: time().orNull,
  since: time(),
});
const DRAWS = statement(
  "list-waiting-draws",
  // Both kinds are few, in separate indexes. Cursors are in milliseconds, so the order is, too.
  `with waiting as (
      select k.*, date_trunc('milliseconds', k.halted_at) as since from lot k where k.halted_at is not null
      union all
      select k.*, date_trunc('milliseconds', coalesce(k.closed_at, k.end_at)) from lot k
      where k.draw_at is not null and k.halted_at is null
    ), page as (
      select * from waiting k
      where (k.since, k.id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::bigint, 0))
      order by k.since, k.id limit $1
    )
    select ${OF.columns}, ${DRAW.columns} from (
      select k.*, s.sold from page k join lot_stock s on s.organisation_id = k.organisation_id and s.lot_id = k.id
    ) w join organisation g on g.id = w.organisation_id order by w.since, w.id`,
);

export class PostgresWaitingLists extends Store implements WaitingLists {
  static readonly as = WaitingLists;

  async refunds(
    { limit, after }: { readonly limit: number; readonly after: RefundId | null },
    states: readonly RefundStatus[],
  ): Promise<OfOrganisation<Refund>[]> {
    const rows = await this.db.query(REFUNDS, [after, limit, states]);
    return rows.map((each) => ({ ...OF.record(each), ...REFUND.record(each) }));
  }

  async disputes(
    { limit, after }: { readonly limit: number; readonly after: DisputeId | null },
    { standing, changedSince }: { readonly standing: DisputeStanding; readonly changedSince: Date | null },
  ): Promise<OfOrganisation<ListedDispute>[]> {
    const rows = await this.db.query(DISPUTES, [after, limit, standing, changedSince]);
    return rows.map((each) => ({ ...OF.record(each), ...DISPUTE.record(each) }));
  }

  async draws({
    limit,
    after,
  }: {
    readonly limit: number;
    readonly after: DrawPlace | null;
  }): Promise<OfOrganisation<WaitingDraw>[]> {
    const rows = await this.db.query(DRAWS, [limit, after?.since ?? null, after?.id ?? null]);
    return rows.map((each) => ({ ...OF.record(each), ...DRAW.record(each) }));
  }
}
