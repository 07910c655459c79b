import { WorldClock } from "../../../ports/clock.ts";
import { SimulatedClock } from "../../../ports/simulated/simulated-clock.ts";
import { Database } from "../database/database.ts";
import { SimulatedClockRow } from "../entities/simulated.ts";
import { selection } from "../statements/selection.ts";
import { statement } from "../statements/statement.ts";

/** The clock `c`. */
const CLOCK = selection(SimulatedClockRow, "c", ["aheadMs"]);
const READ = statement("simulated-clock", `select ${CLOCK.columns} from simulated_clock c`);
const SHARE = statement("simulated-clock-held", `select ${CLOCK.columns} from simulated_clock c for share`);
const LOCK = statement("simulated-clock-lock", `select ${CLOCK.columns} from simulated_clock c for update`);

/**
 * Real time and a lead. Each process keeps the lead, so the time costs no round trip; it follows the stored one when it
 * is woken, and each second.
 */
export class PostgresSimulatedClock implements SimulatedClock {
  static readonly as = SimulatedClock;
  static readonly needs = [Database, WorldClock] as const;
  readonly #db: Database;
  readonly #world: WorldClock;
  #aheadMs = 0;

  constructor(db: Database, world: WorldClock) {
    this.#db = db;
    this.#world = world;
  }

  now(): Date {
    return new Date(this.#world.now().getTime() + this.#aheadMs);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  async follow(): Promise<void> {
    this.#keep(await leadOf(this.#db));
  }

  async held(): Promise<number> {
    const [row] = await this.#db.query(SHARE);
    return CLOCK.record(row!).aheadMs;
  }

  async move(next: (aheadMs: number) => Promise<number>): Promise<void> {
    await this.#db.run(async () => {
      const [row] = await this.#db.query(LOCK);
      const aheadMs = await next(CLOCK.record(row!).aheadMs);
      await this.#db.rows(SimulatedClockRow).change({}, { aheadMs });
      this.#db.afterCommit(() => this.#keep(aheadMs));
    });
  }

  /** Never goes back: a read that was overtaken by a move is ignored. */
  #keep(aheadMs: number): void {
    this.#aheadMs = Math.max(this.#aheadMs, aheadMs);
  }
}

/** @returns the stored lead, in milliseconds */
export async function leadOf(db: Pick<Database, "queryAlone">): Promise<number> {
  const [row] = await db.queryAlone(READ);
  return CLOCK.record(row!).aheadMs;
}
