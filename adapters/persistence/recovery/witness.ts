import type { ClientBase, Pool, PoolClient } from "pg";
import type { Log } from "../../../ports/log.ts";
import { Problem, Unavailable } from "../../../src/shared/problem.ts";
import { statement } from "../statements/statement.ts";

/** The remembered orders of each kind. A loss takes the newest, so a few are enough. */
const ORDERS = 64;
/** The longest time for a comparison. */
const PATIENCE_MS = 5_000;
/** The pause between comparisons while statements are refused. */
const AGAIN_MS = 250;
/** The time after a failover for other processes to compare their memory. */
const HOLD_MS = 1_500;
/** Processes that live through a failover need a moment to report. */
const UNWITNESSED_LOOKS = 2;
const RETRY_AFTER_SEC = 2;
const MISSING_RETRY_AFTER_SEC = 60;

const COMPARE = statement(
  "compare-witness",
  // A day-old row of heartbeat may have been deleted by other processes.
  `select pg_is_in_recovery() as standby, database_history() as history, pg_postmaster_start_time()::text as server,
    (select count(*)::int from unnest($1::text[]) q (id)
      where not exists (select from ticket_order t where t.id = q.id)) as placed,
    (select count(*)::int from unnest($2::text[]) q (id)
      where not exists (select from ticket_order t where t.id = q.id and t.status <> 'pending')) as ended,
    (case when $5::timestamptz > now() - interval '20 hours'
      then greatest(0, $4::bigint - coalesce((select h.beats from heartbeat h where h.id = $3), 0)) else 0 end)::int as beats,
    exists (select from missing_write) as noticed,
    (select max(ended_at) from recovery) as "recoveredAt"`,
);
const NOTICE = statement(
  "notice-missing-writes",
  "insert into missing_write (noticed_at) values (clock_timestamp()) on conflict do nothing",
);

interface Compared {
  readonly standby: boolean;
  readonly history: string | null;
  readonly server: string;
  readonly placed: number;
  readonly ended: number;
  readonly beats: number;
  readonly noticed: boolean;
  readonly recoveredAt: Date | null;
}

/** A committed heartbeat. */
interface Beat {
  readonly id: string;
  readonly beats: number;
  /** The time by the database's clock. */
  readonly seenAt: Date;
}

/**
 * - `sound`: the database has all that this process remembers.
 * - `unknown`: the server may be another one, and has not been compared.
 * - `standby`: missing writes may still arrive.
 * - `held`: another server; other processes compare their memory.
 * - `missing`: acknowledged writes of this or another process are missing.
 */
type State = "sound" | "unknown" | "standby" | "held" | "missing";

/**
 * The memory of writes that the database has acknowledged to this process: the newest orders and the newest heartbeat.
 * Each server that answers on a new connection is compared with it. If something is missing, a failover or a restore
 * has lost writes: the same ticket numbers would be sold again, so no statement is sent until a recovery. It needs no
 * function or privilege that a managed PostgreSQL lacks, and never reports an existing write as missing.
 */
export class Witness {
  readonly #log: Log;
  readonly #holdMs: number;
  #state: State = "sound";
  #history: string | null = null;
  /** The server's history, or else its postmaster's start time, which a failover changes; null: none seen. */
  #server: string | null = null;
  #heldUntil = 0;
  /** The time of the last recovery by the database's clock, in milliseconds. */
  #recoveredAt = 0;
  #placed: string[] = [];
  #ended: string[] = [];
  #beat: Beat | null = null;
  #comparing: Promise<void> | null = null;
  #unwitnessed = 0;
  #comparedAt = Number.NEGATIVE_INFINITY;

  constructor({ log, holdMs = HOLD_MS }: { readonly log: Log; readonly holdMs?: number }) {
    this.#log = log;
    this.#holdMs = holdMs;
  }

  /** The reason why no statement may be sent; null: they may. */
  get reason(): string | null {
    return this.#state === "sound" ? null : REASONS[this.#state];
  }

  /** True if writes are known to be missing. */
  get isMissing(): boolean {
    return this.#state === "missing";
  }

  /** The history of the server that answered last; null: unknown. */
  get history(): string | null {
    return this.#history;
  }

  /** Remembers committed orders. */
  placed(ids: readonly string[]): void {
    this.#placed = newest(this.#placed, ids);
  }

  /** Remembers orders that are no longer pending. */
  ended(ids: readonly string[]): void {
    this.#ended = newest(this.#ended, ids);
  }

  get beats(): number {
    return this.#beat?.beats ?? 0;
  }

  beaten(beat: Beat): void {
    this.#beat = beat;
  }

