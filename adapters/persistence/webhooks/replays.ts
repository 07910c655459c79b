import { statement } from "../statements/statement.ts";
import { Replays } from "../../../ports/webhooks/replays.ts";
import type { DeliveryId, OrganisationId } from "../../../src/shared/ids.ts";
import { Database } from "../database/database.ts";

const REPLAY = statement("replay-delivery", "select replay_delivery($1, $2, $3) as outcome");
const REPLAY_BATCH = statement(
  "replay-events",
  "select replayed, reached from replay_events($1, $2, $3, $4, $5, $6, $7)",
);

export class PostgresReplays implements Replays {
  static readonly as = Replays;
  static readonly needs = [Database] as const;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async replay(
    organisationId: OrganisationId,
    deliveryId: DeliveryId,
    now: Date,
  ): Promise<Awaited<ReturnType<Replays["replay"]>>> {
    const rows = await this.#db.query<{ outcome: Awaited<ReturnType<Replays["replay"]>> }>(REPLAY, [
      organisationId,
      deliveryId,
      now,
    ]);
    return rows[0]!.outcome;
  }

  async replayBatch(batch: Parameters<Replays["replayBatch"]>[0]): ReturnType<Replays["replayBatch"]> {
    const { organisationId, endpointId, since, until, after, limit, now } = batch;
    const values = [organisationId, endpointId, since, until, after, limit, now];
    const rows = await this.#db.retrying<{ replayed: number; reached: string | null }>(REPLAY_BATCH, values);
    return rows[0]!;
  }
}
