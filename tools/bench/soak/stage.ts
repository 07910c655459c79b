import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, Pool } from "pg";
import { migrate } from "../../../adapters/persistence/schema/migrate.ts";
import { atTheEnd, serviceEnvironment, startCluster } from "../servers/cluster.ts";
import { Front } from "./load/front.ts";
import { openShops, type Shop } from "./load/shops.ts";
import type { Look } from "./measure/sampler.ts";
import { TABLES } from "./measure/tables.ts";
import type { SoakOptions } from "./options.ts";
import { LoggedLines, Service } from "./service.ts";
import { SoakTime } from "./time.ts";
import { DatabaseTrouble } from "./trouble.ts";

/** Seconds of business time in a second: a hold of five minutes is over in five seconds. */
const SPEED = 60;
const DEAD_MS = 1_500;
/** Tries of a start: a database that fell recovers within them, also on a busy machine. */
const START_TRIES = 20;
const ASKED_AGAIN_MS = 100;
/** Weeks and time in which all work ends after the last buyer has left. */
const QUIET_WEEKS = 4;
const QUIET_MS = 60_000;

/** Queries that count unfinished work, by its name. */
const UNDER_WAY: Readonly<Record<string, string>> = {
  "pending orders": "select count(*)::int as count from pending_order",
  "events that are no deliveries": "select count(*)::int as count from event_unrelayed",
  // Deliveries to a disabled endpoint stay in the queue.
  "deliveries that are not sent":
    "select count(*)::int as count from delivery_queue q join webhook_endpoint w on w.id = q.endpoint_id where w.enabled",
  "notifications that are not processed":
    "select count(*)::int as count from rail_notification where processed_at is null",
  "refunds that are not sent": "select count(*)::int as count from refund where state = 'requested'",
  "competitions that are not drawn":
    "select count(*)::int as count from lot join lot_stock s on s.lot_id = id where status = 'ended' and drawn_at is null and sold > voided",
  "competitions that are not unwound":
    "select count(*)::int as count from lot where status = 'cancelled' and unwound_at is null",
};

/** A PostgreSQL, two processes of the service on it, of which one is killed repeatedly, and organisations that sell. */
export class Stage {
  readonly url: string;
  readonly database: Pool;
  readonly trouble: DatabaseTrouble;
  readonly time: SoakTime;
  readonly front: Front;
  readonly shops: readonly Shop[];
  /** The operator's token. */
  readonly operator: string;
  readonly logs = new LoggedLines();
  /** Numbers of kills, failed starts and failures of the database. */
  readonly happened = new Map<string, number>();
  readonly #options: SoakOptions;
  readonly #environment: Record<string, string>;
  readonly #folder: string;
  readonly #news: string[] = [];
  #stays!: Service;
  #killed: Service | null = null;
  #troubles: Promise<unknown> | undefined;
  readonly #ending = new AbortController();

  private constructor(
    options: SoakOptions,
    parts: Pick<Stage, "url" | "database" | "trouble" | "time" | "shops"> & {
      readonly environment: Record<string, string>;
      readonly folder: string;
    },
  ) {
    this.#options = options;
    this.url = parts.url;
    this.database = parts.database;
    this.trouble = parts.trouble;
    this.time = parts.time;
    this.shops = parts.shops;
    this.operator = parts.environment.ADMIN_TOKEN!;
    this.front = new Front(parts.time);
    this.#environment = parts.environment;
    this.#folder = parts.folder;
  }