  /**
   * Records whether a process lived through the last change of the database's history, and would have noticed a loss.
   * If none did, twice in a row, a loss cannot be detected: the database may have been restored.
   */
  lived(through: boolean): void {
    this.#unwitnessed = through ? 0 : this.#unwitnessed + 1;
    if (this.#unwitnessed === UNWITNESSED_LOOKS)
      this.#log.warn({}, "the database has another history, and no process can tell whether it is complete");
  }

  get isUnwitnessed(): boolean {
    return this.#unwitnessed >= UNWITNESSED_LOOKS;
  }

  /** Requires a comparison: the server may have changed without a new connection, as behind a pooler. */
  doubt(): void {
    if (this.#state === "sound") this.#state = "unknown";
    this.#comparedAt = Number.NEGATIVE_INFINITY;
  }

  /** Compares on a new connection before its use. Raises if it must not be used. */
  async meet(client: ClientBase): Promise<void> {
    await this.#compareOn(client);
    this.#refuse();
  }

  /** Raises unless statements may be sent. Simultaneous calls share one comparison. */
  async ensure(pool: Pool): Promise<void> {
    if (this.#state === "sound") return;
    if (performance.now() - this.#comparedAt >= AGAIN_MS) await this.compare(pool);
    this.#refuse();
  }

  /** Compares now. Raises only if the database does not answer. */
  compare(pool: Pool): Promise<void> {
    this.#comparing ??= this.#compareBy(pool).finally(() => (this.#comparing = null));
    return this.#comparing;
  }

  async #compareBy(pool: Pool): Promise<void> {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      // A new connection is compared before it is given out.
      if (error instanceof Problem) return;
      throw error;
    }
    let isWhole = false;
    try {
      await this.#compareOn(client);
      isWhole = true;
    } finally {
      client.release(!isWhole);
    }
  }

  async #compareOn(client: ClientBase): Promise<void> {
    const values = [
      this.#placed,
      this.#ended,
      this.#beat?.id ?? null,
      this.beats,
      this.#beat?.seenAt ?? null,
    ];
    const query = { text: COMPARE.text, values, query_timeout: PATIENCE_MS };
    const { rows } = await client.query<Compared>(query);
    this.#comparedAt = performance.now();
    if (this.#judge(rows[0]!)) await client.query(NOTICE.text);
  }

  /** @returns whether this process is the first to notice */
  #judge(found: Compared): boolean {
    const { standby, history, noticed, recoveredAt } = found;
    const server = history ?? found.server;
    if (standby) {
      this.#state = "standby";
      return false;
    }
    const isRecovered = recoveredAt !== null && recoveredAt.getTime() > this.#recoveredAt;
    if (isRecovered && this.#server !== null) this.#forget();
    if (isRecovered) this.#recoveredAt = recoveredAt.getTime();
    const orders = isRecovered ? 0 : Math.max(found.placed, found.ended);
    const beats = isRecovered ? 0 : found.beats;
    const isMissing = orders + beats > 0;
    if (this.#server !== null && this.#server !== server) this.#heldUntil = performance.now() + this.#holdMs;
    [this.#server, this.#history] = [server, history];
    if (isMissing || noticed) {
      if (this.#state !== "missing")
        this.#log.error(
          { alert: true, orders, heartbeats: beats, noticedElsewhere: noticed },
          "the database lacks writes that it had confirmed; nothing is sold until it is recovered",
        );
      this.#state = "missing";
      return !noticed;
    }
    if (this.#state === "missing") this.#log.info({}, "the database has all confirmed writes");
    this.#state = performance.now() < this.#heldUntil ? "held" : "sound";
    return false;
  }

  /** Forgets all: a recovery has decided on the missing writes. */
  #forget(): void {
    [this.#placed, this.#ended, this.#beat] = [[], [], null];
  }

  #refuse(): void {
    if (this.#state === "sound") return;
    const isMissing = this.#state === "missing";
    const message = isMissing ? "The database has to be recovered. Try again later." : undefined;
    throw Unavailable.because(
      message,
      { retryAfter: isMissing ? MISSING_RETRY_AFTER_SEC : RETRY_AFTER_SEC },
      { cause: new Error(this.reason!) },
    );
  }
}

const REASONS: Readonly<Record<Exclude<State, "sound">, string>> = {
  unknown: "the database is being compared with what it had confirmed",
  standby: "the database is a standby",
  held: "the database server has changed, and other processes compare it with what it had confirmed",
  missing: "the database lacks writes that it had confirmed: stop all processes and run `npm run recover`",
};

function newest(known: readonly string[], ids: readonly string[]): string[] {
  return [...known, ...ids].slice(-ORDERS);
}
