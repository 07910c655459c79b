import { DeliveryCounts, type EndpointFigures } from "../../../ports/webhooks/delivery-counts.ts";
import type { EndpointId, OrganisationId } from "../../../src/shared/ids.ts";
import { int8, json, relation, rowsOf, time } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { ATTEMPT } from "./deliveries.ts";
import { Store } from "../database/store.ts";

const FIGURES = relation("x", {
  pending: int8(),
  delivered: int8(),
  failed: int8(),
  since: time().orNull,
  attempted: int8(),
  undelivered: int8(),
  lastAttempts: rowsOf(ATTEMPT, { sql: "x.last_attempts" }),
  hours: json<EndpointFigures["hours"]>().orNull,
  days: json<EndpointFigures["days"]>().orNull,
});
const OF_ENDPOINT = statement(
  "figures-of-endpoint",
  `select ${FIGURES.columns} from figures_of_endpoint($1, $2, $3, $4) x`,
);

export class PostgresDeliveryCounts extends Store implements DeliveryCounts {
  static readonly as = DeliveryCounts;

  async ofEndpoint(
    organisationId: OrganisationId,
    endpointId: EndpointId,
    { hoursFrom, dayBounds }: { readonly hoursFrom: Date; readonly dayBounds: readonly Date[] },
  ): Promise<EndpointFigures> {
    const [found] = await this.db.read(
      OF_ENDPOINT,
      [organisationId, endpointId, hoursFrom, dayBounds],
      "recent",
    );
    const { pending, delivered, failed, since, attempted, undelivered, lastAttempts, hours, days } =
      FIGURES.record(found!);
    return {
      deliveries: { pending, delivered, failed },
      failing:
        since === null ? null : { since, attempted, undelivered, lastAttempt: lastAttempts[0] ?? null },
      hours: hours ?? [],
      days: days ?? [],
    };
  }
}
