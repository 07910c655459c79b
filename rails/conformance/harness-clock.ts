const MINUTE_MS = 60_000;

/** The time of a rail and its fake provider: it passes only when a test says so. */
export class HarnessClock {
  #nowMs = Date.UTC(2026, 10, 21, 12);

  readonly now = (): Date => new Date(this.#nowMs);

  readonly advance = (minutes: number): void => {
    this.#nowMs += minutes * MINUTE_MS;
  };

  /** Moves the clock to this time; does nothing if that is past. */
  readonly advanceTo = (time: Date): void => {
    this.#nowMs = Math.max(this.#nowMs, time.getTime());
  };
}
