import { statement } from "../statements/statement.ts";
import { type FailedDeliveries, Replays } from "../../../ports/webhooks/replays.ts";
import type { DeliveryId, OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";

const REPLAY = statement("replay-delivery", "select replay_delivery($1, $2, $3) as outcome");
const REPLAY_BATCH = statement(
  "replay-events",
  "select replayed, reached from replay_events($1, $2, $3, $4, $5, $6, $7)",
);
const LOOK_AT = 20_000;
const FAILED = statement(
  "failed-deliveries",
  `select coalesce(cardinality(f.ids), 0) as count, f.reached
    from failed_deliveries($1, $2, $3, $4, $5, ${LOOK_AT}) f`,
);
const REPLAY_FAILED = statement(
  "replay-failed-deliveries",
  `select f.replayed as count, f.reached from replay_failed($1, $2, $3, $4, $5, ${LOOK_AT}, $6) f`,
);
type Counted = { readonly count: number; readonly reached: DeliveryId | null };

export class PostgresReplays extends Store implements Replays {
  static readonly as = Replays;

  async replay(
    organisationId: OrganisationId,
    deliveryId: DeliveryId,
    now: Date,
  ): Promise<Awaited<ReturnType<Replays["replay"]>>> {
    const rows = await this.db.query<{ outcome: Awaited<ReturnType<Replays["replay"]>> }>(REPLAY, [
      organisationId,
      deliveryId,
      now,
    ]);
    return rows[0]!.outcome;
  }

  async replayBatch(batch: Parameters<Replays["replayBatch"]>[0]): ReturnType<Replays["replayBatch"]> {
    const { organisationId, endpointId, since, until, after, limit, now } = batch;
    const values = [organisationId, endpointId, since, until, after, limit, now];
    const rows = await this.db.retrying<{ replayed: number; reached: string | null }>(REPLAY_BATCH, values);
    return rows[0]!;
  }

  async failed({ organisationId, endpointId, since, until, after }: FailedDeliveries) {
    const values = [organisationId, endpointId, since, until, after];
    const [found] = await this.db.read<Counted>(FAILED, values, "current");
    return found!;
  }

  async replayFailed({ organisationId, endpointId, since, until, after }: FailedDeliveries, now: Date) {
    const values = [organisationId, endpointId, since, until, after, now];
    const [replayed] = await this.db.query<Counted>(REPLAY_FAILED, values);
    return replayed!;
  }
}