  static async open(options: SoakOptions): Promise<Stage> {
    const { create, folder } = await startCluster();
    const url = await create("soak");
    const time = new SoakTime(Date.now(), options.weekMs, SPEED);
    const first = new Client({ connectionString: url });
    await first.connect();
    await first.query(time.sql);
    // Counts for connections that are opened from now on.
    await first.query("alter database soak set search_path = public, soak, pg_catalog");
    await first.end();
    const database = new Pool({ connectionString: url, max: 4, application_name: "soak" });
    database.on("error", () => {}); // they end when the database falls
    atTheEnd(() => database.end());
    await migrate(url);
    const environment = {
      ...serviceEnvironment(url),
      ...time.environment,
      WEBHOOK_ALLOW_LOOPBACK: "true",
      // At this speed a block comes thirty times a second.
      DRAW_BLOCKS_AHEAD: "60",
      SOAK_LEAK_BYTES: String(options.leakBytes),
    };
    const shops = await openShops(url, environment, time);
    const trouble = await DatabaseTrouble.of(database);
    const stage = new Stage(options, { url, database, trouble, time, shops, environment, folder });
    atTheEnd(() => stage.#abandon());
    [stage.#stays, stage.#killed] = await Promise.all([stage.#start("stays"), stage.#start("killed")]);
    stage.#welcome();
    return stage;
  }

  /** Returns the process that is never killed, and the other one unless it is dead. */
  readonly services = (): readonly [Service, Service | null] => [this.#stays, this.#killed];

  /** Returns what was done since the last call. */
  news(): string {
    return this.#news.splice(0).join(", ");
  }

  startTrouble(): void {
    if (this.#options.calm) return;
    this.#troubles = Promise.all([this.#killAgainAndAgain(), this.#troubleDatabase()]);
    this.#troubles.catch(() => {});
  }

  /** Resolves when both processes live and the database is well. */
  async endTrouble(): Promise<void> {
    this.#ending.abort();
    await this.#troubles;
  }

  /**
   * Waits until nothing is under way.
   * @param goOn called repeatedly; returns whether it has begun new work
   * @returns the work that is unfinished at the deadline
   */
  async quiet(goOn: () => Promise<boolean>): Promise<string[]> {
    const deadline = Date.now() + QUIET_WEEKS * this.#options.weekMs + QUIET_MS;
    for (;;) {
      const unfinished: string[] = [];
      for (const [what, query] of Object.entries(UNDER_WAY)) {
        const { rows } = await this.database.query<{ count: number }>(query);
        if (rows[0]!.count > 0)
          unfinished.push(`There are ${rows[0]!.count} ${what}, long after the last buyer has left.`);
      }
      // Called after the queries, which do not count deliveries to a disabled endpoint.
      const hasBegun = await goOn();
      if ((unfinished.length === 0 && !hasBegun) || Date.now() > deadline) return unfinished;
      await pause(1_000);
    }
  }

  /** @returns tables without an entry in `TABLES` */
  unlistedTables(looks: readonly Look[]): string[] {
    return (looks.at(-1)?.tables ?? [])
      .filter(({ name }) => !Object.hasOwn(TABLES, name))
      .map(({ name }) => `tools/bench/soak/measure/tables.ts does not say how ${name} grows.`);
  }

  /** Ends both processes in order. @returns what went wrong */
  async stop(): Promise<string[]> {
    const ends = await Promise.all([this.#stays.stop(), this.#killed?.stop() ?? true]);
    if (this.#options.keep) {
      const folder = join(tmpdir(), `partner-raffle-soak-${process.pid}`);
      for (const name of ["stays", "killed"]) await cp(this.#logFile(name), join(folder, `${name}.log`));
      console.log(`\nThe logs of both processes are in ${folder}.`);
    }
    return ends.every(Boolean) ? [] : ["A process did not end in order."];
  }

  async #killAgainAndAgain(): Promise<void> {
    const { weekMs, firstKillMs } = this.#options;
    // In the middle of a week: a process that starts prunes, which must not meet requests that are a week old.
    const middleMs = () => (this.time.untilNextWeekMs + weekMs / 2) % weekMs;
    for (let waitMs = firstKillMs ?? middleMs(); await this.#pause(waitMs); waitMs = middleMs()) {
      const victim = this.#killed!;
      this.#killed = null;
      this.#welcome();
      await victim.kill();
      this.#tell("process killed");
      await pause(DEAD_MS);
      this.#killed = await this.#start("killed");
      this.#welcome();
    }
  }

  async #troubleDatabase(): Promise<void> {
    for (let n = 0; await this.#pause(this.#options.troubleMs); n++) {
      this.#tell(n % 2 === 0 ? "database fell" : "database stood still");
      await (n % 2 === 0 ? this.trouble.fall() : this.trouble.standStill());
      await this.#databaseAnswers();
    }
  }

  /** Waits until the database answers, so that the time to the next failure begins then. */
  async #databaseAnswers(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      try {
        await this.database.query("select");
        return;
      } catch {
        await this.#pause(ASKED_AGAIN_MS);
      }
    }
  }

  /** @returns false: the soak ends */
  async #pause(ms: number): Promise<boolean> {
    await pause(ms, undefined, { signal: this.#ending.signal }).catch(() => {});
    return !this.#ending.signal.aborted;
  }

  async #start(name: string): Promise<Service> {
    // A start fails while the database is away; what keeps it running starts it again.
    for (let tries = 1; ; tries++) {
      try {
        return await Service.start(this.#options.program, this.#environment, this.#logFile(name), this.logs);
      } catch (error) {
        if (tries === START_TRIES) throw error;
        this.#tell("start failed");
        await pause(DEAD_MS);
      }
    }
  }

  #logFile(name: string): string {
    return join(this.#folder, `${name}.log`);
  }

  #welcome(): void {
    this.front.origins = this.services()
      .filter((service) => service !== null)
      .map(({ origin }) => origin);
  }

  #tell(what: string): void {
    this.#news.push(what);
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  async #abandon(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#stays?.kill(), this.#killed?.kill()]);
    await this.front.close();
  }
}
