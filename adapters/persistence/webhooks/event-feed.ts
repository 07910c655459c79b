import { EventFeed, type FeedPart, type FeedPlace } from "../../../ports/webhooks/event-feed.ts";
import type { OrganisationId } from "../../../src/shared/ids.ts";
import { Store } from "../database/store.ts";
import { statement } from "../statements/statement.ts";

const LOOKED_AT_MOST = 5_000;
const READ = statement(
  "read-event-feed",
  `select epoch, emptyings, lost, txs, positions, payloads, reached_tx, reached_position, finished, hidden
    from read_feed($1, $2, $3, $4, $5, $6, ${LOOKED_AT_MOST})`,
);
const PLACE = statement("place-in-event-feed", "select last_tx, last_position from place_in_feed($1, $2)");
const OLDEST = statement(
  "oldest-in-event-feed",
  `select v.created_at from event_feed f
    join event v on v.organisation_id = f.organisation_id and v.id = f.event_id and v.slot = f.slot
    where f.organisation_id = $1 order by f.tx, f.position limit 1`,
);

interface Row extends Pick<FeedPart, "epoch" | "emptyings" | "lost" | "finished" | "hidden"> {
  readonly txs: readonly string[] | null;
  readonly positions: readonly number[] | null;
  readonly payloads: readonly string[] | null;
  readonly reached_tx: string | null;
  readonly reached_position: number | null;
}

/** Reads from the primary: a standby knows of no transaction that is open there. */
export class PostgresEventFeed extends Store implements EventFeed {
  static readonly as = EventFeed;

  async read(
    organisationId: OrganisationId,
    after: FeedPlace | null,
    { emptyings, types, limit }: Parameters<EventFeed["read"]>[2],
  ): Promise<FeedPart> {
    const { tx = null, position = null } = after ?? {};
    const [row] = await this.db.query<Row>(READ, [organisationId, tx, position, emptyings, types, limit]);
    const {
      txs,
      positions,
      payloads,
      reached_tx: reachedTx,
      reached_position: reachedPosition,
      ...facts
    } = row!;
    const events = (payloads ?? []).map((payload, index) => ({
      place: { tx: txs![index]!, position: positions![index]! },
      payload,
    }));
    return { ...facts, events, reached: placeOf(reachedTx, reachedPosition) };
  }

  async placeAt(organisationId: OrganisationId, since: Date): Promise<FeedPlace | null> {
    const [row] = await this.db.query<{ last_tx: string | null; last_position: number | null }>(PLACE, [
      organisationId,
      since,
    ]);
    return placeOf(row!.last_tx, row!.last_position);
  }

  async oldest(organisationId: OrganisationId): Promise<Date | null> {
    const [row] = await this.db.query<{ created_at: Date }>(OLDEST, [organisationId]);
    return row?.created_at ?? null;
  }
}

function placeOf(tx: string | null, position: number | null): FeedPlace | null {
  return tx === null || position === null ? null : { tx, position };
}
