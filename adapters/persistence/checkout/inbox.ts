import { LRUCache } from "lru-cache";
import { Clock } from "../../../ports/clock.ts";
import {
  Inbox,
  type NewMessage,
  type NotifiedAccount,
  type StoredMessage,
} from "../../../ports/checkout/inbox.ts";
import type { SettlementRequest, SettlementResult } from "../../../ports/checkout/orders.ts";
import type { Page } from "../../../ports/page.ts";
import type { RailEvent, RailKind } from "../../../ports/rail.ts";
import { Vault } from "../../../ports/crypto.ts";
import {
  type NotificationRemark,
  type NotificationState,
  type RailNotification,
  typesOf,
} from "../../../src/settlement/rail-notification.ts";
import type { NotificationId, OrganisationId } from "../../../src/shared/ids.ts";
import { behind } from "../statements/behind.ts";
import { Collector, refused, rowReader } from "../statements/collector.ts";
import { lotsOfOrders, repeatedIn, settlementJson } from "./order-batches.ts";
import { Database } from "../database/database.ts";
import { OrganisationRow, RailAccountRow } from "../entities/organisations.ts";
import { RailNotificationRow } from "../entities/settlement.ts";
import { selection, text } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";
import { knownRail, RAIL_ACCOUNT } from "../organisations/rail-account-row.ts";

const PURPOSE = "rail-notification";
/** The process that stored a message has this long to process it before another takes it over. */
const FIRST_LEASE_SEC = 30;

/** The replaced credentials, and the account's organisation. */
const NOTIFIED = selection(RailAccountRow, "r", ["organisationId", "previousCredentials", "previousUntil"]);
/** The terms of its organisation `g`. */
const TERMS = selection(OrganisationRow, "g", ["terms"]);
/** The greatest age of a copy of an account. */
const COPY_MS = 1_000;
const COPIES = 1_000;
/** A claimed message `c`. */
const CLAIMED = selection(RailNotificationRow, "c", ["id", "message", "receivedAt", "tries"]);
/** A message `n` of an account `r`, as the operator sees it. */
const LISTED = selection(
  RailNotificationRow,
  "n",
  ["id", "types", "dedupeKey", "tries", "error", "receivedAt", "processedAt"],
  {
    kind: text<RailKind>({ sql: "r.kind" }),
    provider: text({ sql: "r.provider" }),
    state: text<NotificationState>({
      sql: `case when n.processed_at is null then 'waiting' when n.remark = 'retried' then 'processed' else n.remark end`,
    }),
  },
);

const NOTIFIED_ACCOUNT = statement(
  "notified-rail-account",
  `select q.item, f.* from unnest((select $1::text[]), (select $2::text[]), (select $3::text[])) with ordinality
      as q (slug, kind, provider, item)
    cross join lateral (
      select ${RAIL_ACCOUNT.columns}, ${NOTIFIED.columns}, ${TERMS.columns} from organisation g
      join rail_account r on r.organisation_id = g.id
      where g.slug = q.slug and r.kind = q.kind and r.provider = q.provider limit 1
    ) f`,
);
const ADD = statement(
  "add-notifications",
  // In the order of the key, as every call inserts. Of two equal ones the first is added.
  `
    insert into rail_notification
      (organisation_id, rail_account_id, dedupe_key, message, types, remark, received_at, lease_until)
    select q.organisation_id, q.rail_account_id, q.dedupe_key, q.message, q.types, q.remark, q.received_at,
      clock_timestamp() + make_interval(secs => ${FIRST_LEASE_SEC})
    from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::bytea[]), (select $5::text[]),
        (select $6::text[]), (select $7::timestamptz[]))
      with ordinality as q (organisation_id, rail_account_id, dedupe_key, message, types, remark, received_at, item)
    order by q.rail_account_id, q.dedupe_key, q.item
    on conflict (organisation_id, rail_account_id, dedupe_key) do nothing returning id, rail_account_id, dedupe_key`,
);
const SETTLE_PLAIN = statement("settle-plain", "select item, request_id from settle_plain($1, false)");
const CLAIM_DUE = statement(
  "claim-due-notifications",
  `
    with due as (
      select id from rail_notification where processed_at is null and lease_until <= clock_timestamp()
      order by lease_until limit $1 for no key update skip locked
    ), claimed as (
      update rail_notification n set lease_until = clock_timestamp() + make_interval(secs => $2 * (1 + n.tries)),
          tries = n.tries + 1, remark = coalesce(n.remark, 'retried')
        from due where n.id = due.id returning n.*
    )
    select ${CLAIMED.columns}, ${RAIL_ACCOUNT.columns}, ${NOTIFIED.columns}
    from claimed c join organisation g on g.id = c.organisation_id join rail_account r on r.id = c.rail_account_id
    order by c.id`,
);
const DONE = statement(
  "notifications-done",
  "update rail_notification set processed_at = $2 where id = any($1)",
);
const FAIL = statement(
  "notification-failed",
  "update rail_notification set processed_at = $3, error = $2, remark = 'failed' where id = $1",
);

