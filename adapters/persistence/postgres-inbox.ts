import type { Inbox, NewMessage, RailMessage, StoredMessage } from "../../ports/inbox.ts";
import type { RailKind } from "../../ports/rail.ts";
import { Vault } from "../../ports/vault.ts";
import type { OrderRail } from "../../src/checkout/order.ts";
import { invariant } from "../../src/shared/invariant.ts";
import { Collector, rowReader } from "./collector.ts";
import { Database, int, type Statement } from "./database.ts";
import { RAIL_COLUMNS, type RailColumns, railRecord } from "./order-row.ts";

const PURPOSE = "rail-notification";
/** The process that stored a message has this long to process it before another takes it over. */
const FIRST_LEASE_SEC = 30;

const RAIL_ACCOUNT: Statement = {
  name: "notified-rail-account",
  text: `select q.item, f.* from unnest($1::text[], $2::text[], $3::text[]) with ordinality as q (slug, kind, provider, item)
    cross join lateral (
      select g.id as organisation_id, g.slug, ${RAIL_COLUMNS} from organisation g
      join rail_account r on r.organisation_id = g.id
      where g.slug = q.slug and r.kind = q.kind and r.provider = q.provider limit 1
    ) f`,
};
const ADD: Statement = {
  name: "add-notifications",
  // In the order of its key, in which every call inserts. Of two that are the same the first is added.
  text: `
    insert into rail_notification (organisation_id, rail_account_id, dedupe_key, message, received_at, lease_until)
    select q.organisation_id, q.rail_account_id, q.dedupe_key, q.message, q.received_at,
      clock_timestamp() + make_interval(secs => ${FIRST_LEASE_SEC})
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $5::timestamptz[]) with ordinality
      as q (organisation_id, rail_account_id, dedupe_key, message, received_at, item)
    order by q.rail_account_id, q.dedupe_key, q.item
    on conflict (rail_account_id, dedupe_key) do nothing returning id, rail_account_id, dedupe_key`,
};
const CLAIM_DUE: Statement = {
  name: "claim-due-notifications",
  text: `
    with due as (
      select id from rail_notification where processed_at is null and lease_until <= clock_timestamp()
      order by lease_until limit $1 for no key update skip locked
    ), claimed as (
      update rail_notification n set lease_until = clock_timestamp() + make_interval(secs => $2 * (1 + n.tries)),
          tries = n.tries + 1
        from due where n.id = due.id returning n.*
    )
    select c.id, c.organisation_id, c.message, c.received_at, c.tries, g.slug, ${RAIL_COLUMNS}
    from claimed c join organisation g on g.id = c.organisation_id join rail_account r on r.id = c.rail_account_id
    order by c.id`,
};
const DONE: Statement = {
  name: "notifications-done",
  text: "update rail_notification set processed_at = $2 where id = any($1)",
};
const FAIL: Statement = {
  name: "notification-failed",
  text: "update rail_notification set processed_at = $3, error = $2 where id = $1",
};

export class PostgresInbox implements Inbox {
  static readonly needs = [Database, Vault] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #railAccount;
  readonly #added: Collector<NewMessage, number | null>;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
    this.#railAccount = rowReader<RailColumns & { organisation_id: string }>(db, RAIL_ACCOUNT);
    this.#added = new Collector(db, { name: ADD.name }, (messages) => this.#addAll(messages));
  }

  async railAccount(
    slug: string,
    kind: RailKind,
    provider: string,
  ): Promise<{ organisationId: number; rail: OrderRail } | null> {
    const row = await this.#railAccount(slug, kind, provider);
    if (!row) return null;
    return { organisationId: int(row.organisation_id), rail: this.#rail(row) };
  }

  add(message: NewMessage): Promise<number | null> {
    return this.#added.one(message);
  }

  async #addAll(messages: readonly NewMessage[]): Promise<(number | null)[]> {
    const rows = await this.#db.retrying<{ id: string; rail_account_id: string; dedupe_key: string }>(ADD, [
      messages.map(({ organisationId }) => organisationId),
      messages.map(({ railAccountId }) => railAccountId),
      messages.map(({ dedupeKey }) => dedupeKey),
      messages.map((message) => this.#sealed(message)),
      messages.map(({ receivedAt }) => receivedAt),
    ]);
    const added = new Map(rows.map((row) => [`${row.rail_account_id} ${row.dedupe_key}`, int(row.id)]));
    return messages.map(({ railAccountId, dedupeKey }) => {
      const key = `${railAccountId} ${dedupeKey}`;
      const id = added.get(key) ?? null;
      added.delete(key);
      return id;
    });
  }

  #sealed({ headers, rawBody }: RailMessage): Uint8Array {
    const body = Buffer.from(rawBody).toString("base64");
    return this.#vault.seal(Buffer.from(JSON.stringify({ headers, body })), PURPOSE);
  }

  async claimDue(claim: { readonly limit: number; readonly leaseSec: number }): Promise<StoredMessage[]> {
    const rows = await this.#db.query<
      RailColumns & {
        id: string;
        organisation_id: string;
        message: Uint8Array;
        received_at: Date;
        tries: number;
      }
    >(CLAIM_DUE, [claim.limit, claim.leaseSec]);
    return rows.map((row) => {
      const stored = JSON.parse(Buffer.from(this.#vault.open(row.message, PURPOSE)).toString("utf8")) as {
        headers: Record<string, string>;
        body: string;
      };
      return {
        id: int(row.id),
        organisationId: int(row.organisation_id),
        receivedAt: row.received_at,
        tries: row.tries,
        rail: this.#rail(row),
        headers: stored.headers,
        rawBody: Buffer.from(stored.body, "base64"),
      };
    });
  }

  async done(ids: readonly number[], now: Date): Promise<void> {
    await this.#db.query(DONE, [ids, now]);
  }

  async fail(id: number, error: string, now: Date): Promise<void> {
    await this.#db.query(FAIL, [id, error, now]);
  }

  #rail(row: RailColumns): OrderRail {
    const rail = railRecord(row, this.#vault);
    invariant(rail, "an inner join finds the account");
    return rail;
  }
}
