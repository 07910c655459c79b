import { Gauge, Registry } from "prom-client";
import type { ClockOffset } from "../../ports/clock.ts";
import { Log } from "../../ports/log.ts";
import { type Parts, type Token, token } from "../../ports/token.ts";

/** Above this offset the machine's clock should be corrected. */
const WARN_MS = 2_000;
/** Beyond it nothing is done by the clock: this machine's is wrong, or the database's is. */
const STOP_MS = 10_000;
const COMPARE_EVERY_MS = 60_000;

/** The comparison of the machine's clock with the database's. */
interface ComparedClock {
  readonly disturbed: boolean;
  measure(): Promise<ClockOffset | null>;
}
export const ComparedClock: Token<ComparedClock> = token("ComparedClock");

const NEEDS = { clock: ComparedClock, log: Log, registry: Registry };

/** Compares the machine's clock with the database's, and logs a difference. */
export class ClockWatch {
  static readonly needs = NEEDS;
  readonly #clock: ComparedClock;
  readonly #log: Log;
  readonly #gauge: Gauge;
  #usable = true;
  #comparedAt = -Infinity;

  constructor({ clock, log, registry }: Parts<typeof NEEDS>) {
    this.#clock = clock;
    this.#log = log;
    this.#gauge = new Gauge({
      name: "clock_offset_seconds",
      help: "How far the machine's clock is ahead of the database's. Beyond 10 either way the process does nothing by the clock.",
      registers: [registry],
    });
  }

  /** false: the clocks are so far apart that one of them must be wrong; which one is unknown. */
  get usable(): boolean {
    return this.#usable;
  }

  /** Compares when a minute is over, or when the machine's clock was set. Fails while the database is away. */
  async compareWhenDue(): Promise<void> {
    const due = performance.now() - this.#comparedAt >= COMPARE_EVERY_MS;
    if (due || this.#clock.disturbed) await this.compare();
  }

  async compare(): Promise<void> {
    const found = await this.#clock.measure();
    if (found === null) return;
    this.#comparedAt = performance.now();
    const offsetMs = Math.round(found.offsetMs);
    this.#gauge.set(offsetMs / 1_000);
    const certainMs = Math.abs(found.offsetMs) - found.errorMs;
    const usable = certainMs <= STOP_MS;
    if (!usable) {
      this.#log.error({ offsetMs }, "clocks of machine and database too far apart; background tasks paused");
    } else if (certainMs > WARN_MS) {
      this.#log.warn({ offsetMs }, "clocks of machine and database differ");
    }
    if (usable && !this.#usable)
      this.#log.info({ offsetMs }, "clocks of machine and database agree again; background tasks resumed");
    this.#usable = usable;
  }
}