const REMARK = statement("remark-notification", "update rail_notification set remark = $2 where id = $1");
const LIST = statement(
  "list-rail-notifications",
  `
    select * from (
      select ${LISTED.columns}
      from rail_notification n join rail_account r on r.id = n.rail_account_id
      where n.organisation_id = $1 and n.remark is not null and ${behind(["n.organisation_id", "n.id"], ["$1", "$3"])}
    ) n where $2::text is null or n.n_state = $2 order by n.n_id desc limit $4`,
);

/** The encrypted content of a row. */
interface Sealed {
  /** Absent without a message. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Also absent in rows of older versions. */
  readonly query?: Readonly<Record<string, string>>;
  /** Absent in rows of older versions. */
  readonly events?: readonly RailEvent[];
}

/** The result of `settle_plain` for an item. */
interface SettledRow {
  item: number;
  request_id: string | null;
}

type Settled = Pick<SettlementResult, "requestId">;

interface Settling {
  readonly message: NewMessage;
  readonly request: SettlementRequest;
  readonly terms: number | null;
}

export class PostgresInbox implements Inbox {
  static readonly as = Inbox;
  static readonly needs = [Database, Vault, Clock] as const;
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #railAccount;
  readonly #copies: LRUCache<string, NotifiedAccount & { readonly previousUntil: Date | null }>;
  readonly #added: Collector<NewMessage, number | null>;
  readonly #settled: Collector<Settling, Settled | null>;

  constructor(db: Database, vault: Vault, clock: Clock) {
    this.#db = db;
    this.#vault = vault;
    this.#railAccount = rowReader(db, NOTIFIED_ACCOUNT);
    this.#copies = new LRUCache({
      max: COPIES,
      ttl: COPY_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
    this.#added = new Collector(db, { name: ADD.name }, (messages) => this.#addAll(messages));
    const settling = { name: SETTLE_PLAIN.name, turns: db.selling };
    this.#settled = new Collector(db, settling, (items) => this.#settleAll(items));
  }

