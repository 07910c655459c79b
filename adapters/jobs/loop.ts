import type { Log } from "../../ports/log.ts";
import { backoffMs } from "../../src/shared/backoff.ts";

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 10_000;
/** The interval at which a held loop checks again, regardless of its usual interval. */
const HELD_LOOK_MS = 5_000;

export interface LoopOptions {
  readonly name: string;
  /** One batch of work. @returns how much there was; 0: nothing to do */
  readonly step: () => Promise<number>;
  /** The longest that it waits while there is nothing to do. */
  readonly intervalMs: number;
  /** The least from one step to the next, also by how much the last one found: lets small work gather into batches. */
  readonly gapMs?: number | ((done: number) => number);
  /** No step starts while this returns true. */
  readonly held?: () => boolean;
  readonly log: Pick<Log, "warn" | "error" | "info">;
  /** Receives the start of the loop, and each step that ended without an error. */
  readonly ages?: { succeeded(loop: string): void };
}

/** Runs a step again and again, one at a time: at once while there is work, else when woken or by the interval. */
export class Loop {
  readonly #options: LoopOptions;
  #running: Promise<void> | undefined;
  #stopping = false;
  #woken = false;
  /** Ends the wait under way. */
  #interrupt: () => void = () => {};

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    const { name, ages } = this.#options;
    if (!this.#running) ages?.succeeded(name);
    this.#running ??= this.#run();
  }

  /** There is work. During a step: another follows. Does not shorten the pause after an error. */
  wake(): void {
    this.#woken = true;
    this.#interrupt();
  }

  /** Resolves when the step under way has ended; none begins any more. Repeating it is safe. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#interrupt();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, step, intervalMs, gapMs: gap = 0, held = () => false, log, ages } = this.#options;
    let failures = 0;
    while (!this.#stopping) {
      this.#woken = false;
      if (held()) {
        await this.#pause(Math.min(intervalMs, HELD_LOOK_MS), () => false);
        continue;
      }
      try {
        const done = await step();
        ages?.succeeded(name);
        if (failures > 0) log.info({ loop: name, failures }, "background task recovered");
        failures = 0;
        const gapMs = typeof gap === "number" ? gap : gap(done);
        if (gapMs > 0) await this.#pause(gapMs, () => false);
        if (done === 0) await this.#pause(intervalMs - gapMs, () => this.#woken);
      } catch (error) {
        const waitMs = backoffMs(FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, failures);
        failures++;
        const facts = { err: error, loop: name, failures, backoffMs: waitMs };
        // One loud line a failure, not one a try: an outage lasts many tries.
        if (failures === 1) log.error(facts, "background task failed");
        else log.warn(facts, "background task still failing");
        await this.#pause(waitMs, () => false);
      }
    }
  }

  /** Waits until the time is over, or until `enough` returns true after an event. */
  #pause(ms: number, enough: () => boolean): Promise<void> {
    if (ms <= 0 || this.#stopping || enough()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#interrupt = () => {};
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#interrupt = () => {
        if (this.#stopping || enough()) end();
      };
    });
  }
}
