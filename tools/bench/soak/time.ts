/** A week of business time, after which the database writes events into the next slot. */
const WEEK_MS = 7 * 86_400_000;

/**
 * Business time in fast motion, the same in all processes and in the database: a week takes `weekMs`. The beginning of
 * each week passes at a higher speed; the rest is skipped, as if there had been neither buyers nor processes.
 */
export class SoakTime {
  readonly #startMs: number;
  readonly #weekMs: number;
  readonly #speed: number;

  /**
   * @param startMs the machine's clock when both showed the same
   * @param weekMs how long a week takes by the machine's clock
   * @param speed seconds of business time in a second
   */
  constructor(startMs: number, weekMs: number, speed: number) {
    this.#startMs = startMs;
    this.#weekMs = weekMs;
    this.#speed = speed;
  }

  /** Reads the time that `environment` wrote. */
  static of({ SOAK_TIME = "" }: NodeJS.ProcessEnv): SoakTime {
    const [startMs, weekMs, speed] = SOAK_TIME.split(":").map(Number);
    return new SoakTime(startMs!, weekMs!, speed!);
  }

  get environment(): Record<string, string> {
    return { SOAK_TIME: [this.#startMs, this.#weekMs, this.#speed].join(":") };
  }

  now(): Date {
    return this.at(Date.now());
  }

  /** Returns the business time at a time of the machine's clock. */
  at(machineMs: number): Date {
    const passedMs = machineMs - this.#startMs;
    const weeks = Math.floor(passedMs / this.#weekMs);
    return new Date(this.#startMs + weeks * WEEK_MS + (passedMs - weeks * this.#weekMs) * this.#speed);
  }

  /** Returns the machine's clock at a business time; for a skipped time, the clock at the skip. */
  machineMs(business: Date): number {
    const passedMs = business.getTime() - this.#startMs;
    const weeks = Math.floor(passedMs / WEEK_MS);
    const withinMs = Math.min((passedMs - weeks * WEEK_MS) / this.#speed, this.#weekMs);
    return this.#startMs + weeks * this.#weekMs + withinMs;
  }

  /** Milliseconds of the machine's clock until the next week begins. */
  get untilNextWeekMs(): number {
    return this.#weekMs - ((Date.now() - this.#startMs) % this.#weekMs);
  }

  /**
   * A `now()` that is found before PostgreSQL's own, so that the database finds the slot of an event by this time. Leases
   * and budgets use `clock_timestamp()`, and keep their usual durations.
   */
  get sql(): string {
    const passed = `(extract(epoch from pg_catalog.now())::numeric * 1000 - ${this.#startMs})`;
    return `create schema soak;
      create function soak.now() returns timestamptz language sql stable as $$
        select pg_catalog.to_timestamp(((${this.#startMs} + floor(${passed} / ${this.#weekMs}) * ${WEEK_MS}
          + (${passed} - floor(${passed} / ${this.#weekMs}) * ${this.#weekMs}) * ${this.#speed}) / 1000)::float8)
      $$`;
  }
}