  async railAccount(
    slug: string,
    kind: RailKind,
    provider: string,
    { now, copied }: { readonly now: Date; readonly copied: boolean },
  ): Promise<NotifiedAccount | null> {
    const name = `${slug} ${kind} ${provider}`;
    const copy = copied ? this.#copies.get(name) : undefined;
    if (copy)
      return copy.previousUntil === null || now < copy.previousUntil ? copy : { ...copy, previousRail: null };
    const row = await this.#railAccount(slug, kind, provider);
    if (!row) return null;
    const account = { ...this.#account(row, now), ...TERMS.record(row) };
    const { previousUntil } = NOTIFIED.record(row);
    this.#copies.set(name, { ...account, previousUntil, isCopy: true });
    return { ...account, isCopy: false };
  }

  add(message: NewMessage): Promise<number | null> {
    return this.#added.one(message);
  }

  async #addAll(messages: readonly NewMessage[]): Promise<(number | null)[]> {
    const rows = await this.#db.retrying<{ id: number; rail_account_id: number; dedupe_key: string }>(ADD, [
      messages.map(({ organisationId }) => organisationId),
      messages.map(({ railAccountId }) => railAccountId),
      messages.map(({ dedupeKey }) => dedupeKey),
      messages.map((message) => this.#sealed(message)),
      messages.map(({ events }) => typesOf(events)),
      messages.map(({ events }) => (events.every(({ about }) => about === "ignored") ? "ignored" : null)),
      messages.map(({ receivedAt }) => receivedAt),
    ]);
    const added = new Map(rows.map((row) => [`${row.rail_account_id} ${row.dedupe_key}`, row.id]));
    return messages.map(({ railAccountId, dedupeKey }) => {
      const key = `${railAccountId} ${dedupeKey}`;
      const id = added.get(key) ?? null;
      added.delete(key);
      return id;
    });
  }

  addSettled(message: NewMessage, request: SettlementRequest, terms: number | null): Promise<Settled | null> {
    return this.#settled.one({ message, request, terms });
  }

  /** Settles payments and stores their messages; a failure, by a held lot or a bad item, prevents both. */
  async #settleAll(items: readonly Settling[]): Promise<(Settled | null)[]> {
    const free = await this.#withoutHeldLots(items);
    if (free.length === 0) return items.map(() => null);
    const repeated = repeatedIn(free, ({ message, request }) => [
      `order ${request.orderId}`,
      `payment ${request.organisationId} ${request.received?.paymentId}`,
      `message ${message.organisationId} ${message.railAccountId} ${message.dedupeKey}`,
    ]);
    const payments = free.map(({ message, request, terms }, i) => ({
      ...settlementJson(request),
      terms,
      dedupe_key: message.dedupeKey,
      message: Buffer.from(this.#sealed(message)).toString("base64"),
      types: typesOf(message.events),
      received_at: message.receivedAt,
      repeated: repeated[i],
    }));
    const settled = new Map<Settling, Settled>();
    try {
      const rows = await this.#db.retrying<SettledRow>(SETTLE_PLAIN, [JSON.stringify(payments)]);
      for (const { item, request_id: requestId } of rows) settled.set(free[item]!, { requestId });
      const ids = [...settled.keys()].map(({ request }) => request.orderId);
      this.#db.afterCommit(() => this.#db.witness?.ended(ids));
    } catch (error) {
      if (!refused(error)) throw error;
      this.#db.log.warn(
        { err: error, items: free.length },
        "payments not settled at once; storing them first",
      );
    }
    return items.map((item) => settled.get(item) ?? null);
  }

  async #withoutHeldLots(items: readonly Settling[]): Promise<readonly Settling[]> {
    const { heldLots } = this.#db;
    if (heldLots.none) return items;
    const lots = await lotsOfOrders(
      this.#db,
      items.map(({ request }) => request),
    );
    return items.filter((_, i) => !heldLots.has(lots[i]!));
  }

  #sealed({ message, events }: NewMessage): Uint8Array {
    const sealed: Sealed = {
      headers: message?.headers,
      body: message ? Buffer.from(message.rawBody).toString("base64") : undefined,
      query: message?.query,
      events,
    };
    return this.#vault.seal(Buffer.from(JSON.stringify(sealed)), PURPOSE);
  }

  async claimDue(claim: { readonly limit: number; readonly leaseSec: number }): Promise<StoredMessage[]> {
    const rows = await this.#db.query(CLAIM_DUE, [claim.limit, claim.leaseSec]);
    return rows.map((row) => {
      const { message: sealed, ...claimed } = CLAIMED.record(row);
      const text = Buffer.from(this.#vault.open(sealed, PURPOSE)).toString("utf8");
      const { headers, body, query = {}, events = [] } = JSON.parse(text) as Sealed;
      return {
        ...this.#account(row, claimed.receivedAt),
        ...claimed,
        message:
          headers && body !== undefined ? { headers, rawBody: Buffer.from(body, "base64"), query } : null,
        events,
      };
    });
  }

  async done(ids: readonly NotificationId[], now: Date): Promise<void> {
    await this.#db.query(DONE, [ids, now]);
  }

  async remark(id: NotificationId, remark: NotificationRemark): Promise<void> {
    await this.#db.query(REMARK, [id, remark]);
  }

  async fail(id: NotificationId, error: string, now: Date): Promise<void> {
    await this.#db.query(FAIL, [id, error, now]);
  }

  async list(
    organisationId: OrganisationId,
    state: NotificationState | null,
    page: Page,
  ): Promise<RailNotification[]> {
    const values = [organisationId, state, page.after, page.limit];
    const rows = await this.#db.read(LIST, values, "current");
    return rows.map(LISTED.record);
  }

  #account(row: object, at: Date): Omit<NotifiedAccount, "terms" | "isCopy"> {
    const { organisationId, previousCredentials, previousUntil } = NOTIFIED.record(row);
    const isPrevious = previousCredentials !== null && previousUntil !== null && at < previousUntil;
    const previousRail = isPrevious ? knownRail(row, this.#vault, previousCredentials) : null;
    return { organisationId, rail: knownRail(row, this.#vault), previousRail };
  }
}
