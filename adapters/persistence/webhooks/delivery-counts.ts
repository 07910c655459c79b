import { DeliveryCounts, type EndpointFigures } from "../../../ports/webhooks/delivery-counts.ts";
import type { EndpointId, OrganisationId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";
import { int8, json, row, rowsOf, time } from "../statements/row.ts";
import { statement } from "../statements/statement.ts";
import { ATTEMPT } from "./deliveries.ts";

const FIGURES = row("x", {
  pending: int8(),
  delivered: int8(),
  failed: int8(),
  since: time().orNull,
  attempted: int8(),
  undelivered: int8(),
  lastAttempts: rowsOf(ATTEMPT, { sql: "x.last_attempts" }),
  hours: json<EndpointFigures["hours"]>().orNull,
});
/** Deliveries of which an attempt ended after a time: those that ended later or have not ended. */
const attemptedSince = (at: string) => `d.attempts > 0 and (d.finished_at is null or d.finished_at >= ${at})`;
const OF_ENDPOINT = statement(
  "figures-of-endpoint",
  `with endpoint as (
      select p.failing_since from webhook_endpoint p where p.organisation_id = $1 and p.id = $2
    ), d as materialized (
      select d.id, d.slot, d.state, d.attempts, d.finished_at from delivery d
      where d.organisation_id = $1 and d.endpoint_id = $2
    ), attempt as materialized (
      select a.* from d
      join delivery_attempt a on a.organisation_id = $1 and a.delivery_id = d.id and a.slot = d.slot
      where ${attemptedSince("least($3::timestamptz, (select failing_since from endpoint))")}
    )
    select ${FIGURES.columns} from (
      select count(*) filter (where d.state = 'pending') as pending,
        count(*) filter (where d.state = 'delivered') as delivered,
        count(*) filter (where d.state = 'failed') as failed,
        (select failing_since from endpoint) as since,
        count(*) filter (where ${attemptedSince("(select failing_since from endpoint)")}) as attempted,
        count(*) filter (where ${attemptedSince("(select failing_since from endpoint)")} and d.state <> 'delivered')
          as undelivered,
        (select json_agg(l) from (
          select a.* from attempt a where a.at >= (select failing_since from endpoint) order by a.at desc limit 1
        ) l) as last_attempts,
        (select json_agg(h order by h.hour) from (
          select floor(extract(epoch from a.at - $3::timestamptz) / 3600)::integer as hour,
            count(*) filter (where a.status between 200 and 299) as accepted,
            count(*) filter (where a.status is null or a.status not between 200 and 299) as failed
          from attempt a where a.at >= $3 group by 1
        ) h) as hours
      from d
    ) x`,
);

export class PostgresDeliveryCounts implements DeliveryCounts {
  static readonly as = DeliveryCounts;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async ofEndpoint(
    organisationId: OrganisationId,
    endpointId: EndpointId,
    hoursFrom: Date,
  ): Promise<EndpointFigures> {
    const [found] = await this.#db.read(OF_ENDPOINT, [organisationId, endpointId, hoursFrom], "recent");
    const { pending, delivered, failed, since, attempted, undelivered, lastAttempts, hours } = FIGURES.record(
      found!,
    );
    return {
      deliveries: { pending, delivered, failed },
      failing:
        since === null ? null : { since, attempted, undelivered, lastAttempt: lastAttempts[0] ?? null },
      hours: hours ?? [],
    };
  }
}
