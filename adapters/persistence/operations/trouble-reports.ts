import type { RailKind } from "../../../ports/rail.ts";
import { TroubleReports, type Troubles } from "../../../ports/operations/troubles.ts";
import { int8, json, relation } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { Store } from "../database/store.ts";

type Trouble = { readonly organisation: string };
/** Rows as `json_agg` writes them: times are texts. */
interface FailingRailRow extends Trouble {
  readonly kind: RailKind;
  readonly provider: string;
  readonly consecutive_failures: number;
  readonly last_error_at: string;
  readonly last_error_operation: string;
  readonly last_error: string;
  readonly last_success_at: string | null;
}
interface FailingEndpointRow extends Trouble {
  readonly id: number;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
}
const TROUBLES = relation("x", {
  rails: json<FailingRailRow[]>().orNull,
  endpoints: json<FailingEndpointRow[]>().orNull,
  failingRails: int8(),
  failingEndpoints: int8(),
  refusedOrders: int8(),
  disputes: int8(),
});
const FAILING_RAILS = `rail_account_health h
      join rail_account r on r.id = h.rail_account_id and r.organisation_id = h.organisation_id and r.enabled`;
const RAIL_FAILS = "h.consecutive_failures > 0 and h.last_error_at is not null";
const ENDPOINT_FAILS =
  "p.removed_at is null and (p.disabled_reason is not null or p.enabled and p.failing_since is not null)";
const READ = statement(
  "read-troubles",
  `select ${TROUBLES.columns} from (select
    (select json_agg(f) from (
      select g.slug as organisation, r.kind, r.provider, h.consecutive_failures, h.last_error_at, h.last_error_operation,
        h.last_error, h.last_success_at
      from ${FAILING_RAILS} join organisation g on g.id = r.organisation_id
      where ${RAIL_FAILS}
      order by h.consecutive_failures desc, r.id limit 100
    ) f) as rails,
    (select count(*) from ${FAILING_RAILS} where ${RAIL_FAILS}) as failing_rails,
    (select json_agg(e) from (
      select g.slug as organisation, p.id, p.enabled, p.disabled_reason, p.failing_since
      from webhook_endpoint p join organisation g on g.id = p.organisation_id
      where ${ENDPOINT_FAILS}
      order by p.failing_since, p.id limit 100
    ) e) as endpoints,
    (select count(*) from webhook_endpoint p where ${ENDPOINT_FAILS}) as failing_endpoints,
    refused_orders($1) as refused_orders,
    (select count(*) from dispute d where d.standing = 'open') as disputes
  ) x`,
);

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

export class PostgresTroubleReports extends Store implements TroubleReports {
  static readonly as = TroubleReports;

  async read(now: Date): Promise<Troubles> {
    const [row] = await this.db.query(READ, [now]);
    const { rails, endpoints, ...counts } = TROUBLES.record(row!);
    return {
      ...counts,
      rails: (rails ?? []).map((rail) => ({
        organisation: rail.organisation,
        kind: rail.kind,
        provider: rail.provider,
        consecutiveFailures: rail.consecutive_failures,
        lastError: {
          at: new Date(rail.last_error_at),
          operation: rail.last_error_operation,
          code: rail.last_error,
        },
        lastSuccessAt: timeOf(rail.last_success_at),
      })),
      endpoints: (endpoints ?? []).map((endpoint) => ({
        organisation: endpoint.organisation,
        id: endpoint.id,
        enabled: endpoint.enabled,
        disabledReason: endpoint.disabled_reason,
        failingSince: timeOf(endpoint.failing_since),
      })),
    };
  }
}
