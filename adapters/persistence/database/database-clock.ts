import { statement } from "../statements/statement.ts";
import type { ClockOffset, RealClock } from "../../../ports/clock.ts";
import { Database } from "./database.ts";

const SAMPLES = 3;
/** A slower answer is too inaccurate for a clock comparison. */
const SLOW_MS = 1_000;
/** The greatest difference of two readings of a machine's clocks before one counts as set. */
const STEP_MS = 500;

const TIME = statement(
  "database-time",
  "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
);

/** The clocks of the machine, in milliseconds. */
interface MachineClocks {
  /** The machine's wall clock. It can be wrong, and can be set. */
  wall(): number;
  /** Advances steadily from an arbitrary start, regardless of changes to the wall clock. */
  steady(): number;
}

const MACHINE: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

/**
 * Real time: the database's, which all processes share. Between two measurements the machine's steady clock
 * continues it, so neither a wrong wall clock nor one that is set moves it, and reading it costs no round trip. Until
 * the first measurement it is the wall clock's.
 */
export class DatabaseClock implements RealClock {
  static readonly needs = [Database] as const;
  readonly #db: Pick<Database, "queryAlone">;
  readonly #machine: MachineClocks;
  /** The lead of the database's clock, and of the wall clock, over the steady clock. */
  #databaseAhead: number | null = null;
  #wallAhead: number;

  constructor(db: Pick<Database, "queryAlone">, machine: MachineClocks = MACHINE) {
    this.#db = db;
    this.#machine = machine;
    this.#wallAhead = machine.wall() - machine.steady();
  }

  now(): Date {
    const { wall, steady } = this.#machine;
    return new Date(this.#databaseAhead === null ? wall() : steady() + this.#databaseAhead);
  }

  /** True if the wall clock was set since the last comparison, or the machine slept. */
  get disturbed(): boolean {
    const { wall, steady } = this.#machine;
    return Math.abs(wall() - steady() - this.#wallAhead) > STEP_MS;
  }

  /**
   * Reads the database's time and uses it from now on. A slow answer is ignored, except for the first.
   * @returns null: no answer was quick enough
   */
  async measure(): Promise<ClockOffset | null> {
    const { wall, steady } = this.#machine;
    let best: { readonly ahead: number; readonly tookMs: number } | null = null;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const start = steady();
      const [row] = await this.#db.queryAlone<{ ms: number }>(TIME);
      const tookMs = steady() - start;
      if (best === null || tookMs < best.tookMs) best = { ahead: row!.ms - (start + tookMs / 2), tookMs };
    }
    const { ahead, tookMs } = best!;
    if (tookMs > SLOW_MS && this.#databaseAhead !== null) return null;
    this.#databaseAhead = ahead;
    this.#wallAhead = wall() - steady();
    return { offsetMs: this.#wallAhead - ahead, errorMs: tookMs / 2 };
  }
}
