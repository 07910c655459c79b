import { type ClaimedCursor, RailEventCursors } from "../../../ports/checkout/rail-event-cursors.ts";
import type { RailAccountId } from "../../../src/shared/ids.ts";
import { RailEventCursorRow } from "../entities/settlement.ts";
import { expression } from "../orm/rows.ts";
import { selection, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { VaultStore } from "../database/store.ts";

/** A cursor `c` of an account `r`. */
const CURSOR = selection(RailEventCursorRow, "c", ["organisationId", "askedAt"], {
  addedAt: time({ sql: "r.created_at" }),
});
const CLAIM = statement(
  "claim-rail-event-cursors",
  // The second of two concurrent claims finds the first's lease when it writes.
  `
    with due as (
      select r.id, r.organisation_id
      from rail_account r left join rail_event_cursor c
        on c.organisation_id = r.organisation_id and c.rail_account_id = r.id
      where (r.kind, r.provider) in (select * from unnest($1::text[], $2::text[]))
        and (r.enabled or r.updated_at > $4)
        and (c.rail_account_id is null
          or coalesce(c.asked_at, '-infinity') <= $3 and c.lease_until <= clock_timestamp())
      order by c.asked_at nulls first, r.id limit $5
    ), claimed as (
      insert into rail_event_cursor as c (rail_account_id, organisation_id, lease_until)
      select d.id, d.organisation_id, clock_timestamp() + make_interval(secs => $6) from due d order by d.id
      on conflict (rail_account_id, organisation_id) do update set lease_until = excluded.lease_until
        where c.lease_until <= clock_timestamp()
      returning c.rail_account_id, c.organisation_id, c.asked_at
    )
    select ${CURSOR.columns}, ${RAIL_ACCOUNT.columns}
    from claimed c join organisation g on g.id = c.organisation_id join rail_account r
      on r.organisation_id = c.organisation_id and r.id = c.rail_account_id`,
);

export class PostgresRailEventCursors extends VaultStore implements RailEventCursors {
  static readonly as = RailEventCursors;

  async claimDue(claim: Parameters<RailEventCursors["claimDue"]>[0]): Promise<ClaimedCursor[]> {
    const rows = await this.db.query(CLAIM, [
      claim.rails.map(({ kind }) => kind),
      claim.rails.map(({ provider }) => provider),
      claim.notAskedSince,
      claim.changedSince,
      claim.limit,
      claim.leaseSec,
    ]);
    return rows.map((row) => ({ ...CURSOR.record(row), rail: knownRail(row, this.vault) }));
  }

  async advance(railAccountId: RailAccountId, at: Date): Promise<void> {
    const cursors = this.db.ofAll(RailEventCursorRow, "by the account of what a worker claimed");
    const changes = {
      askedAt: expression("greatest(t.asked_at, ?)", [at]),
      leaseUntil: expression("clock_timestamp()"),
    };
    await cursors.change({ railAccountId }, changes);
  }
}
