/** A week of business time, after which the database writes events into the next slot. */
const WEEK_MS = 7 * 86_400_000;

/**
 * Business time in fast motion, alike in all processes and in the database: every so many seconds a week is over. Of
 * each week its beginning passes, at some speed; the rest is left out, as if nobody had come and no process had run.
 */
export class SoakTime {
  readonly #startMs: number;
  readonly #weekMs: number;
  readonly #speed: number;

  /**
   * @param startMs by the machine's clock, when both showed the same
   * @param weekMs how long a week takes by the machine's clock
   * @param speed seconds of business time in a second
   */
  constructor(startMs: number, weekMs: number, speed: number) {
    this.#startMs = startMs;
    this.#weekMs = weekMs;
    this.#speed = speed;
  }

  /** As `environment` wrote it. */
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

  /** What it shows when the machine's clock shows this. */
  at(machineMs: number): Date {
    const passedMs = machineMs - this.#startMs;
    const weeks = Math.floor(passedMs / this.#weekMs);
    return new Date(this.#startMs + weeks * WEEK_MS + (passedMs - weeks * this.#weekMs) * this.#speed);
  }

  /** When the machine's clock showed what business time shows here; of what was left out, when it was. */
  machineMs(business: Date): number {
    const passedMs = business.getTime() - this.#startMs;
    const weeks = Math.floor(passedMs / WEEK_MS);
    const withinMs = Math.min((passedMs - weeks * WEEK_MS) / this.#speed, this.#weekMs);
    return this.#startMs + weeks * this.#weekMs + withinMs;
  }

  /** By the machine's clock, until the next week begins. */
  get untilNextWeekMs(): number {
    return this.#weekMs - ((Date.now() - this.#startMs) % this.#weekMs);
  }

  /**
   * What lets a database find the slot of an event by this time: a `now()` that is found before PostgreSQL's own. What
   * goes by `clock_timestamp()`, leases and budgets, takes as long as ever.
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
