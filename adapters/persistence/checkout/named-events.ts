import { NamedEvents, type NamedThing } from "../../../ports/checkout/named-events.ts";
import type { OrganisationId, RailAccountId } from "../../../src/shared/ids.ts";
import { int4, int8, relation, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";
import { VaultStore } from "../database/store.ts";

/** The most waiting names of one account: more than an honest provider sends in an hour of outage. */
const WAITING_MAX = 1_000;

const ADD = statement(
  "add-named-event",
  // At the limit, a name that is already stored is still counted.
  `
    insert into named_event (organisation_id, rail_account_id, what, lease_until)
    select $1, $2, $3, clock_timestamp()
    where exists (select from named_event where organisation_id = $1 and rail_account_id = $2 and what = $3)
      or (select count(*) from (select from named_event where organisation_id = $1 and rail_account_id = $2 limit ${WAITING_MAX}) waiting) < ${WAITING_MAX}
    on conflict (rail_account_id, what, organisation_id) do update set times = named_event.times + 1
    returning times`,
);
/** The result of `claim_named_events`, with the account `r`. */
const DUE = relation("n", {
  organisationId: int8<OrganisationId>({ sql: "r.organisation_id" }),
  what: text(),
  times: int4(),
  tries: int4(),
});
const CLAIM_DUE = statement(
  "claim-named-events",
  `
    select n.may, ${DUE.columns}, ${RAIL_ACCOUNT.columns}
    from claim_named_events($1, $2, $3, $4, $5) n
    join rail_account r on r.id = n.rail_account_id join organisation g on g.id = r.organisation_id`,
);
const DONE = statement(
  "named-event-done",
  `
    with done as (
      delete from named_event where organisation_id = $4 and rail_account_id = $1 and what = $2 and times = $3
      returning what
    )
    update named_event set lease_until = clock_timestamp(), tries = 0
    where organisation_id = $4 and rail_account_id = $1 and what = $2 and not exists (select from done)`,
);

export class PostgresNamedEvents extends VaultStore implements NamedEvents {
  static readonly as = NamedEvents;

  async add(name: {
    readonly organisationId: OrganisationId;
    readonly railAccountId: RailAccountId;
    readonly what: string;
  }) {
    const { organisationId, railAccountId, what } = name;
    const [row] = await this.db.query<{ times: number }>(ADD, [organisationId, railAccountId, what]);
    if (!row) return "too_many";
    return row.times === 1 ? "added" : "waiting";
  }

  async claimDue({
    limit,
    leaseSec,
    perMinute,
    only,
  }: Parameters<NamedEvents["claimDue"]>[0]): ReturnType<NamedEvents["claimDue"]> {
    const rows = await this.db.query<{ may: boolean }>(CLAIM_DUE, [
      limit,
      leaseSec,
      perMinute,
      only?.railAccountId ?? null,
      only?.what ?? null,
    ]);
    const allowed = rows.filter(({ may }) => may);
    const due = allowed.map((row) => ({ ...DUE.record(row), rail: knownRail(row, this.vault) }));
    return { due, putOff: rows.length - due.length };
  }

  async done({ organisationId, rail, what, times }: NamedThing): Promise<void> {
    await this.db.query(DONE, [rail.accountId, what, times, organisationId]);
  }
}
